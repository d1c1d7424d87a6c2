"""How often games are drawn, where a draw is half a win: Davidson's curve, as in Ordo.

Wins x losses / draws^2 is the same at every distance, and win + draw / 2 is the expected score.
"""

from collections.abc import Callable

import numpy as np

from ladder.fit import Array, logistic
from ladder.pool import Pool

GOLDEN = (5**0.5 - 1) / 2


def draw_chance(expected: Array, even: float) -> Array:
    """The chance of a draw by expected score, given the draw rate between equals."""
    ratio = (1 - even) / (2 * even)
    spare = expected * (1 - expected)
    chance: Array = 2 * spare / (0.5 + np.sqrt(0.25 + 4 * (ratio * ratio - 0.25) * spare))
    return chance


def even_draw_rate(pool: Pool, parameters: Array) -> float:
    """The most likely draw rate between equals, the strengths given."""
    if not pool.draws.any():
        return 0.0
    played = pool.games > 0
    expected = logistic(pool.distance(parameters[None])[0])[played]
    wins, draws, losses = pool.wins[played], pool.draws[played], pool.losses[played]

    def likelihood(even: float) -> float:
        draw = draw_chance(expected, even)
        win, loss = np.maximum(expected - draw / 2, 1e-12), np.maximum(1 - expected - draw / 2, 1e-12)
        return float((wins * np.log(win) + draws * np.log(draw) + losses * np.log(loss)).sum())

    return _peak(likelihood, 1e-6, 1 - 1e-6)


def _peak(of: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one peak is highest, by golden section."""
    while high - low > 1e-6:
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if of(left) < of(right):
            low = left
        else:
            high = right
    return (low + high) / 2
