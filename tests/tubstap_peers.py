"""Scripted clients of TUBSTAP's network protocol on real sockets, and a referee that has them in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import games
from games.base import Game
from server.doors import tubstap_doors
from tests.peers import Bystanders, Client, Referee, referee

# 0 is an infantry of Red's at 1,1, 1 a cannon; 2 and 3 are Blue's. A mountain stands at 2,1.
FIELD = (
    "SIZEX[8];SIZEY[8];TURNLIMIT[999];HPTHRESHOLD[10];UNITNUMRED[2];UNITNUMBLUE[2];AUTHOR[Referee];"
    "MAPCOM[];UNIT[1,1,infantry,0,10,0];UNIT[1,2,cannon,0,10,0];UNIT[5,5,infantry,1,10,0];"
    "UNIT[1,5,infantry,1,10,0];MAP[0,0,0,0,0,0,0,0];MAP[0,1,4,1,1,1,1,0];MAP[0,1,1,1,1,1,1,0];"
    "MAP[0,1,1,1,1,1,1,0];MAP[0,1,1,1,1,1,1,0];MAP[0,1,1,1,1,1,1,0];MAP[0,1,1,1,1,1,1,0];"
    "MAP[0,0,0,0,0,0,0,0];"
)
TURNEND = "-1,-1,-1,0,0,-1,0,0,3,0,0"
SURRENDER = "-1,-1,-1,0,0,-1,0,0,0,0,0"
STAY = "0,1,1,1,1,-1,0,0,1,0,0"
END = "\r\n"


class NetClient(Client):
    """A client as the original writes it."""

    def answer(self, text: str = "") -> None:
        self.say(f"= {text}{END}", END)

    async def reply(self, question: str, text: str = "") -> None:
        """Hear exactly this question and answer it."""
        assert await self.hear() == question
        self.answer(text)

    async def begin(self, opponent: str, colour: int) -> None:
        """From being seated until the game begins."""
        await self.reply(f"opponent {opponent}")
        await self.reply(f"MAP {FIELD}")
        await self.reply(f"Color {colour}")


class Enders(Bystanders):
    """Two native players who give up every turn."""

    begin = 0

    def step(self) -> str:
        return "end"


class TubstapReferee:
    """A referee whose game is TUBSTAP, with a door for the original's clients."""

    def __init__(self, running: Referee) -> None:
        self.running = running

    async def connect(self) -> NetClient:
        """A client that has not said its name."""
        raw = await self.running.client("tubstap")
        return NetClient(raw.reader, raw.writer)

    async def joined(self, name: str) -> NetClient:
        """A client that has said its name, and waits."""
        client = await self.connect()
        await client.reply("name", name)
        return client

    async def pair(self) -> tuple[NetClient, NetClient]:
        """Alice, Red, and Bob, Blue; she has just been asked for her first action."""
        red, blue = await self.joined("Alice"), await self.joined("Bob")
        await red.begin("Bob", 0)
        await blue.begin("Alice", 1)
        assert await red.hear() == "Genmove"
        return red, blue

    @asynccontextmanager
    async def bystanders(self) -> AsyncIterator[None]:
        """Two native players at a table of their own, who must not be disturbed; their game is number 1."""
        clients = await self.running.pair("calm", "quiet")
        await clients[0].hear_until("go 0")
        await clients[1].hear_until("game 1")
        async with self.running.beside(Enders(*clients)):
            yield


@asynccontextmanager
async def tubstap_referee(
    folder: Path, game: Game | None = None, control: str = "10/turn", **changes: Any
) -> AsyncIterator[TubstapReferee]:
    game = game or games.load(f"tubstap/{FIELD}")
    doors = tubstap_doors("127.0.0.1:0", game)
    async with referee(folder, control=control, game=game, doors=doors, **changes) as running:
        yield TubstapReferee(running)
