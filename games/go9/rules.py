"""Go on 9x9 as CGOS plays it: no suicide, positional superko, Tromp-Taylor area, two passes end it.

A move is a GTP point ("E5", no column I) or "pass"; first is Black. A view is "<board> <moves>": rows 9 to 1,
then each move in two characters ("--" a pass). The moves hold superko's past exactly, in the least room.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.base import BadText, IllegalMove, Move, Outcome, Seat, UnknownGame, Viewer

SIZE = 9
COLUMNS = "ABCDEFGHJ"
PASS = "pass"
KOMI = 7.0  # of the 9x9 CGOS server
# Superko ends every game, but only after more moves than anybody can wait for. Games between programs take
# 60 to 150; at 400 the board is scored as it stands, as after two passes. CGOS itself has no limit.
MOVE_LIMIT = 400

# A set of points is an int with bit x + 9y for column x and row y, both from 0. A board is one int as well:
# Black's stones, and White's shifted up by 81. So boards compare exactly, and fast.
AREA = SIZE * SIZE
_FULL = (1 << AREA) - 1
_LEFT = sum(1 << SIZE * y for y in range(SIZE))
_NOT_LEFT, _NOT_RIGHT = _FULL ^ _LEFT, _FULL ^ _LEFT << SIZE - 1
_NAMES = [f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS]
_POINTS = {name: point for point, name in enumerate(_NAMES)}
_SHORT_PASS = "--"  # a pass in a view, as long as a point


def _spread(points: int) -> int:
    """The points, their neighbours, and some bits beyond the board."""
    return points | (points & _NOT_RIGHT) << 1 | (points & _NOT_LEFT) >> 1 | points << SIZE | points >> SIZE


def _flood(points: int, within: int) -> int:
    """All that is connected to `points` by way of `within`, which holds them."""
    while (grown := _spread(points) & within) != points:
        points = grown
    return points


def _groups(stones: int) -> list[int]:
    groups = []
    while stones:
        groups.append(_flood(stones & -stones, stones))
        stones ^= groups[-1]
    return groups


def _in_atari(stones: int, empty: int) -> int:
    """The stones of the groups that have one liberty only."""
    return sum(group for group in _groups(stones) if (_spread(group) & empty).bit_count() == 1)


_BESIDE = [_spread(1 << point) & _FULL ^ 1 << point for point in range(AREA)]


def _place(own: int, enemy: int, point: int) -> tuple[int, int]:
    """Both sides' stones after an own stone at `point` has taken what it takes."""
    own |= 1 << point
    for group in _groups(_flood(_BESIDE[point] & enemy, enemy)):
        if not _spread(group) & _FULL & ~(own | enemy):
            enemy ^= group
    return own, enemy


@dataclass(frozen=True, slots=True)
class Go9Position:
    boards: tuple[int, ...]  # the empty one, then the one after each move
    moves: tuple[Move, ...]
    komi: float

    def to_move(self) -> Seat | None:
        return None if self._over() else self._mover()

    def legal_moves(self) -> Sequence[Move]:
        if self._over():
            return []
        own, enemy = self._sides()
        empty = _FULL & ~(own | enemy)
        prey = _in_atari(enemy, empty)
        air = empty | own & ~_in_atari(own, empty)  # a stone beside these has a liberty
        past = frozenset(self.boards)
        moves = []
        for point, beside in enumerate(_BESIDE):
            if empty >> point & 1 and beside & (prey | air):
                after = _place(own, enemy, point) if beside & prey else (own | 1 << point, enemy)
                if self._board(*after) not in past:
                    moves.append(_NAMES[point])
        return [*moves, PASS]

    def chances(self) -> Sequence[tuple[Move, float]]:
        return []

    def play(self, move: Move) -> "Go9Position":
        if self._over():
            raise IllegalMove(f"{move!r}: the game is over")
        board = self.boards[-1] if move == PASS else self._after(move)
        return Go9Position((*self.boards, board), (*self.moves, move), self.komi)

    def outcome(self) -> Outcome | None:
        if not self._over():
            return None
        margin = self.margin()
        end = "two passes" if self._passed_twice() else f"{MOVE_LIMIT} moves"
        if margin == 0:
            return Outcome(None, f"the areas with komi are equal after {end}")
        winner = Seat.FIRST if margin > 0 else Seat.SECOND
        return Outcome(winner, f"{winner} is {abs(margin):.1f} points ahead after {end}")

    def view(self, viewer: Viewer, reveal: bool = False) -> str:
        moves = "".join(_SHORT_PASS if move == PASS else move for move in self.moves)
        return f"{'/'.join(self.rows())} {moves}".rstrip()

    def seen(self, move: Move, viewer: Viewer) -> Move:
        return move

    def rows(self) -> list[str]:
        """The board as text, row 9 first: X for first, O for second, "." for empty."""
        black, white = self._black_and_white()
        marks = ["X" if black >> point & 1 else "O" if white >> point & 1 else "." for point in range(AREA)]
        return ["".join(marks[SIZE * y : SIZE * y + SIZE]) for y in reversed(range(SIZE))]

    def margin(self) -> float:
        """First's area less second's and komi, with the board as it stands and no stone taken for dead."""
        black, white = self._black_and_white()
        empty = _FULL & ~(black | white)
        reached = _flood(black, black | empty), _flood(white, white | empty)
        return (reached[0] & ~reached[1]).bit_count() - (reached[1] & ~reached[0]).bit_count() - self.komi

    def _mover(self) -> Seat:
        return Seat.SECOND if len(self.moves) % 2 else Seat.FIRST

    def _passed_twice(self) -> bool:
        return self.moves[-2:] == (PASS, PASS)

    def _over(self) -> bool:
        return self._passed_twice() or len(self.moves) >= MOVE_LIMIT

    def _black_and_white(self) -> tuple[int, int]:
        return self.boards[-1] & _FULL, self.boards[-1] >> AREA

    def _sides(self) -> tuple[int, int]:
        """The stones of the mover, and of the other."""
        black, white = self._black_and_white()
        return (black, white) if self._mover() is Seat.FIRST else (white, black)

    def _board(self, own: int, enemy: int) -> int:
        return own | enemy << AREA if self._mover() is Seat.FIRST else enemy | own << AREA

    def _after(self, move: Move) -> int:
        """The board after the mover's stone at `move`. Raises IllegalMove."""
        if move not in _POINTS:
            raise IllegalMove(f"{move!r}: a move is a point A1..J9 (there is no column I) or {PASS}")
        own, enemy = self._sides()
        point = _POINTS[move]
        if (own | enemy) >> point & 1:
            raise IllegalMove(f"{move!r}: a stone stands there")
        own, enemy = _place(own, enemy, point)
        if not _spread(_flood(1 << point, own)) & _FULL & ~(own | enemy):
            raise IllegalMove(f"{move!r}: suicide, that stone would have no liberty")
        board = self._board(own, enemy)
        if board in self.boards:
            raise IllegalMove(f"{move!r}: superko, that is the board after move {self.boards.index(board)}")
        return board


@dataclass(frozen=True, slots=True)
class Go9:
    name: str = "go9"
    komi: float = KOMI

    def start(self) -> Go9Position:
        return Go9Position((0,), (), self.komi)

    def read(self, view: str) -> Go9Position:
        text = view.partition(" ")[2]
        pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
        position = self.start()
        try:
            for pair in pairs:
                position = position.play(PASS if pair == _SHORT_PASS else pair)
        except IllegalMove as error:
            raise BadText(f"not a go9 view, move {len(position.moves) + 1} is illegal: {error}") from None
        if position.view(None) != view:
            raise BadText("not a go9 view: the board is not the one that the moves lead to")
        return position

    def picture(self, view: str) -> str:
        position = self.read(view)
        columns = f"[dim]   {' '.join(COLUMNS)}[/]"
        rows = [_row(position, SIZE - i, row) for i, row in enumerate(position.rows())]
        last = f"move {len(position.moves)} was {position.moves[-1]}" if position.moves else "no move yet"
        return "\n".join([columns, *rows, columns, f"● first  ○ second  {last}"])


def _row(position: Go9Position, number: int, row: str) -> str:
    """One row of the picture, the last stone in colour."""
    last = position.moves[-1] if position.moves else PASS
    cells = [{"X": "●", "O": "○"}.get(mark, "[dim]·[/]") for mark in row]
    if last != PASS and int(last[1]) == number:
        x = COLUMNS.index(last[0])
        cells[x] = f"[bold red]{cells[x]}[/]"
    return f"[dim] {number}[/] {' '.join(cells)} [dim]{number}[/]"


def load(variant: str) -> Go9:
    """Without a variant the komi is that of CGOS; "komi5.5" sets another. A whole komi allows draws."""
    if not variant:
        return Go9()
    if not re.fullmatch(r"komi(0|[1-9][0-9]?)(\.[05])?", variant):
        raise UnknownGame(f"go9 has no variant {variant!r}; komi5.5 or another komi in half points would do")
    return Go9(f"go9/{variant}", float(variant.removeprefix("komi")))


def names() -> list[str]:
    return ["go9", "go9/komi5.5", "go9/komi7.5"]
