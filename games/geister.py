"""Geister: 6x6, eight ghosts a side, four red and four blue, the colours secret until taken.

Plies 0 and 1 place the reds ("ABCD"); then a piece steps ("A,N"), written as its mover sees the board.
A view is "<48 characters> <ply> <seat>": the GAT board of that seat, x y colour for A..H, a..h.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from games.base import BadText, IllegalMove, Move, Outcome, Seat, UnknownGame, Viewer

SIZE = 6
LETTERS = "ABCDEFGH"
REDS = 4
PLACEMENTS = 2  # plies spent on placing the reds
MOVE_LIMIT = 300  # moves of both players together, then a draw
TAKEN, ESCAPED = 36, 37  # squares beyond the board
HIDDEN = "?"  # a colour not chosen yet, or not known to the reader of a view

# A square is x + 6y as the first player sees the board; the second player's board is turned by 180 degrees.
_STEPS = {"N": (0, -1), "E": (1, 0), "W": (-1, 0), "S": (0, 1)}
_EXITS = {0: "NW", 5: "NE"}  # the mover's own corners, and the ways out of them
_OFF, _GONE = -1, -2  # where a step off the board leads, and any step of a piece that has left it
_PLACES = ["".join(reds) for reds in combinations(LETTERS, REDS)]
_MOVES = {f"{letter},{way}": (piece, way) for piece, letter in enumerate(LETTERS) for way in _STEPS}


def _turn(square: int) -> int:
    return square if square >= TAKEN else 35 - square


def _target(square: int, way: str) -> int:
    if square >= TAKEN:
        return _GONE
    if way in _EXITS.get(square, ""):
        return ESCAPED
    dx, dy = _STEPS[way]
    x, y = square % SIZE + dx, square // SIZE + dy
    return x + SIZE * y if 0 <= x < SIZE and 0 <= y < SIZE else _OFF


def _target_of(seat: Seat, square: int, way: str) -> int:
    if seat is Seat.FIRST:
        return _target(square, way)
    target = _target(_turn(square), way)
    return target if target < 0 else _turn(target)


_TARGETS = {
    seat: [{way: _target_of(seat, square, way) for way in _STEPS} for square in range(38)] for seat in Seat
}
_XY = [f"{square % SIZE}{square // SIZE}" for square in range(36)] + ["99", "88"]
_SQUARE_TEXT = {Seat.FIRST: _XY, Seat.SECOND: [_XY[_turn(square)] for square in range(38)]}
_TEXT_SQUARE = {seat: {text: square for square, text in enumerate(_SQUARE_TEXT[seat])} for seat in Seat}
_HOME = [1 + x + SIZE * y for y in (4, 5) for x in range(4)]
_START = tuple(_HOME + [_turn(square) for square in _HOME])


def _cell(seat: Seat, own: bool, known: bool, colour: str, square: int) -> str:
    """Three characters of a view: upper case for the receiver's own piece on the board, "u" for unknown."""
    mark = colour if colour != HIDDEN and (known or square >= TAKEN) else "U"
    return _SQUARE_TEXT[seat][square] + (mark if own and square < TAKEN else mark.lower())


# (receiver, own piece, colour known) -> (colour, square) -> text
_CELLS = {
    key: {(colour, square): _cell(*key, colour, square) for colour in "RB?" for square in range(38)}
    for key in product(Seat, (True, False), (True, False))
}
_PIECES = {Seat.FIRST: range(8), Seat.SECOND: range(8, 16)}


@dataclass(frozen=True, slots=True)
class GeisterPosition:
    squares: tuple[int, ...]  # of A..H of the first player, then of the second
    colours: str  # "R", "B" or HIDDEN, in the same order
    ply: int

    def to_move(self) -> Seat | None:
        return None if self.outcome() else self._mover()

    def legal_moves(self) -> Sequence[Move]:
        if self.outcome():
            return []
        if self.ply < PLACEMENTS:
            return _PLACES
        return [move for move in _MOVES if self._refusal(*self._step(move)) is None]

    def chances(self) -> Sequence[tuple[Move, float]]:
        return []

    def play(self, move: Move) -> "GeisterPosition":
        if self.ply < PLACEMENTS:
            return self._place(move)
        if move not in _MOVES:
            raise IllegalMove(f"{move!r}: a move is a piece A..H, a comma and one of N E W S")
        piece, target = self._step(move)
        refusal = "the game is over" if self.outcome() else self._refusal(piece, target)
        if refusal is not None:
            raise IllegalMove(f"{move!r}: {refusal}")
        squares = list(self.squares)
        if target != ESCAPED and target in squares:
            squares[squares.index(target)] = TAKEN
        squares[piece] = target
        return GeisterPosition(tuple(squares), self.colours, self.ply + 1)

    def outcome(self) -> Outcome | None:
        if self.squares.count(TAKEN) < REDS and ESCAPED not in self.squares:
            return self._move_limit()
        for seat in Seat:
            if ending := self._ending_of(seat):
                return ending
        return self._move_limit()

    def view(self, viewer: Viewer, reveal: bool = False) -> str:
        seat = viewer or Seat.FIRST
        own = _CELLS[seat, True, reveal or viewer is not None]
        enemy = _CELLS[seat, False, reveal]
        cells = [*zip(self.colours, self.squares, strict=True)]
        if seat is Seat.SECOND:
            cells = cells[8:] + cells[:8]
        board = "".join([own[cell] for cell in cells[:8]] + [enemy[cell] for cell in cells[8:]])
        return f"{board} {self.ply} {seat}"

    def seen(self, move: Move, viewer: Viewer) -> Move:
        if self.ply < PLACEMENTS:
            return move if viewer is self._mover() else "????"
        _, target = self._step(move)
        if target == ESCAPED or target not in self.squares:
            return move
        return f"{move}={self.colours[self.squares.index(target)]}"

    def _mover(self) -> Seat:
        return Seat.SECOND if self.ply % 2 else Seat.FIRST

    def _place(self, reds: Move) -> "GeisterPosition":
        if reds not in _PLACES:
            raise IllegalMove(f"{reds!r}: name four different pieces of A..H as red, in alphabetical order")
        placed = "".join("R" if letter in reds else "B" for letter in LETTERS)
        colours = placed + self.colours[8:] if self._mover() is Seat.FIRST else self.colours[:8] + placed
        return replace(self, colours=colours, ply=self.ply + 1)

    def _step(self, move: Move) -> tuple[int, int]:
        piece, way = _MOVES[move]
        mover = self._mover()
        piece += _PIECES[mover].start
        return piece, _TARGETS[mover][self.squares[piece]][way]

    def _refusal(self, piece: int, target: int) -> str | None:
        """Why the mover may not take that step; None if it may."""
        if target == _GONE:
            return "that piece has left the board"
        if target == _OFF:
            return "that leaves the board"
        if target == ESCAPED:
            return None if self.colours[piece] == "B" else "only a blue piece may escape"
        own = self.squares[:8] if piece < 8 else self.squares[8:]
        return "your own piece stands there" if target in own else None

    def _ending_of(self, seat: Seat) -> Outcome | None:
        squares = [self.squares[piece] for piece in _PIECES[seat]]
        if ESCAPED in squares:
            return Outcome(seat, f"{seat} escaped with a blue piece")
        taken = [self.colours[piece] for piece in _PIECES[seat] if self.squares[piece] == TAKEN]
        if taken.count("B") == REDS:
            return Outcome(seat.other, f"{seat.other} took all four blue pieces")
        if taken.count("R") == REDS:
            return Outcome(seat, f"{seat.other} took all four red pieces")
        return None

    def _move_limit(self) -> Outcome | None:
        if self.ply < PLACEMENTS + MOVE_LIMIT:
            return None
        return Outcome(None, f"{MOVE_LIMIT} moves were played")


@dataclass(frozen=True, slots=True)
class Geister:
    name: str = "geister"

    def start(self) -> GeisterPosition:
        return GeisterPosition(_START, HIDDEN * 16, 0)

    def read(self, view: str) -> GeisterPosition:
        try:
            board, number, name = view.split(" ")
            seat = Seat(name)
            pieces = [board[i : i + 3] for i in range(0, 48, 3)]
            if len(board) != 48 or not number.isdecimal():
                raise ValueError
            ply = int(number)
            squares = [_TEXT_SQUARE[seat][piece[:2]] for piece in pieces]
            colours = ["RB?"["RBU".index(piece[2].upper())] for piece in pieces]
        except (ValueError, KeyError, IndexError):
            raise BadText(f"not a Geister view: {view!r}") from None
        if seat is Seat.SECOND:
            squares, colours = squares[8:] + squares[:8], colours[8:] + colours[:8]
        return GeisterPosition(tuple(squares), "".join(colours), ply)

    def picture(self, view: str) -> str:
        position = self.read(view)
        cells = ["[dim]·[/]"] * 36
        gone: dict[bool, list[str]] = {True: [], False: []}
        for piece, square in enumerate(position.squares):
            ghost = _ghost(piece, position.colours[piece])
            if square < TAKEN:
                cells[square] = ghost
            else:
                gone[piece < 8].append(ghost if square == TAKEN else f"{ghost}→")
        rows = [" ".join(cells[y * SIZE : y * SIZE + SIZE]) for y in range(SIZE)]
        reds = ["".join(_reds(position.colours, pieces)) for pieces in _PIECES.values()]
        lost = f"gone: {''.join(gone[True])} {''.join(gone[False])}"
        return "\n".join([*rows, lost.rstrip(), f"red:  {' '.join(reds)}".rstrip()])


def _reds(colours: str, pieces: range) -> list[str]:
    """The known red pieces, for a terminal without colours."""
    return [_ghost(piece, "R") for piece in pieces if colours[piece] == "R"]


def _ghost(piece: int, colour: str) -> str:
    letter = LETTERS[piece % 8] if piece < 8 else LETTERS[piece % 8].lower()
    style = {"R": "bold red", "B": "bold blue"}.get(colour, "white")
    return f"[{style}]{letter}[/]"


def load(variant: str) -> Geister:
    if variant:
        raise UnknownGame(f"geister has no variant {variant!r}")
    return Geister()


def names() -> list[str]:
    return ["geister"]
