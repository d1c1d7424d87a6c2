"""The games of a pool of players, counted: what the fit and the simulation share."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ladder.fit import Array, Data


@dataclass(frozen=True, slots=True)
class Pool:
    players: Sequence[str]
    wins: Array  # by (first player, second player), of the first player
    draws: Array
    losses: Array
    virtual: Array  # draws that the prior adds
    held: NDArray[np.bool_]  # parameters that are not fitted
    whole_draws: bool  # a draw is a whole win and a whole loss, with a margin; else half of each

    @property
    def games(self) -> Array:
        return self.wins + self.draws + self.losses

    def data(self, wins: Array, draws: Array, losses: Array) -> Data:
        """What to fit, the prior added, for counts such as the pool's own by (data set, first, second)."""
        level = draws + self.virtual
        weight = 1.0 if self.whole_draws else 0.5
        total = level.sum(axis=(1, 2)) if self.whole_draws else np.zeros(len(level))
        return Data(wins + weight * level, losses + weight * level, total)

    def distance(self, parameters: Array) -> Array:
        """How far the first player is ahead, the seat included, by (data set, first, second)."""
        strength, advantage = parameters[:, :-2], parameters[:, -2]
        result: Array = strength[:, :, None] - strength[:, None, :] + advantage[:, None, None]
        return result
