"""The ladder: rating 10,000 results of 100 players, with and without errors, and pairing 1,000 who wait."""

from random import Random

import numpy as np

from bench.base import Row, interleaved
from ladder.formats import Endless
from ladder.rating import rate
from ladder.result import Result

RESULTS, PLAYERS, SIMULATIONS, WAITING = 10_000, 100, 400, 1_000


def _results(random: Random) -> list[Result]:
    strengths = [random.gauss(0, 200) for _ in range(PLAYERS)]
    results = []
    for number in range(RESULTS):
        one, two = random.sample(range(PLAYERS), 2)
        expected = 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
        luck = random.random()
        winner = "first" if luck < 0.8 * expected else None if luck < 0.8 * expected + 0.2 else "second"
        names = f"p{one}", f"p{two}"
        results.append(Result(number, "go9", *names, winner, "played", "", 60, 1.0, 1.0, 0.0, "", ""))  # type: ignore[arg-type]
    return results


def run() -> list[Row]:
    random, rng = Random(1), np.random.default_rng(1)
    results = _results(random)
    waiting = [f"w{number}" for number in range(WAITING)]
    ratings = {player: random.gauss(0, 200) for player in waiting}
    ladder = Endless((), ("go9",))

    def rated() -> int:
        return len(rate(results).table) and RESULTS

    def with_errors() -> int:
        return rate(results, None, SIMULATIONS, rng).simulations and RESULTS

    def paired() -> int:
        return 2 * len(ladder.round(results, [], waiting, ratings))

    return [
        Row(f"ratings of {PLAYERS} players", interleaved(rated, None)[0], None, "results"),
        Row(f"the same with {SIMULATIONS} simulations", interleaved(with_errors, None)[0], None, "results"),
        Row(f"pairing {WAITING} who wait", interleaved(paired, None)[0], None, "players"),
    ]
