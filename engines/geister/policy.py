"""The policy by itself: the move whose after-state has the highest score. It looks no further.

Where it has been before in this game it draws by the softmax instead, or it would go in circles to a draw.
The weights are those of `referee train geister-policy`; docs/geister.md says how they were made.
"""

from collections import Counter
from functools import cache
from math import exp
from pathlib import Path

import numpy as np

from engines.base import Limit
from engines.boards.geister import MOST_MOVES, GeisterBoard, State, moves
from engines.geister.colours import coloured, enemies, reds_among
from engines.geister.features import MOST_BITS, SIDE, Weights, gather, matrix, priorities
from engines.geister.player import GeisterPlayer
from games import load
from games.base import Game, Move, Seat
from games.geister import GeisterPosition

# The ways to place the reds that fared best in 2000 games each of the policy with itself; more than one, for
# a player that always does the same can be read.
PLACES = ("ABCE", "BCFG", "ACEG", "ABDE")
_FILE = Path(__file__).parent / "weights" / "policy.npy"


@cache
def shipped() -> Weights:
    """The weights that come with the project."""
    return matrix(np.load(_FILE))


def example() -> State:
    """A position to warm up with."""
    game = load("geister")
    return GeisterBoard.load(game, game.start().play("ABCD").play("ABCD")).state


def rated(weights: Weights, state: State) -> list[tuple[int, float]]:
    """The mover's moves with their priorities; which enemies are red does not matter."""
    found, values = np.zeros(MOST_MOVES, np.uint64), np.zeros(MOST_MOVES, np.float32)
    bits, sums, seat = np.zeros(MOST_BITS, np.uint64), np.zeros(SIDE, np.float32), state[4] & np.uint64(1)
    n = moves(state, found)
    gather(weights, state, seat, bits, sums)
    priorities(weights, sums, state, seat, found, n, bits, values)
    return [(int(found[i]), float(values[i])) for i in range(n)]


def supposed(position: GeisterPosition, seat: Seat) -> GeisterPosition:
    """The position with some colours for the enemy, for what does not depend on which."""
    return coloured(position, enemies(position, seat)[: reds_among(position, seat)])


class GeisterPolicy(GeisterPlayer):
    def warm(self) -> None:
        rated(shipped(), example())

    def begin(self, game: Game, seat: Seat) -> None:
        super().begin(game, seat)
        self._been = Counter[tuple[int, ...]]()

    def place(self, position: GeisterPosition) -> Move:
        return self.random.choice(PLACES)

    def step(self, position: GeisterPosition, limit: Limit) -> Move:
        board = GeisterBoard.load(self.game, supposed(position, self.seat))
        options = rated(shipped(), board.state)
        top = max(value for _, value in options)
        before = self._been[position.squares]
        self._been[position.squares] += 1
        if before:  # the flatter the more often
            weights = [exp((value - top) / before) for _, value in options]
        else:
            weights = [float(value == top) for _, value in options]
        return board.text(self.random.choices([move for move, _ in options], weights)[0])
