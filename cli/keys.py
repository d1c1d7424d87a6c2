"""Single keys of a terminal, as words."""

import os
import re
import select
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

WORDS = {
    **dict.fromkeys(["n", " ", "\r", "\n", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB"], "next"),
    **dict.fromkeys(["p", "\x7f", "\b", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA"], "previous"),
    **dict.fromkeys(["f", "g", "\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"], "first"),
    **dict.fromkeys(["l", "G", "\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"], "last"),
    **dict.fromkeys(["q", "Q", "\x1b", "\x04"], "quit"),
}
_KEY = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])?|.", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-9;]*|O)?")
_SEQUENCE = 0.05  # seconds within which the rest of a key's bytes follow


def words(text: str) -> list[str]:
    """What the keys in a text mean; others are passed over."""
    return [WORDS[key] for key in _KEY.findall(text) if key in WORDS]


@contextmanager
def keys(terminal: int) -> Iterator[Iterator[str]]:
    """The words of the keys that are pressed, until the context ends and the terminal is as before."""
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield _pressed(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _pressed(terminal: int) -> Iterator[str]:
    while data := os.read(terminal, 1024):
        # An arrow key is several bytes, which a slow line may bring apart; a lone Escape is one.
        while _UNFINISHED.fullmatch(_tail(data)) and select.select([terminal], [], [], _SEQUENCE)[0]:
            data += os.read(terminal, 1024)
        yield from words(data.decode(errors="replace"))


def _tail(data: bytes) -> str:
    """From the last Escape on."""
    at = data.rfind(b"\x1b")
    return data[at:].decode(errors="replace") if at >= 0 else ""
