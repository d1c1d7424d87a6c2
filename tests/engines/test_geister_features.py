"""The policy's view: the bits by hand, and each short cut held to the long way."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engines.boards.geister import MOST_MOVES, RUNNING, GeisterBoard, State, moves, play, result
from engines.boards.jit import below, random_state
from engines.geister.features import (
    BITS,
    CONSTANT,
    EXIT,
    MOST_BITS,
    NO_BIT,
    PAIRS,
    SIDE,
    TAKE,
    advance,
    change,
    gain,
    gather,
    lit,
    matrix,
    pairs,
)
from games import load
from games.base import Seat
from games.geister import GeisterPosition

SEATS = (np.uint64(0), np.uint64(1))


def bits_of(state: State, seat: int) -> set[int]:
    out = np.zeros(MOST_BITS, np.uint64)
    n = lit(state, np.uint64(seat), out)
    return {int(bit) for bit in out[:n]} - {int(NO_BIT)}


def by_hand(position: GeisterPosition, seat: Seat) -> set[int]:
    """The bits from the rulebook's view text alone."""
    text = position.view(seat).split()[0]
    pieces = [text[i : i + 3] for i in range(0, 48, 3)]
    bits = {126}
    for i, piece in enumerate(pieces):
        if piece[0] != "9":
            plane = 2 if i >= 8 else "BR".index(piece[2])
            bits.add(42 * plane + int(piece[0]) + 6 * int(piece[1]))
    for slot, (side, colour) in enumerate([(1, "b"), (1, "r"), (0, "b"), (0, "r")]):
        gone = sum(p == f"99{colour}" for p in pieces[8 * side : 8 * side + 8])
        if gone:
            bits.add(42 * (gone - 1) + 36 + slot)
    return bits


def random_games(games: int, seed: int) -> list[State]:
    """The states of some random games, each with its game still going on."""
    random, out, states = random_state(seed), np.zeros(MOST_MOVES, np.uint64), []
    rulebook = load("geister")
    for _ in range(games):
        board = GeisterBoard.load(rulebook, rulebook.start().play("ABCD").play("BDFH"))
        while result(board.state) == RUNNING:
            states.append(board.state.copy())
            play(board.state, out[below(random, np.uint64(moves(board.state, out)))])
    return states


def weights(seed: int = 1) -> NDArray[np.float32]:
    return matrix(np.random.default_rng(seed).normal(size=PAIRS).astype(np.float32))


def score(matrix_: NDArray[np.float32], bits: set[int]) -> float:
    """The sum over every pair of lit bits, each bit with itself too."""
    return float(sum(matrix_[i, j] for i in bits for j in bits if j <= i))


def test_the_bits_are_those_of_the_rulebook_s_view() -> None:
    game = load("geister")
    position = game.start()
    for move in ("ABCD", "EFGH"):
        position = position.play(move)
    random, taken = random_state(5), 0
    while position.to_move() is not None and taken < 4:
        for seat in Seat:
            assert isinstance(position, GeisterPosition)
            board = GeisterBoard.load(game, position)
            assert bits_of(board.state, 0 if seat is Seat.FIRST else 1) == by_hand(position, seat)
        legal = position.legal_moves()
        position = position.play(legal[int(below(random, np.uint64(len(legal))))])
        taken = position.view(Seat.FIRST).count("99")
    assert taken > 1


def test_four_bits_of_the_layout_are_never_lit() -> None:
    seen = set[int]()
    for state in random_games(200, 3):
        seen |= bits_of(state, 0) | bits_of(state, 1)
    assert not seen & {82, 83, 124, 125}
    assert int(CONSTANT) in seen and max(seen) < BITS


@pytest.mark.parametrize("seat", SEATS)
def test_a_gain_is_the_difference_of_two_whole_scores(seat: np.uint64) -> None:
    w, out = weights(), np.zeros(MOST_MOVES, np.uint64)
    bits, sums = np.zeros(MOST_BITS, np.uint64), np.zeros(SIDE, np.float32)
    takes = exits = 0
    for state in random_games(40, 7)[::5]:
        gather(w, state, seat, bits, sums)
        before = bits_of(state, int(seat))
        for move in out[: moves(state, out)]:
            change(state, seat, move, bits)
            gone, come = ({int(bit) for bit in part} - {int(NO_BIT)} for part in (bits[:2], bits[2:4]))
            assert gone <= before and not come & before
            takes, exits = takes + (int(TAKE) in come), exits + (int(EXIT) in come)
            expected = score(w, before - gone | come) - score(w, before)
            assert gain(w, sums, bits) == pytest.approx(expected, abs=1e-3)
    assert takes and exits


@pytest.mark.parametrize("seat", SEATS)
def test_sums_carried_over_a_game_are_the_sums_made_anew(seat: np.uint64) -> None:
    w, out, random = weights(), np.zeros(MOST_MOVES, np.uint64), random_state(9)
    bits, carried, anew = (
        np.zeros(MOST_BITS, np.uint64),
        np.zeros(SIDE, np.float32),
        np.zeros(SIDE, np.float32),
    )
    game = load("geister")
    for _ in range(30):
        state = GeisterBoard.load(game, game.start().play("ABCD").play("BDFH")).state
        gather(w, state, seat, bits, carried)
        while result(state) == RUNNING:
            gather(w, state, seat, bits, anew)
            np.testing.assert_allclose(carried, anew, atol=1e-3)
            move = out[below(random, np.uint64(moves(state, out)))]
            advance(w, carried, state, seat, move, bits)
            play(state, move)


def test_the_list_of_weights_and_the_matrix_are_the_same() -> None:
    listed = np.arange(PAIRS, dtype=np.float32)
    square = matrix(listed)
    assert square[5, 3] == square[3, 5] == 5 * 6 // 2 + 3
    assert (pairs(square) == listed).all() and not square[BITS].any()
