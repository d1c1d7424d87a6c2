"""What lines of CGOS say of a game, to players and to viewers alike: the board, the clock, who won and how.

White stands before Black there, and each name carries a rating. We keep none that is CGOS's own, so it is
"0?": a number, because clients read one, and the mark that it is not to be trusted.
"""

import re

import games
from games.base import Seat
from games.go9.rules import SIZE, Go9, Go9Position
from protocol.clock import Control
from protocol.messages import Ending, Seated, Table

Pairing = Seated | Table

RATING = "0?"
_ILLEGAL = re.compile(r"played an illegal move: (['\"])(.*)\1: (.*)")
# How our rulebook's reason begins, and the words of CGOS for it.
_REASONS = {
    "a stone stands there": "move to occupied point",
    "suicide": "suicide attempted",
    "superko": "KO attempted",
    "a move is a point": "do not understand syntax",
}
_ENDINGS = {
    Ending.TIME: "Time",
    Ending.ILLEGAL: "Illegal",
    Ending.RESIGNED: "Resign",
    Ending.LEFT: "Resign",
}


def board(pairing: Pairing) -> str:
    """Size and komi."""
    return f"{SIZE} {_rules(pairing).komi:.1f}"


def players(pairing: Pairing) -> str:
    return f"{pairing.second}({RATING}) {pairing.first}({RATING})"


def level(pairing: Pairing) -> int:
    """Milliseconds on a full clock."""
    control = Control.parse(pairing.control)
    return round(1000 * (control.main + control.byoyomi))


def clock(pairing: Pairing, left: int) -> int:
    """Milliseconds that the clock shows when the flag falls in `left`: the gift is not on it."""
    return max(0, left - round(1000 * Control.parse(pairing.control).gift))


def position(pairing: Pairing, view: str) -> Go9Position:
    return _rules(pairing).read(view)


def result(pairing: Pairing, view: str, winner: Seat | None, ending: Ending) -> str:
    """ "B+3.0", "W+Resign", "Draw", "Abort" ...; `view` is the last one."""
    if ending in (Ending.STOPPED, Ending.VOID):
        return "Abort"
    if winner is None:
        return "Draw"
    how = _ENDINGS.get(ending) or f"{abs(position(pairing, view).margin()):.1f}"
    return f"{'B' if winner is Seat.FIRST else 'W'}+{how}"


def remark(ending: Ending, why: str) -> str:
    """What stands behind the result for people; nothing behind scores and time."""
    if ending is Ending.RESIGNED:
        return "Resignation"
    if ending is Ending.ILLEGAL and (found := _ILLEGAL.search(why)):
        reason = next((words for ours, words in _REASONS.items() if found[3].startswith(ours)), found[3])
        return f"Illegal move error:{reason} move:{found[2]}"
    return "" if ending in (Ending.RULES, Ending.TIME) else why


def _rules(pairing: Pairing) -> Go9:
    game = games.load(pairing.game)
    assert isinstance(game, Go9)
    return game
