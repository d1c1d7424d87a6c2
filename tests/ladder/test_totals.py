"""How many games an event has, where that is known beforehand: as many as it calls."""

import pytest

from ladder.formats import Endless, Format, Gauntlet, RoundRobin, Swiss
from ladder.formats.base import Pairing
from ladder.formats.rehearsal import rehearse
from ladder.result import Result

PLAYERS = tuple("abcde")


def won_by_first(game: Pairing, id: int) -> Result:
    return Result(
        id, game.game, game.first, game.second, "first", "rules", "", 1, 0.0, 0.0, 0.0, "", game.slot
    )


@pytest.mark.parametrize(
    "format",
    [
        RoundRobin(PLAYERS, ("g",), cycles=3),
        Gauntlet(PLAYERS, ("g",), heroes=2),
        Swiss(PLAYERS, ("g",), rounds=2),
    ],
)
def test_an_event_calls_as_many_games_as_it_said(format: Format) -> None:
    assert format.total == len(rehearse(format, won_by_first))


def test_a_ladder_has_no_end() -> None:
    assert Endless(PLAYERS, ("g",)).total is None
