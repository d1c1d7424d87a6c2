"""The brain around a program in any language, which speaks on stdin and stdout; its stderr stays ours.

It hears the native lines of each game, from `game` to `over`, and answers with `move` and `resign` lines.
"""

import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress

import trio

from clients.bot import Say
from protocol.codec import ProtocolError, decode_client, encode
from protocol.lines import LineSplitter, NotText, TooLong, text_of
from protocol.messages import Go, Message, Moved, Over, Play, Resign, Seated, Text

LIMIT = 4096  # bytes a line
NOISE = 100  # lines that are no answer, in one game
STUCK = 5.0  # seconds to read a line that we wrote
FAREWELL = 1.0  # seconds to end by itself when its input closes


class NoProgram(Exception):
    """The command cannot be started."""


class Program:
    """The program may end between two games, and is started anew when a game ends while it thinks."""

    def __init__(self, command: Sequence[str], report: Callable[[str], None]) -> None:
        self._command = list(command)
        self._report = report
        self._process: trio.Process | None = None
        self._listener: trio.Nursery | None = None  # where its output is read
        self._writing = trio.Lock()
        self._playing = False
        self._heard: list[str] = []  # the lines of this game
        self._asked: int | None = None  # the ply of the question that it has not answered
        self._veteran = False  # it has played before, and said nothing in this game
        self._fault = ""  # why we ended it
        self._noise = 0

    async def start(self) -> None:
        """Start the program. Raises NoProgram."""
        try:
            # A group of its own, so that its children end with it.
            self._process = await trio.lowlevel.open_process(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise NoProgram(f"cannot start {self._command[0]!r}: {error.strerror}") from error
        self._lines = LineSplitter(LIMIT)
        self._listener = None
        self._veteran = False
        self._fault = ""

    async def hear(self, message: Message, say: Say, nursery: trio.Nursery) -> None:
        line = encode(message)
        async with self._writing:
            if isinstance(message, Seated) and line not in self._heard:
                await self._begin()
            self._attend(say, nursery)
            if not self._repeats(message, line):
                self._heard.append(line)
                await self._write(line)
        if isinstance(message, Over):
            await self._end()

    async def close(self) -> None:
        """Let it end by itself, then end it and its children."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        await process.stdin.aclose()
        with trio.move_on_after(FAREWELL):
            await process.wait()
        _kill(process)
        await process.wait()

    async def _begin(self) -> None:
        """A new game."""
        self._playing, self._noise, self._asked, self._heard = True, 0, None, []
        if self._process is None or self._process.poll() is not None:
            await self.start()

    async def _end(self) -> None:
        """The game is over; an answer that is still to come would be taken for one in the next game."""
        self._playing, self._veteran = False, True
        if self._asked is not None and self._process is not None:
            self._report("the program owed an answer when its game ended; starting it anew")
            _kill(self._process)
            await self.start()

    def _repeats(self, message: Message, line: str) -> bool:
        """Whether the program knows this already, from before the line to the referee broke."""
        if isinstance(message, Go):
            known = self._asked == message.ply
            self._asked = message.ply
            return known
        return isinstance(message, Seated | Moved) and line in self._heard

    def _attend(self, say: Say, nursery: trio.Nursery) -> None:
        """See to it that somebody listens to the program."""
        if self._listener is not nursery:
            assert self._process is not None
            self._listener = nursery
            silence = trio.CancelScope()
            nursery.start_soon(self._listen, self._process, silence, say, nursery)
            nursery.start_soon(_outlive, self._process, silence)

    async def _write(self, line: str) -> None:
        process = self._process
        assert process is not None and process.stdin is not None
        with trio.move_on_after(STUCK) as scope:
            try:
                await process.stdin.send_all(line.encode() + b"\n")
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return  # it died; the listener says so
        if scope.cancelled_caught:
            self._fault = "the program does not read its input"
            _kill(process)

    async def _listen(
        self, process: trio.Process, silence: trio.CancelScope, say: Say, nursery: trio.Nursery
    ) -> None:
        try:
            with silence:
                await self._read(process, say)
        except TooLong as error:
            self._fault = str(error)
        _kill(process)
        status = await process.wait()
        if process is self._process:
            self._listener = None
            ended = f"the program ended with status {status}"
            self._report(f"{self._fault}; {ended}" if self._fault else ended)
            if self._playing:
                await self._lost(self._fault or ended, say, nursery)

    async def _read(self, process: trio.Process, say: Say) -> None:
        assert process.stdout is not None
        lines = self._lines
        while data := await process.stdout.receive_some():
            if process is not self._process:
                return
            # All that came at once is judged at once: the next question may come while we say the first.
            for answer in [self._answer(line) for line in lines.feed(bytes(data))]:
                if answer:
                    await say(answer)

    async def _lost(self, why: str, say: Say, nursery: trio.Nursery) -> None:
        """It ended during a game: its last one, if it had not begun to play this one."""
        if not self._veteran or self._fault:
            await say(Resign(Text(why)))
            return
        async with self._writing:
            await self.start()
            self._attend(say, nursery)
            for line in self._heard:
                await self._write(line)

    def _answer(self, line: bytes) -> Message | None:
        """What the program's line says to the referee, if anything."""
        try:
            message = decode_client(text_of(line).strip(" "))
        except (ProtocolError, NotText):
            message = None
        if isinstance(message, Resign) or (isinstance(message, Play) and self._asked is not None):
            self._asked, self._veteran = None, False
            return message
        if line:
            self._pass_over("an answer to no question" if isinstance(message, Play) else "no answer", line)
        return None

    def _pass_over(self, what: str, line: bytes) -> None:
        self._noise += 1
        if self._noise <= 3:
            self._report(f"{what}, passed over: {line[:80]!r}")
        if self._noise > NOISE:
            raise TooLong(f"more than {NOISE} lines that are no answer")


async def _outlive(process: trio.Process, silence: trio.CancelScope) -> None:
    """When the program has ended, end its children, which may hold its output open."""
    await process.wait()
    _kill(process)
    await trio.sleep(FAREWELL)
    silence.cancel()


def _kill(process: trio.Process) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
