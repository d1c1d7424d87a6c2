"""The fast Geister board against the rulebook: in step over random games, by perft, and seed for seed."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.boards import board_class
from engines.boards.geister import (
    MOST_MOVES,
    RUNNING,
    GeisterBoard,
    State,
    count,
    moves,
    nth,
    play,
    playout,
    playouts,
    result,
)
from engines.boards.jit import RandomState, below, random_state
from games import load
from games.base import Seat
from games.geister import GeisterPosition

GAME = load("geister")
PERFT = [1, 8, 64, 768, 9200]  # after so many moves, ABCD red on both sides


def placed(first: str = "ABCD", second: str = "ABCD") -> GeisterPosition:
    position = GAME.start().play(first).play(second)
    assert isinstance(position, GeisterPosition)
    return position


def in_step(random: Random) -> None:
    """A random game on both, from the placing of the reds; all that the board knows must agree."""
    position = GAME.start()
    board = GeisterBoard.load(GAME, position)
    while (mover := position.to_move()) is not None:
        legal = position.legal_moves()
        assert board.to_move() is mover
        assert sorted(board.legal_moves()) == sorted(legal)
        assert (board.state == GeisterBoard.load(GAME, position).state).all()
        move = random.choice(legal)
        position = position.play(move)
        board.play(move)
    outcome = position.outcome()
    assert outcome is not None and board.to_move() is None and board.legal_moves() == []
    assert board.winner() is outcome.winner is GeisterBoard.load(GAME, position).winner()


@pytest.mark.parametrize("seed", range(4))
def test_board_and_rulebook_agree_at_every_step_of_random_games(seed: int) -> None:
    random = Random(seed)
    for _ in range(300):
        in_step(random)


@pytest.mark.full
def test_board_and_rulebook_agree_at_every_step_of_ten_thousand_random_games() -> None:
    random = Random(2026)
    for _ in range(10_000):
        in_step(random)


def test_perft_is_the_same_on_both_and_as_written_down() -> None:
    position = placed()
    board = GeisterBoard.load(GAME, position)
    assert [rulebook_perft(position, depth) for depth in range(5)] == PERFT
    assert [kernel_perft(board.state, depth) for depth in range(5)] == PERFT


def rulebook_perft(position: GeisterPosition, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(rulebook_perft(position.play(move), depth - 1) for move in position.legal_moves())


def kernel_perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(kernel_perft(after(state, move), depth - 1) for move in listed(state))


def listed(state: State) -> list[np.uint64]:
    out = np.zeros(MOST_MOVES, dtype=np.uint64)
    return list(out[: moves(state, out)])


def after(state: State, move: np.uint64) -> State:
    copy = state.copy()
    play(copy, move)
    return copy


@settings(deadline=None)  # the first example compiles
@given(st.integers(0, 2**32), st.sampled_from(["ABCD", "EFGH", "ACEG"]), st.integers(0, 60))
def test_a_playout_takes_the_listed_move_that_each_random_number_names(
    seed: int, reds: str, plies: int
) -> None:
    state = GeisterBoard.load(GAME, placed(second=reds)).state
    ours = random_state(seed)
    step_on(state, ours, plies)
    theirs = ours.copy()
    foretold = playout(state, theirs)
    step_on(state, ours, 302)
    assert foretold == result(state)
    assert ours[0] == theirs[0]


def step_on(state: State, random: RandomState, plies: int) -> None:
    """Play evenly among the listed moves, so many plies or to the end."""
    for _ in range(plies):
        if result(state) != RUNNING:
            return
        legal = listed(state)
        play(state, legal[below(random, np.uint64(len(legal)))])


def test_playouts_add_up_single_ones_and_leave_the_state_alone() -> None:
    state = GeisterBoard.load(GAME, placed()).state
    before, ours, theirs = state.copy(), random_state(1), random_state(1)
    assert playouts(state, ours, 500) == sum(playout(state, theirs) for _ in range(500))
    assert ours[0] == theirs[0] and (state == before).all()


def test_a_playout_may_start_before_the_reds_are_placed() -> None:
    board = board_class("geister").load(GAME, GAME.start())
    results = {board.playout(random_state(seed)) for seed in range(200)}
    assert results == {1, -1, 0}
    assert board.to_move() is Seat.FIRST and len(board.legal_moves()) == 70


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ("88b34R99b99b99b99r99r99r23b33r99b99b99b99r99r99r 11 first", 1),
        ("88b34R99b99b99b99r99r99r23b33r99b99b99b99r99r99r 12 second", -1),
        ("11B34R99b99b99b99r99r99r99b33r99b99b99b99r99r99r 11 first", 1),
        ("11B34R99b99b99b99r99r99r23b99r99b99b99b99r99r99r 11 first", -1),
        ("11B34R99b99b99b99r99r99r23b33r99b99b99b99r99r99r 302 first", 0),
    ],
)
def test_a_playout_of_a_finished_game_is_its_result(view: str, expected: int) -> None:
    board = GeisterBoard.load(GAME, GAME.read(view))
    assert board.to_move() is None
    assert board.playout(random_state(1)) == expected


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_bits_are_counted(bits: int) -> None:
    assert count(np.uint64(bits)) == bits.bit_count()


@settings(deadline=None)
@given(st.sets(st.integers(0, 63), min_size=1, max_size=8))
def test_the_nth_set_bit_is_found(squares: set[int]) -> None:
    bits = np.uint64(sum(1 << square for square in squares))
    assert [int(nth(bits, np.uint64(n))) for n in range(len(squares))] == [1 << k for k in sorted(squares)]
