"""The command in a pseudo-terminal, for tests."""

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[1]
PATIENCE = 20.0  # seconds after which a test that waits for something to be drawn fails


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "cli.main", *map(str, words)]


def environment() -> dict[str, str]:
    """Ours, but for what would overrule the terminal's own size."""
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}


class Terminal:
    """A pseudo-terminal of 80 columns with the command in it; what it drew is kept as plain text."""

    def __init__(self, *words: object) -> None:
        self.drawn, self.seen = b"", 0
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.process = subprocess.Popen(
            command(*words),
            cwd=ROOT,
            env=environment() | {"TERM": "xterm-256color"},
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
        )

    def press(self, key: str) -> None:
        os.write(self.master, key.encode())

    def see(self, pattern: str) -> None:
        """Wait until something like `pattern` is drawn after what was waited for before."""
        deadline = monotonic() + PATIENCE
        while (found := re.search(pattern, self.unseen(), re.DOTALL)) is None:
            ready = select.select([self.master], [], [], max(0.0, deadline - monotonic()))[0]
            assert ready, f"no {pattern!r} in {self.unseen()!r}"
            self.drawn += os.read(self.master, 65536)
        self.seen += found.end()

    def unseen(self) -> str:
        return plain_of(self.drawn)[self.seen :]

    def ended(self) -> int:
        return self.process.wait(PATIENCE)


def plain_of(drawn: bytes) -> str:
    return re.sub(r"\x1b(\[[0-9;?]*[A-Za-z])", "", drawn.decode(errors="ignore")).replace("\r", "")


@contextmanager
def terminal(*words: object) -> Iterator[Terminal]:
    opened = Terminal(*words)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()
        os.close(opened.master)
        os.close(opened.slave)
