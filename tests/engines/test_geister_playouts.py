"""Playouts by two draws and by the policy, held to every line of play counted out."""

from collections import Counter, defaultdict
from collections.abc import Callable
from math import exp

import numpy as np
import pytest

from engines.boards.geister import MOST_MOVES, RUNNING, TURNS, State, moves, play, playouts, result
from engines.boards.jit import random_state
from engines.geister.features import MOST_BITS, PAIRS, SIDE, gather, matrix, priorities
from engines.geister.playouts import guided, quick
from tests.engines.geister_positions import chi_square, dealt, position, state_of

Chances = Callable[[State, list[int]], list[float]]
WEIGHTS = matrix((0.3 * np.random.default_rng(1).normal(size=PAIRS)).astype(np.float32))


def crowded(ply: int) -> State:
    """A blue and a red at exits, last blues and last reds at hand, and a square that two pieces reach."""
    first = {"A": (0, 0), "B": (2, 2), "E": (2, 1), "F": (3, 2), "G": (5, 0)}
    second = {"A": (2, 3), "E": (3, 3)}
    return state_of(position(first, second, "EFGH EFGH", ply))


def counted_out(state: State, chances: Chances) -> dict[int, float]:
    """How likely each result is, over every line of play."""
    if (ended := result(state)) != RUNNING:
        return {ended: 1.0}
    out, total = np.zeros(MOST_MOVES, np.uint64), defaultdict[int, float](float)
    found = [int(move) for move in out[: moves(state, out)]]
    for move, chance in zip(found, chances(state, found), strict=True):
        after = state.copy()
        play(after, np.uint64(move))
        for ended, part in counted_out(after, chances).items():
            total[ended] += chance * part
    return dict(total)


def even(state: State, found: list[int]) -> list[float]:
    return [1 / len(found)] * len(found)


def target_first(state: State, found: list[int]) -> list[float]:
    """Evenly over the targets, then evenly over the pieces that reach it."""
    targets = [(move // 4 + int(TURNS[move % 4])) % 64 for move in found]
    reached = Counter(targets)
    return [1 / len(reached) / reached[target] for target in targets]


def by_policy(seat: int) -> Chances:
    """The searcher by a softmax, its enemy by that of the opposite."""

    def chances(state: State, found: list[int]) -> list[float]:
        bits, sums = np.zeros(MOST_BITS, np.uint64), np.zeros(SIDE, np.float32)
        values, listed = np.zeros(MOST_MOVES, np.float32), np.array(found, np.uint64)
        gather(WEIGHTS, state, np.uint64(seat), bits, sums)
        priorities(WEIGHTS, sums, state, np.uint64(seat), listed, len(found), bits, values)
        sign = 1 if int(state[4]) % 2 == seat else -1
        odds = [exp(sign * value) for value in values[: len(found)]]
        return [part / sum(odds) for part in odds]

    return chances


@pytest.mark.parametrize("ply", [299, 300])
def test_a_quick_playout_draws_a_target_then_a_piece(ply: int) -> None:
    state, random, n = crowded(ply), random_state(ply), 200_000
    counts = Counter(quick(state, random) for _ in range(n))
    expected = counted_out(state, target_first)
    assert set(expected) == {-1, 0, 1} and sum(expected.values()) == pytest.approx(1)
    assert chi_square(counts, expected) < 12  # two degrees of freedom: 1 in 100,000
    assert chi_square(counts, counted_out(state, even)) > 12, "the check could not tell them apart"


def test_quick_playouts_end_about_as_even_ones_do() -> None:
    for state in (state_of(dealt()), state_of(dealt("EFGH", "ABCD")), crowded(60), crowded(61)):
        before, n = state.copy(), 4000
        results = [quick(state, random) for random in [random_state(1)] for _ in range(n)]
        assert (state == before).all()
        assert set(results) <= {-1, 0, 1}
        assert abs(sum(results) - playouts(state, random_state(2), n)) < 0.2 * n


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("ply", [299, 300])
def test_a_guided_playout_follows_the_policy_and_its_enemy_the_opposite(seat: int, ply: int) -> None:
    start, random, n, counts = crowded(ply), random_state(seat), 20_000, Counter[int]()
    bits, sums = np.zeros(MOST_BITS, np.uint64), np.zeros(SIDE, np.float32)
    found, chances = np.zeros(MOST_MOVES, np.uint64), np.zeros(MOST_MOVES, np.float32)
    for _ in range(n):
        state = start.copy()
        gather(WEIGHTS, state, np.uint64(seat), bits, sums)
        counts[guided(WEIGHTS, state, np.uint64(seat), sums, found, chances, bits, random)] += 1
    assert chi_square(counts, counted_out(start, by_policy(seat))) < 12
    assert chi_square(counts, counted_out(start, by_policy(1 - seat))) > 12


def test_a_playout_of_a_finished_game_is_its_result() -> None:
    over = state_of(position({"A": (1, 1)}, {"A": (2, 2), "E": (3, 3)}, "EFGH EFGH", 60))
    assert quick(over, random_state(1)) == 1  # all its reds are taken
    assert quick(crowded(302), random_state(1)) == 0
