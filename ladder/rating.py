"""Ratings in Elo by maximum likelihood over all results at once: a function of the results, never an update.

`Model("half", prior=0)` is Ordo's model (with `advantage`, its -W -D), `Model("rao-kupper")` is BayesElo's.
Errors are simulated (see `ladder.simulation`); facts of both programs: their sources and documentation.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import erf, exp, log, sqrt, tanh
from typing import Literal

import numpy as np

from ladder.draws import even_draw_rate
from ladder.fit import USUAL_MARGIN, Array, maximise
from ladder.pool import Pool
from ladder.result import Result, counted
from ladder.simulation import spread

ELO = 400.0 / log(10.0)  # Elo points per natural unit
Z95 = 1.959964


class Unbounded(ValueError):
    """Without a prior, the likelihood of these results grows for ever."""


@dataclass(frozen=True, slots=True)
class Model:
    draws: Literal["half", "rao-kupper"] = "half"
    advantage: bool = True  # fit what the first seat is worth; False: nothing
    prior: float = 2.0  # BayesElo's measure: each adds half so many draws, against his own opponents
    anchors: Mapping[str, float] = field(
        default_factory=dict
    )  # Elo held fixed; without any, a pool averages 0


@dataclass(frozen=True, slots=True)
class Rating:
    player: str
    elo: float
    error: float | None  # half of the 95 % interval, against the pool's average or the anchors
    games: int
    score: float  # a win 1, a draw 0.5
    superiority: float | None  # the likelihood that he is stronger than the next in the table


@dataclass(frozen=True, slots=True)
class Ratings:
    table: tuple[Rating, ...]  # the strongest first
    advantage: float  # of the first seat, Elo
    advantage_error: float | None
    draw_rate: float  # between equals, no advantage
    scale: float  # BayesElo prints ratings times this; 1 for "half"
    simulations: int  # behind the errors

    def elo(self) -> dict[str, float]:
        return {row.player: row.elo for row in self.table}


def rate(
    results: Iterable[Result],
    model: Model | None = None,
    simulations: int = 0,
    rng: np.random.Generator | None = None,
) -> Ratings:
    """The ratings of all who played a scored game; errors too if `simulations` (with `rng`) are asked for.

    Raises Unbounded where, without a prior, somebody won or lost everything.
    """
    model = model or Model()
    pool = _pool(counted(results), model)
    if not pool.players:
        return Ratings((), 0.0, None, 0.0, 1.0, 0)
    if model.prior == 0:
        _check_bounded(pool)
    data, start = pool.data(pool.wins[None], pool.draws[None], pool.losses[None]), _start(pool, model)
    best = maximise(data, start, pool.held, tolerance=1e-9, rounds=100)[0][0]
    rate_even = tanh(best[-1] / 2) if pool.whole_draws else even_draw_rate(pool, best)
    sample = spread(pool, best, rate_even, simulations, rng) if simulations and rng is not None else None
    return _ratings(pool, model, best, rate_even, sample)


def _pool(results: list[Result], model: Model) -> Pool:
    players = sorted({name for result in results for name in (result.first, result.second)})
    index = {player: number for number, player in enumerate(players)}
    counts = np.zeros((3, len(players), len(players)))
    kinds = {"first": 0, None: 1, "second": 2}
    for result in results:
        counts[kinds[result.winner], index[result.first], index[result.second]] += 1
    held = [player in model.anchors for player in players]
    held += [not model.advantage, model.draws == "half"]
    virtual = _virtual(counts.sum(axis=0), model)
    return Pool(players, counts[0], counts[1], counts[2], virtual, np.array(held), model.draws != "half")


def _virtual(games: Array, model: Model) -> Array:
    """BayesElo's prior: every player adds draws against his own opponents, in both seats."""
    met = games + games.T
    total = np.maximum(met.sum(axis=1), 1.0)
    draws: Array = 0.25 * model.prior * (met / total[:, None] + met / total[None, :])
    return draws


def _centre(model: Model) -> float:
    return sum(model.anchors.values()) / len(model.anchors) if model.anchors else 0.0


def _start(pool: Pool, model: Model) -> Array:
    centre = _centre(model)
    strengths = [(model.anchors.get(player, centre) - centre) / ELO for player in pool.players]
    return np.array([[*strengths, 0.0, USUAL_MARGIN if pool.whole_draws else 0.0]])


def _check_bounded(pool: Pool) -> None:
    """Ford's condition: who is linked to somebody has also, over whatever detours, scored against him."""
    scored = pool.wins + pool.losses.T + pool.draws + pool.draws.T
    reach = (scored + np.eye(len(pool.players)) > 0).astype(np.float32)
    for _ in range(len(pool.players).bit_length()):
        reach = (reach @ reach > 0).astype(np.float32)
    odd = np.flatnonzero((reach != reach.T).any(axis=1))
    if odd.size:
        names = ", ".join(pool.players[number] for number in odd[:5])
        raise Unbounded(f"some of {names} won or lost everything between them: rate with a prior")


def _ratings(pool: Pool, model: Model, best: Array, draw_rate: float, sample: Array | None) -> Ratings:
    if sample is not None and len(sample) < 2:
        sample = None
    errors = None if sample is None else Z95 * ELO * sample.std(axis=0, ddof=1)
    narrow = exp(-best[-1])
    return Ratings(
        table=_table(pool, _centre(model), best, errors, sample),
        advantage=float(best[-2] * ELO),
        advantage_error=None if errors is None else float(errors[-2]),
        draw_rate=draw_rate,
        scale=4 * narrow / (1 + narrow) ** 2,
        simulations=0 if sample is None else len(sample),
    )


def _table(
    pool: Pool, centre: float, best: Array, errors: Array | None, sample: Array | None
) -> tuple[Rating, ...]:
    scores = (pool.wins + pool.draws / 2).sum(axis=1) + (pool.losses + pool.draws / 2).sum(axis=0)
    games = pool.games.sum(axis=1) + pool.games.sum(axis=0)
    order = sorted(range(len(pool.players)), key=lambda number: (-best[number], pool.players[number]))
    return tuple(
        Rating(
            pool.players[number],
            float(best[number]) * ELO + centre,
            None if errors is None else float(errors[number]),
            int(games[number]),
            float(scores[number]),
            None if sample is None or below is None else _superiority(best, sample, number, below),
        )
        for number, below in zip(order, [*order[1:], None], strict=True)
    )


def _superiority(best: Array, sample: Array, one: int, two: int) -> float:
    """Of two players, from the spread of the distance between them; what the pool shares falls out of it."""
    distance, doubt = float(best[one] - best[two]), float((sample[:, one] - sample[:, two]).std(ddof=1))
    if doubt == 0.0:  # both are anchored
        return 0.5 if distance == 0.0 else 1.0
    return (1 + erf(distance / doubt / sqrt(2))) / 2
