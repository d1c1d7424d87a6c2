"""Intervals against known values, pairs by slot, and the error rates of the sequential test by simulation."""

from dataclasses import dataclass, replace
from math import inf, log, sqrt
from random import Random
from statistics import NormalDist

import numpy as np
import pytest
from numpy.typing import NDArray

from ladder.result import Result
from ladder.sprt import Sprt
from ladder.statistics import (
    difference,
    elo,
    expected,
    in_order,
    moments,
    pair_scores,
    pentanomial,
    superiority,
    wilson,
)


def test_the_wilson_interval_has_its_textbook_values() -> None:
    interval = wilson(9, 10)
    assert (interval.low, interval.high) == pytest.approx((0.5958, 0.9821), abs=1e-4)
    assert wilson(0, 0).low == 0 and wilson(0, 0).high == 1
    assert wilson(0, 20).low == 0
    assert wilson(20, 20).high == 1
    assert wilson(20, 20).low == pytest.approx(0.8389, abs=1e-4)


def test_elo_and_expected_score_undo_each_other() -> None:
    for points in (-700.0, -3.0, 0.0, 191.0):
        assert elo(expected(points)) == pytest.approx(points)
    assert expected(400) == pytest.approx(10 / 11)
    assert elo(0) == -inf and elo(1) == inf


def test_the_elo_difference_has_an_interval_around_it() -> None:
    interval = difference([20, 20, 60])
    assert interval.value == pytest.approx(147.19, abs=0.01)
    # The standard error of the score is sqrt(0.6 + 0.2 / 4 - 0.7**2) / 10 = 0.04.
    assert interval.low == pytest.approx(elo(0.7 - 1.96 * 0.04), abs=0.01)
    assert interval.high == pytest.approx(elo(0.7 + 1.96 * 0.04), abs=0.01)


def test_paired_games_give_a_narrower_interval_than_the_same_games_unpaired() -> None:
    # 100 pairs of which each game went to the first seat: level, and certainly so.
    paired, unpaired = difference([5, 0, 90, 0, 5]), difference([100, 0, 100])
    assert paired.value == unpaired.value == pytest.approx(0)
    assert paired.high < unpaired.high / 2


def test_all_games_won_have_a_bound_only_from_below() -> None:
    interval = difference([0, 0, 10])
    assert interval.value == interval.high == inf
    assert interval.low == pytest.approx(elo(wilson(10, 10).low))
    assert difference([0, 0, 0]).low == -inf


def test_superiority_is_the_normal_distribution_of_decided_games() -> None:
    assert superiority(0, 0) == superiority(5, 5) == 0.5
    assert superiority(60, 40) == pytest.approx(NormalDist().cdf(2.0))


def game(number: int, first: str, winner: str | None, slot: str, ending: str = "played") -> Result:
    second = "B" if first == "A" else "A"
    return Result(number, "go9", first, second, winner, ending, "", 9, 1, 1, 0, "e", slot)  # type: ignore[arg-type]


def test_pairs_are_found_by_slot_and_need_both_games() -> None:
    results = [
        game(0, "A", "first", "A B/1/1"),
        game(1, "A", None, "A B/2/1"),
        game(2, "B", "first", "A B/3/2", ending="stopped"),
        game(3, "B", "second", "A B/1/2"),
        game(4, "A", "first", "A B/3/1"),
        game(5, "B", "first", "A B/2/2"),
    ]
    scores = pair_scores(results, "A")
    assert scores == {("e", "A B/1"): 2.0, ("e", "A B/2"): 0.5}
    assert pair_scores(results, "B") == {("e", "A B/1"): 0.0, ("e", "A B/2"): 1.5}
    assert pentanomial(scores.values()) == [0, 1, 0, 0, 1]


def test_a_pair_is_of_one_event_and_free_play_has_none() -> None:
    one, two = game(0, "A", "first", "A B/1/1"), game(1, "B", "first", "A B/1/2")
    free = replace(one, event="", slot="")
    assert pair_scores([one, replace(two, event="f"), free, free], "A") == {}
    both = [replace(result, event=event) for event in ("e", "f") for result in (one, two)]
    assert pair_scores(both, "A") == {("e", "A B/1"): 1.0, ("f", "A B/1"): 1.0}


def test_a_later_pair_that_finished_earlier_waits() -> None:
    scores = {"1": 2.0, "2": 0.0, "4": 2.0}
    assert list(in_order(scores, ["1", "2", "3", "4"])) == [2.0, 0.0]


def test_the_test_decides_for_the_obvious_and_not_before_there_is_evidence() -> None:
    test = Sprt(0, 50)
    assert test.judge([]).accepted is None
    assert test.judge([2.0] * 5).accepted is None
    assert test.judge([2.0] * 200).accepted == "high"
    assert test.judge([0.0] * 200).accepted == "low"
    decided = test.judge([2.0] * 200).pairs
    assert test.judge([2.0] * decided + [0.0] * 500).accepted == "high", "later pairs change nothing"
    assert test.bounds == pytest.approx((-log(19), log(19)))


@dataclass(frozen=True)
class Setting:
    """A test and the games it is tried on."""

    test: Sprt
    draws: float  # draw rate between equals
    bias: float  # Elo that the map gives to one of the seats

    def chances(self, difference: float) -> NDArray[np.float64]:
        """Of 0, 1/2, ... 2 points in a pair, the mean score exactly as `difference` expects."""
        low, high = -1500.0, 1500.0
        while high - low > 1e-9:
            middle = (low + high) / 2
            mean = self._pair(middle) @ np.arange(5) / 4
            low, high = (middle, high) if mean < expected(difference) else (low, middle)
        return self._pair(low)

    def _pair(self, difference: float) -> NDArray[np.float64]:
        return np.convolve(self._game(difference + self.bias), self._game(difference - self.bias))

    def _game(self, difference: float) -> NDArray[np.float64]:
        score = expected(difference)
        draw = 4 * self.draws * score * (1 - score) * min(1.0, 0.5 / max(self.draws, 0.5))
        return np.array([1 - score - draw / 2, draw, score - draw / 2])


SETTINGS = [
    Setting(Sprt(0, 20), 0.3, 0),
    Setting(Sprt(0, 20), 0.0, 150),
    Setting(Sprt(-10, 30, alpha=0.02, beta=0.1), 0.2, 60),
    Setting(Sprt(0, 100), 0.2, 30),
]
TESTS = 2000
POINTS = np.array([0.0, 0.5, 1.0, 1.5, 2.0])


def run(setting: Setting, true: float, tests: int, longest: int, seed: int) -> tuple[float, float]:
    """How often "high" was accepted, and the mean number of games; all tests end within `longest` pairs."""
    rng = np.random.default_rng(seed)
    chances = setting.chances(true)
    lower, upper = setting.test.bounds
    high, games = 0, 0
    for _ in range(0, tests, 250):
        scores = POINTS[np.minimum(np.searchsorted(chances.cumsum(), rng.random((250, longest))), 4)]
        pairs = np.arange(1.0, longest + 1)[None].repeat(250, axis=0)
        ratio = setting.test.ratio(pairs, scores.cumsum(axis=1), (scores**2).cumsum(axis=1))
        over = (ratio <= lower) | (ratio >= upper)
        assert over.any(axis=1).all(), "a test did not end"
        end = over.argmax(axis=1)
        high += int((ratio[np.arange(250), end] > 0).sum())
        games += int(2 * (end + 1).sum())
    return high / tests, games / tests


def fixed_size(setting: Setting) -> float:
    """Games of a test of fixed size with the same error rates."""
    test, normal = setting.test, NormalDist()
    chances = setting.chances((test.low + test.high) / 2)
    variance = chances @ (POINTS / 2) ** 2 - (chances @ (POINTS / 2)) ** 2
    apart = expected(test.high) - expected(test.low)
    z = normal.inv_cdf(1 - test.alpha) + normal.inv_cdf(1 - test.beta)
    return float(2 * variance * (z / apart) ** 2)


def check(setting: Setting, tests: int, seed: int) -> str:
    """Both error rates are below what is configured, but for 2.33 standard errors of so many tests (99 %)."""
    test, fixed = setting.test, fixed_size(setting)
    longest = int(4 * fixed)
    false_high, games_low = run(setting, test.low, tests, longest, seed)
    true_high, games_high = run(setting, test.high, tests, longest, seed + 1)
    assert false_high <= test.alpha + 2.33 * sqrt(test.alpha * (1 - test.alpha) / tests)
    assert 1 - true_high <= test.beta + 2.33 * sqrt(test.beta * (1 - test.beta) / tests)
    assert max(games_low, games_high) < 0.8 * fixed
    return (
        f"{test}: alpha {false_high:.4f}, beta {1 - true_high:.4f} of {tests};"
        f" games {games_low:.0f} and {games_high:.0f}, fixed size {fixed:.0f}"
    )


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_the_error_rates_of_the_sequential_test_keep_to_alpha_and_beta(number: int) -> None:
    print(check(SETTINGS[number], TESTS, seed=10 * number))


@pytest.mark.full
@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_the_error_rates_keep_to_alpha_and_beta_over_many_tests(number: int) -> None:
    print(check(SETTINGS[number], 20_000, seed=1000 + 10 * number))


def test_one_by_one_the_verdict_is_that_of_the_simulation() -> None:
    random, test = Random(4), Sprt(0, 60)
    for _ in range(50):
        scores = random.choices([0.0, 0.5, 1.0, 1.5, 2.0], [2, 3, 6, 4, 3], k=400)
        verdict = test.judge(scores)
        sums = np.array(scores)
        ratio = test.ratio(np.arange(1.0, 401), sums.cumsum(), (sums**2).cumsum())
        lower, upper = test.bounds
        over = np.flatnonzero((ratio <= lower) | (ratio >= upper))
        assert verdict.pairs == (over[0] + 1 if over.size else 400)
        assert verdict.ratio == pytest.approx(ratio[verdict.pairs - 1])


def test_moments_are_of_the_score_per_game() -> None:
    assert moments([0, 0, 10]) == (1.0, 0.0)
    assert moments([5, 0, 0, 0, 5]) == (0.5, 0.25)
