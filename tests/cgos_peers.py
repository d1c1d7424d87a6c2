"""A referee for 9x9 Go with a door for CGOS, and scripted clients that come in by it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import games
from server.doors import cgos_doors
from tests.peers import Client, Referee, referee

PASSWORD = "pass123"


@asynccontextmanager
async def go_referee(
    folder: Path, control: str = "60~5", game: str = "go9", **changes: Any
) -> AsyncIterator[Referee]:
    """With so large a gift that no clock shows how busy this machine is."""
    doors = cgos_doors("127.0.0.1:0")
    async with referee(folder, control=control, game=games.load(game), doors=doors, **changes) as r:
        yield r


async def newcomer(r: Referee) -> Client:
    """One who has been asked for a username."""
    client = await r.client("cgos")
    assert await client.hear() == "protocol genmove_analyze"
    assert await client.ask("e1 raw") == "username"
    return client


async def player(r: Referee, name: str, password: str = PASSWORD) -> Client:
    """One who waits for a game."""
    client = await newcomer(r)
    assert await client.ask(name) == "password"
    client.say(password)
    return client


async def viewer(r: Referee) -> Client:
    client = await r.client("cgos")
    assert await client.hear() == "protocol genmove_analyze"
    client.say("v1 a viewer")
    return client


async def pair(r: Referee) -> tuple[Client, Client]:
    """black and white at a table; black has just been asked for its first move."""
    black = await player(r, "black")
    await r.turn()
    white = await player(r, "white")
    for client in (black, white):
        assert (await client.hear()).startswith("setup ")
    assert (await black.hear()).startswith("genmove b ")
    return black, white


async def play(black: Client, white: Client, moves: str) -> None:
    """Moves, Black's first; at the end the next mover has been asked."""
    for ply, move in enumerate(moves.split()):
        mover, other = (white, black) if ply % 2 else (black, white)
        mover.say(move)
        assert (await other.hear()).startswith(f"play {'bw'[ply % 2]} {move} ")
        assert (await other.hear()).startswith(f"genmove {'wb'[ply % 2]} ")


async def over(*clients: Client) -> str:
    """The end of the game, the same for all: the result and the remark."""
    heard = {(await client.hear_until("gameover ")).split(" ", 2)[2] for client in clients}
    assert len(heard) == 1
    return heard.pop()
