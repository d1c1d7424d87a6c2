"""A bot: logs in, plays game after game, and comes back when the line breaks. The brain does the playing."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

import trio

from clients.line import Line, LineClosed, open_line
from protocol.messages import (
    VERSION,
    Bye,
    Fate,
    Greeting,
    Hello,
    Message,
    Over,
    Quit,
    Ready,
    Refusal,
    Refused,
    Seated,
    Welcome,
)

Say = Callable[[Message], Awaitable[None]]
WAITS = (0.2, 0.5, 1.0, 2.0, 5.0)  # seconds between two tries to come back; the last one repeats


class Rejected(Exception):
    """The referee will not have us: another version, another game, a wrong token, a bad name."""


class Brain(Protocol):
    """What plays behind a bot."""

    async def hear(self, message: Message, say: Say, nursery: trio.Nursery) -> None:
        """The referee's words during a game. Answers through `say`, at once or from the nursery."""

    async def rest(self) -> None:
        """Between two games, before we ask for the second: what takes long and should cost no time then."""


@dataclass
class Bot:
    url: str
    name: str
    brain: Brain
    token: str = ""
    games: int | None = None  # leave after so many
    tries: int | None = None  # give up after so many failures to connect in a row
    report: Callable[[str], None] = lambda _: None
    only: str = ""  # the game, all its variants included, that the brain plays; "" for any
    fates: list[Fate] = field(default_factory=list)
    _seat: str = ""

    async def play(self) -> None:
        """Until the referee says bye, or enough games are played. Raises Rejected, OSError."""
        failures = 0
        while True:
            try:
                async with open_line(self.url) as line:
                    failures = 0
                    await self._converse(line)
                    return
            except (LineClosed, OSError) as error:
                failures += 1
                if self.tries is not None and failures >= self.tries:
                    raise OSError(f"no line to {self.url}: {error}") from error
                wait = WAITS[min(failures, len(WAITS)) - 1]
                self.report(f"no line to {self.url} ({error}); trying again in {wait:g} s")
                await trio.sleep(wait)

    async def _converse(self, line: Line) -> None:
        try:
            async with trio.open_nursery() as nursery:
                while await self._answer(line, await line.receive(), nursery):
                    pass
                nursery.cancel_scope.cancel()
        except* (LineClosed, Rejected) as group:
            raise group.exceptions[0] from None

    async def _answer(self, line: Line, message: Message, nursery: trio.Nursery) -> bool:
        """Whether to go on."""
        match message:
            case Greeting():
                if message.version != VERSION:
                    raise Rejected(f"the referee speaks version {message.version}, not {VERSION}")
                if self.only and not f"{message.game}/".startswith(f"{self.only}/"):
                    raise Rejected(f"the referee plays {message.game}; this bot plays {self.only} only")
                await line.send(Hello(self.name, self.token))
            case Welcome():
                self.token = message.token
                await line.send(Ready())
            case Refused(code=Refusal.NAME | Refusal.TOKEN):
                raise Rejected(message.why)
            case Refused():
                self.report(f"refused ({message.code}): {message.why}")
            case Bye():
                self.report(f"the referee says bye: {message.why}")
                return False
            case _:
                await self.brain.hear(message, line.send, nursery)
                return await self._after(line, message, nursery)
        return True

    async def _after(self, line: Line, message: Message, nursery: trio.Nursery) -> bool:
        if isinstance(message, Seated):
            self._seat = f"game {message.id}, {message.first} against {message.second}"
        if isinstance(message, Over):
            self.fates.append(message.fate)
            self.report(f"{self._seat}: {message.fate} ({message.ending}): {message.why}")
            if self.games is not None and len(self.fates) >= self.games:
                await line.send(Quit())
            else:
                nursery.start_soon(self._ready, line)
        return True

    async def _ready(self, line: Line) -> None:
        await self.brain.rest()
        await line.send(Ready())
