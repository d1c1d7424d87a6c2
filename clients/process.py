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
from protocol.messages import Message, Over, Play, Resign, Seated, Text

LIMIT = 4096  # bytes a line
NOISE = 100  # lines that are no answer, in one game
STUCK = 5.0  # seconds to read a line that we wrote
FAREWELL = 1.0  # seconds to end by itself when its input closes


class NoProgram(Exception):
    """The command cannot be started."""


class Program:
    def __init__(self, command: Sequence[str], report: Callable[[str], None]) -> None:
        self._command = list(command)
        self._report = report
        self._process: trio.Process | None = None
        self._listener: trio.Nursery | None = None  # where its output is read
        self._playing = False
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

    async def hear(self, message: Message, say: Say, nursery: trio.Nursery) -> None:
        if isinstance(message, Seated):
            self._playing, self._noise = True, 0
            if self._process is None or self._process.poll() is not None:
                await self.start()
        if self._listener is not nursery:
            self._listener = nursery
            nursery.start_soon(self._listen, say)
        await self._write(encode(message))
        if isinstance(message, Over):
            self._playing = False

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

    async def _write(self, line: str) -> None:
        process = self._process
        assert process is not None and process.stdin is not None
        with trio.move_on_after(STUCK) as scope:
            try:
                await process.stdin.send_all(line.encode() + b"\n")
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return  # it died; the listener says so
        if scope.cancelled_caught:
            self._report("the program does not read its input; ending it")
            _kill(process)

    async def _listen(self, say: Say) -> None:
        process = self._process
        assert process is not None and process.stdout is not None
        try:
            while data := await process.stdout.receive_some():
                for line in self._lines.feed(bytes(data)):
                    await self._take(line, say)
        except TooLong as error:
            self._report(f"the program's output: {error}; ending it")
        _kill(process)
        status = await process.wait()
        self._listener = None
        self._report(f"the program ended with status {status}")
        if self._playing:
            await say(Resign(Text(f"the program ended with status {status}")))

    async def _take(self, line: bytes, say: Say) -> None:
        try:
            message = decode_client(text_of(line).strip(" "))
        except (ProtocolError, NotText):
            message = None
        if isinstance(message, Play | Resign):
            await say(message)
        elif line:
            self._noise += 1
            if self._noise <= 3:
                self._report(f"no answer, passed over: {line[:80]!r}")
            if self._noise > NOISE:
                raise TooLong(f"more than {NOISE} lines that are no answer")


def _kill(process: trio.Process) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
