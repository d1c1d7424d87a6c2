"""Sure wins: found before any belief is asked, played to the end, and not seen where there is none."""

from random import Random

import pytest

import engines
from engines.base import Limit
from engines.geister.proof import sure_win
from engines.geister.purple_memory import tree
from engines.geister.purple_value import tables
from games.base import Seat
from games.geister import Geister
from tests.engines.test_geister_purple import BOTH, ESCAPES, drawn

TREE = tree(tables())
AMPLE = Limit(60.0, again=60.0)


@BOTH
@pytest.mark.parametrize(("rows", "plies"), ESCAPES)
def test_a_forced_escape_is_played_to_its_end(rows: tuple[str, ...], plies: int, seat: Seat) -> None:
    here, random = drawn(rows, 2, seat), Random(7)
    engine = engines.load("geister-best", Random(1))
    engine.warm()
    engine.begin(Geister(), seat)
    for _ in range(plies + 2):
        if here.to_move() is seat:
            here = here.play(engine.choose(here.view(seat), Limit(60.0, nodes=50_000)))
        elif here.to_move() is not None:
            here = here.play(random.choice(here.legal_moves()))
    outcome = here.outcome()
    assert outcome is not None and outcome.winner is seat


def test_the_start_of_a_game_has_no_sure_win() -> None:
    here = Geister().read(Geister().start().play("ABCD").play("EFGH").view(Seat.FIRST))
    assert sure_win(TREE, here, Seat.FIRST, AMPLE, 200_000) is None


def test_without_nodes_nothing_is_looked_for_but_a_blue_on_its_exit_leaves() -> None:
    run, seat = Geister().read(drawn(ESCAPES[0][0], 2, Seat.FIRST).view(Seat.FIRST)), Seat.FIRST
    assert sure_win(TREE, run, seat, AMPLE, 0) is None
    there = ("B....x", "......", "x.R...", "......", "......", ".R..x.")
    assert sure_win(TREE, Geister().read(drawn(there, 2, seat).view(seat)), seat, AMPLE, 0) is not None
