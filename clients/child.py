"""A program that we start and speak with by lines on its stdin and stdout; its stderr stays ours.

It lives in a process group of its own, which ends with it: children that it leaves behind die too.
"""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress

import trio

LIMIT = 1 << 16  # bytes a line
STUCK = 5.0  # seconds to read what we wrote
FAREWELL = 1.0  # seconds to end by itself


class Failed(Exception):
    """A program cannot go on; the message says why, in words for its author."""


class NoProgram(Failed):
    """The command cannot be started."""


class Child:
    def __init__(self, process: trio.Process) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._process = process
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._unread = bytearray()
        trio.lowlevel.spawn_system_task(self._mourn)

    @classmethod
    async def start(cls, command: Sequence[str]) -> "Child":
        """Raises NoProgram."""
        try:
            process = await trio.lowlevel.open_process(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise NoProgram(f"cannot start {command[0]!r}: {error.strerror}") from error
        return cls(process)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    async def write(self, text: str) -> None:
        """Raises Failed when it does not read; that it has died is left to `read` to say."""
        with trio.move_on_after(STUCK) as scope, suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await self._stdin.send_all(text.encode())
        if scope.cancelled_caught:
            raise Failed("the program does not read its input")

    async def hang_up(self) -> None:
        """Close its input: it need not wait for more."""
        await self._stdin.aclose()

    async def read(self) -> str:
        """Its next line, whatever bytes it holds. Raises Failed when that is too long, or nothing comes."""
        while (end := self._unread.find(b"\n")) < 0 and len(self._unread) <= LIMIT:
            data = await self._stdout.receive_some()
            if not data and not self._unread:
                raise Failed(f"the program ended with status {await self.end()}")
            self._unread += data or b"\n"
        if not 0 <= end <= LIMIT:
            raise Failed(f"the program wrote a line of more than {LIMIT} bytes")
        line = self._unread[:end].decode(errors="replace").rstrip("\r")
        del self._unread[: end + 1]
        return line

    def said_already(self) -> list[str]:
        """The lines that came with those already read; they are not read again."""
        lines = self._unread.decode(errors="replace").splitlines()
        self._unread.clear()
        return lines

    def pause(self) -> None:
        """Take the processor from it."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    async def end(self) -> int:
        """Let it end by itself, but not for long; gives its status."""
        await self._stdin.aclose()
        with trio.move_on_after(FAREWELL):
            await self._process.wait()
        self.kill()
        await self._stdout.aclose()
        return await self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    async def _mourn(self) -> None:
        # Without this, a child of its that holds its stdout would hide that it died.
        await self._process.wait()
        self.kill()
