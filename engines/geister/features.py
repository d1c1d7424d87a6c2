"""What the policy sees of a position: 127 bits of one player's view, and the conjunctions of every two.

A bit is 42 * plane + slot. The planes are own blues, own reds, enemies; slots 0..35 are squares as the player
sits. A count of 1..3 lights its slot in plane count - 1. Bits and counts are those of Shiga's Hayazashi.
The weights are a symmetric matrix: a pair's weight stands in both its places, a bit's own on the diagonal.
"""

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import TURNS, Moves, State, count, rest, turned
from engines.boards.jit import kernel

Weights = NDArray[np.float32]  # SIDE x SIDE
Sums = NDArray[np.float32]  # SIDE: for each bit, the weights that join it to the bits of a view
Bits = NDArray[np.uint64]

BITS = 127
SIDE = 128  # of the matrix: rows of a whole number of vector registers
PAIRS = BITS * (BITS + 1) // 2
MOST_BITS = 24  # that are lit at once: 16 pieces, 4 counts, the constant
PLANE = np.uint64(42)
ENEMIES = np.uint64(84)
BLUES_TAKEN, REDS_TAKEN, BLUES_LOST, REDS_LOST, TAKE, EXIT = (np.uint64(slot) for slot in range(36, 42))
CONSTANT = np.uint64(126)
NO_BIT = np.uint64(127)  # a row and a column of zeros

_0, _1, _2, _3, _4, _42 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 42))


def _slots() -> NDArray[np.uint64]:
    """The slot of each square of the 8x8, for both seats; NO_BIT beyond the board, where the exits are."""
    slots = np.full((2, 64), 127, dtype=np.uint64)
    for slot in range(36):
        square = slot % 6 + 1 + 8 * (slot // 6 + 1)
        slots[0, square] = slot
        slots[1, 63 - square] = slot
    return slots


SLOTS = _slots()


@kernel
def square_of(piece: np.uint64) -> np.uint64:
    """The number of a single set bit."""
    return count(piece - _1)


@kernel
def of_count(slot: np.uint64, n: np.uint64) -> np.uint64:
    """The bit that a count lights; NO_BIT for none, and for four, which ends the game."""
    return slot + _42 * (n - _1) if _1 <= n <= _3 else NO_BIT


@kernel
def lit(state: State, seat: np.uint64, out: Bits) -> int:
    """Write the bits that are lit in that seat's view into `out`, which holds MOST_BITS; how many."""
    own, foe, n = seat * _2, _2 - seat * _2, 0
    for plane in range(3):
        pieces = state[own + np.uint64(plane)] if plane < 2 else state[foe] | state[foe + _1]
        while pieces:
            out[n] = SLOTS[seat, square_of(pieces & ~(pieces - _1))] + PLANE * np.uint64(plane)
            pieces = rest(pieces)
            n += 1
    out[n] = of_count(BLUES_TAKEN, _4 - count(state[foe]))
    out[n + 1] = of_count(REDS_TAKEN, _4 - count(state[foe + _1]))
    out[n + 2] = of_count(BLUES_LOST, _4 - count(state[own]))
    out[n + 3] = of_count(REDS_LOST, _4 - count(state[own + _1]))
    out[n + 4] = CONSTANT
    return n + 5


@kernel
def add(weights: Weights, bit: np.uint64, sign: np.float32, sums: Sums) -> None:
    """Light a bit (sign 1) or put it out (sign -1)."""
    for i in range(SIDE):
        sums[i] += sign * weights[bit, i]


@kernel
def gather(weights: Weights, state: State, seat: np.uint64, bits: Bits, sums: Sums) -> None:
    """The sums of that seat's view from nothing; `bits` is a place to work in."""
    sums[:] = np.float32(0)
    for i in range(lit(state, seat, bits)):
        add(weights, bits[i], np.float32(1), sums)


@kernel
def change(state: State, seat: np.uint64, move: np.uint64, out: Bits) -> None:
    """What a legal move of either player changes in that seat's view: two bits that go, then two that come.

    The counts stay as before the move: a capture by `seat` shows as TAKE, one by the enemy as the gap it
    leaves. An enemy who escapes just is no longer there.
    """
    mover = state[4] & _1
    own, foe = mover * _2, _2 - mover * _2
    piece = _1 << (move >> _2)
    target = turned(piece, TURNS[move & _3])
    start, end = SLOTS[seat, move >> _2], SLOTS[seat, square_of(target)]
    taken = (state[foe] | state[foe + _1]) & target
    if mover == seat:
        plane = PLANE if state[own + _1] & piece else _0
        out[0], out[2] = start + plane, end + plane
        out[1], out[3] = NO_BIT, NO_BIT
        if taken:
            out[1], out[3] = end + ENEMIES, TAKE
        elif end == NO_BIT:
            out[2] = EXIT
    else:
        out[0], out[2] = start + ENEMIES, end + ENEMIES
        out[1], out[3] = NO_BIT, NO_BIT
        if taken:
            out[1] = end + (PLANE if state[foe + _1] & target else _0)
        elif end == NO_BIT:
            out[2] = NO_BIT


@kernel
def gain(weights: Weights, sums: Sums, bits: Bits) -> np.float32:
    """By how much a view's score rises when the first two bits go and the last two come."""
    a, c, b, t = bits[0], bits[1], bits[2], bits[3]
    value = sums[b] - sums[a] - weights[a, b] + weights[b, b]
    if c != NO_BIT:
        value += weights[a, c] - sums[c] - weights[b, c]
    if t != NO_BIT:
        value += sums[t] - weights[a, t] - weights[c, t] + weights[b, t] + weights[t, t]
    return np.float32(value)


@kernel
def priorities(
    weights: Weights,
    sums: Sums,
    state: State,
    seat: np.uint64,
    moves: Moves,
    n: int,
    bits: Bits,
    out: NDArray[np.float32],
) -> None:
    """How good each of the mover's moves is in that seat's eyes, up to what is common to all of them.

    The enemy's escape, which no bit shows, counts as much against us as our own counts for us.
    """
    for i in range(n):
        change(state, seat, moves[i], bits)
        if bits[2] == NO_BIT:
            out[i] = -sums[EXIT] - weights[EXIT, EXIT]
        else:
            out[i] = gain(weights, sums, bits)


@kernel
def advance(weights: Weights, sums: Sums, state: State, seat: np.uint64, move: np.uint64, bits: Bits) -> None:
    """Carry the sums of that seat's view over a move that is about to be played and does not end the game."""
    mover = state[4] & _1
    foe = _2 - mover * _2
    change(state, seat, move, bits)
    add(weights, bits[0], np.float32(-1), sums)
    add(weights, bits[2], np.float32(1), sums)
    if bits[1] == NO_BIT:
        return
    add(weights, bits[1], np.float32(-1), sums)
    target = turned(_1 << (move >> _2), TURNS[move & _3])
    red = _1 if state[foe + _1] & target else _0
    gone = _4 - count(state[foe + red])
    slot = (BLUES_TAKEN if mover == seat else BLUES_LOST) + red
    add(weights, of_count(slot, gone), np.float32(-1), sums)
    add(weights, of_count(slot, gone + _1), np.float32(1), sums)


def matrix(pairs: NDArray[np.float32]) -> Weights:
    """The weights from their list: the pair i >= j is number i * (i + 1) / 2 + j."""
    rows, columns = np.tril_indices(BITS)
    weights = np.zeros((SIDE, SIDE), dtype=np.float32)
    weights[rows, columns] = weights[columns, rows] = pairs
    return weights


def pairs(weights: Weights) -> NDArray[np.float32]:
    """The list of the weights; the opposite of `matrix`."""
    rows, columns = np.tril_indices(BITS)
    return np.ascontiguousarray(weights[rows, columns])
