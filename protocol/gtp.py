"""The Go Text Protocol, version 2 (the draft of 2002): commands, answers and the words in them, both ways.

A command is a line. An answer begins with "=" or "?" and goes on to the next blank line. Pure: engines of
others that play here and engines of ours that play elsewhere share it.
"""

import re
from dataclasses import dataclass

from games.base import Move, Seat
from games.go9.rules import PASS
from protocol.clock import Control

MOST_LINES = 2000  # of one answer
_ANSWER = re.compile(r"([=?])(\d*) *(.*)")
_POINT = re.compile(r"[A-HJ-Z](?:[1-9]|1[0-9]|2[0-5])")
_COLOURS = {Seat.FIRST: "b", Seat.SECOND: "w"}
_SEATS = {"b": Seat.FIRST, "black": Seat.FIRST, "w": Seat.SECOND, "white": Seat.SECOND}


class NotGtp(Exception):
    """An engine said what is no answer; the message quotes it."""


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    arguments: tuple[str, ...] = ()
    id: str = ""  # digits, repeated by the answer

    @classmethod
    def parse(cls, line: str) -> "Command | None":
        """None where the line holds no command: a blank one, or a comment."""
        words = _clean(line).partition("#")[0].split()
        if not words:
            return None
        id = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
        return cls(words[0] if words else "", tuple(words[1:]), id)

    def __str__(self) -> str:
        return " ".join([self.id, self.name, *self.arguments]).strip()


@dataclass(frozen=True, slots=True)
class Answer:
    text: str = ""  # may hold several lines, but no blank one in the middle
    ok: bool = True
    id: str = ""

    def __str__(self) -> str:
        """The whole of it, with the blank line that ends it."""
        head = f"{'=' if self.ok else '?'}{self.id}"
        return f"{head} {self.text}\n\n" if self.text else f"{head}\n\n"


class AnswerReader:
    """Feed it an engine's lines."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def feed(self, line: str) -> Answer | None:
        """The answer that this line ends. Raises NotGtp."""
        line = _clean(line).rstrip()
        if not self._lines and line[:1] in ("", "#"):  # between two answers
            return None
        if not self._lines and line[0] not in "=?":
            raise NotGtp(f"no answer in GTP: {line[:80]!r}")
        if line:
            self._lines.append(line)
            if len(self._lines) > MOST_LINES:
                raise NotGtp(f"an answer of more than {MOST_LINES} lines")
            return None
        return self._end()

    def _end(self) -> Answer:
        lines, self._lines = self._lines, []
        found = _ANSWER.fullmatch(lines[0])
        assert found is not None
        return Answer("\n".join([found[3], *lines[1:]]), found[1] == "=", found[2])


def _clean(line: str) -> str:
    """Without control characters, as the draft asks; a tab is a space."""
    return "".join(c for c in line.replace("\t", " ") if c >= " " and c != "\x7f")


def colour_of(seat: Seat) -> str:
    return _COLOURS[seat]


def seat_of(colour: str) -> Seat:
    """Black is the first. Raises ValueError."""
    if colour.lower() not in _SEATS:
        raise ValueError(f"no colour: {colour!r}")
    return _SEATS[colour.lower()]


def move_of(vertex: str) -> Move:
    """A point of any board, or a pass, as the rulebook writes it. Raises ValueError."""
    if vertex.lower() == PASS:
        return PASS
    if not _POINT.fullmatch(vertex.upper()):
        raise ValueError(f"no point: {vertex!r}")
    return vertex.upper()


def time_settings(control: Control) -> tuple[str, str, str]:
    """Main time, byo-yomi time and its stones, in whole seconds.

    GTP knows no increments and no gifts: those show in the time left. Never all 0, and never byo-yomi time
    for 0 stones: that would mean no limit.
    """
    if control.byoyomi:
        return str(int(control.main)), str(max(1, int(control.byoyomi))), "1"
    return str(max(1, int(control.main))), "0", "0"


def time_left(control: Control, left: float) -> tuple[str, str]:
    """Seconds and stones, of `left` seconds until the flag falls: 0 stones is main time."""
    main = left - control.byoyomi - control.gift
    if control.byoyomi and main <= 0:
        return str(max(0, int(left))), "1"
    return str(max(0, int(main))), "0"
