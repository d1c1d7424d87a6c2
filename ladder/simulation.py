"""Error bars by simulation: the games are played again from the fitted model, draws included, and refitted.

Why not a formula: a draw as half a win overstates the noise (45 for 38 Elo on 1800 games), and the sandwich
estimate understates it on few games (106 for 161 on 90). A simulated pool without a finite fit is left out.
"""

import numpy as np

from ladder.draws import draw_chance
from ladder.fit import Array, logistic, maximise, near_solver
from ladder.pool import Pool

CHUNK = 500_000  # games or cells at once, to bound the memory
TOLERANCE = 1e-4  # natural units: a hundredth of an Elo
ROUNDS = 12


def spread(pool: Pool, best: Array, even: float, simulations: int, rng: np.random.Generator) -> Array:
    """The refitted parameters, one row for each simulated pool that has a finite fit."""
    at_once = max(1, int(CHUNK // max(pool.games.sum(), pool.games.size)))
    chances = _chances(pool, best, even)
    fitted_data = pool.data(pool.wins[None], pool.draws[None], pool.losses[None])
    solver = near_solver(fitted_data, best[None], pool.held)
    parts = []
    for done in range(0, simulations, at_once):
        sets = min(at_once, simulations - done)
        data = pool.data(*_replay(pool, chances, sets, rng))
        fitted, found = maximise(data, np.tile(best, (sets, 1)), pool.held, TOLERANCE, ROUNDS, solver)
        parts.append(fitted[found])
    return np.concatenate(parts)


def _chances(pool: Pool, best: Array, even: float) -> tuple[Array, Array]:
    """Of a win and of a draw, by (first player, second player)."""
    x = pool.distance(best[None])[0]
    if pool.whole_draws:
        win = logistic(x - best[-1])
        return win, 1 - win - logistic(-x - best[-1])
    draw = draw_chance(logistic(x), even) if even else np.zeros_like(x)
    return logistic(x) - draw / 2, draw


def _replay(
    pool: Pool, chances: tuple[Array, Array], sets: int, rng: np.random.Generator
) -> tuple[Array, Array, Array]:
    cells = np.repeat(np.arange(pool.games.size), pool.games.ravel().astype(np.int64))
    win, draw = (chance.ravel()[cells] for chance in chances)
    luck = rng.random((sets, len(cells)))
    place = cells + pool.games.size * np.arange(sets)[:, None]
    shape = (sets, *pool.games.shape)
    wins = np.bincount(place[luck < win], minlength=sets * pool.games.size).reshape(shape)
    unlost = np.bincount(place[luck < win + draw], minlength=sets * pool.games.size).reshape(shape)
    return wins.astype(float), (unlost - wins).astype(float), pool.games - unlost
