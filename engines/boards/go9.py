"""9x9 Go as a numba kernel: one flat array holds a position, groups know their pseudo-liberties.

A pseudo-liberty is a pair of a stone and an empty point beside it: a group lives while it has one. Playouts
choose evenly among the moves that fill no own eye, under simple ko; the full rules add superko by hashes.
"""

from random import Random

import numpy as np
from numpy.typing import NDArray

from engines.boards.base import Board
from engines.boards.jit import RandomState, below, kernel
from games.base import Game, Move, Position, Seat
from games.go9.rules import COLUMNS, MOVE_LIMIT, PASS, Go9, Go9Position

State = NDArray[np.uint8]
History = NDArray[np.uint64]

# A cell is 10 row + column, both from 1, so E5 is 55; the cells around are the edge. Cell 0 stands for none:
# empty points and the edge belong to group 0, so that counting its liberties needs no test and does no harm.
CELLS = 111
_0, _1, _2, _3 = (np.uint64(n) for n in range(4))
_9, _10, _11 = np.uint64(9), np.uint64(10), np.uint64(11)
_CELLS = np.uint64(CELLS)
_MINUS = ~_0  # added to a number, takes 1 from it
EMPTY, BLACK, WHITE, EDGE = _0, _1, _2, _3
NO_MOVE = _0  # as a cell: a pass

# Where the parts of a State begin.
COLOUR = _0
HEAD = np.uint64(CELLS)  # of each stone: the cell that names its group
NEXT = np.uint64(2 * CELLS)  # of each stone: another of its group, round in a ring
LIBS = np.uint64(3 * CELLS)  # of each head: the pseudo-liberties of the group
WHERE = np.uint64(4 * CELLS)  # of each empty point: its place in the list
LIST = np.uint64(5 * CELLS)  # the empty points in any order
COUNT = np.uint64(5 * CELLS + 81)  # how many they are
MOVER = np.uint64(5 * CELLS + 82)
KO = np.uint64(5 * CELLS + 83)  # where simple ko forbids a stone
PASSES = np.uint64(5 * CELLS + 84)  # in a row, until now
STATE_SIZE = 5 * CELLS + 85

_random = Random(9)
_ZOBRIST = np.array([_random.getrandbits(64) for _ in range(3 * CELLS)], dtype=np.uint64)


def new_state() -> State:
    """The empty board, Black to move."""
    s = np.zeros(STATE_SIZE, dtype=np.uint8)
    s[:CELLS] = EDGE
    points = [10 * row + column for row in range(1, 10) for column in range(1, 10)]
    for where, cell in enumerate(points):
        s[cell] = EMPTY
        s[int(WHERE) + cell] = where
        s[int(LIST) + where] = cell
    s[int(COUNT)] = 81
    s[int(MOVER)] = BLACK
    return s


@kernel
def air(s: State, p: np.uint64) -> np.uint64:
    """How many empty points are beside `p`."""
    above, left = np.uint64(s[COLOUR + p + _10] == EMPTY), np.uint64(s[COLOUR + p - _1] == EMPTY)
    under, right = np.uint64(s[COLOUR + p - _10] == EMPTY), np.uint64(s[COLOUR + p + _1] == EMPTY)
    return above + left + under + right


@kernel
def breathe(s: State, p: np.uint64, change: np.uint64) -> None:
    """Add to the liberties of the groups around `p`."""
    s[LIBS + s[HEAD + p - _10]] += change
    s[LIBS + s[HEAD + p - _1]] += change
    s[LIBS + s[HEAD + p + _1]] += change
    s[LIBS + s[HEAD + p + _10]] += change


@kernel
def saves(s: State, n: np.uint64, own: np.uint64) -> bool:
    """Whether a stone beside `n` lives by it: an own group with air left, or an enemy one without."""
    colour = s[COLOUR + n]
    return bool((colour != EDGE) & ((colour == own) == (s[LIBS + s[HEAD + n]] != _0)))


@kernel
def no_suicide(s: State, p: np.uint64) -> bool:
    """For the mover at an empty point without empty neighbours."""
    own = s[MOVER]
    breathe(s, p, _MINUS)
    # "or" instead of "|" would make numba count references to `s` here, a fifth of a playout's time
    good = saves(s, p - _10, own) | saves(s, p - _1, own) | saves(s, p + _1, own) | saves(s, p + _10, own)
    breathe(s, p, _1)
    return good


@kernel
def legal(s: State, p: np.uint64) -> bool:
    """Whether the mover may play at the empty point, superko aside."""
    return bool((p != s[KO]) & ((air(s, p) != _0) | no_suicide(s, p)))


@kernel
def own_eye(s: State, p: np.uint64) -> bool:
    """Whether only own stones are beside the point, and the enemy holds less than two of the corners around
    it; at the edge of the board, none."""
    own = s[MOVER]
    enemy = own ^ _3
    up, left, right, down = s[COLOUR + p + _10], s[COLOUR + p - _1], s[COLOUR + p + _1], s[COLOUR + p - _10]
    # Own stones and the edge have the bit of own, all others have not.
    if (up & left & right & down & own) == _0:
        return False
    edge = up == EDGE or left == EDGE or right == EDGE or down == EDGE
    held = _0
    held += np.uint64(s[COLOUR + p + _11] == enemy)
    held += np.uint64(s[COLOUR + p + _9] == enemy)
    held += np.uint64(s[COLOUR + p - _9] == enemy)
    held += np.uint64(s[COLOUR + p - _11] == enemy)
    return bool(held + np.uint64(edge) < _2)


@kernel
def join(s: State, p: np.uint64, n: np.uint64, own: np.uint64) -> None:
    """Make the group of `n`, if own, one with that of `p`."""
    if s[COLOUR + n] != own:
        return
    old, new = s[HEAD + p], s[HEAD + n]
    if old == new:
        return
    s[LIBS + new] += s[LIBS + old]
    q = p
    while True:
        s[HEAD + q] = new
        q = np.uint64(s[NEXT + q])
        if q == p:
            break
    s[NEXT + p], s[NEXT + n] = s[NEXT + n], s[NEXT + p]


@kernel
def capture(s: State, n: np.uint64, enemy: np.uint64) -> None:
    """Take the group of `n` off the board, if it is the enemy's and has no liberty."""
    if s[COLOUR + n] != enemy or s[LIBS + s[HEAD + n]] != _0:
        return
    q = n
    while True:
        s[COLOUR + q] = EMPTY
        s[HEAD + q] = _0
        breathe(s, q, _1)
        count = np.uint64(s[COUNT])
        s[LIST + count] = q
        s[WHERE + q] = count
        s[COUNT] = count + _1
        q = np.uint64(s[NEXT + q])
        if q == n:
            break


@kernel
def fill(s: State, p: np.uint64) -> None:
    """Take the point off the list of the empty ones."""
    count = s[COUNT] - _1
    last = np.uint64(s[LIST + count])
    where = np.uint64(s[WHERE + p])
    s[LIST + where] = last
    s[WHERE + last] = where
    s[COUNT] = count


@kernel
def place(s: State, p: np.uint64) -> None:
    """Play a legal stone of the mover."""
    own = np.uint64(s[MOVER])
    enemy = own ^ _3
    fill(s, p)
    s[COLOUR + p] = own
    s[HEAD + p] = p
    s[NEXT + p] = p
    s[LIBS + p] = air(s, p)
    breathe(s, p, _MINUS)
    join(s, p, p - _10, own)
    join(s, p, p - _1, own)
    join(s, p, p + _1, own)
    join(s, p, p + _10, own)
    count = s[COUNT]
    capture(s, p - _10, enemy)
    capture(s, p - _1, enemy)
    capture(s, p + _1, enemy)
    capture(s, p + _10, enemy)
    taken_one = s[COUNT] == count + _1
    ko = taken_one and s[NEXT + p] == p and s[LIBS + p] == _1
    s[KO] = s[LIST + count] if ko else _0
    s[MOVER] = enemy
    s[PASSES] = _0


@kernel
def skip(s: State) -> None:
    """Pass."""
    s[KO] = _0
    s[MOVER] ^= _3
    s[PASSES] += _1


@kernel
def sensible(s: State, state: RandomState) -> np.uint64:
    """A random legal point that fills no own eye, each as likely; NO_MOVE if there is none."""
    n = np.uint64(s[COUNT])
    while n > _0:
        i = below(state, n)
        p = np.uint64(s[LIST + i])
        if p != s[KO] and (air(s, p) != _0 or (not own_eye(s, p) and no_suicide(s, p))):
            return p
        n -= _1
        last = s[LIST + n]
        s[LIST + i], s[LIST + n] = last, p
        s[WHERE + last], s[WHERE + p] = i, n
    return NO_MOVE


@kernel
def run_out(s: State, left: int, state: RandomState) -> None:
    """Play on by random sensible moves until two passes, or until `left` moves are played."""
    while s[PASSES] < _2 and left > 0:
        left -= 1
        p = sensible(s, state)
        if p == NO_MOVE:
            skip(s)
        else:
            place(s, p)


@kernel
def reach(s: State, p: np.uint64, seen: NDArray[np.uint8], stack: NDArray[np.uint8]) -> tuple[int, np.uint64]:
    """The size of the empty region of `p`, and the colours beside it as bits."""
    size, colours, top = 0, _0, _1
    stack[_0] = p
    seen[p] = 1
    while top > _0:
        top -= _1
        q = np.uint64(stack[top])
        size += 1
        for n in (q - _10, q - _1, q + _1, q + _10):
            colour = s[COLOUR + n]
            if colour == EMPTY and seen[n] == 0:
                seen[n] = 1
                stack[top] = n
                top += _1
            elif colour != EDGE:
                colours |= colour
    return size, colours


@kernel
def area(s: State, seen: NDArray[np.uint8], stack: NDArray[np.uint8]) -> int:
    """Black's area less White's, by Tromp and Taylor: the board as it stands, nothing taken for dead."""
    for i in range(_CELLS):
        seen[i] = 0
    margin = 0
    for p in range(_11, np.uint64(100)):
        colour = s[COLOUR + p]
        if colour == EMPTY and seen[p] == 0:
            size, colours = reach(s, np.uint64(p), seen, stack)
            margin += size if colours == BLACK else -size if colours == WHITE else 0
        elif colour != EDGE and colour != EMPTY:
            margin += 1 if colour == BLACK else -1
    return margin


@kernel
def playouts(s: State, left: int, double_komi: int, times: int, state: RandomState) -> int:
    """The sum of `times` playouts from a position: 1 for Black's win, -1 for White's, 0 for a draw."""
    total = 0
    copy = np.empty_like(s)
    seen, stack = np.empty(CELLS, dtype=np.uint8), np.empty(CELLS, dtype=np.uint8)
    for _ in range(times):
        for i in range(np.uint64(s.size)):
            copy[i] = s[i]
        run_out(copy, left, state)
        margin = 2 * area(copy, seen, stack) - double_komi
        total += int(margin > 0) - int(margin < 0)
    return total


@kernel
def hash_of(s: State) -> np.uint64:
    """Of the stones alone, whoever is to move."""
    key = _0
    for p in range(_11, np.uint64(100)):
        colour = s[COLOUR + p]
        if (colour == BLACK) | (colour == WHITE):
            key ^= _ZOBRIST[colour * _CELLS + p]
    return key


@kernel
def repeats(s: State, history: History, length: np.uint64) -> bool:
    """Whether the board is among the first `length` of the past."""
    key = hash_of(s)
    found = False
    for i in range(length):
        found |= history[i] == key
    return found


@kernel
def legal_points(s: State, history: History, length: np.uint64, points: State) -> int:
    """Put every point that the full rules allow into `points`; how many they are."""
    copy = np.empty_like(s)
    count = 0
    for i in range(np.uint64(s[COUNT])):
        p = np.uint64(s[LIST + i])
        if legal(s, p):
            copy[:] = s
            place(copy, p)
            if not repeats(copy, history, length):
                points[np.uint64(count)] = p
                count += 1
    return count


def cell_of(move: Move) -> np.uint64:
    return np.uint64(10 * int(move[1]) + COLUMNS.index(move[0]) + 1)


def move_of(cell: int) -> Move:
    return f"{COLUMNS[cell % 10 - 1]}{cell // 10}"


class Go9Board(Board):
    """A position with its past: `state` for the kernels, and `left` moves until the limit."""

    def __init__(self, komi: float) -> None:
        self.state = new_state()
        self.double_komi = round(2 * komi)
        self.history: History = np.zeros(MOVE_LIMIT + 1, dtype=np.uint64)
        self.left = MOVE_LIMIT

    @classmethod
    def load(cls, game: Game, position: Position) -> "Go9Board":
        assert isinstance(game, Go9) and isinstance(position, Go9Position)
        board = cls(position.komi)
        for move in position.moves:
            board.play(move)
        return board

    def to_move(self) -> Seat | None:
        if self.left == 0 or self.state[PASSES] == 2:
            return None
        return Seat.FIRST if self.state[MOVER] == BLACK else Seat.SECOND

    def legal_moves(self) -> list[Move]:
        if self.to_move() is None:
            return []
        points = np.empty(CELLS, dtype=np.uint8)
        count = legal_points(self.state, self.history, np.uint64(MOVE_LIMIT - self.left + 1), points)
        return [*(move_of(int(cell)) for cell in points[:count]), PASS]

    def play(self, move: Move) -> None:
        if move == PASS:
            skip(self.state)
        else:
            place(self.state, cell_of(move))
        self.left -= 1
        self.history[MOVE_LIMIT - self.left] = hash_of(self.state)

    def margin(self) -> int:
        """Twice what Black is ahead by, komi counted, with the board as it stands."""
        seen, stack = np.empty(CELLS, dtype=np.uint8), np.empty(CELLS, dtype=np.uint8)
        return 2 * int(area(self.state, seen, stack)) - self.double_komi

    def winner(self) -> Seat | None:
        margin = self.margin()
        return None if margin == 0 else Seat.FIRST if margin > 0 else Seat.SECOND

    def playout(self, state: RandomState) -> int:
        return int(playouts(self.state, self.left, self.double_komi, 1, state))
