"""Sangoku over one array of numbers; squares are bits of 7x7, whose seventh column is an edge between rows.

A move is 64 * slot + square: with slots 0..2 the mover's generals go there, with 3..5 they attack who stands
there, with 6..8 they use their skill on it; then comes END. BY and AT wait for dice; what is not dealt is 0.
The rules' numbers stand here again: numba's cache would not notice that they changed in another file.
"""

import numpy as np
from numpy.typing import NDArray

from engines.boards.base import Board
from engines.boards.jit import RandomState, below, kernel, random_state
from games import sangoku as rules
from games.base import Chance, Game, Move, Position, Seat

Array = NDArray[np.uint64]

_0, _1, _2, _3, _4, _5, _6, _7 = (np.uint64(n) for n in range(8))
_9, _56, _63, _100 = (np.uint64(n) for n in (9, 56, 63, 100))
_ODD, _PAIRS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_NIBBLES, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)

# The state: six of each, then single numbers.
SPOT, HP, ATTACK, DEFENCE, INTELLECT, SKILL, DONE = (np.uint64(6 * n) for n in range(7))
TURN, SIDE, BY, AT = (np.uint64(n) for n in range(42, 46))  # SIDE is the mover's first general
SIZE = 46
NOBODY = _6  # in BY and AT
DASH, FIRE, BOLD, RAM, CONFUSE = _1, _2, _3, _4, _5  # the order of the rulebook
MOVED, ACTED, CONFUSED = _1, _2, _4  # flags of DONE

BOARD = np.uint64(sum(0b111111 << 7 * y for y in range(7)))
TURNS = np.uint64(10)
BLOW, BURN, BOLD_PERCENT, RECOIL = (np.uint64(n) for n in (600, 300, 102, 3))
SLOTS, END = 10, _9  # the last mask, of END, is always empty
MOST_MOVES = 3 * 41 + 18 + 1
RUNNING = 2  # the result of a game that goes on


@kernel
def count(bits: np.uint64) -> np.uint64:
    """How many bits are set; LLVM knows this form and makes it one instruction."""
    bits -= (bits >> _1) & _ODD
    bits = (bits & _PAIRS) + ((bits >> _2) & _PAIRS)
    bits = (bits + (bits >> _4)) & _NIBBLES
    return (bits * _BYTES) >> _56


@kernel
def beside(bits: np.uint64) -> np.uint64:
    """The squares next to any of these."""
    return ((bits << _1) | (bits >> _1) | (bits << _7) | (bits >> _7)) & BOARD


@kernel
def reach(spot: np.uint64, free: np.uint64, held: np.uint64, dash: bool) -> np.uint64:
    """The squares within four steps over free ones, or five; who steps on a held one goes no further."""
    reached = spot | (beside(spot) & free)
    reached |= beside(reached & ~held) & free
    reached |= beside(reached & ~held) & free
    reached |= beside(reached & ~held) & free
    if dash:
        reached |= beside(reached & ~held) & free
    return reached


@kernel
def rammable(spot: np.uint64, enemy: np.uint64, free: np.uint64) -> np.uint64:
    """The enemies beside `spot` with a free square behind them."""
    right, left = (spot << _1) & (free >> _1), (spot >> _1) & (free << _1)
    up, down = (spot << _7) & (free >> _7), (spot >> _7) & (free << _7)
    return (right | left | up | down) & enemy


@kernel
def behind(spot: np.uint64, target: np.uint64) -> np.uint64:
    """The square behind `target`, seen from `spot` beside it."""
    if target == spot << _1:
        return target << _1
    if target == spot >> _1:
        return target >> _1
    return target << _7 if target > spot else target >> _7


@kernel
def side(s: Array, first: np.uint64) -> np.uint64:
    """Where the generals of one side stand; `first` is 0 or 3."""
    return np.uint64(s[SPOT + first] | s[SPOT + first + _1] | s[SPOT + first + _2])


@kernel
def steady(s: Array, first: np.uint64) -> np.uint64:
    """Where the generals of one side stand who are not confused."""
    bits = _0
    for piece in range(first, first + _3):
        if not s[DONE + piece] & CONFUSED:
            bits |= s[SPOT + piece]
    return bits


@kernel
def usable(s: Array, piece: np.uint64, enemy: np.uint64, free: np.uint64) -> np.uint64:
    """Whom a general's skill works on."""
    skill, spot = s[SKILL + piece], s[SPOT + piece]
    if skill == RAM:
        return rammable(spot, enemy, free)
    if skill == CONFUSE:
        enemy = steady(s, _3 - s[SIDE])
    elif skill != FIRE:
        return _0
    near = beside(spot)
    return (near | beside(near)) & enemy


@kernel
def options(s: Array, masks: Array) -> np.uint64:
    """Write the squares of each slot into `masks`; how many moves but END the mover has."""
    own = s[SIDE]
    enemy = side(s, _3 - own)
    held, free = beside(enemy), BOARD & ~(enemy | side(s, own))
    total = _0
    for i in range(_3):
        piece = own + i
        spot, done = s[SPOT + piece], s[DONE + piece]
        go, hit, use = _0, _0, _0
        if spot and not done & CONFUSED:
            if not done & MOVED:
                go = reach(spot, ~enemy, held, s[SKILL + piece] == DASH) & free
            if not done & ACTED:
                hit, use = beside(spot) & enemy, usable(s, piece, enemy, free)
        masks[i], masks[i + _3], masks[i + _6] = go, hit, use
        total += count(go) + count(hit) + count(use)
    return total


@kernel
def share(whole: np.uint64, own: np.uint64, other: np.uint64) -> np.uint64:
    """The part of `whole` that `own` has beside `other`; max() tells the compiler of no division by 0."""
    return whole * own // max(own + other, _1)


@kernel
def hurt(s: Array, piece: np.uint64, damage: np.uint64) -> None:
    if damage < s[HP + piece]:
        s[HP + piece] -= damage
    else:
        s[HP + piece] = s[SPOT + piece] = s[DONE + piece] = _0


@kernel
def strike(s: Array, piece: np.uint64, target: np.uint64, ram: bool) -> None:
    spot, at = s[SPOT + piece], s[SPOT + target]
    damage = share(BLOW, s[ATTACK + piece], s[DEFENCE + target])
    if s[SKILL + piece] == BOLD:
        damage = damage * BOLD_PERCENT // _100
    hurt(s, piece, damage // RECOIL)
    hurt(s, target, damage)
    if ram and s[HP + target]:
        s[SPOT + target] = behind(spot, at)


@kernel
def act(s: Array, piece: np.uint64, use: bool, square: np.uint64) -> None:
    """Attack, or use the skill on, whoever stands on that square."""
    target = _3 - s[SIDE]
    while s[SPOT + target] != square:
        target += _1
    s[DONE + piece] |= ACTED
    skill = s[SKILL + piece] if use else _0
    if skill == CONFUSE:
        s[BY], s[AT] = piece, target
    elif skill == FIRE:
        hurt(s, target, share(BURN, s[INTELLECT + piece], s[INTELLECT + target]))
    else:
        strike(s, piece, target, skill == RAM)


@kernel
def end(s: Array) -> None:
    """Pass the turn."""
    own = s[SIDE]
    s[DONE + own] = s[DONE + own + _1] = s[DONE + own + _2] = _0
    s[SIDE] = _3 - own
    if own:
        s[TURN] += _1


@kernel
def play(s: Array, slot: np.uint64, square: np.uint64) -> None:
    """Play a legal move, the square given as its bit; the caller settles what follows."""
    if slot == END:
        end(s)
    elif slot < _3:
        s[SPOT + s[SIDE] + slot] = square
        s[DONE + s[SIDE] + slot] |= MOVED
    else:
        act(s, s[SIDE] + slot % _3, bool(slot >= _6), square)


@kernel
def over(s: Array) -> bool:
    return bool(s[TURN] > TURNS or side(s, _0) == _0 or side(s, _3) == _0)


@kernel
def settle(s: Array, masks: Array) -> np.uint64:
    """Pass the turn while nothing else is left to do; how many moves but END there are, with their masks:
    none when the game is over or dice must roll."""
    moves = _0
    while moves == _0 and s[BY] == NOBODY and not over(s):
        moves = options(s, masks)
        if moves == _0:
            end(s)
    return moves


@kernel
def result(s: Array) -> int:
    """1 if the first player won, -1 the second, 0 a draw, or RUNNING."""
    if not over(s):
        return RUNNING
    first, second = s[HP] + s[HP + _1] + s[HP + _2], s[HP + _3] + s[HP + _4] + s[HP + _5]
    return int(first > second) - int(first < second)


@kernel
def confuse(s: Array, success: bool) -> None:
    """What the dice say."""
    if success:
        s[DONE + s[AT]] |= CONFUSED
    s[BY] = s[AT] = NOBODY


@kernel
def deal(s: Array, random: RandomState) -> None:
    """Deal all that the set-up left open, in the rulebook's order."""
    for piece in range(_6):
        for number in (ATTACK, DEFENCE, INTELLECT):
            if s[number + piece] == _0:
                s[number + piece] = below(random, _100) + _1
        if s[SKILL + piece] == _0:
            s[SKILL + piece] = below(random, _5) + _1


@kernel
def roll(s: Array, random: RandomState) -> None:
    """Roll the dice that wait."""
    own, enemy = s[INTELLECT + s[BY]], s[INTELLECT + s[AT]]
    confuse(s, below(random, own + enemy) < own)


@kernel
def play_nth(s: Array, masks: Array, n: np.uint64) -> None:
    """Play the move that has `n` before it in the masks; END is the last."""
    slot = _0
    while slot < END and n >= count(masks[slot]):
        n -= count(masks[slot])
        slot += _1
    bits = masks[slot]
    while n:
        bits &= bits - _1
        n -= _1
    play(s, slot, bits & ~(bits - _1))


@kernel
def playout(state: Array, random: RandomState) -> int:
    """The result of a copy played to the end by even random moves."""
    return run(state.copy(), np.zeros(SLOTS, np.uint64), random)


@kernel
def run(s: Array, masks: Array, random: RandomState) -> int:
    deal(s, random)
    while not over(s):
        if s[BY] != NOBODY:
            roll(s, random)
        moves = options(s, masks)
        play_nth(s, masks, below(random, moves + _1))  # END when there is nothing else
    return result(s)


@kernel
def playouts(state: Array, random: RandomState, times: int, results: NDArray[np.int64]) -> None:
    """Add up wins of the first player, of the second, and draws in `results`."""
    for _ in range(times):
        won = playout(state, random)
        results[_0 if won > 0 else _1 if won < 0 else _2] += 1


@kernel
def moves(masks: Array, out: Array) -> int:
    """Write all moves of the masks and END into `out`, which holds MOST_MOVES; how many they are."""
    n = 0
    for slot in range(END):
        bits = masks[slot]
        while bits:
            out[n] = (slot << _6) | count(~bits & (bits - _1))
            bits &= bits - _1
            n += 1
    out[n] = END << _6
    return n + 1


@kernel
def play_move(s: Array, move: np.uint64) -> None:
    """Play a move as `moves` writes it; the caller settles what follows."""
    play(s, move >> _6, _1 << (move & _63))


def _bit(square: int) -> int:
    return 1 << square % rules.WIDTH + 7 * (square // rules.WIDTH)


_SQUARES = {_bit(square): square for square in range(len(rules.SQUARES))}
_SKILLS = ("", *rules.SKILLS)
_ORDER = [6 * row + piece for piece in range(6) for row in range(2, 6)]  # of the deal


class SangokuBoard(Board):
    def __init__(self, state: Array) -> None:
        self.state = state
        self.masks = np.zeros(SLOTS, np.uint64)
        options(state, self.masks)

    @classmethod
    def load(cls, game: Game, position: Position) -> "SangokuBoard":
        assert isinstance(position, rules.SangokuPosition)
        state = np.zeros(SIZE, np.uint64)
        for piece, general in enumerate(position.generals):
            spot = 0 if general.square == rules.GONE else _bit(general.square)
            numbers = (*general.numbers, 0, 0, 0)[:3]
            skill = _SKILLS.index(general.skill)
            done = general.moved + 2 * general.acted + 4 * general.confused
            state[piece : piece + 42 : 6] = [spot, general.hp, *numbers, skill, done]
        aim = position.aim or (int(NOBODY), int(NOBODY))
        state[42:] = [position.turn, rules.TEAMS[position.mover].start, *aim]
        return cls(state)

    def position(self) -> rules.SangokuPosition:
        """The same in the rulebook's words."""
        turn, first, by, at = map(int, self.state[42:])
        generals = tuple(self._general(piece) for piece in range(6))
        mover = Seat.SECOND if first else Seat.FIRST
        return rules.SangokuPosition(generals, turn, mover, None if by == NOBODY else (by, at))

    def to_move(self) -> Seat | Chance | None:
        if over(self.state):
            return None
        if self._undealt() is not None or self.state[BY] != NOBODY:
            return Chance.CHANCE
        return Seat.SECOND if self.state[SIDE] else Seat.FIRST

    def legal_moves(self) -> list[Move]:
        return self._faces() if self.to_move() is Chance.CHANCE else list(self._codes())

    def play(self, move: Move) -> None:
        if self.to_move() is not Chance.CHANCE:
            play_move(self.state, self._codes()[move])
        elif self._undealt() is None:
            confuse(self.state, move == rules.SUCCESS)
        else:
            self.state[self._undealt()] = _SKILLS.index(move) if move in _SKILLS else int(move)
        settle(self.state, self.masks)

    def winner(self) -> Seat | None:
        return {1: Seat.FIRST, -1: Seat.SECOND}.get(result(self.state))

    def playout(self, state: RandomState) -> int:
        return int(playout(self.state, state))

    def _undealt(self) -> int | None:
        """The place in the state that chance fills next."""
        return next((place for place in _ORDER if not self.state[place]), None)

    def _faces(self) -> list[Move]:
        place = self._undealt()
        if place is None:
            return [rules.SUCCESS, rules.FAILURE]
        return list(rules.SKILLS) if place >= SKILL else [str(n) for n in range(rules.LEAST, rules.MOST + 1)]

    def _codes(self) -> dict[Move, np.uint64]:
        """Every legal move of a seat, and its number."""
        if over(self.state):
            return {}
        out = np.empty(MOST_MOVES, np.uint64)
        return {self._text(int(move)): move for move in out[: moves(self.masks, out)]}

    def _text(self, move: int) -> Move:
        slot, bit = move >> 6, 1 << (move & 63)
        if slot == END:
            return rules.END
        letter = rules.LETTERS[int(self.state[SIDE]) + slot % 3]
        if slot < 3:
            return letter + rules.GO + rules.SQUARES[_SQUARES[bit]]
        kind = rules.HIT if slot < 6 else rules.USE
        return letter + kind + rules.LETTERS[self.state[:6].tolist().index(bit)]

    def _general(self, piece: int) -> rules.General:
        spot, hp, *numbers, skill, done = map(int, self.state[piece:42:6])
        square = _SQUARES[spot] if spot else rules.GONE
        known = tuple(number for number in numbers if number)
        flags = [bool(done & flag) for flag in (1, 2, 4)]
        return rules.General(square, hp, known, _SKILLS[skill], *flags)


def warm() -> None:
    """Compile every kernel, or load it from the cache."""
    game = rules.load("cccccc")
    board = SangokuBoard.load(game, game.start())
    for move in ("A-b5", "A!D", rules.SUCCESS):
        board.play(move)
    board.playout(random_state(1))
    board.winner()
    playouts(board.state, random_state(1), 1, np.zeros(3, np.int64))
