"""The ladder: rating 10,000 results of 100 players, with and without errors, and as a command of its own.

The command is measured whole, from a results file to the printed page. And pairing 1,000 who wait.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import numpy as np

from bench.base import Row, interleaved
from ladder.formats import Endless
from ladder.rating import rate
from ladder.result import Result
from ladder.store import GameRow, ResultRow, Store
from ladder.store import Row as StoreRow

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


def rows_of_results() -> list[StoreRow]:
    """The same results as a referee would have stored them."""
    rows: list[StoreRow] = []
    for game in _results(Random(1)):
        rows += [
            GameRow(game.id, game.game, game.first, game.second, "10/move", ""),
            ResultRow(game.id, game.winner, game.ending, "", game.plies, 1.0, 1.0, 0.0, ""),
        ]
    return rows


def _command() -> float:
    """Results per second of `referee ladder`, the median of five runs."""
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        store = Store(db := str(Path(folder) / "bench.db"))
        store.append(rows_of_results())
        store.close()
        words = [sys.executable, "-m", "cli.main", "ladder", "--db", db]
        seconds = []
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run(words, cwd=Path(__file__).parents[1], check=True, stdout=subprocess.DEVNULL)
            seconds.append(time.perf_counter() - start)
        return RESULTS / statistics.median(seconds)


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
        Row("`referee ladder` as a command, by the wall clock", _command(), None, "results"),
        Row(f"pairing {WAITING} who wait", interleaved(paired, None)[0], None, "players"),
    ]
