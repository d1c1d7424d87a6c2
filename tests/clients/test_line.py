"""A line to a referee, used by several tasks of one bot."""

import asyncio
from pathlib import Path

import pytest
import trio

from clients.line import open_line
from protocol.messages import Greeting, Ping, Pong, Text
from tests.peers import referee

pytestmark = pytest.mark.asyncio


async def talk_at_once(url: str) -> list[object]:
    """Three tasks speak at the same moment; gives what the referee answers."""
    async with open_line(url) as line:
        async with trio.open_nursery() as nursery:
            for number in range(3):
                nursery.start_soon(line.send, Ping(Text(str(number))))
        return [await line.receive() for _ in range(4)]


@pytest.mark.parametrize("scheme", ["tcp", "ws"])
async def test_two_tasks_may_speak_at_once(tmp_path: Path, scheme: str) -> None:
    async with referee(tmp_path) as r:
        greeting, *answers = await asyncio.to_thread(trio.run, talk_at_once, r.url(scheme))
        assert isinstance(greeting, Greeting)
        assert sorted(map(str, answers)) == [str(Pong(Text(str(number)))) for number in range(3)]
