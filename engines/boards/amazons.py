"""The Game of the Amazons for speed: sets of squares as 128 bits in two words, low and high.

A square's bit is file + 11 * rank: the eleventh column is never free, so a shifted set cannot wrap around.
A board is seven words: the first player's amazons, the second's, the free squares, each low and high; the
mover, 0 or 1. A move is from + 128 * to + 16384 * arrow, in bits. Smaller boards have fewer free squares.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engines.boards.base import Board
from engines.boards.jit import RandomState, below, kernel
from games.amazons.rules import AMAZON, EMPTY, FILES, AmazonsPosition
from games.base import Game, Move, Position, Seat

U = np.uint64
Words = NDArray[np.uint64]
Moves = NDArray[np.uint32]
Counts = NDArray[np.int64]
Pair = tuple[np.uint64, np.uint64]  # a set of squares: low word, high word

STRIDE = 11
MOST = 35  # squares that one queen move reaches, at most
MOST_MOVES = 4 * MOST * MOST
CLASSES = 16  # see `classes`

_0, _1, _2, _3, _4, _5, _6, _7, _8, _9 = (U(n) for n in range(10))
_11, _14, _53, _56, _63, _64, _127 = U(11), U(14), U(53), U(56), U(63), U(64), U(127)
_MOST = U(MOST)
_ODD, _PAIRS, _NIBBLES = U(0x5555555555555555), U(0x3333333333333333), U(0x0F0F0F0F0F0F0F0F)
_BYTES = U(0x0101010101010101)
_STEPS = np.array([1, STRIDE - 1, STRIDE, STRIDE + 1], dtype=np.uint64)  # east, north-west, north, north-east


# The loop in `queens` becomes one of vectors only when no call is left in its body: 7 times as fast.
inlined = njit(inline="always")


@kernel
def _ones(word: np.uint64) -> np.uint64:
    """The number of ones; LLVM knows this form and makes one instruction of it."""
    word -= (word >> _1) & _ODD
    word = (word & _PAIRS) + ((word >> _2) & _PAIRS)
    return (((word + (word >> _4)) & _NIBBLES) * _BYTES) >> _56


@kernel
def size_of(low: np.uint64, high: np.uint64) -> np.uint64:
    return _ones(low) + _ones(high)


@kernel
def first_of(low: np.uint64, high: np.uint64) -> np.uint64:
    """The lowest square of a set that is not empty."""
    if low:
        return _ones(~low & (low - _1))
    return _64 + _ones(~high & (high - _1))


@kernel
def without_first(low: np.uint64, high: np.uint64) -> Pair:
    if low:
        return low & (low - _1), high
    return low, high & (high - _1)


@kernel
def only(square: np.uint64) -> Pair:
    """The set of one square."""
    if square < _64:
        return _1 << square, _0
    return _0, _1 << (square - _64)


@inlined
def _up(low: np.uint64, high: np.uint64, n: np.uint64) -> Pair:
    return low << n, (high << n) | (low >> (_64 - n))


@inlined
def _down(low: np.uint64, high: np.uint64, n: np.uint64) -> Pair:
    return (low >> n) | (high << (_64 - n)), high >> n


@inlined
def _grow_up(
    low: np.uint64, high: np.uint64, free_low: np.uint64, free_high: np.uint64, n: np.uint64
) -> Pair:
    up_low, up_high = _up(low, high, n)
    return low | (free_low & up_low), high | (free_high & up_high)


@inlined
def _grow_down(
    low: np.uint64, high: np.uint64, free_low: np.uint64, free_high: np.uint64, n: np.uint64
) -> Pair:
    down_low, down_high = _down(low, high, n)
    return low | (free_low & down_low), high | (free_high & down_high)


@inlined
def _slide_up(
    low: np.uint64, high: np.uint64, free_low: np.uint64, free_high: np.uint64, step: np.uint64
) -> Pair:
    """The set grown along free squares: by 1, 2, 4 and again 2 steps, which makes the nine of a long line."""
    step2, step4 = step * _2, step * _4
    low2, high2 = _up(free_low, free_high, step)
    low2, high2 = free_low & low2, free_high & high2  # two free squares in a row end here
    low4, high4 = _up(low2, high2, step2)
    low4, high4 = low2 & low4, high2 & high4
    low, high = _grow_up(low, high, free_low, free_high, step)
    low, high = _grow_up(low, high, low2, high2, step2)
    low, high = _grow_up(low, high, low4, high4, step4)
    return _grow_up(low, high, low2, high2, step2)


@inlined
def _slide_down(
    low: np.uint64, high: np.uint64, free_low: np.uint64, free_high: np.uint64, step: np.uint64
) -> Pair:
    step2, step4 = step * _2, step * _4
    low2, high2 = _down(free_low, free_high, step)
    low2, high2 = free_low & low2, free_high & high2
    low4, high4 = _down(low2, high2, step2)
    low4, high4 = low2 & low4, high2 & high4
    low, high = _grow_down(low, high, free_low, free_high, step)
    low, high = _grow_down(low, high, low2, high2, step2)
    low, high = _grow_down(low, high, low4, high4, step4)
    return _grow_down(low, high, low2, high2, step2)


@kernel
def queens(low: np.uint64, high: np.uint64, free_low: np.uint64, free_high: np.uint64) -> Pair:
    """The set and all squares one queen move from it. The loop becomes four lanes of a vector."""
    reach_low, reach_high = low, high
    for way in range(4):
        step = _STEPS[U(way)]
        up_low, up_high = _slide_up(low, high, free_low, free_high, step)
        down_low, down_high = _slide_down(low, high, free_low, free_high, step)
        reach_low |= up_low | down_low
        reach_high |= up_high | down_high
    return reach_low, reach_high


@kernel
def kings(low: np.uint64, high: np.uint64, free_low: np.uint64, free_high: np.uint64) -> Pair:
    """The set and all squares one king move from it."""
    wide_low = low | (low << _1) | (low >> _1) | (high << _63)
    wide_high = high | (high << _1) | (low >> _63) | (high >> _1)
    tall_low = wide_low | (wide_low << _11) | (wide_low >> _11) | (wide_high << _53)
    tall_high = wide_high | (wide_high << _11) | (wide_low >> _53) | (wide_high >> _11)
    return low | (tall_low & free_low), high | (tall_high & free_high)


@kernel
def _step(low: np.uint64, high: np.uint64, free_low: np.uint64, free_high: np.uint64, king: bool) -> Pair:
    if king:
        return kings(low, high, free_low, free_high)
    return queens(low, high, free_low, free_high)


@kernel
def distances(board: Words, seat: np.uint64, king: bool, out: NDArray[np.uint8]) -> None:
    """Write to `out`, by bit, the moves a seat's amazons need to each free square; other entries stay."""
    low, high, free_low, free_high = board[_2 * seat], board[_2 * seat + _1], board[_4], board[_5]
    moves = 0
    while True:
        moves += 1
        next_low, next_high = _step(low, high, free_low, free_high, king)
        new_low, new_high = next_low & ~low, next_high & ~high
        if not new_low | new_high:
            return
        while new_low | new_high:
            out[first_of(new_low, new_high)] = moves
            new_low, new_high = without_first(new_low, new_high)
        low, high = next_low, next_high


@inlined
def _lead(low: np.uint64, high: np.uint64, a: np.uint64, A: np.uint64, b: np.uint64, B: np.uint64) -> Pair:
    """The set with those squares added that are in `a` but not in `b`."""
    return low | (a & ~b), high | (A & ~B)


@inlined
def _leads(board: Words, king: bool, out: Counts, at: np.uint64) -> None:
    """Seven classes of `classes`, and the domains. Small letters are low words, capitals high ones.

    a and b are the free squares that first and second reach in so many moves, a1 and b1 in one fewer, a2 and
    b2 in two fewer. So p1 gathers what first reaches earlier, p2 what it reaches two or more moves earlier,
    p3 three or more; q1, q2 and q3 the same for second.
    """
    free, FREE = board[_4], board[_5]
    a1, A1, a2, A2, b1, B1, b2, B2 = _0, _0, _0, _0, _0, _0, _0, _0
    p1, P1, p2, P2, p3, P3, q1, Q1, q2, Q2, q3, Q3 = _0, _0, _0, _0, _0, _0, _0, _0, _0, _0, _0, _0
    a, A = _step(board[_0], board[_1], free, FREE, king)
    b, B = _step(board[_2], board[_3], free, FREE, king)
    a, A, b, B = a & free, A & FREE, b & free, B & FREE
    while True:
        p1, P1 = _lead(p1, P1, a, A, b, B)
        p2, P2 = _lead(p2, P2, a1, A1, b, B)
        p3, P3 = _lead(p3, P3, a2, A2, b, B)
        q1, Q1 = _lead(q1, Q1, b, B, a, A)
        q2, Q2 = _lead(q2, Q2, b1, B1, a, A)
        q3, Q3 = _lead(q3, Q3, b2, B2, a, A)
        if a == a1 and A == A1 and b == b1 and B == B1:
            break
        a2, A2, a1, A1, b2, B2, b1, B1 = a1, A1, a, A, b1, B1, b, B
        a, A = _step(a, A, free, FREE, king)
        b, B = _step(b, B, free, FREE, king)
    p3, P3 = _lead(p3, P3, a, A, b, B)
    q3, Q3 = _lead(q3, Q3, b, B, a, A)
    domain, DOMAIN = size_of(a & ~b, A & ~B), size_of(b & ~a, B & ~A)
    out[_0], out[_1] = domain, DOMAIN
    out[at] = size_of(a | b, A | B) - size_of(p1 | q1, P1 | Q1)
    _spread(out, at + _1, size_of(p1, P1), size_of(p2, P2), size_of(p3, P3), domain)
    _spread(out, at + _4, size_of(q1, Q1), size_of(q2, Q2), size_of(q3, Q3), DOMAIN)


@kernel
def _spread(
    out: Counts, at: np.uint64, one: np.uint64, two: np.uint64, three: np.uint64, domain: np.uint64
) -> None:
    """Leads of at least one, two and three moves, as leads of exactly one, of two, and of three or more."""
    out[at], out[at + _1], out[at + _2] = one - two, two - three, three - domain


@kernel
def classes(board: Words, out: Counts) -> None:
    """Count the free squares by who is nearer and by how much, for the nine weights of Ota and Grimbergen.

    0, 1: only first, only second can reach it. Queen moves: 2 the same for both; 3, 4, 5 first needs one,
    two, three or more moves fewer; 6, 7, 8 second does. King moves: 9 to 15 likewise.
    """
    _leads(board, False, out, _2)
    _leads(board, True, out, _9)


@kernel
def classes_of(boards: Words, out: Counts) -> None:
    """`classes` of each row of `boards`."""
    for n in range(U(len(boards))):
        classes(boards[n], out[n])


@kernel
def targets(board: Words, out: Words) -> np.uint64:
    """Write a row for each of the mover's amazons: its bit, and the low and high word of where it can go.

    Rows beyond its amazons stay as they are, so hand in zeros. Returns the number of ways to go in all.
    """
    side = _2 * board[_6]
    low, high, row, total = board[side], board[side + _1], _0, _0
    while low | high:
        square = first_of(low, high)
        own_low, own_high = only(square)
        to_low, to_high = queens(own_low, own_high, board[_4], board[_5])
        to_low, to_high = to_low & ~own_low, to_high & ~own_high
        out[row, _0], out[row, _1], out[row, _2] = square, to_low, to_high
        total += size_of(to_low, to_high)
        low, high = without_first(low, high)
        row += _1
    return total


@kernel
def arrows(board: Words, start: np.uint64, to: np.uint64) -> Pair:
    """Where an amazon that goes from `start` to `to` can shoot."""
    start_low, start_high = only(start)
    to_low, to_high = only(to)
    low, high = queens(to_low, to_high, board[_4] | start_low, board[_5] | start_high)
    return low & ~to_low, high & ~to_high


@kernel
def count(board: Words) -> np.int64:
    """The number of legal moves."""
    found = np.zeros((4, 3), dtype=np.uint64)
    targets(board, found)
    total = _0
    for row in range(_4):
        low, high = found[row, _1], found[row, _2]
        while low | high:
            arrow_low, arrow_high = arrows(board, found[row, _0], first_of(low, high))
            total += size_of(arrow_low, arrow_high)
            low, high = without_first(low, high)
    return np.int64(total)


@kernel
def generate(board: Words, out: Moves) -> np.int64:
    """Write the legal moves to `out`, which has MOST_MOVES places; returns how many."""
    found = np.zeros((4, 3), dtype=np.uint64)
    targets(board, found)
    n = _0
    for row in range(_4):
        start, low, high = found[row, _0], found[row, _1], found[row, _2]
        while low | high:
            to = first_of(low, high)
            arrow_low, arrow_high = arrows(board, start, to)
            while arrow_low | arrow_high:
                out[n] = start | (to << _7) | (first_of(arrow_low, arrow_high) << _14)
                arrow_low, arrow_high = without_first(arrow_low, arrow_high)
                n += _1
            low, high = without_first(low, high)
    return np.int64(n)


@kernel
def play(board: Words, move: np.uint64) -> None:
    """Play a legal move in place."""
    start_low, start_high = only(move & _127)
    to_low, to_high = only((move >> _7) & _127)
    arrow_low, arrow_high = only(move >> _14)
    side = _2 * board[_6]
    board[side] ^= start_low ^ to_low
    board[side + _1] ^= start_high ^ to_high
    board[_4] = (board[_4] | start_low) & ~(to_low | arrow_low)
    board[_5] = (board[_5] | start_high) & ~(to_high | arrow_high)
    board[_6] ^= _1


@kernel
def classes_after(board: Words, moves: Moves, out: Counts) -> None:
    """`classes` of the board after each of the moves, a row each."""
    child = board.copy()
    for n in range(U(len(moves))):
        child[:] = board
        play(child, U(moves[n]))
        classes(child, out[n])


@kernel
def stuck(board: Words) -> bool:
    """Whether the mover has no move, and so has lost."""
    side = _2 * board[_6]
    low, high = kings(board[side], board[side + _1], board[_4], board[_5])
    return bool(low == board[side] and high == board[side + _1])


@kernel
def _nth(low: np.uint64, high: np.uint64, n: np.uint64) -> np.uint64:
    """The square of a set with `n` lower ones in it."""
    word, base = low, _0
    if n >= _ones(low):
        n -= _ones(low)
        word, base = high, _64
    for _ in range(n):
        word &= word - _1
    return base + _ones(~word & (word - _1))


@kernel
def _pick(board: Words, found: Words, total: np.uint64, state: RandomState) -> np.uint64:
    """An even random move: a way to go is drawn evenly and kept in proportion to its arrows."""
    while True:
        n, row = below(state, total), _0
        while n >= size_of(found[row, _1], found[row, _2]):
            n -= size_of(found[row, _1], found[row, _2])
            row += _1
        start, to = found[row, _0], _nth(found[row, _1], found[row, _2], n)
        low, high = arrows(board, start, to)
        arrow = below(state, _MOST)
        if arrow < size_of(low, high):
            return U(start | (to << _7) | (_nth(low, high, arrow) << _14))


@kernel
def playout(board: Words, state: RandomState) -> int:
    """Play even random moves in place to the end: 1 if the first player won, -1 if the second."""
    found = np.zeros((4, 3), dtype=np.uint64)
    total = targets(board, found)
    while total:
        play(board, _pick(board, found, total, state))
        total = targets(board, found)
    return 1 if board[_6] else -1


@kernel
def playouts(board: Words, state: RandomState, n: int) -> int:
    """The sum of the results of `n` playouts; the board stays as it is."""
    total = 0
    for _ in range(n):
        total += playout(board.copy(), state)
    return total


@kernel
def perft(board: Words, depth: int) -> np.int64:
    """The number of move sequences of that length."""
    if depth == 1:
        return count(board)
    moves = np.empty(MOST_MOVES, dtype=np.uint32)
    total = np.int64(0)
    for n in range(generate(board, moves)):
        child = board.copy()
        play(child, U(moves[U(n)]))
        total += perft(child, depth - 1)
    return total


def words(position: AmazonsPosition) -> Words:
    """The board of a position."""
    sets = []
    for cell in (*AMAZON.values(), EMPTY):
        bits = sum(
            1 << bit_of(square, position.size) for square, at in enumerate(position.cells) if at == cell
        )
        sets += [bits & 0xFFFFFFFFFFFFFFFF, bits >> 64]
    return np.array([*sets, list(Seat).index(position.mover)], dtype=np.uint64)


def bit_of(square: int, size: int) -> int:
    """The bit of a square of the rulebook."""
    return square % size + STRIDE * (square // size)


def text_of(move: int) -> Move:
    """A move's text."""
    start, to, arrow = (
        f"{FILES[bit % STRIDE]}{bit // STRIDE + 1}" for bit in (move & 127, move >> 7 & 127, move >> 14)
    )
    return f"{start}-{to}/{arrow}"


def code_of(move: Move) -> np.uint64:
    """A move from its text."""
    start, to, arrow = (
        FILES.index(text[0]) + STRIDE * (int(text[1:]) - 1) for text in move.replace("/", "-").split("-")
    )
    return U(start | to << 7 | arrow << 14)


class AmazonsBoard(Board):
    def __init__(self, board: Words) -> None:
        self.board = board

    @classmethod
    def load(cls, game: Game, position: Position) -> "AmazonsBoard":
        assert isinstance(position, AmazonsPosition)
        return cls(words(position))

    def to_move(self) -> Seat | None:
        return None if stuck(self.board) else list(Seat)[int(self.board[6])]

    def legal_moves(self) -> list[Move]:
        moves = np.empty(MOST_MOVES, dtype=np.uint32)
        return [text_of(move) for move in moves[: generate(self.board, moves)].tolist()]

    def play(self, move: Move) -> None:
        play(self.board, code_of(move))

    def winner(self) -> Seat | None:
        return list(Seat)[1 - int(self.board[6])]

    def playout(self, state: RandomState) -> int:
        return playout(self.board.copy(), state)
