"""The strongest of our Geister players: beliefs, a search over what it knows, a learnt value."""

import time
from functools import partial

import numpy as np

from engines.base import Limit
from engines.boards.geister import GeisterBoard
from engines.boards.jit import random_state
from engines.geister import purple_memory
from engines.geister.belief import Belief
from engines.geister.infoset import Advice, Guess, plant, simulate, tree
from engines.geister.manners import manners
from engines.geister.player import GeisterPlayer
from engines.geister.policy import shipped, supposed
from engines.geister.proof import sure_win
from engines.geister.purple_value import tables
from engines.geister.value import shipped_value
from engines.pace import after, repeat, seconds
from games import load
from games.base import Game, Move, Seat
from games.geister import GeisterPosition

ROOM = 2_000_000  # nodes
EXPLORE = 1.0
PROOF = 1_000_000  # nodes a second spent on looking for a sure win, about a tenth of the time
TRUST = 64  # of 256


class GeisterBest(GeisterPlayer):
    def warm(self) -> None:
        game = load("geister")
        self._tree = tree(ROOM)
        self._proof = purple_memory.tree(tables())
        self.begin(game, Seat.SECOND)
        position = game.start().play("ABCD").play("ABCD").play("B,N")  # a step of the enemy to learn from
        self.choose(position.view(Seat.SECOND), Limit(1.0, nodes=20))

    def begin(self, game: Game, seat: Seat) -> None:
        super().begin(game, seat)
        self._belief = Belief(manners())
        self._advice = Advice(shipped(), manners(), shipped_value(), np.float32(EXPLORE), np.uint64(TRUST))

    def watch(self, before: GeisterPosition, now: GeisterPosition, piece: int) -> None:
        boards = [GeisterBoard.load(self.game, supposed(each, self.seat)) for each in (before, now)]
        self._belief.watch(boards[0], boards[1], self.seat, piece)

    def step(self, position: GeisterPosition, limit: Limit) -> Move:
        begun = time.monotonic()
        if won := sure_win(self._proof, position, self.seat, limit, self._proof_nodes(limit)):
            return won
        board = GeisterBoard.load(self.game, supposed(position, self.seat))
        guess = self._belief.guess(position, board, self.seat)
        plant(self._tree)
        repeat(after(limit, time.monotonic() - begun), partial(self._search, board, guess))
        if self._tree.children[0, 0] == 0:  # no time at all
            self._search(board, guess, 1)
        return board.text(self._best())

    def _proof_nodes(self, limit: Limit) -> int:
        return int(PROOF * seconds(limit)) if limit.nodes is None else limit.nodes

    def _search(self, board: GeisterBoard, guess: Guess, n: int) -> None:
        seat, random = board.state[4] & np.uint64(1), random_state(self.random.getrandbits(64))
        simulate(self._tree, board.state, seat, guess, self._advice, random, n)

    def _best(self) -> int:
        """The move that was searched most."""
        first, n = int(self._tree.child[0, 0]), int(self._tree.children[0, 0])
        return int(self._tree.move[first + int(np.argmax(self._tree.visits[first : first + n]))])
