"""Red estimation: who looks redder, bluer, and red for certain, by how often each is guessed to be red."""

from dataclasses import replace
from random import Random

import pytest

from engines.geister.colours import enemies, reds_among
from engines.geister.suspicion import Suspicion, beside_us
from games.base import Seat
from games.geister import SIZE, TAKEN, GeisterPosition
from tests.engines.geister_positions import dealt, position, seen_by

OURS = {"A": (0, 3), "B": (4, 4), "E": (3, 4)}
THEIRS = {"A": (0, 1), "B": (2, 1), "C": (4, 2), "E": (2, 0), "F": (4, 0), "G": (5, 1)}
BEFORE = position(OURS, THEIRS, "EFGH EFGH", 21)  # the second player's turn


def seats(before: GeisterPosition, seat: Seat) -> GeisterPosition:
    """The same with the players' places changed, for the other seat."""
    if seat is Seat.FIRST:
        return before
    turned = [square if square >= TAKEN else 35 - square for square in before.squares]
    colours = before.colours[8:] + before.colours[:8]
    return GeisterPosition(tuple(turned[8:] + turned[:8]), colours, before.ply + 1)


def moved(before: GeisterPosition, piece: int, to: tuple[int, int]) -> GeisterPosition:
    squares = list(before.squares)
    squares[piece] = to[0] + SIZE * to[1]
    return replace(before, squares=tuple(squares), ply=before.ply + 1)


def shares(suspicion: Suspicion, now: GeisterPosition, seat: Seat) -> dict[str, float]:
    """How often each enemy is guessed to be red, of 3000 guesses."""
    random, known, n = Random(1), seen_by(now, seat), 3000
    first, counts = 8 if seat is Seat.FIRST else 0, dict.fromkeys("ABCDEFGH", 0.0)
    for _ in range(n):
        for piece in suspicion.guess(known, seat, random):
            counts["ABCDEFGH"[piece - first]] += 1 / n
    return {letter: share for letter, share in counts.items() if share}


def after(seat: Seat, *steps: tuple[str, tuple[int, int]]) -> dict[str, float]:
    """What is thought after the enemy's steps, ours not counting."""
    suspicion, here = Suspicion(), BEFORE
    for letter, to in steps:
        piece = 8 + "ABCDEFGH".index(letter)
        now = moved(here, piece, to)
        index = piece if seat is Seat.FIRST else piece - 8
        suspicion.watch(seats(here, seat), seats(now, seat), seat, index)
        here = now
    return shares(suspicion, seats(here, seat), seat)


@pytest.mark.parametrize("seat", Seat)
def test_before_anything_happens_all_look_alike(seat: Seat) -> None:
    assert all(abs(share - 3 / 6) < 0.05 for share in after(seat).values())


@pytest.mark.parametrize("seat", Seat)
def test_a_piece_beside_ours_looks_redder(seat: Seat) -> None:
    told = after(seat, ("C", (4, 3)), ("B", (2, 2)), ("B", (2, 1)))  # C came and stayed
    assert told["C"] > max(share for letter, share in told.items() if letter != "C") + 0.1


@pytest.mark.parametrize("seat", Seat)
def test_a_piece_that_steps_away_from_ours_looks_bluer(seat: Seat) -> None:
    stayed = after(seat, ("C", (4, 3)), ("B", (2, 2)))
    left = after(seat, ("C", (4, 3)), ("C", (4, 2)))
    again = after(seat, *[("C", (4, 3)), ("C", (4, 2))] * 3)
    assert left["C"] < stayed["C"] - 0.1
    assert again["C"] < min(share for letter, share in again.items() if letter != "C") - 0.02


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("corner", [(0, 5), (5, 5)])
def test_a_piece_that_could_have_escaped_and_did_not_is_almost_certainly_red(
    seat: Seat, corner: tuple[int, int]
) -> None:
    came = after(seat, ("A", corner))
    declined = after(seat, ("A", corner), ("B", (2, 2)))
    assert came["A"] < 0.7
    assert declined["A"] > 0.95


@pytest.mark.parametrize("corner", [(0, 0), (5, 0)])
def test_our_own_exits_mean_nothing_to_the_enemy(corner: tuple[int, int]) -> None:
    assert after(Seat.FIRST, ("A", corner), ("B", (2, 2)))["A"] < 0.7


@pytest.mark.parametrize("seat", Seat)
def test_a_guess_has_as_many_reds_as_are_left(seat: Seat) -> None:
    random, suspicion = Random(2), Suspicion()
    here = dealt("ABEF", "CDGH")
    while here.to_move() is not None:
        known = seen_by(here, seat)
        reds, first = suspicion.guess(known, seat, random), 8 if seat is Seat.FIRST else 0
        left = [p for p in range(first, first + 8) if here.squares[p] < TAKEN]
        assert len(reds) == len(set(reds)) == sum(here.colours[p] == "R" for p in left)
        assert set(reds) <= set(left) == set(enemies(known, seat)) and len(reds) == reds_among(known, seat)
        here = here.play(random.choice(here.legal_moves()))


def test_a_piece_off_the_board_is_beside_nobody() -> None:
    gone = position({"A": (0, 0)}, {"E": (0, 1)}, "EFGH EFGH", 20)
    assert beside_us(gone, Seat.FIRST, 12)
    assert not beside_us(gone, Seat.FIRST, 8)  # taken, as is our B
