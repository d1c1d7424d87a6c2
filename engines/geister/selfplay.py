"""Games of the policy by itself: reds by chance, then moves by a softmax over what they lead to."""

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import MOST_MOVES, RUNNING, State, moves, play, result
from engines.boards.jit import RandomState, below, kernel
from engines.geister.features import MOST_BITS, SIDE, advance, gather, priorities

BEST = np.float32(1e4)  # a sharpness with which a softmax takes the best; 0 takes any, 1 is as learnt
_0, _1, _2, _4, _8 = (np.uint64(n) for n in (0, 1, 2, 4, 8))
_UNIT = np.float32(1 / (1 << 24))
_STEPS = np.uint64(1 << 24)


@kernel
def place_reds(random: RandomState, blues: np.uint64) -> np.uint64:
    """Four of eight pieces by chance."""
    reds, left = _0, _4
    for i in range(8):
        piece = blues & ~(blues - _1)
        blues &= blues - _1
        if below(random, _8 - np.uint64(i)) < left:
            reds |= piece
            left -= _1
    return reds


@kernel
def deal(state: State, random: RandomState) -> None:
    """A new game whose reds are placed by chance."""
    second = np.uint64((30 << 9) | (30 << 17))
    first = np.uint64((30 << 41) | (30 << 49))
    state[1] = place_reds(random, first)
    state[0] = first ^ state[1]
    state[3] = place_reds(random, second)
    state[2] = second ^ state[3]
    state[4] = _2


@kernel
def softmax(values: NDArray[np.float32], n: int, sharpness: np.float32) -> None:
    """Priorities become probabilities, in place."""
    top = values[0]
    for i in range(1, n):
        top = max(top, values[i]) if sharpness > 0 else min(top, values[i])
    total = np.float32(0)
    for i in range(n):
        values[i] = np.exp(sharpness * (values[i] - top))
        total += values[i]
    for i in range(n):
        values[i] /= total


@kernel
def draw(chances: NDArray[np.float32], n: int, random: RandomState) -> int:
    """A number in 0..n-1 by its chance; never one without any, though the rounded sum may fall short of 1."""
    at, last = np.float32(below(random, _STEPS)) * _UNIT, 0
    for i in range(n):
        at -= chances[i]
        if at < 0:
            return i
        last = i if chances[i] > 0 else last
    return last


@kernel
def contest(
    weights: NDArray[np.float32], sharpness: NDArray[np.float32], random: RandomState, games: int
) -> int:
    """The first of two policies against the second, in both seats alternately: its wins less its losses."""
    state, found = np.zeros(5, np.uint64), np.zeros(MOST_MOVES, np.uint64)
    bits, chances = np.zeros(MOST_BITS, np.uint64), np.zeros(MOST_MOVES, np.float32)
    sums, total = np.zeros((2, SIDE), np.float32), 0
    for game in range(games):
        deal(state, random)
        swapped = np.uint64(game) & _1
        for seat in range(2):
            gather(weights[np.uint64(seat) ^ swapped], state, np.uint64(seat), bits, sums[seat])
        while result(state) == RUNNING:
            seat = state[4] & _1
            policy = seat ^ swapped
            n = moves(state, found)
            priorities(weights[policy], sums[seat], state, seat, found, n, bits, chances)
            softmax(chances, n, sharpness[policy])
            move = found[draw(chances, n, random)]
            advance(weights[swapped], sums[0], state, _0, move, bits)
            advance(weights[_1 ^ swapped], sums[1], state, _1, move, bits)
            play(state, move)
        total += -result(state) if swapped else result(state)
    return total
