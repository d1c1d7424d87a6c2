"""The brain around a program in any language, which speaks on stdin and stdout; its stderr stays ours.

It hears the native lines of each game, from `game` to `over`, and answers with `move` and `resign` lines.
"""

from collections.abc import Callable, Sequence

import trio

from clients.bot import Say
from clients.child import Child, Failed
from protocol.codec import ProtocolError, decode_client, encode
from protocol.messages import Message, Over, Play, Resign, Seated, Text

NOISE = 100  # lines that are no answer, in one game
LONGEST = 1024  # bytes of an answer that the referee reads


class Program:
    def __init__(self, command: Sequence[str], report: Callable[[str], None]) -> None:
        self._command = command
        self._report = report
        self._child: Child | None = None
        self._listener: trio.Nursery | None = None  # where its output is read
        self._playing = False
        self._noise = 0

    async def start(self) -> None:
        """Start the program. Raises NoProgram."""
        self._child = await Child.start(self._command)
        self._listener = None

    async def hear(self, message: Message, say: Say, nursery: trio.Nursery) -> None:
        if isinstance(message, Seated):
            self._playing, self._noise = True, 0
            if self._child is None or not self._child.alive:
                await self._start_again(say)
        if self._child is not None:  # else it has died, and its game is given up
            if self._listener is not nursery:
                self._listener = nursery
                nursery.start_soon(self._listen, self._child, say)
            await self._write(self._child, encode(message))
        if isinstance(message, Over):
            self._playing = False

    async def rest(self) -> None:
        """Nothing to do: one process plays all games."""

    async def close(self) -> None:
        """Let it end by itself, then end it and its children."""
        child, self._child = self._child, None
        if child is not None:
            await child.end()

    async def _start_again(self, say: Say) -> None:
        self._child = None
        try:
            await self.start()
        except Failed as error:
            self._report(str(error))
            await say(Resign(Text(str(error))))

    async def _write(self, child: Child, line: str) -> None:
        try:
            await child.write(f"{line}\n")
        except Failed as error:
            self._report(f"{error}; ending it")
            child.kill()

    async def _listen(self, child: Child, say: Say) -> None:
        try:
            while True:
                await self._take(await child.read(), say)
        except Failed as error:
            why = str(error)
        self._report(why)
        child.kill()
        await child.end()
        if child is self._child:  # else another has taken its place between two games
            self._child = None
            if self._playing:
                await say(Resign(Text(why)))

    async def _take(self, line: str, say: Say) -> None:
        message = _answer(line)
        if message is not None:
            await say(message)
        elif line:
            self._noise += 1
            if self._noise <= 3:
                self._report(f"no answer, passed over: {line[:80]!r}")
            if self._noise > NOISE:
                raise Failed(f"the program wrote more than {NOISE} lines that are no answer")


def _answer(line: str) -> Play | Resign | None:
    if not line.isprintable() or len(line.encode()) > LONGEST:
        return None
    try:
        message = decode_client(line.strip(" "))
    except ProtocolError:
        return None
    return message if isinstance(message, Play | Resign) else None
