"""An Amazons baseline: the move after which most free squares are nearer to its own amazons; ties by chance.

It looks one move ahead and counts a square once if its side needs fewer queen moves to it, and once more if
fewer king moves; the latter keeps amazons from being walled in.
"""

import numpy as np
from numpy.typing import NDArray

from engines.base import Engine, Limit
from engines.boards.amazons import CLASSES, MOST_MOVES, classes_after, generate, text_of, words
from games.amazons import Amazons, AmazonsPosition
from games.base import Move, Seat

# What first gains by a square of each class of `classes`: the domains, then queen leads, then king leads.
_LEADS = [0, 1, 1, 1, -1, -1, -1]
WEIGHTS = np.array([2, -2, *_LEADS, *_LEADS], dtype=np.int64)


class AmazonsRule(Engine):
    def warm(self) -> None:
        scores(Amazons(6).start())

    def choose(self, view: str, limit: Limit) -> Move:
        position = self.game.read(view)
        assert isinstance(position, AmazonsPosition)
        moves, worth = scores(position)
        best = np.flatnonzero(worth == worth.max())
        return text_of(int(moves[self.random.choice(best.tolist())]))


def scores(position: AmazonsPosition) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """The legal moves and what each is worth to the mover."""
    board, moves = words(position), np.empty(MOST_MOVES, dtype=np.uint32)
    moves = moves[: generate(board, moves)]
    table = np.empty((len(moves), CLASSES), dtype=np.int64)
    classes_after(board, moves, table)
    worth: NDArray[np.int64] = table @ WEIGHTS
    return moves, worth if position.mover is Seat.FIRST else -worth
