"""The game log of the GAT reference server, both ways: a line for each SET and MOV, then `winner=0|1|2`.

2 is a draw; a game that the rules did not decide has no winner line. The reds stand as their client named
them, in any order. Whatever is wrong with a text, `read` raises BadText: file, line and reason in one line.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.base import BadText, IllegalMove, Move, Seat
from games.geister import PLACEMENTS, Geister, GeisterPosition

_LINE = re.compile(r"player=([01]),(SET:[A-H]{4}|MOV:[A-H],[NEWS])")
_WINNER = re.compile(r"winner=[012]")
_NUMBER = {Seat.FIRST: "0", Seat.SECOND: "1", None: "2"}


class _Entry(NamedTuple):
    line: int  # from 1
    player: str
    words: str  # "SET:CEAH", "MOV:B,N"


def write(moves: Sequence[Move]) -> str:
    """The log of a game's moves, the reds in any order. Raises IllegalMove."""
    lines = [
        f"player={ply % 2},{'SET' if ply < PLACEMENTS else 'MOV'}:{move}" for ply, move in enumerate(moves)
    ]
    position = Geister().start()
    for move in native(moves):
        position = position.play(move)
    return "".join(f"{line}\n" for line in [*lines, *_verdict(position)])


def read(text: str, file: str = "log") -> list[Move]:
    """The moves in a log, the reds as their client named them. Raises BadText."""
    lines = text.splitlines()
    winner = [lines.pop()] if lines and _WINNER.fullmatch(lines[-1]) else []
    entries = [_entry(file, number, line) for number, line in enumerate(lines, 1)]
    # Which client names its reds sooner is chance; the first player's are ply 0 all the same.
    entries[:PLACEMENTS] = sorted(entries[:PLACEMENTS], key=lambda entry: entry.player)
    verdict = _verdict(_replayed(file, entries))
    if winner != verdict:
        expected = verdict[0] if verdict else "no winner, as the game is not decided"
        raise _wrong(file, len(lines) + 1, f"expected: {expected}")
    return [entry.words[4:] for entry in entries]


def native(moves: Iterable[Move]) -> list[Move]:
    """The moves as the rules write them: the reds in alphabetical order."""
    return [move if "," in move else "".join(sorted(move)) for move in moves]


def _verdict(position: GeisterPosition) -> list[str]:
    outcome = position.outcome()
    return [f"winner={_NUMBER[outcome.winner]}"] if outcome else []


def _entry(file: str, number: int, line: str) -> _Entry:
    found = _LINE.fullmatch(line)
    if found is None:
        raise _wrong(file, number, f"{line[:40]!r} is neither like player=0,SET:ABCD nor player=0,MOV:A,N")
    return _Entry(number, found[1], found[2])


def _replayed(file: str, entries: Sequence[_Entry]) -> GeisterPosition:
    position = Geister().start()
    for ply, entry in enumerate(entries):
        if entry.player != str(ply % 2):
            raise _wrong(file, entry.line, f"player {entry.player} moves, but it is the other's turn")
        try:
            position = position.play(native([entry.words[4:]])[0])
        except IllegalMove as error:
            raise _wrong(file, entry.line, str(error)) from None
    return position


def _wrong(file: str, line: int, reason: str) -> BadText:
    return BadText(f"{' '.join(file.split())}:{line}: {reason}")
