"""A brain around a program that speaks a protocol of its own. Each game is a task of its own: it may take its
time, the end of the game ends it at once, and whatever breaks in it costs this one game.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import trio

from clients.bot import Say
from clients.child import Failed
from protocol.messages import Message, Over, Resign, Seated, Text

REASON = 200  # characters of it that the referee is told

Heard = Callable[[], Awaitable[Message]]  # gives the next message of the game
_Tell = trio.MemorySendChannel[Message]
_Hear = trio.MemoryReceiveChannel[Message]


class Outsider(ABC):
    def __init__(self, command: Sequence[str], report: Callable[[str], None]) -> None:
        self.command = command
        self.report = report
        self._game = trio.CancelScope()
        self._done = trio.Event()
        self._done.set()
        self._tell: _Tell | None = None

    @abstractmethod
    async def start(self) -> None:
        """Be ready for a game. Raises Failed."""

    @abstractmethod
    async def play(self, heard: Heard, say: Say) -> None:
        """One game, from `game` on; cancelled when it is over. Raises Failed."""

    @abstractmethod
    async def close(self) -> None:
        """No further game comes."""

    async def hear(self, message: Message, say: Say, nursery: trio.Nursery) -> None:
        if isinstance(message, Seated):
            await self._halt()
            self._begin(say, nursery)
        if self._tell is not None:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # the program has failed
                self._tell.send_nowait(message)
        if isinstance(message, Over):
            await self._halt()

    async def rest(self) -> None:
        try:
            await self.start()
        except Failed as error:  # the next game tries again, and tells the referee
            self.report(str(error))

    def _begin(self, say: Say, nursery: trio.Nursery) -> None:
        self._game, self._done = trio.CancelScope(), trio.Event()
        self._tell, heard = trio.open_memory_channel[Message](float("inf"))
        nursery.start_soon(self._carry, self._tell, heard, say)

    async def _carry(self, tell: _Tell, heard: _Hear, say: Say) -> None:
        try:
            with self._game, tell, heard:
                await self.play(heard.receive, say)
        except Failed as error:
            self.report(str(error))
            await say(Resign(Text(_one_line(str(error)))))
        finally:
            self._done.set()

    async def _halt(self) -> None:
        self._game.cancel()
        await self._done.wait()


def _one_line(text: str) -> str:
    words = "".join(c if c.isprintable() else " " for c in text).split()
    return " ".join(words)[:REASON]
