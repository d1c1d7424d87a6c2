"""The Game of the Amazons: move an amazon as a chess queen, then shoot an arrow as a queen from there.

Amazons and arrows block; an arrow stays for good and may land where the amazon came from. Who cannot move
loses. A move is "d1-d7/g7": from, to, arrow. A view is "<ranks from the top, with slashes> <mover>", in it
"1" and "2" the players' amazons, "x" an arrow, "." an empty square. The first player starts at the bottom.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from games.base import BadText, IllegalMove, Move, Outcome, Seat, UnknownGame, Viewer

EMPTY, ARROW = ".", "x"
AMAZON = {Seat.FIRST: "1", Seat.SECOND: "2"}
AMAZONS = 4  # of each player, at most
FILES = "abcdefghij"
# The first player's amazons by board size; the second player's mirror them. 10 is the Computer Olympiad's,
# 8 is Botzone's and 6 is OpenSpiel's.
HOMES = {10: ("a4", "d1", "g1", "j4"), 8: ("a3", "c1", "f1", "h3"), 6: ("a2", "b1", "e1", "f2")}

_WAYS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]


@cache
def square_names(size: int) -> list[str]:
    """The text of each square; a square is file + size * rank, both from 0, so a1 is 0."""
    return [f"{file}{rank}" for rank in range(1, size + 1) for file in FILES[:size]]


@cache
def squares(size: int) -> dict[str, int]:
    """The square of each text."""
    return {name: square for square, name in enumerate(square_names(size))}


@cache
def rays(size: int) -> list[list[list[int]]]:
    """For each square the squares that follow it in each of up to eight directions."""
    return [_rays_from(size, square % size, square // size) for square in range(size * size)]


def _rays_from(size: int, x: int, y: int) -> list[list[int]]:
    found = []
    for dx, dy in _WAYS:
        steps = [(x + dx * n, y + dy * n) for n in range(1, size)]
        found.append([a + size * b for a, b in steps if 0 <= a < size and 0 <= b < size])
    return [ray for ray in found if ray]


@cache
def _paths(size: int) -> dict[tuple[int, int], list[int]]:
    """For two squares on a queen's line the squares entered on the way, the last included."""
    return {
        (square, ray[n]): ray[: n + 1]
        for square, star in enumerate(rays(size))
        for ray in star
        for n in range(len(ray))
    }


@dataclass(frozen=True, slots=True)
class AmazonsPosition:
    size: int
    cells: str  # one character a square, a1 first
    mover: Seat  # whose turn it is, or would be if the game were not over

    def to_move(self) -> Seat | None:
        return self.mover if self._can_move() else None

    def legal_moves(self) -> Sequence[Move]:
        name = square_names(self.size)
        return [
            f"{name[start]}-{name[to]}/{name[arrow]}"
            for start in self.amazons(self.mover)
            for to in _reach(self.size, self.cells, start)
            for arrow in _reach(self.size, _put(self.cells, start, EMPTY), to)
        ]

    def chances(self) -> Sequence[tuple[Move, float]]:
        return []

    def play(self, move: Move) -> "AmazonsPosition":
        start, to, arrow = self._checked(move)
        cells = _put(self.cells, start, EMPTY)
        cells = _put(_put(cells, to, AMAZON[self.mover]), arrow, ARROW)
        return AmazonsPosition(self.size, cells, self.mover.other)

    def outcome(self) -> Outcome | None:
        if self._can_move():
            return None
        winner = self.mover.other
        return Outcome(winner, f"{self.mover} cannot move; {winner}'s territory is {self.territory(winner)}")

    def view(self, viewer: Viewer, reveal: bool = False) -> str:
        ranks = [self.cells[i : i + self.size] for i in range(0, len(self.cells), self.size)]
        return f"{'/'.join(reversed(ranks))} {self.mover}"

    def seen(self, move: Move, viewer: Viewer) -> Move:
        return move

    def amazons(self, seat: Seat) -> list[int]:
        """The squares of that player's amazons."""
        return [square for square, cell in enumerate(self.cells) if cell == AMAZON[seat]]

    def territory(self, seat: Seat) -> int:
        """How many empty squares that player's amazons could ever reach: the Olympiad's tie-break."""
        found: set[int] = set()
        fresh = self.amazons(seat)
        while fresh:
            beside = {ray[0] for square in fresh for ray in rays(self.size)[square]}
            fresh = [square for square in beside - found if self.cells[square] == EMPTY]
            found.update(fresh)
        return len(found)

    def _can_move(self) -> bool:
        """Whether the mover has a move: an amazon that can step can always shoot back where it stood."""
        star = rays(self.size)
        return any(self.cells[ray[0]] == EMPTY for square in self.amazons(self.mover) for ray in star[square])

    def _checked(self, move: Move) -> tuple[int, int, int]:
        """The three squares of a legal move. Raises IllegalMove."""
        if not self._can_move():
            raise IllegalMove(f"{move!r}: the game is over")
        start_text, _, rest = move.partition("-")
        to_text, _, arrow_text = rest.partition("/")
        square = squares(self.size)
        if not {start_text, to_text, arrow_text} <= square.keys():
            raise IllegalMove(f"{move!r}: a move is from-to/arrow, such as d1-d4/b4, on this board's squares")
        start, to, arrow = square[start_text], square[to_text], square[arrow_text]
        if self.cells[start] != AMAZON[self.mover]:
            raise IllegalMove(f"{move!r}: no amazon of yours stands on {start_text}")
        vacated = _put(self.cells, start, EMPTY)
        if refusal := _refusal(self.size, vacated, start, to) or _refusal(self.size, vacated, to, arrow):
            raise IllegalMove(f"{move!r}: {refusal}")
        return start, to, arrow


def _put(cells: str, square: int, cell: str) -> str:
    return f"{cells[:square]}{cell}{cells[square + 1 :]}"


def _reach(size: int, cells: str, start: int) -> Iterator[int]:
    """The squares one queen move from `start`."""
    for ray in rays(size)[start]:
        for square in ray:
            if cells[square] != EMPTY:
                break
            yield square


def _refusal(size: int, cells: str, start: int, to: int) -> str | None:
    """Why a queen cannot go from `start` to `to`; None if it can."""
    name = square_names(size)
    path = _paths(size).get((start, to))
    if path is None:
        return f"{name[start]} to {name[to]} is not a queen's move"
    blocked = [name[square] for square in path if cells[square] != EMPTY]
    return f"{blocked[0]} is in the way from {name[start]} to {name[to]}" if blocked else None


@dataclass(frozen=True, slots=True)
class Amazons:
    size: int = 10

    @property
    def name(self) -> str:
        return "amazons" if self.size == 10 else f"amazons/{self.size}"

    def start(self) -> AmazonsPosition:
        cells = EMPTY * self.size**2
        for home in (squares(self.size)[text] for text in HOMES[self.size]):
            mirrored = home % self.size + self.size * (self.size - 1 - home // self.size)
            cells = _put(_put(cells, home, AMAZON[Seat.FIRST]), mirrored, AMAZON[Seat.SECOND])
        return AmazonsPosition(self.size, cells, Seat.FIRST)

    def read(self, view: str) -> AmazonsPosition:
        board, _, mover = view.partition(" ")
        ranks = board.split("/")
        cells = "".join(reversed(ranks))
        if [len(rank) for rank in ranks] != [self.size] * self.size or not set(cells) <= set("12x."):
            raise BadText(f"{self.name}: not {self.size} ranks of {self.size} squares 1, 2, x or .: {view!r}")
        if mover not in list(Seat):
            raise BadText(f"{self.name}: after the board stands first or second: {view!r}")
        if not all(1 <= cells.count(amazon) <= AMAZONS for amazon in AMAZON.values()):
            raise BadText(f"{self.name}: a player has one to {AMAZONS} amazons: {view!r}")
        return AmazonsPosition(self.size, cells, Seat(mover))

    def picture(self, view: str) -> str:
        position = self.read(view)
        files = f"   {' '.join(FILES[: self.size])}"
        drawn = [_DRAWN[cell] for cell in position.cells]
        rows = [
            f"{rank + 1:2} {' '.join(drawn[rank * self.size :][: self.size])}"
            for rank in reversed(range(self.size))
        ]
        ending = position.outcome()
        status = ending.reason if ending else f"{_DRAWN[AMAZON[position.mover]]} {position.mover} to move"
        return "\n".join([*rows, files, status])


_DRAWN = {EMPTY: "[dim]·[/]", ARROW: "[dim]█[/]", "1": "[bold red]♛[/]", "2": "[bold cyan]♕[/]"}


def load(variant: str) -> Amazons:
    if variant not in ("", *map(str, HOMES)):
        raise UnknownGame(f"amazons has no variant {variant!r}; its sizes are 10, 8 and 6")
    return Amazons(int(variant or 10))


def names() -> list[str]:
    return [Amazons(size).name for size in HOMES]
