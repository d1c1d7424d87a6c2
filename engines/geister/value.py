"""How likely the mover is to win when nothing is hidden: a logistic sum over pairs of lit bits.

A bit is 36 * plane + square as the mover sits; the planes are own blues, own reds, enemy blues, enemy reds.
Behind them come twelve counts: of each plane, whether one, two or three pieces are gone; then a constant.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import State, count, rest
from engines.boards.jit import kernel
from engines.geister.features import SLOTS, Bits, square_of

BITS = 4 * 36 + 4 * 3 + 1
PAIRS = BITS * (BITS + 1) // 2
MOST_BITS = 24
_0, _1, _2, _3, _4, _36 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 36))
_GONE, _CONSTANT = np.uint64(144), np.uint64(156)
_FILE = Path(__file__).parent / "weights" / "value.npy"


@cache
def shipped_value() -> NDArray[np.float32]:
    """The weights that come with the project: the pair i >= j is number i * (i + 1) / 2 + j."""
    weights: NDArray[np.float32] = np.load(_FILE).astype(np.float32)
    return weights


@kernel
def lit_all(state: State, out: Bits) -> int:
    """Write the bits of the mover's view, from the lowest up, into `out`; how many."""
    seat, n = state[4] & _1, 0
    for plane in range(4):
        pieces = state[np.uint64(plane) ^ (seat * _2)]
        from_ = n
        while pieces:
            bit = SLOTS[seat, square_of(pieces & ~(pieces - _1))] + _36 * np.uint64(plane)
            at = n
            while at > from_ and out[at - 1] > bit:  # the other seat counts its squares downwards
                out[at] = out[at - 1]
                at -= 1
            out[at] = bit
            pieces = rest(pieces)
            n += 1
    for plane in range(4):
        gone = _4 - count(state[np.uint64(plane) ^ (seat * _2)])
        if _1 <= gone <= _3:
            out[n] = _GONE + _3 * np.uint64(plane) + gone - _1
            n += 1
    out[n] = _CONSTANT
    return n + 1


@kernel
def logit(weights: NDArray[np.float32], bits: Bits, n: int) -> np.float32:
    total = np.float32(0)
    for i in range(n):
        row = bits[i] * (bits[i] + _1) // _2
        for j in range(i + 1):
            total += weights[row + bits[j]]
    return total


@kernel
def value(weights: NDArray[np.float32], state: State, bits: Bits) -> np.float32:
    """The mover's chance to win, in a game that goes on."""
    return np.float32(1 / (1 + np.exp(-logit(weights, bits, lit_all(state, bits)))))


@kernel
def teach(
    weights: NDArray[np.float32], state: State, points: np.float32, rate: np.float32, bits: Bits
) -> float:
    """Move the weights towards the points that the mover made in the end; gives the loss before."""
    n = lit_all(state, bits)
    guess = np.float32(1 / (1 + np.exp(-logit(weights, bits, n))))
    step = rate * (points - guess)
    for i in range(n):
        row = bits[i] * (bits[i] + _1) // _2
        for j in range(i + 1):
            weights[row + bits[j]] += step
    likely = guess if points > 0.5 else np.float32(1) - guess
    return float(-np.log(max(likely, np.float32(1e-6))))
