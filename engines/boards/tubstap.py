"""TUBSTAP's fast board: a row of cells is the bits of one word, so ground spreads to all neighbours at once.

A board is one array of uint64: the position (turn, each side's cells as rows of bits, units), then what never
changes (kinds, ground, stars), then room for generating moves. One array only: each costs time at a call.
A move is one number: unit, x, y and target + 1 (0 for none), eight bits each; END and SURRENDER stand alone.
"""

from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from engines.boards.base import Board
from engines.boards.jit import RandomState, below, kernel
from games.base import Game, Move, Position, Seat
from games.tubstap import TubstapPosition
from games.tubstap.maps import SEATS, Map
from games.tubstap.position import END as END_WORD
from games.tubstap.position import SURRENDER as SURRENDER_WORD
from games.tubstap.tables import AIR, KINDS, TERRAINS, Terrain

Words = NDArray[np.uint64]
Word = Any  # a uint64; the type checker takes what range() gives for an int
_0, _1, _2, _3, _4, _5, _6, _7 = (np.uint64(n) for n in range(8))
_8, _16, _24, _56, _70, _100, _255 = (np.uint64(n) for n in (8, 16, 24, 56, 70, 100, 255))
_ODD, _PAIRS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_NIBBLES, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)

END, SURRENDER = np.uint64(0xFFFF), np.uint64(0xFFFE)
RUNNING, FIRST, SECOND, DRAW = (np.uint64(n) for n in range(4))
# A board: the turn and result; which units have acted, and live on each side, as bits; limits, sizes, where
# FIELD and WORK begin; each side's rows; units.
PLY, RESULT, DONE, LIVING = (np.uint64(n) for n in (0, 1, 2, 3))
LIMIT, THRESHOLD, HEIGHT, COUNT, FIELD, WORK, ROWS = (np.uint64(n) for n in range(5, 12))
HP, X, Y, KIND, TEAM, UNIT_SIZE = (np.uint64(n) for n in range(6))  # of one unit
# FIELD: the kinds; rows of ground of cost 1 and 2 for each way to travel; rows of three bits of the stars.
STEPS, TRAVEL, NEAR, FAR, POWER, KIND_SIZE, GROUND = (np.uint64(n) for n in (0, 1, 2, 3, 4, 10, 60))
# WORK: each unit's reach in rows, rows one round old, rows beside enemies in four ways, each unit's count.


@kernel
def bits(word: Word) -> Word:
    """How many bits are set; the compiler knows this sum as one instruction."""
    word = word - ((word >> _1) & _ODD)
    word = (word & _PAIRS) + ((word >> _2) & _PAIRS)
    return (((word + (word >> _4)) & _NIBBLES) * _BYTES) >> _56


@kernel
def place(word: Word, n: Word) -> Word:
    """Where the n-th set bit is, from 0."""
    for _ in range(n):
        word &= word - _1
    return lowest(word)


@kernel
def lowest(word: Word) -> Word:
    """Where the lowest set bit is."""
    return bits((word & (~word + _1)) - _1)


@kernel
def unit_at(board: Words, unit: Word) -> Word:
    """Where that unit begins."""
    return ROWS + _2 * board[HEIGHT] + unit * UNIT_SIZE


@kernel
def kind_at(board: Words, at: Word) -> Word:
    """Where the kind of the unit that begins there begins."""
    return board[FIELD] + KIND_SIZE * board[at + KIND]


@kernel
def ready(board: Words) -> Word:
    """The units of the mover that have not acted, as bits."""
    return board[LIVING + (board[PLY] & _1)] & ~board[DONE]


@kernel
def judged(board: Words) -> Word:
    """The result by hit points."""
    red, blue = _0, _0
    for unit in range(board[COUNT]):
        at = unit_at(board, unit)
        red += board[at + HP] * (_1 - board[at + TEAM])
        blue += board[at + HP] * board[at + TEAM]
    ahead = FIRST if red > blue else SECOND
    return ahead if max(red, blue) - min(red, blue) > board[THRESHOLD] else DRAW


@kernel
def end_turn(board: Words) -> None:
    """The mover's units rest, and the other side is on, if the game is."""
    board[DONE] &= ~board[LIVING + (board[PLY] & _1)]
    board[PLY] += _1
    ending = RUNNING
    if board[LIVING] == _0:
        ending = SECOND
    elif board[LIVING + _1] == _0:
        ending = FIRST
    elif board[PLY] >= board[LIMIT]:
        ending = judged(board)
    board[RESULT] = ending


@kernel
def stuck(board: Words) -> Word:
    """Whether the turn of a running game must end: a side is gone, or the mover has no unit to act with."""
    spent = (ready(board) == _0) | (board[LIVING] == _0) | (board[LIVING + _1] == _0)
    return spent & (board[RESULT] == RUNNING)


@kernel
def settle(board: Words) -> None:
    """End the turn if it must, and the next too: at the start a side may have no unit to act with."""
    if stuck(board):
        end_turn(board)
    if stuck(board):
        end_turn(board)


@kernel
def hit(board: Words, attacker: Word, defender: Word) -> Word:
    """What the unit that begins at `attacker` takes from the one at `defender`."""
    kind, stars = kind_at(board, defender), _0
    if board[kind + TRAVEL] > _0:
        row, x = board[FIELD] + GROUND + _6 * board[HEIGHT] + board[defender + Y], board[defender + X]
        for plane in range(_3):
            stars += ((board[row + plane * board[HEIGHT]] >> x) & _1) << plane
    power = board[kind_at(board, attacker) + POWER + board[defender + KIND]]
    full = (power * board[attacker + HP] + _70) // (_100 + stars * board[defender + HP])
    return min(full, board[defender + HP])


@kernel
def wound(board: Words, unit: Word, loss: Word) -> None:
    at = unit_at(board, unit)
    board[at + HP] -= loss
    if board[at + HP] == _0:
        board[LIVING + board[at + TEAM]] ^= _1 << unit
        board[DONE] &= ~(_1 << unit)
        board[ROWS + board[at + TEAM] * board[HEIGHT] + board[at + Y]] ^= _1 << board[at + X]
        board[at + X], board[at + Y] = _0, _0


@kernel
def fight(board: Words, unit: Word, target: Word) -> None:
    """The attack, and the answer if there is one."""
    ours, theirs = unit_at(board, unit), unit_at(board, target)
    wound(board, target, hit(board, ours, theirs))
    direct = board[kind_at(board, ours) + FAR] == _1 and board[kind_at(board, theirs) + FAR] == _1
    if direct and board[theirs + HP] > _0:
        wound(board, unit, hit(board, theirs, ours))


@kernel
def act(board: Words, move: Word) -> None:
    """Play one unit's action in place."""
    unit, x, y, target = move & _255, (move >> _8) & _255, (move >> _16) & _255, move >> _24
    at = unit_at(board, unit)
    rows = ROWS + board[at + TEAM] * board[HEIGHT]
    board[rows + board[at + Y]] ^= _1 << board[at + X]
    board[rows + y] ^= _1 << x
    board[at + X], board[at + Y] = x, y
    board[DONE] |= _1 << unit
    if target > _0:
        fight(board, unit, target - _1)
    if stuck(board):
        settle(board)


@kernel
def play(board: Words, move: Word) -> None:
    """Play a legal move in place."""
    if move == END:
        end_turn(board)
        settle(board)
    elif move == SURRENDER:
        end_turn(board)
        board[RESULT] = FIRST + (board[PLY] & _1)
    else:
        act(board, move)


@kernel
def span(height: Word, row: Word, steps: Word) -> tuple[Word, Word]:
    """The rows within so many steps, border left out, as a range."""
    return row - steps if row > steps else _1, min(row + steps + _1, height - _1)


@kernel
def prepare(board: Words) -> None:
    """Leave in WORK what holds while no enemy goes: the cells that the mover's units may pass, and those
    beside enemies. A round spends one point: it adds cells of cost 1 beside the last round's,
    of cost 2 beside those of the round before.
    """
    height, enemies = board[HEIGHT], ROWS + ((board[PLY] & _1) ^ _1) * board[HEIGHT]
    late, left = board[WORK] + board[COUNT] * height, ready(board)
    while left:
        unit, left = lowest(left), left & (left - _1)
        at, reach = unit_at(board, unit), board[WORK] + unit * height
        kind, row = kind_at(board, at), board[at + Y]
        light = board[FIELD] + GROUND + _2 * board[kind + TRAVEL] * height
        for y in range(height):
            board[reach + y], board[late + y] = _0, _0
        board[reach + row] = _1 << board[at + X]
        for step in range(_1, board[kind + STEPS] + _1):
            first, last = span(height, row, step)
            above, here = board[reach + first - _1], board[reach + first]
            for y in range(first, last):
                under = board[reach + y + _1]
                wave = (here << _1) | (here >> _1) | above | under
                entered = (wave & board[light + y]) | (board[late + y] & board[light + height + y])
                board[reach + y] = here | (entered & ~board[enemies + y])
                board[late + y] = wave
                above, here = here, under
    for y in range(_1, height - _1):
        board[late + height + y] = board[enemies + y] << _1
        board[late + _2 * height + y] = board[enemies + y] >> _1
        board[late + _3 * height + y] = board[enemies + y - _1]
        board[late + _4 * height + y] = board[enemies + y + _1]


@kernel
def free_row(board: Words, at: Word, reach: Word, y: Word) -> Word:
    """The cells of that row where a unit of that reach may end its move."""
    own = _1 << board[at + X]  # read whatever the row: a read under a condition would be slow
    free = board[reach + y] & ~(board[ROWS + y] | board[ROWS + board[HEIGHT] + y])
    return free | own if y == board[at + Y] else free


@kernel
def ring_row(board: Words, at: Word, y: Word) -> Word:
    """The enemies in that row at whom an indirect unit may fire."""
    kind, row, ring = kind_at(board, at), board[at + Y], _0
    away = y - row if y > row else row - y
    if away <= board[kind + FAR]:
        ring = around(board[at + X], board[kind + FAR] - away)
    if away < board[kind + NEAR]:
        ring ^= around(board[at + X], board[kind + NEAR] - _1 - away)
    return ring & board[ROWS + (board[at + TEAM] ^ _1) * board[HEIGHT] + y]


@kernel
def around(x: Word, steps: Word) -> Word:
    """The bits at most so many steps from x."""
    bar = (_2 << (_2 * steps)) - _1
    return bar << (x - steps) if x > steps else bar >> (steps - x)


@kernel
def count(board: Words) -> Word:
    """Leave in WORK how many actions each unit of the mover has, after `prepare`; the sum."""
    height, total, waiting = board[HEIGHT], _0, ready(board)
    left = board[WORK] + (board[COUNT] + _1) * height
    right, above, under, counts = left + height, left + _2 * height, left + _3 * height, left + _4 * height
    while waiting:
        unit, waiting = lowest(waiting), waiting & (waiting - _1)
        at, reach, own = unit_at(board, unit), board[WORK] + unit * height, _0
        kind = kind_at(board, at)
        first, last = span(height, board[at + Y], board[kind + STEPS])
        direct = board[kind + FAR] == _1
        for y in range(first, last):
            free = free_row(board, at, reach, y)
            own += bits(free)
            if direct:
                own += bits(free & board[left + y]) + bits(free & board[right + y])
                own += bits(free & board[above + y]) + bits(free & board[under + y])
            else:
                own += bits(ring_row(board, at, y))
        board[counts + unit] = own
        total += own
    return total


@kernel
def aimed(board: Words, move: Word, x: Word, y: Word) -> Word:
    """The move with an attack on the enemy that stands there."""
    left = board[LIVING + ((board[PLY] & _1) ^ _1)]
    at = unit_at(board, lowest(left))
    while board[at + X] != x or board[at + Y] != y:
        left &= left - _1
        at = unit_at(board, lowest(left))
    return move | ((lowest(left) + _1) << _24)


@kernel
def attack(board: Words, unit: Word, x: Word, y: Word, way: Word) -> Word:
    """The move of a unit to a cell with an attack to the left, right, above or below."""
    move = unit | (x << _8) | (y << _16)
    x = x + (way == _1) - (way == _0)
    y = y + (way == _3) - (way == _2)
    return aimed(board, move, x, y)


@kernel
def pick(board: Words, n: Word) -> Word:
    """The mover's n-th action, from 0, after `count`: by unit and row, the moves, then the attacks."""
    height, left = board[HEIGHT], ready(board)
    counts = board[WORK] + (board[COUNT] + _5) * height
    while n >= board[counts + lowest(left)]:
        n -= board[counts + lowest(left)]
        left &= left - _1
    unit = lowest(left)
    at, reach, aims = unit_at(board, unit), board[WORK] + unit * height, counts - _4 * height
    kind = kind_at(board, at)
    y, _ = span(height, board[at + Y], board[kind + STEPS])
    move = END
    while move == END:  # and only one way out: with more, numba counts references to the array
        free = free_row(board, at, reach, y)
        if n < bits(free):
            move = unit | (place(free, n) << _8) | (y << _16)
        elif board[kind + FAR] > _1:
            ring = ring_row(board, at, y)
            n -= bits(free)
            if n < bits(ring):
                move = aimed(board, unit | (board[at + X] << _8) | (board[at + Y] << _16), place(ring, n), y)
            n -= bits(ring)
        else:
            n -= bits(free)
            for way in range(_4):
                beside = free & board[aims + way * height + y]
                if move == END and n < bits(beside):
                    move = attack(board, unit, place(beside, n), y, way)
                n -= bits(beside)
        y += _1
    return move


@kernel
def moves(board: Words, out: Words) -> Word:
    """Write all legal moves to `out`, the two words last, and say how many; none when the game is over."""
    if board[RESULT] != RUNNING:
        return _0
    prepare(board)
    total = count(board)
    for n in range(total):
        out[n] = pick(board, n)
    out[total], out[total + _1] = END, SURRENDER
    return total + _2


@kernel
def playout(board: Words, random: RandomState) -> Word:
    """Play to the end by even random actions, without giving up turn or game; the result."""
    ply, enemies = ~_0, _0
    while board[RESULT] == RUNNING:
        other = LIVING + ((board[PLY] & _1) ^ _1)
        if board[PLY] != ply or board[other] != enemies:
            prepare(board)
            ply, enemies = board[PLY], board[other]
        act(board, pick(board, below(random, count(board))))
    return board[RESULT]


@kernel
def playouts(start: Words, board: Words, random: RandomState, games: Word, tally: Words) -> None:
    """So many playouts from `start`, on its copy `board`; adds to `tally` by result, and the plies at 0."""
    for _ in range(games):
        for word in range(start[FIELD]):
            board[word] = start[word]
        tally[playout(board, random)] += _1
        tally[_0] += board[PLY]


def make(position: TubstapPosition) -> Words:
    """The board of a position."""
    head, field = _position(position), _field(position.map)
    height, units = len(position.map.rows), len(position.map.units)
    head[int(FIELD)] = len(head)
    head[int(WORK)] = len(head) + len(field)
    return np.array(head + field + [0] * ((units + 5) * height + units), dtype=np.uint64)


def _position(position: TubstapPosition) -> list[int]:
    field, units, outcome = position.map, position.units, position.outcome()
    ending = (
        RUNNING if outcome is None else {Seat.FIRST: FIRST, Seat.SECOND: SECOND, None: DRAW}[outcome.winner]
    )
    words = [position.ply, int(ending), sum(1 << unit.number for unit in units if unit.acted)]
    words += [sum(1 << unit.number for unit in units if unit.seat is seat) for seat in SEATS]
    words += [field.limit, field.threshold, len(field.rows), len(field.units), 0, 0]
    for seat in SEATS:
        own = [unit for unit in units if unit.seat is seat]
        words += [sum(1 << unit.x for unit in own if unit.y == y) for y in range(len(field.rows))]
    for origin in field.units:
        unit = position.unit(origin.number)
        words += [unit.hp, unit.x, unit.y] if unit else [0, 0, 0]
        words += [origin.kind.index, SEATS.index(origin.seat)]
    return words


def _field(field: Map) -> list[int]:
    words = []
    for kind in KINDS:
        assert kind.far <= kind.steps, "the rows of its moves must hold those of its targets"
        words += [kind.steps, kind.travel, kind.near, kind.far, *kind.power]
    assert len(words) == GROUND and AIR == 0
    for travel in range(3):
        for cost in (1, 2):
            words += [_mask(terrain.costs[travel] == cost for terrain in row) for row in _terrains(field)]
    for plane in range(3):
        words += [_mask(bool(terrain.stars >> plane & 1) for terrain in row) for row in _terrains(field)]
    return words


def _terrains(field: Map) -> list[list[Terrain]]:
    return [[TERRAINS[code] for code in row] for row in field.rows]


def _mask(cells: Iterable[bool]) -> int:
    return sum(cell << x for x, cell in enumerate(cells))


class TubstapBoard(Board):
    def __init__(self, words: Words) -> None:
        self.words = words

    @classmethod
    def load(cls, game: Game, position: Position) -> "TubstapBoard":
        return cls(make(cast(TubstapPosition, position)))

    def to_move(self) -> Seat | None:
        return SEATS[int(self.words[PLY]) % 2] if self.words[RESULT] == RUNNING else None

    def legal_moves(self) -> list[Move]:
        units = int(self.words[COUNT])
        out = np.zeros(units * (181 + 4 * units) + 2, dtype=np.uint64)  # 181 cells lie within 9 steps
        total = moves(self.words, out)
        return [word_of(int(move)) for move in out[: int(total)]]

    def play(self, move: Move) -> None:
        play(self.words, np.uint64(number_of(move)))

    def winner(self) -> Seat | None:
        return {FIRST: Seat.FIRST, SECOND: Seat.SECOND}.get(self.words[RESULT])

    def playout(self, state: RandomState) -> int:
        """Turns and games are never given up in it: chance should not resign."""
        return (0, 1, -1, 0)[int(playout(self.words.copy(), state))]


def word_of(move: int) -> Move:
    """A move's text."""
    if move in (END, SURRENDER):
        return END_WORD if move == END else SURRENDER_WORD
    place = f"{move & 255}:{move >> 8 & 255},{move >> 16 & 255}"
    return f"{place}x{(move >> 24) - 1}" if move >> 24 else place


def number_of(move: Move) -> int:
    """The number of a move's text."""
    if move in (END_WORD, SURRENDER_WORD):
        return int(END if move == END_WORD else SURRENDER)
    place, _, target = move.partition("x")
    unit, _, cell = place.partition(":")
    x, y = map(int, cell.split(","))
    return int(unit) | x << 8 | y << 16 | (int(target) + 1 if target else 0) << 24
