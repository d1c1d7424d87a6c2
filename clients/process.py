"""The brain around a program in any language, which speaks the native lines of its games on stdin and stdout.

It hears each game from `game` to `over`, and answers each `go` by a `move` or `resign` line. One process
plays game after game; one that ends, or that owes an answer when its game is over, is started anew.
"""

from collections.abc import Callable, Sequence

import trio

from clients.bot import Say
from clients.child import Child, Failed
from clients.outsider import Heard, Outsider
from protocol.codec import ProtocolError, decode_client, encode
from protocol.messages import Go, Message, Over, Play, Resign

NOISE = 100  # lines that are no answer, in one game
LONGEST = 1024  # bytes of an answer that the referee reads


class Program(Outsider):
    def __init__(self, command: Sequence[str], report: Callable[[str], None]) -> None:
        super().__init__(command, report)
        self._child: Child | None = None
        self._said: list[str] = []  # the lines of this game
        self._owes = False  # it has been asked and has not answered
        self._veteran = False  # it has played before, and has not answered in this game
        self._noise = 0

    async def start(self) -> None:
        if self._child is None or not self._child.alive:
            self._child = await Child.start(self.command)
            self._veteran = False

    async def hear(self, message: Message, say: Say, nursery: trio.Nursery) -> None:
        await super().hear(message, say, nursery)
        if isinstance(message, Over):
            await self._farewell(encode(message))

    async def play(self, heard: Heard, say: Say) -> None:
        self._said, self._owes, self._noise = [], False, 0
        await self.start()
        while True:
            message = await heard()
            if isinstance(message, Over):
                return  # it is told when the game is cleared away
            await self._tell_program(encode(message))
            if isinstance(message, Go):
                await say(await self._answer())

    async def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await child.end()

    async def _tell_program(self, line: str) -> None:
        assert self._child is not None
        if line.startswith("go "):
            for unasked in self._child.said_already():
                self.report(f"an answer to no question, passed over: {unasked[:80]!r}")
            self._owes = True
        self._said.append(line)
        await self._child.write(line + "\n")

    async def _answer(self) -> Message:
        """Its answer. Raises Failed."""
        try:
            answer = await self._read()
        except Failed:
            if not self._veteran:
                raise
            await self._begin_again()  # it had ended with the game before, and we only see it now
            answer = await self._read()
        self._owes = self._veteran = False
        return answer

    async def _begin_again(self) -> None:
        self._child = await Child.start(self.command)
        self._veteran = False
        for line in self._said:
            await self._child.write(line + "\n")

    async def _read(self) -> Message:
        assert self._child is not None
        while (answer := _answer_of(line := await self._child.read())) is None:
            self._pass_over(line)
        return answer

    def _pass_over(self, line: str) -> None:
        self._noise += bool(line)
        if line and self._noise <= 3:
            self.report(f"no answer, passed over: {line[:80]!r}")
        if self._noise > NOISE:
            raise Failed(f"the program wrote more than {NOISE} lines that are no answer")

    async def _farewell(self, over: str) -> None:
        child = self._child
        if child is None:
            return
        if self._owes or not child.alive:
            self.report("the program owed an answer when its game ended; starting it anew")
            child.kill()
            self._child = None
            return
        self._veteran = True
        try:
            await child.write(over + "\n")
        except Failed as error:
            self.report(str(error))
            child.kill()


def _answer_of(line: str) -> Play | Resign | None:
    if not line.isprintable() or len(line.encode()) > LONGEST:
        return None
    try:
        message = decode_client(line.strip(" "))
    except ProtocolError:
        return None
    return message if isinstance(message, Play | Resign) else None
