"""Games of the policy against itself that teach the value: each position learns how its game ended."""

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import MOST_MOVES, RUNNING, moves, play, result
from engines.boards.jit import RandomState, below, kernel
from engines.geister.features import MOST_BITS, SIDE, advance, gather, priorities
from engines.geister.selfplay import deal, draw, softmax
from engines.geister.value import teach

LAST_PLY = np.uint64(202)  # games without a result by then teach nothing
_0, _1, _2 = np.uint64(0), np.uint64(1), np.uint64(2)


@kernel
def value_games(
    value: NDArray[np.float32],
    models: NDArray[np.float32],
    stray: np.uint64,
    random: RandomState,
    games: int,
    rate: np.float32,
    tally: NDArray[np.float64],
) -> None:
    """Play and teach, each seat by any of the models; one move of `stray` is any move, so that a search's
    odd positions are known too.

    `tally` counts the games, the positions, and the loss summed over them before each was taught.
    """
    state, found = np.zeros(5, np.uint64), np.zeros(MOST_MOVES, np.uint64)
    bits, chances = np.zeros(MOST_BITS, np.uint64), np.zeros(MOST_MOVES, np.float32)
    sums, past = np.zeros((2, SIDE), np.float32), np.zeros((302, 5), np.uint64)
    for _ in range(games):
        deal(state, random)
        policies = (
            models[below(random, np.uint64(len(models)))],
            models[below(random, np.uint64(len(models)))],
        )
        gather(policies[0], state, _0, bits, sums[0])
        gather(policies[1], state, _1, bits, sums[1])
        ended, plies = RUNNING, 0
        while ended == RUNNING and state[4] < LAST_PLY:
            past[plies] = state
            plies += 1
            seat = state[4] & _1
            n = moves(state, found)
            if below(random, stray) == _0:
                move = found[below(random, np.uint64(n))]
            else:
                policy = policies[1] if seat else policies[0]
                priorities(policy, sums[seat], state, seat, found, n, bits, chances)
                softmax(chances, n, np.float32(1))
                move = found[draw(chances, n, random)]
            advance(policies[0], sums[0], state, _0, move, bits)
            advance(policies[1], sums[1], state, _1, move, bits)
            play(state, move)
            ended = result(state)
        if ended == RUNNING:
            continue
        for i in range(plies):
            points = np.float32(1) if (ended > 0) == (past[i, 4] & _1 == _0) else np.float32(0)
            tally[2] += teach(value, past[i], points, rate, bits)
        tally[0] += 1
        tally[1] += plies
