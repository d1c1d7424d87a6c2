"""Plays any game by picking among the legal moves evenly: the zero of every ladder."""

from engines.base import Engine, Limit
from games.base import Move


class RandomMover(Engine):
    def choose(self, view: str, limit: Limit) -> Move:
        return self.random.choice(self.game.read(view).legal_moves())
