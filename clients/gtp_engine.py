"""One of our Go engines as a GTP program: a command's line in, its answer out. No I/O.

The commands are those that the GTP 2 draft requires, and what GoGui and Sabaki use besides. The rules are
go9's; where one colour moves twice running, a pass of the other stands between.
"""

from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from typing import Any

from engines.base import Engine, Limit
from games.base import IllegalMove, Move, Seat
from games.go9.rules import COLUMNS, KOMI, PASS, SIZE, Go9, Go9Position
from protocol.gtp import Answer, Command, move_of, seat_of

UNTIMED = 10.0  # seconds a move where nobody set a clock


class _Refusal(Exception):
    """A failure in the words of the draft."""


class Times:
    """What the controller says of the clocks, in seconds."""

    def __init__(self) -> None:
        self._settings: tuple[int, int, int] | None = None  # main time, byo-yomi time, byo-yomi stones
        self._left: dict[Seat, tuple[int, int]] = {}

    def settle(self, main: int, byoyomi: int, stones: int) -> None:
        unlimited = byoyomi > 0 and stones == 0
        self._settings = None if unlimited else (main, byoyomi, stones)
        self._left = {}

    def tell(self, seat: Seat, left: int, stones: int) -> None:
        self._left[seat] = left, stones

    def limit(self, seat: Seat) -> float:
        """How long that seat's next move may take."""
        if self._settings is None:
            return UNTIMED
        main, byoyomi, stones = self._settings
        left, in_byoyomi = self._left.get(seat, (main, 0))
        if in_byoyomi:
            return left / in_byoyomi
        return left + (byoyomi / stones if stones else 0)


class GtpEngine:
    def __init__(self, engine: Engine, name: str, version: str) -> None:
        self._engine = engine
        self._name = name
        self._version = version
        self._komi = KOMI
        self._times = Times()
        self._past = [Go9().start()]  # the position after each command that changed it
        self.over = False  # told to quit

    def answer(self, line: str) -> Answer | None:
        """None where the line holds no command."""
        command = Command.parse(line)
        if command is None:
            return None
        try:
            return Answer(self._do(command), id=command.id)
        except _Refusal as refusal:
            return Answer(str(refusal), ok=False, id=command.id)

    def _do(self, command: Command) -> str:
        if command.name not in _COMMANDS:
            raise _Refusal("unknown command")
        do, kinds = _COMMANDS[command.name]
        try:
            arguments = [kind(word) for kind, word in zip(kinds, command.arguments, strict=False)]
        except ValueError:
            raise _Refusal("syntax error") from None
        if len(arguments) < len(kinds):
            raise _Refusal("syntax error")
        return do(self, *arguments) or ""

    # About the program.

    def protocol_version(self) -> str:
        return "2"

    def name(self) -> str:
        return f"Referee {self._name}"

    def version(self) -> str:
        return self._version

    def known_command(self, name: str) -> str:
        return "true" if name in _COMMANDS else "false"

    def list_commands(self) -> str:
        return "\n".join(_COMMANDS)

    def quit(self) -> None:
        self.over = True

    # Setting up.

    def boardsize(self, size: int) -> None:
        if size != SIZE:
            raise _Refusal("unacceptable size")
        self.clear_board()

    def clear_board(self) -> None:
        self._past = [Go9().start()]

    def komi(self, komi: float) -> None:
        self._komi = komi

    def time_settings(self, main: int, byoyomi: int, stones: int) -> None:
        self._times.settle(main, byoyomi, stones)

    def time_left(self, seat: Seat, left: int, stones: int) -> None:
        self._times.tell(seat, left, stones)

    # Playing.

    def play(self, seat: Seat, move: Move) -> None:
        self._past.append(self._after(seat, move))

    def genmove(self, seat: Seat) -> str:
        move = self.reg_genmove(seat)
        self.play(seat, move)
        return move

    def reg_genmove(self, seat: Seat) -> str:
        """A move that is not played."""
        position = self._with_move(seat)
        if position.to_move() is None:
            return PASS
        self._engine.begin(Go9(f"go9/komi{self._komi:g}", self._komi), seat)
        for ply, move in enumerate(position.moves):
            self._engine.saw(Seat.SECOND if ply % 2 else Seat.FIRST, move)
        return self._engine.choose(position.view(seat), Limit(self._times.limit(seat)))

    def undo(self) -> None:
        if len(self._past) == 1:
            raise _Refusal("cannot undo")
        self._past.pop()

    def final_score(self) -> str:
        margin = replace(self._past[-1], komi=self._komi).margin()
        return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"

    def showboard(self) -> str:
        columns = f"   {' '.join(COLUMNS)}"
        rows = [f"{SIZE - i:2} {' '.join(row)}" for i, row in enumerate(self._past[-1].rows())]
        return "\n".join(["", columns, *rows, columns])

    def _after(self, seat: Seat, move: Move) -> Go9Position:
        position = self._with_move(seat)
        if position.to_move() is None and move == PASS:
            return position  # controllers pass on after the end
        try:
            return position.play(move)
        except IllegalMove:
            raise _Refusal("illegal move") from None

    def _with_move(self, seat: Seat) -> Go9Position:
        """The position with that seat to move, unless the game is over."""
        position = self._past[-1]
        return position if position.to_move() in (seat, None) else position.play(PASS)


def _komi(word: str) -> float:
    if not isfinite(float(word)):
        raise ValueError(word)
    return float(word)


def _count(word: str) -> int:
    if int(word) < 0:
        raise ValueError(word)
    return int(word)


# name -> what does it, and how to read its arguments; a ValueError is a syntax error
_COMMANDS: dict[str, tuple[Callable[..., str | None], tuple[Callable[[str], Any], ...]]] = {
    "protocol_version": (GtpEngine.protocol_version, ()),
    "name": (GtpEngine.name, ()),
    "version": (GtpEngine.version, ()),
    "known_command": (GtpEngine.known_command, (str,)),
    "list_commands": (GtpEngine.list_commands, ()),
    "quit": (GtpEngine.quit, ()),
    "boardsize": (GtpEngine.boardsize, (int,)),
    "clear_board": (GtpEngine.clear_board, ()),
    "komi": (GtpEngine.komi, (_komi,)),
    "time_settings": (GtpEngine.time_settings, (_count, _count, _count)),
    "time_left": (GtpEngine.time_left, (seat_of, _count, _count)),
    "play": (GtpEngine.play, (seat_of, move_of)),
    "genmove": (GtpEngine.genmove, (seat_of,)),
    "reg_genmove": (GtpEngine.reg_genmove, (seat_of,)),
    "undo": (GtpEngine.undo, ()),
    "final_score": (GtpEngine.final_score, ()),
    "showboard": (GtpEngine.showboard, ()),
}
