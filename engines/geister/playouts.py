"""Games played out from a position: by two quick draws of a bit, or by the policy."""

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import (
    BOARD,
    FIRST_EXITS,
    LAST_PLY,
    RUNNING,
    SECOND_EXITS,
    Moves,
    State,
    beside,
    count,
    moves,
    nth,
    play,
    rest,
    result,
)
from engines.boards.jit import RandomState, below, kernel
from engines.geister.features import Bits, Sums, Weights, advance, priorities
from engines.geister.selfplay import draw, softmax

_0, _1, _2, _8 = (np.uint64(n) for n in (0, 1, 2, 8))


@kernel
def any_of(bits: np.uint64, random: RandomState) -> np.uint64:
    """One of the set bits by chance."""
    n = below(random, count(bits))
    while n >= _8:
        bits = rest(bits)
        n -= _1
    return nth(bits, n)


@kernel
def quick(state: State, random: RandomState) -> int:
    """The result of a game in which a target is drawn first, then a piece beside it; the state stays.

    Nearly even over moves, and no draw is ever in vain. 1 if the first player wins.
    """
    now = result(state)
    if now != RUNNING:
        return now
    own = (state[4] & _1) * _2
    blue, red, foe_blue, foe_red = state[own], state[own + _1], state[own ^ _2], state[(own ^ _2) + _1]
    exits, sign = (SECOND_EXITS, -1) if own else (FIRST_EXITS, 1)
    for _ in range(LAST_PLY - state[4]):
        pieces = blue | red
        target = any_of((beside(pieces) & BOARD & ~pieces) | (beside(blue) & exits), random)
        foe_blue &= ~target
        foe_red &= ~target
        if target & exits or foe_blue == _0:
            return sign
        if foe_red == _0:
            return -sign
        piece = any_of(beside(target) & pieces, random)
        if blue & piece:
            blue ^= piece | target
        else:
            red ^= piece | target
        blue, red, foe_blue, foe_red = foe_blue, foe_red, blue, red
        exits, sign = exits ^ FIRST_EXITS ^ SECOND_EXITS, -sign
    return 0


@kernel
def guided(
    weights: Weights,
    state: State,
    seat: np.uint64,
    sums: Sums,
    found: Moves,
    chances: NDArray[np.float32],
    bits: Bits,
    random: RandomState,
) -> int:
    """The result of a game by the policy of `seat`, whose enemy does what that policy likes least.

    `sums` are those of `seat`; they and the state are used up. 1 if the first player wins.
    """
    ended = result(state)
    while ended == RUNNING:
        n = moves(state, found)
        priorities(weights, sums, state, seat, found, n, bits, chances)
        softmax(chances, n, np.float32(1) if state[4] & _1 == seat else np.float32(-1))
        move = found[draw(chances, n, random)]
        advance(weights, sums, state, seat, move, bits)
        play(state, move)
        ended = result(state)
    return ended
