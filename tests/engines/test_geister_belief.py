"""Beliefs about colours: right about an enemy that moves by the policy, and never against what is known."""

from math import comb, exp
from random import Random
from typing import cast

import numpy as np
import pytest

from engines import load
from engines.base import Limit
from engines.boards.geister import GeisterBoard
from engines.geister.belief import Belief
from engines.geister.best import GeisterBest
from engines.geister.colours import enemies, reds_among
from engines.geister.infoset import Guess
from engines.geister.manners import MANNERS, manners
from engines.geister.policy import rated, shipped, supposed
from games.base import Move, Seat
from games.geister import LETTERS, GeisterPosition
from tests.engines.geister_positions import GAME, dealt, seen_by


def by_softmax(here: GeisterPosition, random: Random) -> Move:
    """A move of the policy as it was learnt, which draws."""
    board = GeisterBoard.load(GAME, here)
    options = rated(shipped(), board.state)
    top = max(value for _, value in options)
    weights = [exp(value - top) for _, value in options]
    return board.text(random.choices([move for move, _ in options], weights)[0])


def by_chance(here: GeisterPosition, random: Random) -> Move:
    return random.choice(here.legal_moves())


def as_known(here: GeisterPosition, seat: Seat) -> GeisterBoard:
    return GeisterBoard.load(GAME, supposed(seen_by(here, seat), seat))


def chance_of(guess: Guess, reds: int) -> float:
    """How likely the belief takes these reds to be."""
    chances = np.diff(guess.upto.astype(np.float64), prepend=0.0)
    return float(chances[guess.reds == np.uint64(reds)].sum())


def moved_piece(before: GeisterPosition, move: Move) -> int:
    return LETTERS.index(move[0]) + (8 if before.to_move() is Seat.SECOND else 0)


def watched_game(seat: Seat, seed: int, plies: int) -> tuple[Belief, GeisterPosition]:
    """A belief that has seen some moves of the policy, and where they led."""
    random = Random(seed)
    here = dealt(*("".join(sorted(random.sample(LETTERS, 4))) for _ in range(2)))
    belief = Belief(manners())
    for _ in range(plies):
        mover = here.to_move()
        move = by_softmax(here, random) if mover is seat.other else by_chance(here, random)
        after = here.play(move)
        if after.to_move() is None:
            break
        if mover is seat.other:
            piece = moved_piece(here, move)
            belief.watch(as_known(here, seat), as_known(after, seat), seat, piece)
        here = after
        check_guess(belief, here, seat)
    return belief, here


def check_guess(belief: Belief, here: GeisterPosition, seat: Seat) -> Guess:
    """What holds of every guess: right numbers, on the enemy's squares, likeliest first, in all certain."""
    board, known = as_known(here, seat), seen_by(here, seat)
    guess, foe = belief.guess(known, board, seat), 2 if seat is Seat.FIRST else 0
    pieces, left = int(board.state[foe] | board.state[foe + 1]), reds_among(known, seat)
    assert all(int(reds).bit_count() == left and not int(reds) & ~pieces for reds in guess.reds)
    entries = set(zip(guess.reds, guess.manner, strict=True))
    assert len(entries) == len(guess.reds) <= len(MANNERS) * comb(len(enemies(known, seat)), left)
    chances = np.diff(guess.upto, prepend=0.0)
    assert guess.upto[-1] == pytest.approx(1, abs=1e-5) and (np.diff(chances) < 1e-6).all()
    return guess


@pytest.mark.parametrize("seat", Seat)
def test_the_true_colours_of_an_enemy_that_plays_the_policy_become_likelier(seat: Seat) -> None:
    likely, uniform = list[float](), list[float]()
    for seed in range(40):
        belief, here = watched_game(seat, seed, plies=30)
        guess = check_guess(belief, here, seat)
        foe = 2 if seat is Seat.FIRST else 0
        true = int(GeisterBoard.load(GAME, here).state[foe + 1])
        likely.append(chance_of(guess, true))
        known = seen_by(here, seat)
        uniform.append(1 / comb(len(enemies(known, seat)), reds_among(known, seat)))
    assert min(likely) > 0, "the truth was ruled out"
    assert np.mean(likely) > 2 * np.mean(uniform)
    assert np.mean(np.log(likely)) > np.mean(np.log(uniform)) + 0.3


def best(seat: Seat) -> GeisterBest:
    engine = cast(GeisterBest, load("geister-best", Random(1)))
    engine.warm()
    engine.begin(GAME, seat)
    return engine


@pytest.mark.parametrize("seat", Seat)
def test_who_joins_in_the_middle_takes_all_colours_for_alike(seat: Seat) -> None:
    _, here = watched_game(seat, 8, plies=20)
    while here.to_move() is not seat:
        here = here.play(by_chance(here, Random(1)))
    engine, few = best(seat), Limit(60.0, again=60.0, nodes=20)
    for _ in range(2):  # and again when the line broke
        assert engine.choose(here.view(seat), few) in here.legal_moves()
        guess = check_guess(engine._belief, here, seat)
        known = seen_by(here, seat)
        ways = comb(len(enemies(known, seat)), reds_among(known, seat))
        assert len(guess.reds) == len(MANNERS) * ways
        assert np.diff(guess.upto, prepend=0.0) == pytest.approx(1 / len(guess.reds), abs=1e-5)


@pytest.mark.parametrize("seat", Seat)
def test_the_player_learns_from_every_step_of_the_enemy(seat: Seat) -> None:
    here, engine, random, few = dealt("ABCD", "EFGH"), best(seat), Random(3), Limit(60.0, nodes=5)
    beside, seen = Belief(manners()), 0
    while (mover := here.to_move()) is not None and seen < 12:
        if mover is seat:
            move = engine.choose(here.view(seat), few)
            ours, theirs = (check_guess(belief, here, seat) for belief in (engine._belief, beside))
            np.testing.assert_allclose(ours.upto, theirs.upto, atol=1e-5)
            here = here.play(move)
            continue
        move = by_softmax(here, random)
        before, here = here, here.play(move)
        if here.to_move() is not None:
            piece = moved_piece(before, move)
            beside.watch(as_known(before, seat), as_known(here, seat), seat, piece)
            seen += 1
    assert seen > 5
    assert ours.upto[0] > 2 / len(ours.upto), "nothing was learnt"
