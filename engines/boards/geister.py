"""Geister as bitboards: the 6x6 board in the middle of 8x8, so that an edge lies around every row.

A state is five numbers: the first player's blues and reds, the second's, and the ply. A step rotates bits,
and an exit is a square of the edge beyond a corner. A move is 4 * square + way, the ways as in TURNS.
Random moves are even over pieces and ways: an exit's two ways out of its corner count as two moves.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engines.boards.base import Board
from engines.boards.jit import RandomState, below, kernel
from games.base import Game, Move, Position, Seat
from games.geister import HIDDEN, LETTERS, PLACEMENTS, REDS, SIZE, TAKEN, GeisterPosition

State = NDArray[np.uint64]
Moves = NDArray[np.uint64]

_0, _1, _2, _3, _4, _56, _64 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 56, 64))
_ODD, _PAIRS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_NIBBLES, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
BOARD = np.uint64(0x007E7E7E7E7E7E00)
FIRST_EXITS = np.uint64(1 << 1 | 1 << 8 | 1 << 6 | 1 << 15)
SECOND_EXITS = np.uint64(1 << 62 | 1 << 55 | 1 << 57 | 1 << 48)
UP, DOWN, LEFT, RIGHT = (np.uint64(n) for n in (56, 8, 63, 1))  # rotations, as the first player sits
TURNS = np.array([UP, DOWN, LEFT, RIGHT], dtype=np.uint64)
LAST_PLY = np.uint64(302)  # not from the rulebook: a cached kernel would not notice a change there
MOST_MOVES = 32
RUNNING = 2  # the result of a game that goes on


@kernel
def count(bits: np.uint64) -> np.uint64:
    """How many bits are set; LLVM knows this form and makes it one instruction."""
    bits -= (bits >> _1) & _ODD
    bits = (bits & _PAIRS) + ((bits >> _2) & _PAIRS)
    bits = (bits + (bits >> _4)) & _NIBBLES
    return (bits * _BYTES) >> _56


@kernel
def turned(bits: np.uint64, turn: np.uint64) -> np.uint64:
    """The bits one step on; none runs around, for a piece on the edge ends the game."""
    return (bits << turn) | (bits >> (_64 - turn))


@kernel
def beside(bits: np.uint64) -> np.uint64:
    """All squares one step from any of these, those of the edge too."""
    return turned(bits, UP) | turned(bits, DOWN) | turned(bits, LEFT) | turned(bits, RIGHT)


@kernel
def movers(blue: np.uint64, red: np.uint64, exits: np.uint64, turn: np.uint64) -> np.uint64:
    """The pieces that may step that way: to where no own piece stands, and a blue also out."""
    free, back = BOARD & ~(blue | red), _64 - turn
    return ((blue | red) & turned(free, back)) | (blue & turned(exits, back))


@kernel
def rest(bits: np.uint64) -> np.uint64:
    """The bits without the lowest that is set."""
    return bits & (bits - _1)


@kernel
def nth(bits: np.uint64, n: np.uint64) -> np.uint64:
    """Only that set bit which has `n` set bits below it, n under 8."""
    bits = rest(bits) if n & _1 else bits  # not a loop: no CPU foresees where one would end
    bits = rest(rest(bits)) if n & _2 else bits
    bits = rest(rest(rest(rest(bits)))) if n & _4 else bits
    return bits & ~(bits - _1)


@kernel
def moved(bits: np.uint64, piece: np.uint64, turn: np.uint64) -> np.uint64:
    """The bits with `piece`, if it is one of them, a step on."""
    return (bits & ~piece) | turned(bits & piece, turn)


@kernel
def pick(
    blue: np.uint64, red: np.uint64, exits: np.uint64, random: RandomState
) -> tuple[np.uint64, np.uint64]:
    """A piece and a way for it, evenly among the legal moves."""
    up, down = movers(blue, red, exits, UP), movers(blue, red, exits, DOWN)
    left, right = movers(blue, red, exits, LEFT), movers(blue, red, exits, RIGHT)
    ups = count(up)
    downs = ups + count(down)
    lefts = downs + count(left)
    n = below(random, lefts + count(right))
    bits, turn, before = up, UP, _0
    if n >= ups:  # without else these compile to selects; a branch here would be a coin toss
        bits, turn, before = down, DOWN, ups
    if n >= downs:
        bits, turn, before = left, LEFT, downs
    if n >= lefts:
        bits, turn, before = right, RIGHT, lefts
    return nth(bits, n - before), turn


@kernel
def run(
    blue: np.uint64,
    red: np.uint64,
    foe_blue: np.uint64,
    foe_red: np.uint64,
    exits: np.uint64,
    plies: np.uint64,
    random: RandomState,
) -> int:
    """A random game to its end, 1 if its mover wins; all in registers, the sides change places each ply."""
    foe_exits, sign = exits ^ FIRST_EXITS ^ SECOND_EXITS, 1
    for _ in range(plies):
        piece, turn = pick(blue, red, exits, random)
        target = turned(piece, turn)
        foe_blue &= ~target
        foe_red &= ~target
        if target & exits or foe_blue == _0:
            return sign
        if foe_red == _0:
            return -sign
        blue, foe_blue = foe_blue, moved(blue, piece, turn)
        red, foe_red = foe_red, moved(red, piece, turn)
        exits, foe_exits, sign = foe_exits, exits, -sign
    return 0


@kernel
def moves(state: State, out: Moves) -> int:
    """Write the mover's legal moves into `out`, which holds MOST_MOVES; how many they are."""
    own, n = (state[4] & _1) * _2, 0
    exits = SECOND_EXITS if own else FIRST_EXITS
    for way in range(4):
        bits = movers(state[own], state[own + _1], exits, TURNS[way])
        while bits:
            square = count(~bits & (bits - _1))
            out[n] = square * _4 + np.uint64(way)
            bits = rest(bits)
            n += 1
    return n


@kernel
def play(state: State, move: np.uint64) -> None:
    """Play a legal move; an escaped blue stays on its exit, where `result` finds it."""
    own, turn = (state[4] & _1) * _2, TURNS[move & _3]
    foe = own ^ _2
    piece = _1 << (move >> _2)
    target = turned(piece, turn)
    state[own] = moved(state[own], piece, turn)
    state[own + _1] = moved(state[own + _1], piece, turn)
    state[foe] &= ~target
    state[foe + _1] &= ~target
    state[4] += _1


@kernel
def result(state: State) -> int:
    """1 if the first player has won, -1 the second, 0 for a draw, else RUNNING; reds must be placed."""
    if state[0] & FIRST_EXITS or state[1] == _0 or state[2] == _0:
        return 1
    if state[2] & SECOND_EXITS or state[3] == _0 or state[0] == _0:
        return -1
    return RUNNING if state[4] < LAST_PLY else 0


@kernel
def playout(state: State, random: RandomState) -> int:
    """The result of a random game from here; the state stays as it is."""
    now = result(state)
    if now != RUNNING:
        return now
    plies = LAST_PLY - state[4]
    if state[4] & _1:
        return -run(state[2], state[3], state[0], state[1], SECOND_EXITS, plies, random)
    return run(state[0], state[1], state[2], state[3], FIRST_EXITS, plies, random)


@kernel
def playouts(state: State, random: RandomState, n: int) -> int:
    """The sum of the results of `n` random games from here."""
    total = 0
    for _ in range(n):
        total += playout(state, random)
    return total


GONE = 64  # where a taken piece stands
_WAYS = {Seat.FIRST: "NSWE", Seat.SECOND: "SNEW"}  # the names of TURNS for each player
_PLACES = ["".join(reds) for reds in combinations(LETTERS, REDS)]


def _square(piece: int, square: int) -> int:
    """Where a piece of the rulebook stands on the 8x8; one that escaped is on any exit of its player."""
    if square >= TAKEN:
        return GONE if square == TAKEN else (1 if piece < 8 else 62)
    return square % SIZE + 1 + 8 * (square // SIZE + 1)


class GeisterBoard(Board):
    def __init__(self, squares: list[int], state: State) -> None:
        self.squares = squares  # of A..H of the first player, then of the second
        self.state = state  # before the reds are placed, all are blue

    @classmethod
    def load(cls, game: Game, position: Position) -> "GeisterBoard":
        assert isinstance(position, GeisterPosition)
        assert position.ply < PLACEMENTS or HIDDEN not in position.colours
        squares = [_square(piece, square) for piece, square in enumerate(position.squares)]
        state = [0, 0, 0, 0, position.ply]
        for piece, square in enumerate(squares):
            if square != GONE:
                state[2 * (piece // 8) + (position.colours[piece] == "R")] |= 1 << square
        return cls(squares, np.array(state, dtype=np.uint64))

    def to_move(self) -> Seat | None:
        return self._mover() if self._placing() or result(self.state) == RUNNING else None

    def legal_moves(self) -> list[Move]:
        if self._placing():
            return list(_PLACES)
        if self.to_move() is None:
            return []
        out = np.zeros(MOST_MOVES, dtype=np.uint64)
        return [self.text(int(move)) for move in out[: moves(self.state, out)]]

    def play(self, move: Move) -> None:
        if self._placing():
            self._place(move)
        else:
            self._step(move)

    def winner(self) -> Seat | None:
        return {1: Seat.FIRST, -1: Seat.SECOND}.get(result(self.state))

    def playout(self, state: RandomState) -> int:
        board = GeisterBoard(self.squares[:], self.state.copy())
        while board._placing():
            board.play(_PLACES[below(state, np.uint64(len(_PLACES)))])
        return playout(board.state, state)

    def _step(self, move: Move) -> None:
        piece = self._first_piece() + LETTERS.index(move[0])
        square, way = self.squares[piece], _WAYS[self._mover()].index(move[2])
        target = (square + int(TURNS[way])) % 64
        if target in self.squares:
            self.squares[self.squares.index(target)] = GONE
        self.squares[piece] = target
        play(self.state, np.uint64(4 * square + way))

    def _placing(self) -> bool:
        return bool(self.state[4] < PLACEMENTS)

    def _place(self, reds: Move) -> None:
        bits = sum(1 << self.squares[self._first_piece() + LETTERS.index(letter)] for letter in reds)
        blue = self._first_piece() // 4
        self.state[blue] ^= np.uint64(bits)
        self.state[blue + 1] ^= np.uint64(bits)
        self.state[4] += _1

    def _mover(self) -> Seat:
        return Seat.SECOND if self.state[4] & _1 else Seat.FIRST

    def _first_piece(self) -> int:
        return 8 if self._mover() is Seat.SECOND else 0

    def text(self, move: int) -> Move:
        """A kernel's move as its mover writes it."""
        letter = LETTERS[self.squares.index(move // 4) % 8]
        return f"{letter},{_WAYS[self._mover()][move % 4]}"
