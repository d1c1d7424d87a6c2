"""Plays any game by picking among the legal moves evenly: the zero of every ladder."""

from engines.base import Engine, Limit
from games.base import Move


class RandomMover(Engine):
    def choose(self, view: str, limit: Limit) -> Move:
        # To give up is a legal move of some games, but no way to play them.
        moves = [move for move in self.game.read(view).legal_moves() if move != "surrender"]
        return self.random.choice(moves)
