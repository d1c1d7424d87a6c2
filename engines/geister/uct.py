"""UCT with the policy's help: `geister-uct`, and methods A, B and C of Aoki and Hashimoto.

The enemy's colours are supposed once a turn, by how red each piece looks; the search takes them for true.
"""

from functools import partial

import numpy as np

from engines.base import Limit
from engines.boards.geister import GeisterBoard
from engines.boards.jit import random_state
from engines.geister.colours import coloured
from engines.geister.player import GeisterPlayer
from engines.geister.policy import example, shipped
from engines.geister.suspicion import Suspicion
from engines.geister.tree import NODES, NOWHERE, PLAYOUTS, ROOT, plant, simulate, tree
from engines.pace import repeat
from games.base import Game, Move, Seat
from games.geister import GeisterPosition

ROOM = 4_000_000  # nodes; a full tree is searched on, but grows no further
TRUST = 0.1  # c of formula (4): what the policy adds to a win rate


class GeisterUct(GeisterPlayer):
    guidance = NOWHERE

    def warm(self) -> None:
        self._tree = tree(ROOM)
        plant(self._tree)
        simulate(self._tree, example(), np.uint64(0), self.guidance, shipped(), random_state(0), 10)

    def begin(self, game: Game, seat: Seat) -> None:
        super().begin(game, seat)
        self._suspicion = Suspicion()

    def watch(self, before: GeisterPosition, now: GeisterPosition, piece: int) -> None:
        self._suspicion.watch(before, now, self.seat, piece)

    def step(self, position: GeisterPosition, limit: Limit) -> Move:
        reds = self._suspicion.guess(position, self.seat, self.random)
        board = GeisterBoard.load(self.game, coloured(position, reds))
        plant(self._tree)
        repeat(limit, partial(self._search, board))
        if self._tree.children[0] == 0:  # no time at all
            self._search(board, 1)
        return board.text(self._best())

    def _search(self, board: GeisterBoard, n: int) -> None:
        seat, random = board.state[4] & np.uint64(1), random_state(self.random.getrandbits(64))
        simulate(self._tree, board.state, seat, self.guidance, shipped(), random, n)

    def _best(self) -> int:
        """The move with the highest score by formula (4)."""
        first, n = int(self._tree.child[0]), int(self._tree.children[0])
        trust = TRUST if self.guidance != NOWHERE else 0.0

        def score(node: int) -> float:
            rate = self._tree.points[node] / max(1, self._tree.visits[node])
            return float(rate + trust * self._tree.prior[node])

        return int(self._tree.move[max(range(first, first + n), key=score)])


class GeisterUctA(GeisterUct):
    """The policy guides in the tree and in playouts."""

    guidance = PLAYOUTS


class GeisterUctB(GeisterUct):
    """The policy guides in the tree."""

    guidance = NODES


class GeisterUctC(GeisterUct):
    """The policy guides at the root."""

    guidance = ROOT
