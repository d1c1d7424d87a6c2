"""The brain around a GTP engine: a fresh one for each game, started before the game, every answer in time."""

from collections.abc import Callable, Sequence
from contextlib import suppress

import trio

from clients.bot import Say
from clients.child import FAREWELL, Child, Failed
from clients.outsider import Heard, Outsider
from protocol.gtp import Answer, AnswerReader, Command, NotGtp
from protocol.gtp_player import START, Ask, GtpPlayer
from protocol.messages import Play, Resign


class Gtp(Outsider):
    def __init__(self, command: Sequence[str], report: Callable[[str], None], start: float = START) -> None:
        super().__init__(command, report)
        self._start = start  # seconds for its first answers
        self._spare: _Engine | None = None  # ready for the next game

    async def start(self) -> None:
        self._spare = self._spare or await _Engine.start(self.command, self._start)

    async def play(self, heard: Heard, say: Say) -> None:
        await self.start()
        engine, self._spare = self._spare, None
        assert engine is not None
        try:
            word: Play | Resign | None = None
            while not isinstance(word, Resign):
                word = await engine.answer(engine.player.hear(await heard()))
                if word is not None:
                    await say(word)
        finally:
            await engine.close()

    async def close(self) -> None:
        if self._spare is not None:
            await self._spare.close()


class _Engine:
    """One process of it."""

    def __init__(self, child: Child, start: float) -> None:
        self.player = GtpPlayer(start)
        self._child = child
        self._answers = AnswerReader()

    @classmethod
    async def start(cls, command: Sequence[str], limit: float) -> "_Engine":
        """Raises Failed."""
        engine = cls(await Child.start(command), limit)
        try:
            refusal = await engine.answer(engine.player.open())
            if isinstance(refusal, Resign):
                raise Failed(refusal.why)
        except BaseException:
            await engine.close()
            raise
        return engine

    async def answer(self, asks: Sequence[Ask]) -> Play | Resign | None:
        """Ask until there is something to tell the referee. Raises Failed."""
        for ask in asks:
            word = self.player.answered(ask.command, await self._ask(ask))
            if word is not None:
                return word
        return None

    async def close(self) -> None:
        with trio.CancelScope(shield=True):
            with trio.move_on_after(FAREWELL), suppress(Failed):
                await self._child.write(f"{Command('quit')}\n")
            await self._child.end()

    async def _ask(self, ask: Ask) -> Answer:
        with trio.move_on_after(ask.limit):
            await self._child.write(f"{ask.command}\n")
            return await self._read()
        raise Failed(f"the engine did not answer {str(ask.command)!r} within {ask.limit:g} s")

    async def _read(self) -> Answer:
        answer = None
        while answer is None:
            try:
                answer = self._answers.feed(await self._child.read())
            except NotGtp as error:
                raise Failed(f"the engine gave {error}") from error
        return answer
