"""The Amazons baseline: it plays legally, repeats with its seed, and beats chance."""

from random import Random

import pytest

import engines
from engines.amazons.rule import scores
from engines.base import Engine, Limit
from games.amazons import Amazons, AmazonsPosition
from games.base import Seat


def game(size: int, first: Engine, second: Engine) -> tuple[list[str], Seat | None]:
    """The moves of one game and its winner."""
    position, moves = Amazons(size).start(), list[str]()
    seats = {Seat.FIRST: first, Seat.SECOND: second}
    for seat, engine in seats.items():
        engine.begin(Amazons(size), seat)
    while (mover := position.to_move()) is not None:
        moves.append(seats[mover].choose(position.view(mover), Limit(1.0)))
        position = position.play(moves[-1])
    outcome = position.outcome()
    assert outcome is not None
    return moves, outcome.winner


@pytest.mark.parametrize("size", [10, 8, 6])
def test_it_beats_random_from_either_seat(size: int) -> None:
    rule, chance = engines.load("amazons-rule", Random(1)), engines.load("random", Random(2))
    rule.warm()
    for _ in range(5):
        assert game(size, rule, chance)[1] is Seat.FIRST
        assert game(size, chance, rule)[1] is Seat.SECOND


def test_it_repeats_with_its_seed() -> None:
    games = [
        game(10, engines.load("amazons-rule", Random(3)), engines.load("amazons-rule", Random(4)))
        for _ in range(2)
    ]
    assert games[0] == games[1]


def turned(position: AmazonsPosition) -> AmazonsPosition:
    """The same for the other player: board upside down, amazons exchanged."""
    cells = position.cells[::-1].translate(str.maketrans("12", "21"))
    return AmazonsPosition(position.size, cells, position.mover.other)


def test_a_position_is_worth_the_same_to_both_players() -> None:
    random, position = Random(5), Amazons(8).start()
    for _ in range(20):
        position = position.play(random.choice(position.legal_moves()))
        assert sorted(scores(position)[1].tolist()) == sorted(scores(turned(position))[1].tolist())


def test_it_walls_the_other_in_where_it_can() -> None:
    rule, view = engines.load("amazons-rule", Random(6)), "2...../xx..../....../..1.../....../...... first"
    rule.begin(Amazons(6), Seat.FIRST)
    outcome = Amazons(6).read(view).play(rule.choose(view, Limit(1.0))).outcome()
    assert outcome is not None and outcome.winner is Seat.FIRST
