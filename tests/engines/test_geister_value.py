"""The value: its bits by hand, the same for both seats, and what a few positions must be worth."""

from random import Random

import numpy as np
import pytest

from engines.boards.geister import State
from engines.geister.value import BITS, MOST_BITS, PAIRS, lit_all, shipped_value, teach, value
from games.base import Seat
from games.geister import SIZE, TAKEN, GeisterPosition
from tests.engines.geister_positions import dealt, position, state_of


def bits_of(state: State) -> list[int]:
    out = np.zeros(MOST_BITS, np.uint64)
    return [int(bit) for bit in out[: lit_all(state, out)]]


def by_hand(here: GeisterPosition) -> list[int]:
    """36 * plane + square as the mover sits; 144 + 3 * plane + gone - 1; the constant."""
    seat, bits = here.to_move(), [156]
    gone = [0, 0, 0, 0]
    for piece, square in enumerate(here.squares):
        own = (piece < 8) == (seat is Seat.FIRST)
        plane = 2 * (not own) + (here.colours[piece] == "R")
        if square == TAKEN:
            gone[plane] += 1
        else:
            bits.append(36 * plane + (square if seat is Seat.FIRST else 35 - square))
    return sorted(bits + [144 + 3 * plane + n - 1 for plane, n in enumerate(gone) if n])


def turned(here: GeisterPosition) -> GeisterPosition:
    """The players' places changed, a ply later: the mover sees the same board."""
    squares = [square if square >= TAKEN else SIZE * SIZE - 1 - square for square in here.squares]
    return GeisterPosition(
        tuple(squares[8:] + squares[:8]), here.colours[8:] + here.colours[:8], here.ply + 1
    )


def worth(here: GeisterPosition) -> float:
    return float(value(shipped_value(), state_of(here), np.zeros(MOST_BITS, np.uint64)))


def some_positions() -> list[GeisterPosition]:
    found, random = list[GeisterPosition](), Random(3)
    for _ in range(6):
        here = dealt("ABEF", "BCGH")
        while here.to_move() is not None:
            found.append(here)
            here = here.play(random.choice(here.legal_moves()))
    return found


def test_the_bits_are_those_worked_out_by_hand() -> None:
    positions = some_positions()
    assert max(here.squares.count(TAKEN) for here in positions) > 4
    for here in positions:
        assert bits_of(state_of(here)) == by_hand(here)
    assert BITS == 157 and shipped_value().shape == (PAIRS,)


def test_both_seats_value_what_they_see_alike() -> None:
    for here in some_positions():
        assert worth(turned(here)) == pytest.approx(worth(here), abs=1e-5)


def test_the_value_is_the_logistic_sum_over_all_pairs_of_bits() -> None:
    weights = shipped_value().astype(np.float64)
    for here in some_positions()[::7]:
        bits = by_hand(here)
        total = sum(weights[i * (i + 1) // 2 + j] for i in bits for j in bits if j <= i)
        assert worth(here) == pytest.approx(1 / (1 + np.exp(-total)), abs=1e-3)


def test_a_mover_whose_blue_is_on_its_exit_has_almost_won() -> None:
    second = {"A": (1, 1), "B": (2, 1), "C": (3, 1), "E": (1, 0), "F": (2, 0), "G": (3, 0)}
    for corner in ((0, 0), (5, 0)):
        first = {"A": corner, "B": (2, 4), "C": (3, 4), "E": (1, 4), "F": (1, 5), "G": (2, 5)}
        here = position(first, second, "EFGH EFGH", 40)
        assert worth(here) > 0.95
        assert worth(turned(here)) > 0.95
        red = position({**first, "A": (0, 4), "E": corner}, second, "EFGH EFGH", 40)
        assert 1 - worth(red) > 5 * (1 - worth(here))


def test_a_lesson_moves_the_value_towards_how_the_game_ended() -> None:
    state, bits = state_of(dealt()), np.zeros(MOST_BITS, np.uint64)
    for points in (0.0, 1.0):
        weights = np.zeros(PAIRS, np.float32)
        losses = [teach(weights, state, np.float32(points), np.float32(0.01), bits) for _ in range(20)]
        assert losses[0] == pytest.approx(np.log(2), abs=1e-4) and losses == sorted(losses, reverse=True)
        assert abs(float(value(weights, state, bits)) - points) < 0.1
