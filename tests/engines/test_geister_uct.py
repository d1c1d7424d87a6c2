"""The UCT players: which move comes of a search, and the problems they solve from what they may see."""

from math import exp
from random import Random
from typing import cast

import numpy as np
import pytest

from engines import load
from engines.base import Limit
from engines.boards.geister import GeisterBoard
from engines.geister.policy import rated, shipped
from engines.geister.uct import GeisterUct
from games.base import Seat
from games.geister import GeisterPosition
from tests.engines.geister_positions import GAME, dealt, position

GUIDED = ["geister-uct-a", "geister-uct-b", "geister-uct-c"]
ALL = ["geister-uct", *GUIDED, "geister-best"]


def chosen(name: str, here: GeisterPosition, nodes: int, seed: int = 1) -> tuple[str, GeisterUct]:
    seat = here.to_move()
    assert isinstance(seat, Seat)
    engine = load(name, Random(seed))
    engine.warm()
    engine.begin(GAME, seat)
    return engine.choose(here.view(seat), Limit(60.0, again=60.0, nodes=nodes)), cast(GeisterUct, engine)


@pytest.mark.parametrize(("name", "trust"), [("geister-uct", 0.0), *[(name, 0.1) for name in GUIDED]])
def test_the_move_has_the_highest_score_by_formula_4(name: str, trust: float) -> None:
    here, rng, by_rate = dealt("ABEF", "CDGH"), np.random.default_rng(1), 0
    board = GeisterBoard.load(GAME, here)
    odds = {move: exp(value) for move, value in rated(shipped(), board.state)}
    engine = chosen(name, here, 50)[1]
    tree, first, n = engine._tree, int(engine._tree.child[0]), len(odds)
    for _ in range(100):  # as if the search had found this
        tree.visits[first : first + n] = rng.integers(100, 200, n)
        tree.points[first : first + n] = rng.integers(35, 65, n) / 100 * tree.visits[first : first + n]
        rates = {int(tree.move[k]): tree.points[k] / tree.visits[k] for k in range(first, first + n)}
        told = {move: rate + trust * odds[move] / sum(odds.values()) for move, rate in rates.items()}
        move = engine._best()
        assert told[move] == pytest.approx(max(told.values()), abs=1e-5)
        by_rate += rates[move] == max(rates.values())
    assert by_rate == 100 if trust == 0 else by_rate < 90


@pytest.mark.parametrize("name", GUIDED)
def test_a_thought_without_time_is_the_policy_s_move(name: str) -> None:
    here = dealt()
    board = GeisterBoard.load(GAME, here)
    best = board.text(max(rated(shipped(), board.state), key=lambda option: option[1])[0])
    engine = chosen(name, here, 10)[1]
    for _ in range(10):
        assert engine.choose(here.view(Seat.FIRST), Limit(0.0)) == best


FAR = {"E": (3, 3), "F": (4, 3)}
ESCAPE = position({"A": (5, 0), **FAR}, {"A": (2, 2), "B": (1, 1), "E": (1, 3)}, "EFGH EFGH", 60)
# All that is left of the second player's reds is one of two, and the other escapes next unless it is taken.
GUARD = position({"A": (0, 4), **FAR}, {"A": (0, 5), "B": (2, 1), "C": (4, 0), "E": (3, 0)}, "EFGH EFGH", 60)


@pytest.mark.parametrize("name", ALL)
def test_a_blue_on_its_exit_escapes(name: str) -> None:
    assert chosen(name, ESCAPE, 400)[0] in ("A,N", "A,E")


@pytest.mark.parametrize("name", ["geister-uct", "geister-uct-c", "geister-best"])
def test_an_enemy_that_came_to_its_exit_is_taken(name: str) -> None:
    """It is blue for all but one of four guesses."""
    answers = [chosen(name, GUARD, 1500, seed)[0] for seed in range(12)]
    assert answers.count("A,S") >= 6
