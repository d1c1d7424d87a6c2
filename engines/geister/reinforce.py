"""Self-play and its lesson: REINFORCE over after-states, both players learning from the game they share.

A game adds r * (x_chosen - sum of p_i * x_i) for each move, r being 1 for the winner's, -1 for the loser's;
one that has no result within LAST_PLY teaches nothing. No discount, no baseline.
"""

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import MOST_MOVES, RUNNING, State, moves, play, result
from engines.boards.jit import RandomState, kernel
from engines.geister.features import (
    MOST_BITS,
    NO_BIT,
    SIDE,
    Bits,
    Sums,
    Weights,
    advance,
    change,
    gain,
    gather,
    lit,
)
from engines.geister.selfplay import deal, draw, softmax

LAST_PLY = np.uint64(202)  # a hundred moves of each player
_0, _1, _2 = (np.uint64(n) for n in (0, 1, 2))


@kernel
def note(
    state: State,
    seat: np.uint64,
    found: NDArray[np.uint64],
    chances: NDArray[np.float32],
    n: int,
    chosen: int,
    bits: Bits,
    swing: Sums,
    lesson: Weights,
) -> None:
    """Add x_chosen - sum of p_i * x_i to the lesson, as a half: the lesson plus its transpose is the whole.

    What all after-states have in common cancels. With s the bits before and d_i what move i changes, the rest
    is s * sum(c_i d_i), its transpose, and sum(c_i d_i d_i), c_i being 1 for the chosen, 0 else, less p_i.
    """
    swing[:] = np.float32(0)
    for i in range(n):
        c = (np.float32(1) if i == chosen else np.float32(0)) - chances[i]
        change(state, seat, found[i], bits)
        for j in range(4):
            one = c if j >= 2 else -c
            swing[bits[j]] += one
            for k in range(4):
                lesson[bits[j], bits[k]] += np.float32(0.5) * (one if k >= 2 else -one)
    swing[NO_BIT] = np.float32(0)
    for i in range(lit(state, seat, bits)):
        for j in range(SIDE):
            lesson[bits[i], j] += swing[j]


@kernel
def heed(weights: Weights, lesson: Weights, rate: np.float32) -> None:
    """Change the weights by what `note` wrote."""
    for i in range(SIDE):
        for j in range(SIDE):
            if i != NO_BIT and j != NO_BIT:
                weights[i, j] += rate * (lesson[i, j] + lesson[j, i])


@kernel
def learn(
    weights: Weights, random: RandomState, games: int, rate: np.float32, tally: NDArray[np.int64]
) -> None:
    """Play `games` against itself by one set of weights, then change them by all the lessons.

    `tally` counts the games: won by the first player, by the second, without a result, and the plies.
    """
    state, found = np.zeros(5, np.uint64), np.zeros(MOST_MOVES, np.uint64)
    bits, chances = np.zeros(MOST_BITS, np.uint64), np.zeros(MOST_MOVES, np.float32)
    sums, swing = np.zeros((2, SIDE), np.float32), np.zeros(SIDE, np.float32)
    lessons, whole = np.zeros((2, SIDE, SIDE), np.float32), np.zeros((SIDE, SIDE), np.float32)
    for _ in range(games):
        deal(state, random)
        lessons[:] = np.float32(0)
        gather(weights, state, _0, bits, sums[0])
        gather(weights, state, _1, bits, sums[1])
        ended = RUNNING
        while ended == RUNNING and state[4] < LAST_PLY:
            seat = state[4] & _1
            n = moves(state, found)
            for i in range(n):
                change(state, seat, found[i], bits)
                chances[i] = gain(weights, sums[seat], bits)
            softmax(chances, n, np.float32(1))
            chosen = draw(chances, n, random)
            note(state, seat, found, chances, n, chosen, bits, swing, lessons[seat])
            advance(weights, sums[0], state, _0, found[chosen], bits)
            advance(weights, sums[1], state, _1, found[chosen], bits)
            play(state, found[chosen])
            ended = result(state)
        tally[3] += np.int64(state[4] - _2)
        if ended == RUNNING:
            tally[2] += 1
            continue
        tally[0 if ended > 0 else 1] += 1
        for i in range(SIDE):
            for j in range(SIDE):
                whole[i, j] += np.float32(ended) * (lessons[0, i, j] - lessons[1, i, j])
    heed(weights, whole, rate)
