"""Bots that the referee starts: real processes, which say by a socket that they are up."""

import asyncio
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from protocol.messages import Ending, Result, Table, Text
from server.stable import FAILURES, Bot, Stable

PATIENCE = 60.0  # seconds after which a test that waits fails
UP = "import socket; up = socket.create_connection(('127.0.0.1', {port})); "
DIES = UP + "raise SystemExit(3)"
HANGS = UP + "up.recv(1)"


async def starts_until_given_up(folder: Path, code: str, ending: Callable[[int], Ending]) -> int:
    """How often the bot is started when its game after the nth start, from 1, ends as `ending` says."""
    reports: asyncio.Queue[str] = asyncio.Queue()
    ids = count(1)
    streams: list[asyncio.StreamWriter] = []

    async def up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        streams.append(writer)  # held, because a stream that nobody holds is closed
        id = next(ids)
        stable.hear(Table(id, "geister", "bad", "good", "1/move"))
        stable.hear(Result(id, "second", ending(id), 0, Text("")))

    server = await asyncio.start_server(up, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    bot = Bot("bad", [sys.executable, "-c", code.format(port=port)], 1000, folder)
    stable = Stable(lambda _: [bot], folder / "logs", reports.put_nowait)
    async with server, asyncio.timeout(PATIENCE), stable.running([]):
        while "is given up" not in await reports.get():
            assert len(streams) < 3 * FAILURES, "it is started for ever"
    for stream in streams:
        stream.close()
    return len(streams)


@pytest.mark.asyncio
@pytest.mark.parametrize("code", [DIES, HANGS], ids=["dies", "hangs"])
async def test_a_bot_that_never_comes_to_a_game_is_given_up(tmp_path: Path, code: str) -> None:
    assert await starts_until_given_up(tmp_path, code, lambda _: Ending.ABSENT) == FAILURES


@pytest.mark.asyncio
async def test_a_game_that_was_played_clears_the_failed_starts(tmp_path: Path) -> None:
    def second_start_plays(start: int) -> Ending:
        return Ending.TIME if start == 2 else Ending.ABSENT

    assert await starts_until_given_up(tmp_path, HANGS, second_start_plays) == 2 + FAILURES
