"""Ratings against Ordo and BayesElo on their own output, and what must hold without either."""

import csv
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.rating import Model, Ratings, Unbounded, rate
from ladder.result import Result

ORDO = Model("half", prior=0)
ORDO_PLAIN = Model("half", advantage=False, prior=0)
BAYESELO = Model("rao-kupper")


def game(number: int, first: str, second: str, score: str) -> Result:
    winners: dict[str, Literal["first", "second"] | None] = {"1": "first", "0.5": None, "0": "second"}
    return Result(number, "go9", first, second, winners[score], "played", "", 40, 1.0, 1.0, 0.0, "", "")


def games(rows: Iterable[tuple[str, str, str]]) -> list[Result]:
    return [game(number, *row) for number, row in enumerate(rows)]


def recorded(oracle: Path, case: str) -> list[Result]:
    with (oracle / "ratings" / f"games_{case}.csv").open() as file:
        return games((row["white"], row["black"], row["white_score"]) for row in csv.DictReader(file))


def ordo(oracle: Path, case: str, kind: str) -> dict[str, tuple[float, float]]:
    """Rating and error of each player."""
    with (oracle / "ratings" / f"ordo_{case}_{kind}.csv").open() as file:
        rows = [(row["PLAYER"], row["RATING"], row["ERROR"]) for row in csv.DictReader(file)]
    return {name: (float(rating), float(error.replace("-", "0"))) for name, rating, error in rows}


def bayeselo(oracle: Path, case: str) -> tuple[dict[str, float], float, float, float]:
    """Ratings, advantage, drawelo and scale."""
    text = (oracle / "ratings" / f"bayeselo_{case}_mm11.txt").read_text()
    table = re.findall(r"^ +\d+ (\w+) +(-?\d+) +[\d.]+ +\d+ +\d+ +\d+ ", text, re.M)
    numbers = [float(number) for number in re.findall(r"EloRating>([\d.]+)$", text, re.M)]
    return {name: float(rating) for name, rating in table}, numbers[1], numbers[2], numbers[3]


def distance(ratings: Ratings, reference: dict[str, float]) -> float:
    assert set(ratings.elo()) == set(reference)
    return max(abs(rating - reference[name]) for name, rating in ratings.elo().items())


@pytest.mark.parametrize("case", ["full", "sparse", "small", "two"])
def test_plain_ratings_are_those_of_ordo(oracle: Path, case: str) -> None:
    reference = {name: rating for name, (rating, _) in ordo(oracle, case, "plain").items()}
    assert distance(rate(recorded(oracle, case), ORDO_PLAIN), reference) < 0.05


@pytest.mark.parametrize("case", ["full", "sparse", "small", "two"])
def test_ratings_with_a_first_move_advantage_are_those_of_ordo(oracle: Path, case: str) -> None:
    ratings = rate(recorded(oracle, case), ORDO)
    reference = {name: rating for name, (rating, _) in ordo(oracle, case, "WD").items()}
    assert distance(ratings, reference) < 0.05
    text = (oracle / "ratings" / f"ordo_{case}_WD.txt").read_text()
    advantage, draws = re.findall(r"= +([\d.]+)", text)
    assert ratings.advantage == pytest.approx(float(advantage), abs=0.05)
    assert 100 * ratings.draw_rate == pytest.approx(float(draws), abs=0.05)


@pytest.mark.parametrize("case", ["full", "small"])
def test_simulated_errors_are_within_a_tenth_of_those_of_ordo(oracle: Path, case: str) -> None:
    ratings = rate(recorded(oracle, case), ORDO, 2000, np.random.default_rng(1))
    reference = ordo(oracle, case, "WD")
    for row in ratings.table:
        assert row.error == pytest.approx(reference[row.player][1], rel=0.10)


@pytest.mark.parametrize("case", ["full", "sparse", "small", "two", "edge"])
def test_the_draw_margin_model_gives_the_ratings_of_bayeselo(oracle: Path, case: str) -> None:
    ratings = rate(recorded(oracle, case), BAYESELO)
    reference, advantage, _, scale = bayeselo(oracle, case)
    # BayesElo prints whole numbers, scaled.
    scaled = {name: rating * ratings.scale for name, rating in ratings.elo().items()}
    assert max(abs(scaled[name] - reference[name]) for name in reference) < 0.6
    assert ratings.advantage == pytest.approx(advantage, abs=0.05)
    assert ratings.scale == pytest.approx(scale, abs=5e-4)


def test_pools_that_never_met_are_rated_as_by_bayeselo_but_each_around_its_own_zero(oracle: Path) -> None:
    # No game and no virtual draw links the pools, so the likelihood does not say where one stands against the
    # other; BayesElo ends 96 points apart, we at equal averages. The differences within each are compared.
    ratings = rate(recorded(oracle, "disconnected"), BAYESELO)
    reference, _, _, scale = bayeselo(oracle, "disconnected")
    assert ratings.scale == pytest.approx(scale, abs=5e-4)
    lone = {"Iso1", "Iso2"}
    for pool in (lone, set(reference) - lone):
        off = [reference[name] - ratings.elo()[name] * ratings.scale for name in pool]
        assert max(off) - min(off) < 1.1  # both ends are rounded to whole numbers
        assert sum(ratings.elo()[name] for name in pool) == pytest.approx(0, abs=1e-3)


def test_two_players_have_the_closed_form() -> None:
    results = games([("A", "B", "1")] * 60 + [("A", "B", "0.5")] * 20 + [("A", "B", "0")] * 20)
    assert rate(results, ORDO_PLAIN).elo()["A"] == pytest.approx(200 * np.log10(0.7 / 0.3), abs=1e-4)


def test_all_wins_need_a_prior() -> None:
    results = games([("A", "B", "1"), ("B", "C", "1"), ("C", "B", "1"), ("C", "A", "0")])
    with pytest.raises(Unbounded, match="A"):
        rate(results, ORDO)
    assert 0 < rate(results).elo()["A"] < 400


def test_more_wins_without_a_loss_rate_higher_but_never_without_bound() -> None:
    ratings = [rate(games([("A", "B", "1"), ("B", "A", "0")] * wins)).elo()["A"] for wins in (1, 5, 50)]
    assert 0 < ratings[0] < ratings[1] < ratings[2] < 1000


def test_anchors_stay_and_the_rest_moves_with_them(oracle: Path) -> None:
    free = rate(recorded(oracle, "full"), ORDO).elo()
    held = rate(recorded(oracle, "full"), Model("half", prior=0, anchors={"Echo": 1500.0})).elo()
    assert held["Echo"] == 1500.0
    for name, rating in free.items():
        assert held[name] - 1500 == pytest.approx(rating - free["Echo"], abs=0.01)


def test_a_pool_without_an_anchor_averages_the_anchors() -> None:
    results = games([("A", "B", "1"), ("B", "A", "1"), ("X", "Y", "1"), ("Y", "X", "1")])
    ratings = rate(results, Model(anchors={"A": 2000.0})).elo()
    assert (ratings["X"] + ratings["Y"]) / 2 == pytest.approx(2000, abs=0.01)


def test_a_seat_is_not_credited_with_what_strength_explains() -> None:
    ratings = rate(games([("A", "B", "1")] * 7 + [("A", "B", "0")] * 3), ORDO)  # A always began
    assert abs(ratings.advantage) < 1
    assert ratings.elo()["A"] == pytest.approx(73.6, abs=0.5)


def test_stopped_and_void_games_count_for_nothing() -> None:
    played = games([("A", "B", "1"), ("B", "A", "1")])
    broken = [
        Result(9, "go9", "A", "B", "first", ending, "", 3, 0.0, 0.0, 0.0, "", "")
        for ending in ("stopped", "void")
    ]
    assert rate([*played, *broken]) == rate(played)
    assert rate(broken).table == ()


def test_errors_are_given_only_when_asked_for_and_are_the_same_for_the_same_seed(oracle: Path) -> None:
    results = recorded(oracle, "small")
    assert all(row.error is None for row in rate(results).table)
    one, two = (rate(results, None, 100, np.random.default_rng(5)) for _ in range(2))
    assert one == two
    assert one.simulations == 100


def test_errors_with_the_draw_margin_model_are_near_those_of_bayeselo(oracle: Path) -> None:
    # BayesElo's intervals (38 to 30 on this case) are of another kind: a likelihood around the mode.
    ratings = rate(recorded(oracle, "full"), BAYESELO, 500, np.random.default_rng(2))
    assert all(28 < (row.error or 0) * ratings.scale < 42 for row in ratings.table)


RESULTS = st.lists(
    st.tuples(st.sampled_from("ABCD"), st.sampled_from("EFGH"), st.sampled_from(["1", "0.5", "0"])),
    min_size=1,
    max_size=30,
)


@given(rows=RESULTS, seed=st.randoms(use_true_random=False), draws=st.sampled_from(["half", "rao-kupper"]))
@settings(max_examples=100, deadline=None)
def test_the_order_of_results_changes_nothing(
    rows: list[tuple[str, str, str]], seed: Random, draws: Literal["half", "rao-kupper"]
) -> None:
    shuffled = list(rows)
    seed.shuffle(shuffled)
    one, two = rate(games(rows), Model(draws)), rate(games(shuffled), Model(draws))
    assert one.elo() == pytest.approx(two.elo(), abs=1e-6)
    assert all(abs(rating) < 3000 for rating in one.elo().values())


def test_the_intervals_of_a_hundred_players_are_honest() -> None:
    rng = np.random.default_rng(3)
    strengths = rng.normal(0, 200, 100)
    rows = []
    for _ in range(10_000):
        one, two = rng.choice(100, 2, replace=False)
        expected = 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
        rows.append((f"p{one}", f"p{two}", "1" if rng.random() < expected else "0"))
    results = games(rows)
    ratings = rate(results, None, 400, rng)
    # The interval is honest: about 95 % of the true strengths lie in it.
    off = strengths - strengths.mean()
    inside = [abs(row.elo - off[int(row.player[1:])]) < (row.error or 0) for row in ratings.table]
    assert sum(inside) >= 88
