"""Learning how another player moves: the policy's features, fitted to the moves it made."""

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import MOST_MOVES, State, moves
from engines.boards.jit import kernel
from engines.geister.features import MOST_BITS, SIDE, Sums, Weights, gather, priorities
from engines.geister.reinforce import heed, note
from engines.geister.selfplay import softmax

_1 = np.uint64(1)


@kernel
def chances_of(
    weights: Weights, state: State, found: NDArray[np.uint64], bits: NDArray[np.uint64], sums: Sums, out: Sums
) -> int:
    """The mover's moves and how likely each is; how many."""
    seat = state[4] & _1
    n = moves(state, found)
    gather(weights, state, seat, bits, sums)
    priorities(weights, sums, state, seat, found, n, bits, out)
    softmax(out, n, np.float32(1))
    return n


@kernel
def imitate(
    weights: Weights, states: NDArray[np.uint64], made: NDArray[np.uint64], batch: int, rate: np.float32
) -> float:
    """One pass over moves that were made, raising the chance of each; the mean loss as it went."""
    found, bits = np.empty(MOST_MOVES, np.uint64), np.empty(MOST_BITS, np.uint64)
    chances, sums, swing = (
        np.empty(MOST_MOVES, np.float32),
        np.empty(SIDE, np.float32),
        np.empty(SIDE, np.float32),
    )
    lesson, loss = np.zeros((SIDE, SIDE), np.float32), 0.0
    for k in range(made.size):
        n = chances_of(weights, states[k], found, bits, sums, chances)
        for i in range(n):
            if found[i] == made[k]:
                loss -= np.log(max(chances[i], np.float32(1e-9)))
                note(states[k], states[k, 4] & _1, found, chances, n, i, bits, swing, lesson)
        if (k + 1) % batch == 0 or k + 1 == made.size:
            heed(weights, lesson, rate)
            lesson[:] = np.float32(0)
    return loss / made.size


@kernel
def loss_of(weights: Weights, states: NDArray[np.uint64], made: NDArray[np.uint64]) -> float:
    """The mean loss over moves that were not learnt from."""
    found, bits = np.empty(MOST_MOVES, np.uint64), np.empty(MOST_BITS, np.uint64)
    chances, sums, loss = np.empty(MOST_MOVES, np.float32), np.empty(SIDE, np.float32), 0.0
    for k in range(made.size):
        n = chances_of(weights, states[k], found, bits, sums, chances)
        for i in range(n):
            if found[i] == made[k]:
                loss -= np.log(max(chances[i], np.float32(1e-9)))
    return loss / made.size
