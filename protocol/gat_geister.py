"""The line protocol of the GAT Geister competitions, as their reference server speaks it (2022-03-30).

The port is the seat; there is no name, no way back, one game a connection. `quirks` imitates two habits of
that server: a bare LF ends no line, and an escape repeats the colour that its piece took on the move before.
Where that server hangs or is fooled, we answer NG.
"""

import re
from collections.abc import Sequence
from enum import Enum, auto

from games.base import Seat
from games.geister import PLACEMENTS
from protocol.dialect import NOTHING, Step, together
from protocol.messages import (
    Bye,
    Ending,
    Enter,
    Fate,
    Go,
    Message,
    Moved,
    Opened,
    Over,
    Play,
    Ready,
    Refused,
    Seated,
)

_SET = re.compile(r"SET:([A-Ha-h]{4})")
_MOV = re.compile(r"MOV:([^,]+),(N|E|W|S|NORTH|EAST|WEST|SOUTH)", re.ASCII | re.IGNORECASE)
_WORDS = {Fate.WON: "WON", Fate.LOST: "LST", Fate.DREW: "DRW", Fate.NONE: "DRW"}
_NG = Step(("NG ",))
_EXITS = {"00": "NW", "50": "NE"}


class _Phase(Enum):
    SETTING = auto()
    WAITING = auto()  # its reds are named, its game has not begun
    PLAYING = auto()
    OVER = auto()


class GatGeister:
    line_end = "\r\n"
    returns = False

    def __init__(self, name: str, seat: Seat, quirks: bool = False) -> None:
        self.name = name
        self.seat = seat
        self.crlf_only = quirks
        self._quirks = quirks
        self._phase = _Phase.SETTING
        self._reds = ""
        self._board = ""
        self._took: dict[str, str] = {}  # piece -> what its last move took

    def greet(self) -> Step:
        return Step(("SET?",), (Enter(self.name, self.seat),))

    def heard(self, line: str) -> Step:
        if not line and not self._quirks:
            return NOTHING
        if self._phase is _Phase.SETTING:
            return self._set(line)
        if self._phase is not _Phase.PLAYING or line.startswith("SET:"):
            return _NG
        return Step(messages=(Play(_move(line)),))

    def refuse(self, refused: Refused) -> Step:
        # Noise in one's own turn loses there, so it goes to the referee like any other wrong move.
        return Step(messages=(Play(refused.why),)) if self._phase is _Phase.PLAYING else _NG

    def tell(self, messages: Sequence[Message]) -> Step:
        return together(map(self._tell, messages))

    def _tell(self, message: Message) -> Step:
        match message:
            case Seated():
                self._phase = _Phase.PLAYING
            case Go():
                return self._go(message)
            case Moved(by=by) if by is self.seat and message.ply >= PLACEMENTS:
                return Step((f"OK{self._taken(message.move)}",))
            case Refused() if self._phase is not _Phase.OVER:
                return _NG
            case Opened():
                self._board = message.view.split(" ")[0]
            case Over():
                self._phase = _Phase.OVER
                line = f"{_WORDS[message.fate]}:{self._board}"
                return Step((line,), close=message.ending is Ending.TIME)
            case Bye():
                return Step(() if self._phase is _Phase.OVER else ("NG ",), close=True)
        return NOTHING

    def _set(self, line: str) -> Step:
        found = _SET.fullmatch(line)
        reds = "".join(sorted(set(found[1].upper()))) if found else ""
        if len(reds) != 4:
            return _NG
        self._reds, self._phase = reds, _Phase.WAITING
        return Step(("OK ",), (Ready(),))

    def _go(self, go: Go) -> Step:
        if go.ply < PLACEMENTS:
            return Step(messages=(Play(self._reds),))
        self._board = go.view.split(" ")[0]
        return Step((f"MOV?{self._board}",))

    def _taken(self, move: str) -> str:
        """The third character of the OK line: the colour taken, or a space."""
        piece, colour = move[0], move.partition("=")[2]
        if self._quirks and self._escapes(piece, move[2]):
            colour = self._took.get(piece, "")
        self._took[piece] = colour
        return colour or " "

    def _escapes(self, piece: str, way: str) -> bool:
        at = 3 * "ABCDEFGH".index(piece)
        return way in _EXITS.get(self._board[at : at + 2], "")


def _move(line: str) -> str:
    """The native move of a MOV line; a line that is none stays as it is, for the referee to refuse."""
    found = _MOV.fullmatch(line)
    if found is None or not line.startswith("MOV:"):
        return line.replace(" ", "_")
    return f"{found[1][0].upper()},{found[2][0].upper()}"
