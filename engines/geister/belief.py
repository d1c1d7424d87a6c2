"""What the enemy's moves tell of it: Bayes' rule over the 70 ways to place four reds, and over its manner.

Whatever its manner, now and then it moves in any way.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import GONE, MOST_MOVES, TURNS, GeisterBoard, State, moves
from engines.boards.jit import kernel
from engines.geister.features import MOST_BITS, SIDE, gather, priorities
from engines.geister.infoset import Guess
from engines.geister.manners import Manners
from engines.geister.selfplay import softmax
from games.base import Seat
from games.geister import HIDDEN, REDS, GeisterPosition

STRAY = np.float32(0.1)  # how often it moves in any way
WAYS = [frozenset(reds) for reds in combinations(range(8), REDS)]
_TURNS = [int(turn) for turn in TURNS]


@kernel
def likelihoods(
    manners: Manners,
    state: State,
    reds: NDArray[np.uint64],
    move: np.uint64,
    stray: np.float32,
    out: NDArray[np.float32],
) -> None:
    """How likely the mover at `state` was to make that move, for each manner and each placing of its reds."""
    found, chances = np.empty(MOST_MOVES, np.uint64), np.empty(MOST_MOVES, np.float32)
    bits, sums, mine = np.empty(MOST_BITS, np.uint64), np.empty(SIDE, np.float32), state.copy()
    seat = state[4] & np.uint64(1)
    own = seat * np.uint64(2)
    pieces = state[own] | state[own + np.uint64(1)]
    for i in range(reds.size):
        mine[own], mine[own + np.uint64(1)] = pieces & ~reds[i], reds[i]
        n = moves(mine, found)
        for m in range(manners.model.size):
            weights = manners.models[manners.model[m]]
            gather(weights, mine, seat, bits, sums)
            priorities(weights, sums, mine, seat, found, n, bits, chances)
            softmax(chances, n, manners.sharpness[m])
            out[m, i] = stray / np.float32(n)
            for j in range(n):
                if found[j] == move:
                    out[m, i] += (np.float32(1) - stray) * chances[j]


class Belief:
    def __init__(self, manners: Manners) -> None:
        self._manners = manners
        self._chances = np.ones((manners.model.size, len(WAYS)))  # not scaled

    def watch(self, before: GeisterBoard, now: GeisterBoard, seat: Seat, piece: int) -> None:
        """The enemy of `seat` moved `piece` from the one position to the other."""
        start, target = before.squares[piece], now.squares[piece]
        move = np.uint64(4 * start + _TURNS.index((target - start) % 64))
        out = np.zeros_like(self._chances, np.float32)
        likelihoods(self._manners, before.state, red_bits(before, seat), move, STRAY, out)
        self._chances *= out
        self._chances /= self._chances.max()

    def guess(self, position: GeisterPosition, board: GeisterBoard, seat: Seat) -> Guess:
        """What the enemy may be and have, the likeliest first."""
        self._learn_taken(position, seat)
        order = np.argsort(-self._chances, axis=None)[: np.count_nonzero(self._chances)]
        manner, way = np.unravel_index(order, self._chances.shape)
        upto = np.cumsum(self._chances[manner, way]) / self._chances.sum()
        return Guess(red_bits(board, seat)[way], manner.astype(np.uint64), upto.astype(np.float32))

    def _learn_taken(self, position: GeisterPosition, seat: Seat) -> None:
        """Rule out what the pieces that were taken have shown to be wrong."""
        first = 8 if seat is Seat.FIRST else 0
        for piece in range(8):
            colour = position.colours[first + piece]
            if colour != HIDDEN:
                self._chances *= [(piece in way) == (colour == "R") for way in WAYS]


def red_bits(board: GeisterBoard, seat: Seat) -> NDArray[np.uint64]:
    """Where the reds of the enemy of `seat` would be on the board, for each of the WAYS."""
    first = 8 if seat is Seat.FIRST else 0
    bits = [1 << square if square < GONE else 0 for square in board.squares[first : first + 8]]
    return np.array([sum(bits[piece] for piece in way) for way in WAYS], dtype=np.uint64)
