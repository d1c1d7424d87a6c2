"""TUBSTAP's fast board: a row of cells is the bits of one word, so ground spreads to all neighbours at once.

Three arrays of uint64. `field` never changes: limits, kinds, ground, roster, stars. `state` is the position:
ply, flags, each side's cells as rows of bits, units. `scratch` holds what one move generation leaves.
A move is one number: unit, x, y and target + 1 (0 for none), eight bits each; END and SURRENDER stand alone.
"""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from engines.boards.base import Board
from engines.boards.jit import RandomState, below, kernel
from games.base import Game, Move, Position, Seat
from games.tubstap import Tubstap, TubstapPosition
from games.tubstap.maps import SEATS, Map
from games.tubstap.position import END as END_WORD
from games.tubstap.position import SURRENDER as SURRENDER_WORD
from games.tubstap.tables import AIR, BLOCKED, KINDS, TERRAINS

Words = NDArray[np.uint64]
Word = Any  # a uint64; the type checker takes what range() gives for an int
_0, _1, _2, _3, _4, _5, _6, _8 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 8))
_16, _24, _64, _70, _100, _255 = (np.uint64(n) for n in (16, 24, 64, 70, 100, 255))
END, SURRENDER = np.uint64(0xFFFF), np.uint64(0xFFFE)

# In `field`: limits, ten numbers a kind (steps, travel, near, far, six powers), then rows and units.
LIMIT, THRESHOLD, HEIGHT, COUNT, KIND = (np.uint64(n) for n in (0, 1, 2, 3, 4))
TRAVEL, NEAR, FAR, POWER, KIND_SIZE, GROUND = (np.uint64(n) for n in (1, 2, 3, 4, 10, 64))
# In `state`: the turn, whether it was given up, units still to act, living units a side, rows a side, units.
PLY, GIVEN_UP, IDLE, ALIVE, ROWS = (np.uint64(n) for n in (0, 1, 2, 3, 5))
# Of one unit in `state`.
HP, X, Y, ACTED, UNIT_SIZE = (np.uint64(n) for n in (0, 1, 2, 3, 4))
RUNNING, FIRST, SECOND, DRAW = (np.uint64(n) for n in (0, 1, 2, 3))

_ODD, _PAIRS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_NIBBLES, _BYTES, _56 = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101), np.uint64(56)


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
    return bits((word & (~word + _1)) - _1)


@kernel
def unit_at(field: Words, unit: Word) -> Word:
    """Where that unit begins in `state`."""
    return ROWS + _2 * field[HEIGHT] + unit * UNIT_SIZE


@kernel
def kind_at(field: Words, unit: Word) -> Word:
    """Where the kind of that unit begins in `field`."""
    return KIND + KIND_SIZE * field[GROUND + _6 * field[HEIGHT] + _2 * unit]


@kernel
def team_of(field: Words, unit: Word) -> Word:
    return field[GROUND + _6 * field[HEIGHT] + _2 * unit + _1]


@kernel
def may_act(field: Words, state: Words, unit: Word) -> Word:
    at = unit_at(field, unit)
    return state[at + HP] > _0 and state[at + ACTED] == _0 and team_of(field, unit) == state[PLY] & _1


@kernel
def result(field: Words, state: Words) -> Word:
    """RUNNING, FIRST, SECOND or DRAW."""
    if state[ALIVE] == _0:
        return SECOND
    if state[ALIVE + _1] == _0:
        return FIRST
    if state[GIVEN_UP] == _1:
        return FIRST + (state[PLY] & _1)
    return RUNNING if state[PLY] < field[LIMIT] else judged(field, state)


@kernel
def judged(field: Words, state: Words) -> Word:
    red, blue = _0, _0
    for unit in range(field[COUNT]):
        hp = state[unit_at(field, unit) + HP]
        if team_of(field, unit) == _0:
            red += hp
        else:
            blue += hp
    if red > blue + field[THRESHOLD]:
        return FIRST
    return SECOND if blue > red + field[THRESHOLD] else DRAW


@kernel
def next_turn(field: Words, state: Words) -> None:
    """The mover's units rest; sides with no unit to act with are passed over."""
    while True:
        mover = state[PLY] & _1
        idle = _0
        for unit in range(field[COUNT]):
            at = unit_at(field, unit)
            if team_of(field, unit) == mover:
                state[at + ACTED] = _0
            elif state[at + HP] > _0 and state[at + ACTED] == _0:
                idle += _1
        state[PLY] += _1
        state[IDLE] = idle
        if idle > _0 or result(field, state) != RUNNING:
            return


@kernel
def hit(field: Words, state: Words, attacker: Word, defender: Word) -> Word:
    """What the attacker takes from the defender."""
    height, kind = field[HEIGHT], kind_at(field, defender)
    ours, theirs = unit_at(field, attacker), unit_at(field, defender)
    stars = field[GROUND + _6 * height + _2 * field[COUNT] + _64 * state[theirs + Y] + state[theirs + X]]
    if field[kind + TRAVEL] == _0:
        stars = _0
    power = field[kind_at(field, attacker) + POWER + field[GROUND + _6 * height + _2 * defender]]
    full = (power * state[ours + HP] + _70) // (_100 + stars * state[theirs + HP])
    return min(full, state[theirs + HP])


@kernel
def wound(field: Words, state: Words, unit: Word, loss: Word) -> None:
    at, team = unit_at(field, unit), team_of(field, unit)
    state[at + HP] -= loss
    if state[at + HP] == _0:
        state[ALIVE + team] -= _1
        state[ROWS + team * field[HEIGHT] + state[at + Y]] ^= _1 << state[at + X]
        state[at + X], state[at + Y], state[at + ACTED] = _0, _0, _0


@kernel
def play(field: Words, state: Words, move: Word) -> None:
    """Play a legal move in place."""
    if move >= SURRENDER and move <= END:
        end_turn(field, state, move == SURRENDER)
        return
    unit, x, y, target = move & _255, (move >> _8) & _255, (move >> _16) & _255, move >> _24
    at, rows = unit_at(field, unit), ROWS + team_of(field, unit) * field[HEIGHT]
    state[rows + state[at + Y]] ^= _1 << state[at + X]
    state[rows + y] ^= _1 << x
    state[at + X], state[at + Y], state[at + ACTED] = x, y, _1
    state[IDLE] -= _1
    if target > _0:
        fight(field, state, unit, target - _1)
    if state[IDLE] == _0 or state[ALIVE] == _0 or state[ALIVE + _1] == _0:
        next_turn(field, state)


@kernel
def end_turn(field: Words, state: Words, surrender: bool) -> None:
    if surrender:
        state[GIVEN_UP] = _1
    next_turn(field, state)


@kernel
def fight(field: Words, state: Words, unit: Word, target: Word) -> None:
    """The attack, and the answer if there is one."""
    wound(field, state, target, hit(field, state, unit, target))
    direct = field[kind_at(field, unit) + FAR] == _1 and field[kind_at(field, target) + FAR] == _1
    if direct and state[unit_at(field, target) + HP] > _0:
        wound(field, state, unit, hit(field, state, target, unit))


@kernel
def spread(field: Words, state: Words, scratch: Words) -> None:
    """Leave in `scratch` the rows of cells that each unit of the mover may pass; they hold while no enemy goes.

    Each round is one more point spent: cells of cost 1 beside the last round's, of cost 2 beside older ones.
    """
    height, units = field[HEIGHT], field[COUNT]
    late, enemies = units * height, ROWS + ((state[PLY] & _1) ^ _1) * height
    for unit in range(units):
        if may_act(field, state, unit):
            at, kind, reach = unit_at(field, unit), kind_at(field, unit), unit * height
            light, row = GROUND + _2 * field[kind + TRAVEL] * height, state[at + Y]
            for y in range(height):
                scratch[reach + y], scratch[late + y] = _0, _0
            scratch[reach + row] = _1 << state[at + X]
            for step in range(_1, field[kind] + _1):
                first, last = span(height, row, step)
                above, here = scratch[reach + first - _1], scratch[reach + first]
                for y in range(first, last):
                    under = scratch[reach + y + _1]
                    wave = (here << _1) | (here >> _1) | above | under
                    entered = (wave & field[light + y]) | (scratch[late + y] & field[light + height + y])
                    scratch[reach + y] = here | (entered & ~state[enemies + y])
                    scratch[late + y] = wave
                    above, here = here, under


@kernel
def span(height: Word, row: Word, steps: Word) -> tuple[Word, Word]:
    """The rows within so many steps, border left out, as a range."""
    return row - steps if row > steps else _1, min(row + steps + _1, height - _1)


@kernel
def prepare(field: Words, state: Words, scratch: Words) -> None:
    """Fill `scratch` for the mover: the reach of its units, and the cells beside enemies in each way."""
    spread(field, state, scratch)
    height = field[HEIGHT]
    aims, enemies = (field[COUNT] + _1) * height, ROWS + ((state[PLY] & _1) ^ _1) * height
    for y in range(_1, height - _1):
        scratch[aims + y] = state[enemies + y] << _1
        scratch[aims + height + y] = state[enemies + y] >> _1
        scratch[aims + _2 * height + y] = state[enemies + y - _1]
        scratch[aims + _3 * height + y] = state[enemies + y + _1]


@kernel
def free_row(field: Words, state: Words, scratch: Words, unit: Word, y: Word) -> Word:
    """The cells of that row where the unit may end its move."""
    height, at = field[HEIGHT], unit_at(field, unit)
    own = _1 << state[at + X]  # read whatever the row: a read under a condition would be slow
    free = scratch[unit * height + y] & ~(state[ROWS + y] | state[ROWS + height + y])
    return free | own if y == state[at + Y] else free


@kernel
def ring_row(field: Words, state: Words, unit: Word, y: Word) -> Word:
    """The enemies in that row at whom an indirect unit may fire."""
    at, kind = unit_at(field, unit), kind_at(field, unit)
    x, row, near, far = state[at + X], state[at + Y], field[kind + NEAR], field[kind + FAR]
    away = y - row if y > row else row - y
    if away > far:
        return _0
    ring = around(x, far - away)
    if away < near:
        ring ^= around(x, near - _1 - away)
    return ring & state[ROWS + (team_of(field, unit) ^ _1) * field[HEIGHT] + y]


@kernel
def around(x: Word, steps: Word) -> Word:
    """The bits at most so many steps from x."""
    bar = (_2 << (_2 * steps)) - _1
    return bar << (x - steps) if x > steps else bar >> (steps - x)


@kernel
def count(field: Words, state: Words, scratch: Words) -> Word:
    """Leave in `scratch` how many actions each unit of the mover has; the sum."""
    height, units, total = field[HEIGHT], field[COUNT], _0
    left = (units + _1) * height
    right, above, under, counts = left + height, left + _2 * height, left + _3 * height, left + _4 * height
    for unit in range(units):
        if may_act(field, state, unit):
            kind, sum_ = kind_at(field, unit), _0
            first, last = span(height, state[unit_at(field, unit) + Y], field[kind])
            direct = field[kind + FAR] == _1
            for y in range(first, last):
                free = free_row(field, state, scratch, unit, y)
                sum_ += bits(free)
                if direct:
                    sum_ += bits(free & scratch[left + y]) + bits(free & scratch[right + y])
                    sum_ += bits(free & scratch[above + y]) + bits(free & scratch[under + y])
                else:
                    sum_ += bits(ring_row(field, state, unit, y))
            scratch[counts + unit] = sum_
            total += sum_
    return total


@kernel
def who(field: Words, state: Words, x: Word, y: Word) -> Word:
    """The living unit there."""
    for unit in range(field[COUNT]):
        at = unit_at(field, unit)
        if state[at + HP] > _0 and state[at + X] == x and state[at + Y] == y:
            return unit
    return _255


@kernel
def attack(field: Words, state: Words, unit: Word, x: Word, y: Word, way: Word) -> Word:
    """The move of a unit to a cell with an attack to the left, right, above or below."""
    if way < _2:
        target = who(field, state, x - _1 if way == _0 else x + _1, y)
    else:
        target = who(field, state, x, y - _1 if way == _2 else y + _1)
    return unit | (x << _8) | (y << _16) | ((target + _1) << _24)


@kernel
def pick(field: Words, state: Words, scratch: Words, unit: Word, n: Word) -> Word:
    """The unit's n-th action, from 0: row by row, the moves, then the attacks in each of four ways."""
    height, kind, at = field[HEIGHT], kind_at(field, unit), unit_at(field, unit)
    aims = (field[COUNT] + _1) * height
    first, last = span(height, state[at + Y], field[kind])
    for y in range(first, last):
        free = free_row(field, state, scratch, unit, y)
        if n < bits(free):
            return unit | (place(free, n) << _8) | (y << _16)
        n -= bits(free)
        if field[kind + FAR] > _1:
            aim = ring_row(field, state, unit, y)
            if n < bits(aim):
                target = who(field, state, place(aim, n), y)
                return unit | (state[at + X] << _8) | (state[at + Y] << _16) | ((target + _1) << _24)
            n -= bits(aim)
            continue
        for way in range(_4):
            beside = free & scratch[aims + way * height + y]
            if n < bits(beside):
                return attack(field, state, unit, place(beside, n), y, way)
            n -= bits(beside)
    return END


@kernel
def moves(field: Words, state: Words, scratch: Words, out: Words) -> Word:
    """Write all legal moves to `out`, the two words last, and say how many; none when the game is over."""
    if result(field, state) != RUNNING:
        return _0
    prepare(field, state, scratch)
    counts, total = (field[COUNT] + _5) * field[HEIGHT], _0
    count(field, state, scratch)
    for unit in range(field[COUNT]):
        if may_act(field, state, unit):
            for n in range(scratch[counts + unit]):
                out[total] = pick(field, state, scratch, unit, n)
                total += _1
    out[total], out[total + _1] = END, SURRENDER
    return total + _2


@kernel
def choose(field: Words, state: Words, scratch: Words, random: RandomState) -> Word:
    """One of all actions, evenly; `scratch` must be prepared."""
    counts = (field[COUNT] + _5) * field[HEIGHT]
    n = below(random, count(field, state, scratch))
    for unit in range(field[COUNT]):
        if may_act(field, state, unit):
            if n < scratch[counts + unit]:
                return pick(field, state, scratch, unit, n)
            n -= scratch[counts + unit]
    return END


@kernel
def playout(field: Words, state: Words, scratch: Words, random: RandomState) -> Word:
    """Play `state` to its end by even random actions, without giving up turn or game; the result."""
    ply, enemies = ~_0, _0
    while True:
        ending = result(field, state)
        if ending != RUNNING:
            return ending
        other = ALIVE + ((state[PLY] & _1) ^ _1)
        if state[PLY] != ply or state[other] != enemies:
            prepare(field, state, scratch)
            ply, enemies = state[PLY], state[other]
        play(field, state, choose(field, state, scratch, random))


@kernel
def playouts(
    field: Words,
    start: Words,
    state: Words,
    scratch: Words,
    random: RandomState,
    games: Word,
    tally: Words,
) -> None:
    """So many playouts from `start`, played in `state`; adds to `tally` by result, and the plies under 0."""
    for _ in range(games):
        for word in range(len(start)):
            state[word] = start[word]
        tally[playout(field, state, scratch, random)] += _1
        tally[_0] += state[PLY]


def make_field(field: Map) -> Words:
    """The array of what never changes on a map."""
    height = len(field.rows)
    words = [field.limit, field.threshold, height, len(field.units)]
    for kind in KINDS:
        words += [kind.steps, kind.travel, kind.near, kind.far, *kind.power]
    assert len(words) == GROUND and AIR == 0 and BLOCKED > 2
    for travel in range(3):
        for cost in (1, 2):
            words += [
                sum((TERRAINS[c].costs[travel] == cost) << x for x, c in enumerate(row)) for row in field.rows
            ]
    for unit in field.units:
        words += [unit.kind.index, SEATS.index(unit.seat)]
    for row in field.rows:
        words += [TERRAINS[code].stars for code in row] + [0] * (64 - len(row))
    return np.array(words, dtype=np.uint64)


def make_state(position: TubstapPosition) -> Words:
    """The array of a position."""
    height, units = len(position.map.rows), position.units
    mover = SEATS[position.ply % 2]
    idle = sum(unit.seat is mover and not unit.acted for unit in units)
    alive = [sum(unit.seat is seat for unit in units) for seat in SEATS]
    words = [position.ply, int(position.surrendered), idle, *alive]
    for seat in SEATS:
        words += [
            sum(1 << unit.x for unit in units if unit.seat is seat and unit.y == y) for y in range(height)
        ]
    for number in range(len(position.map.units)):
        unit = position.unit(number)
        words += [unit.hp, unit.x, unit.y, unit.acted] if unit else [0, 0, 0, 0]
    return np.array(words, dtype=np.uint64)


def make_scratch(field: Words) -> Words:
    """Room for `prepare` and `choose`."""
    height, units = int(field[HEIGHT]), int(field[COUNT])
    return np.zeros((units + 5) * height + units, dtype=np.uint64)


class TubstapBoard(Board):
    def __init__(self, field: Words, state: Words) -> None:
        self.field, self.state, self.scratch = field, state, make_scratch(field)

    @classmethod
    def load(cls, game: Game, position: Position) -> "TubstapBoard":
        return cls(make_field(cast(Tubstap, game).map), make_state(cast(TubstapPosition, position)))

    def to_move(self) -> Seat | None:
        return SEATS[int(self.state[PLY]) % 2] if result(self.field, self.state) == RUNNING else None

    def legal_moves(self) -> list[Move]:
        units = int(self.field[COUNT])
        out = np.zeros(units * (181 + 4 * units) + 2, dtype=np.uint64)  # 181 cells lie within 9 steps
        total = moves(self.field, self.state, self.scratch, out)
        return [word_of(int(move)) for move in out[: int(total)]]

    def play(self, move: Move) -> None:
        play(self.field, self.state, np.uint64(number_of(move)))

    def winner(self) -> Seat | None:
        return {1: Seat.FIRST, 2: Seat.SECOND}.get(int(result(self.field, self.state)))

    def playout(self, state: RandomState) -> int:
        """Turns and games are never given up in it, which no player would do by chance."""
        return (0, 1, -1, 0)[int(playout(self.field, self.state.copy(), self.scratch, state))]


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
