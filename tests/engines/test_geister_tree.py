"""UCT over supposed colours: formulas (1) to (3) by hand, what a tree must add up to, and short problems."""

from math import log, sqrt

import numpy as np
import pytest

from engines.boards.geister import MOST_MOVES, RUNNING, GeisterBoard, State, moves, play, result
from engines.boards.jit import below, random_state
from engines.geister.features import MOST_BITS, NO_BIT, PAIRS, Weights, change, lit, matrix
from engines.geister.policy import shipped
from engines.geister.tree import (
    NODES,
    NOWHERE,
    PLAYOUTS,
    ROOT,
    Tree,
    by_count,
    by_prior,
    expand,
    plant,
    simulate,
    tree,
)
from games.base import Move
from games.geister import GeisterPosition
from tests.engines.geister_positions import GAME, dealt, position, state_of

GUIDANCE = [NOWHERE, ROOT, NODES, PLAYOUTS]


def searched(
    state: State, guidance: int, n: int, room: int = 500_000, seed: int = 1, weights: Weights | None = None
) -> Tree:
    found = tree(room)
    plant(found)
    mover, weights = state[4] & np.uint64(1), shipped() if weights is None else weights
    simulate(found, state, mover, guidance, weights, random_state(seed), n)
    return found


def family(found: Tree, node: int) -> range:
    first = int(found.child[node])
    return range(first, first + int(found.children[node]))


def small_tree(rng: np.random.Generator, visited: int) -> Tree:
    """A root with eight children of some visits."""
    made = tree(9)
    plant(made)
    made.child[0], made.children[0], made.size[0] = 1, 8, 9
    made.visits[1:] = rng.integers(visited, 40, 8)
    made.points[1:] = np.minimum(made.visits[1:], rng.integers(0, 60, 8) / 2)
    made.prior[1:] = rng.dirichlet(np.ones(8))
    made.visits[0] = made.visits[1:].sum()
    return made


def test_without_the_policy_the_child_is_that_of_formula_1() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        made = small_tree(rng, visited=1)
        total = int(made.visits[0])
        rates = [made.points[i] / made.visits[i] for i in range(1, 9)]
        ucb = [rate + sqrt(2) * sqrt(log(total) / made.visits[i + 1]) for i, rate in enumerate(rates)]
        assert int(by_count(made, np.uint64(0), random_state(1))) == 1 + int(np.argmax(ucb))


def test_without_the_policy_fresh_children_come_first_each_as_often() -> None:
    made, random = small_tree(np.random.default_rng(2), visited=1), random_state(2)
    made.visits[[2, 5, 8]] = 0
    chosen = [int(by_count(made, np.uint64(0), random)) for _ in range(3000)]
    assert set(chosen) == {2, 5, 8}
    assert all(850 < chosen.count(node) < 1150 for node in (2, 5, 8))  # over five standard deviations


def test_with_the_policy_the_child_is_that_of_formula_3() -> None:
    rng = np.random.default_rng(3)
    for _ in range(200):
        made = small_tree(rng, visited=0)
        total = int(made.visits[0])
        c = log((total + 19652.0 + 1) / 19652.0) + 1.25
        ucb = []
        for i in range(1, 9):
            rate = made.points[i] / made.visits[i] if made.visits[i] else 0.0
            ucb.append(rate + c * made.prior[i] * sqrt(total) / (1 + made.visits[i]))
        assert int(by_prior(made, np.uint64(0))) == 1 + int(np.argmax(ucb))


@pytest.mark.parametrize("guidance", [ROOT, NODES, PLAYOUTS])
def test_the_first_simulation_follows_the_highest_prior(guidance: int) -> None:
    found = searched(state_of(dealt()), guidance, 1)
    children = list(family(found, 0))
    visited = [node for node in children if found.visits[node]]
    assert visited == [max(children, key=lambda node: float(found.prior[node]))]


@pytest.mark.parametrize("guidance", GUIDANCE)
def test_every_simulation_is_counted_on_its_whole_path(guidance: int) -> None:
    state = state_of(dealt("ACEG", "BDFH"))
    found = searched(state, guidance, 3000)
    assert found.visits[0] == 3000
    expanded = 0
    for node in range(int(found.size[0])):
        children = family(found, node)
        passed_on = sum(int(found.visits[child]) for child in children)
        turned = sum(found.visits[child] - found.points[child] for child in children)
        if node == 0:
            assert passed_on == 3000 and turned == found.points[0]
        elif children:
            expanded += 1
            assert found.visits[node] == 1 + passed_on, "not played out once before it was expanded"
            assert found.points[node] - turned in (0, 0.5, 1)
        assert 0 <= found.points[node] <= found.visits[node]
    assert expanded > 50


@pytest.mark.parametrize("guidance", GUIDANCE)
def test_a_full_tree_is_searched_on(guidance: int) -> None:
    found = searched(state_of(dealt()), guidance, 2000, room=64)
    assert found.size[0] <= 64
    assert found.visits[0] == 2000 == sum(int(found.visits[node]) for node in family(found, 0))


def long_way(weights: Weights, state: State, seat: int, move: np.uint64) -> float:
    """The priority of a move in that seat's eyes: all pairs of bits that are lit after it."""
    bits = np.zeros(MOST_BITS, np.uint64)
    before = {int(bit) for bit in bits[: lit(state, np.uint64(seat), bits)]}
    change(state, np.uint64(seat), move, bits)
    after = (before - {int(bit) for bit in bits[:2]} | {int(bit) for bit in bits[2:4]}) - {int(NO_BIT)}
    return float(sum(weights[i, j] for i in after for j in after if j <= i))


@pytest.mark.parametrize("seat", [0, 1])
def test_priors_are_a_softmax_whose_sign_is_turned_for_the_enemy(seat: int) -> None:
    weights = matrix((0.1 * np.random.default_rng(4).normal(size=PAIRS)).astype(np.float32))
    state, random, out = state_of(dealt("ABEF", "CDGH")), random_state(4), np.zeros(MOST_MOVES, np.uint64)
    compared = {0: 0, 1: 0}
    while result(state) == RUNNING and int(state[4]) < 60:
        made = tree(100)
        plant(made)
        assert expand(made, np.uint64(0), state, True, weights, np.uint64(seat))
        sign = 1 if int(state[4]) % 2 == seat else -1
        found = [np.uint64(made.move[node]) for node in family(made, 0)]
        h = np.array([sign * long_way(weights, state, seat, move) for move in found])
        expected = np.exp(h - h.max()) / np.exp(h - h.max()).sum()
        np.testing.assert_allclose([made.prior[node] for node in family(made, 0)], expected, atol=1e-4)
        compared[int(state[4]) % 2] += 1
        play(state, out[below(random, np.uint64(moves(state, out)))])
    assert min(compared.values()) > 5


def test_only_the_root_has_priors_where_the_policy_guides_there_alone() -> None:
    found = searched(state_of(dealt()), ROOT, 2000)
    children = family(found, 0)
    assert sum(found.prior[node] for node in children) == pytest.approx(1, abs=1e-4)
    assert not any(found.prior[node] for node in range(children.stop, int(found.size[0])))


# First escapes at the top, second at the bottom; the first player is to move in each.
FAR = {"E": (3, 3), "F": (4, 3)}
ESCAPE = position({"A": (5, 0), **FAR}, {"A": (2, 2), "E": (1, 3)}, "EFGH EFGH", 60)
GUARD = position({"A": (0, 4), **FAR}, {"A": (0, 5), "B": (2, 1), "E": (3, 0)}, "EFGH EFGH", 60)
RACE = position({"A": (1, 0), **FAR}, {"A": (1, 5), "E": (4, 1)}, "EFGH EFGH", 60)


UNLEARNT = matrix(np.zeros(PAIRS, np.float32))


def solution(problem: GeisterPosition, guidance: int, weights: Weights) -> Move:
    """The move with the highest win rate, which must be the one searched most, or as often."""
    board = GeisterBoard.load(GAME, problem)
    found = searched(board.state, guidance, 4000, weights=weights)
    best = max(family(found, 0), key=lambda node: found.points[node] / max(1, int(found.visits[node])))
    assert found.visits[best] == max(found.visits[node] for node in family(found, 0))
    return board.text(int(found.move[best]))


@pytest.mark.parametrize("guidance", GUIDANCE)
def test_with_the_true_colours_an_escape_is_found(guidance: int) -> None:
    assert solution(ESCAPE, guidance, shipped()) in ("A,N", "A,E")


# Where the policy guides everywhere its learnt weights may hide a reply of the enemy; that is the method's.
@pytest.mark.parametrize(
    ("guidance", "weights"), [(NOWHERE, None), (ROOT, None), (NODES, UNLEARNT), (PLAYOUTS, UNLEARNT)]
)
def test_with_the_true_colours_an_escape_is_prevented_and_a_race_won(
    guidance: int, weights: Weights | None
) -> None:
    weights = shipped() if weights is None else weights
    assert solution(GUARD, guidance, weights) == "A,S"
    assert solution(RACE, guidance, weights) == "A,W"
