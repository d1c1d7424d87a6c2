"""What the enemy's moves tell of its colours: Bayes' rule over the 70 ways to place four reds.

The enemy is taken to move as the policy would with those colours, or now and then in any way. How closely it
follows the policy is not known either: it is one of MANNERS, and its moves tell which.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import GONE, MOST_MOVES, TURNS, GeisterBoard, State, moves
from engines.boards.jit import kernel
from engines.geister.features import MOST_BITS, SIDE, Weights, gather, priorities
from engines.geister.infoset import Guess
from engines.geister.selfplay import softmax
from games.base import Seat
from games.geister import HIDDEN, REDS, GeisterPosition

MANNERS = np.array([0.0, 0.3, 1.0, 3.0], dtype=np.float32)  # how sharply it prefers what the policy likes
STRAY = np.float32(0.1)  # how often it moves in any way, whatever its manner
WAYS = [frozenset(reds) for reds in combinations(range(8), REDS)]
_TURNS = [int(turn) for turn in TURNS]


@kernel
def likelihoods(
    weights: Weights,
    state: State,
    reds: NDArray[np.uint64],
    move: np.uint64,
    manners: NDArray[np.float32],
    stray: np.float32,
    out: NDArray[np.float32],
) -> None:
    """How likely the mover at `state` was to make that move, for each manner and each placing of its reds."""
    found, values = np.empty(MOST_MOVES, np.uint64), np.empty(MOST_MOVES, np.float32)
    chances = np.empty(MOST_MOVES, np.float32)
    bits, sums, mine = np.empty(MOST_BITS, np.uint64), np.empty(SIDE, np.float32), state.copy()
    seat = state[4] & np.uint64(1)
    own = seat * np.uint64(2)
    pieces = state[own] | state[own + np.uint64(1)]
    for i in range(reds.size):
        mine[own], mine[own + np.uint64(1)] = pieces & ~reds[i], reds[i]
        n = moves(mine, found)
        gather(weights, mine, seat, bits, sums)
        priorities(weights, sums, mine, seat, found, n, bits, values)
        for m in range(manners.size):
            chances[:n] = values[:n]
            softmax(chances, n, manners[m])
            out[m, i] = stray / np.float32(n)
            for j in range(n):
                if found[j] == move:
                    out[m, i] += (np.float32(1) - stray) * chances[j]


class Belief:
    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._chances = np.ones((MANNERS.size, len(WAYS)))  # not scaled

    def watch(self, before: GeisterBoard, now: GeisterBoard, seat: Seat, piece: int) -> None:
        """The enemy of `seat` moved `piece` from the one position to the other."""
        start, target = before.squares[piece], now.squares[piece]
        move = np.uint64(4 * start + _TURNS.index((target - start) % 64))
        reds = red_bits(before, seat)
        out = np.zeros_like(self._chances, np.float32)
        likelihoods(self._weights, before.state, reds, move, MANNERS, STRAY, out)
        self._chances *= out / out.max()

    def guess(self, position: GeisterPosition, board: GeisterBoard, seat: Seat) -> Guess:
        """What the enemy's colours may be, the likeliest first."""
        first = 8 if seat is Seat.FIRST else 0
        for piece in range(8):
            colour = position.colours[first + piece]
            if colour != HIDDEN:
                self._chances *= [(piece in way) == (colour == "R") for way in WAYS]
        self._chances /= self._chances.sum()
        chances = self._chances.sum(axis=0)
        order = np.argsort(-chances)[: np.count_nonzero(chances)]
        return Guess(red_bits(board, seat)[order], np.cumsum(chances[order]).astype(np.float32))


def red_bits(board: GeisterBoard, seat: Seat) -> NDArray[np.uint64]:
    """Where the reds of the enemy of `seat` would be on the board, for each of the WAYS."""
    first = 8 if seat is Seat.FIRST else 0
    bits = [1 << square if square < GONE else 0 for square in board.squares[first : first + 8]]
    return np.array([sum(bits[piece] for piece in way) for way in WAYS], dtype=np.uint64)
