"""REINFORCE: a lesson held to the formula, worked out the long way over all 8128 features."""

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from engines.boards.geister import MOST_MOVES, RUNNING, State, moves, play, result
from engines.boards.jit import random_state
from engines.geister.features import BITS, MOST_BITS, NO_BIT, PAIRS, change, lit, matrix, pairs
from engines.geister.policy import shipped
from engines.geister.reinforce import LAST_PLY, learn
from engines.geister.selfplay import BEST, contest, deal, draw, place_reds
from tests.engines.geister_positions import chi_square

Vector = NDArray[np.float64]
RATE = 0.01


def weights(seed: int = 1, scale: float = 0.05) -> NDArray[np.float32]:
    return matrix((scale * np.random.default_rng(seed).normal(size=PAIRS)).astype(np.float32))


def features(lit_bits: set[int]) -> Vector:
    """Every conjunction of two bits, and of a bit with itself."""
    vector = np.zeros(PAIRS)
    for i in lit_bits:
        for j in lit_bits:
            if j <= i:
                vector[i * (i + 1) // 2 + j] = 1
    return vector


def after_states(state: State, found: list[np.uint64]) -> NDArray[np.float64]:
    """The features of what each of the mover's moves leads to."""
    seat, bits = state[4] & np.uint64(1), np.zeros(MOST_BITS, np.uint64)
    before = {int(bit) for bit in bits[: lit(state, seat, bits)]}
    rows = []
    for move in found:
        change(state, seat, move, bits)
        gone, come = ({int(bit) for bit in part} for part in (bits[:2], bits[2:4]))
        rows.append(features((before - gone | come) - {int(NO_BIT)}))
    return np.array(rows)


def plain_lesson(theta: Vector, seed: int) -> tuple[Vector, Vector, int, int]:
    """One game in plain Python: sum(x - sum of p x) of each seat, the result, the plies."""
    random, state = random_state(seed), np.zeros(5, np.uint64)
    out, lessons = np.zeros(MOST_MOVES, np.uint64), [np.zeros(PAIRS), np.zeros(PAIRS)]
    deal(state, random)
    while result(state) == RUNNING and state[4] < LAST_PLY:
        found = list(out[: moves(state, out)])
        x = after_states(state, found)
        h = x @ theta
        p = np.exp(h - h.max()) / np.exp(h - h.max()).sum()
        chosen = draw(p.astype(np.float32), len(found), random)
        lessons[int(state[4]) % 2] += x[chosen] - p @ x
        play(state, found[chosen])
    return lessons[0], lessons[1], result(state), int(state[4]) - 2


@pytest.mark.parametrize("winner", [1, -1])
def test_a_game_teaches_both_players_by_the_formula(winner: int) -> None:
    tested = 0
    for seed in range(12):
        trained = weights()
        theta = pairs(trained).astype(np.float64)
        first, second, ended, plies = plain_lesson(theta, seed)
        if ended != winner:
            continue
        tally = np.zeros(4, np.int64)
        learn(trained, random_state(seed), 1, np.float32(RATE), tally)
        assert list(tally) == [ended > 0, ended < 0, 0, plies], "not the same game"
        learnt = pairs(trained).astype(np.float64) - theta
        expected = RATE * ended * (first - second)
        assert np.abs(expected).max() > 0.01
        np.testing.assert_allclose(learnt, expected, atol=1e-5)
        assert (trained == trained.T).all() and not trained[BITS].any()
        tested += 1
    assert tested >= 3


def test_lessons_of_several_games_are_added_up_before_any_is_applied() -> None:
    together, theta = weights(), pairs(weights()).astype(np.float64)
    tally, random, expected = np.zeros(4, np.int64), random_state(5), np.zeros(PAIRS)
    for _ in range(3):
        alone, at = weights(), random.copy()
        learn(alone, random, 1, np.float32(RATE), tally)
        expected += pairs(alone).astype(np.float64) - theta
        assert at[0] != random[0]
    learn(together, random_state(5), 3, np.float32(RATE), tally)
    np.testing.assert_allclose(pairs(together).astype(np.float64) - theta, expected, atol=1e-5)


def test_a_game_without_a_result_teaches_nothing() -> None:
    unresolved = 0
    for seed in range(400):
        trained, tally = weights(scale=0.0), np.zeros(4, np.int64)
        learn(trained, random_state(seed), 1, np.float32(RATE), tally)
        assert tally[:3].sum() == 1
        assert trained.any() == (tally[2] == 0)
        if tally[2]:
            assert tally[3] == LAST_PLY - 2
            unresolved += 1
    assert unresolved >= 3


def test_reds_are_placed_evenly_over_the_seventy_ways() -> None:
    blues, random, n = np.uint64((30 << 41) | (30 << 49)), random_state(1), 14_000
    counts = Counter(int(place_reds(random, blues)) for _ in range(n))
    assert all(reds.bit_count() == 4 and not reds & ~int(blues) for reds in counts)
    assert len(counts) == 70
    assert chi_square(counts, dict.fromkeys(counts, 1 / 70)) < 1.8  # 69 degrees of freedom: 1 in 10,000


def test_a_policy_is_as_good_as_itself_and_its_best_moves_beat_any() -> None:
    same, n = np.stack([shipped(), shipped()]), 400
    even = contest(same, np.array([1, 1], np.float32), random_state(1), n)
    sharp = contest(same, np.array([BEST, 0], np.float32), random_state(1), n)
    blunt = contest(same, np.array([0, BEST], np.float32), random_state(1), n)
    assert abs(even) < 0.25 * n  # five standard deviations
    assert sharp > 0.9 * n and blunt < -0.9 * n


def test_a_draw_follows_the_chances_and_never_falls_on_none() -> None:
    chances = np.array([0.0, 0.5, 0.0, 0.2, 0.3, 0.0], np.float32)
    random = random_state(3)
    counts = Counter(draw(chances, 6, random) for _ in range(20_000))
    assert chi_square(counts, {1: 0.5, 3: 0.2, 4: 0.3}) < 10
    short = np.array([0.25, 0.25, 0.0], np.float32)  # as rounding may leave them, only more so
    assert {draw(short, 3, random) for _ in range(200)} == {0, 1}
