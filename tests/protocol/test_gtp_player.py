"""A GTP engine as a player: what it is asked, and what its answers tell the referee."""

import pytest

from games.base import Seat
from protocol.gtp import Answer, Command
from protocol.gtp_player import ANSWER, GRACE, GtpPlayer
from protocol.messages import NOTHING, Ending, Fate, Go, Message, Moved, Over, Play, Resign, Seated, Text

ALL = "list_commands\nboardsize\nplay\ngenmove\ntime_settings\ntime_left"
VIEW = Text("a view")


def opened(commands: str = ALL) -> GtpPlayer:
    player = GtpPlayer()
    assert [str(ask.command) for ask in player.open()] == ["list_commands", "boardsize 9"]
    assert player.answered(Command("list_commands"), Answer(commands)) is None
    assert player.answered(Command("boardsize", ("9",)), Answer()) is None
    return player


def seated(seat: Seat, game: str = "go9", control: str = "600,10/move") -> Seated:
    return Seated(1, game, seat, "alice", "bob", control)


def asked(player: GtpPlayer, message: Message) -> list[str]:
    return [str(ask.command) for ask in player.hear(message)]


def test_a_game_as_black() -> None:
    player = opened()
    assert asked(player, seated(Seat.FIRST)) == ["clear_board", "komi 7.0", "time_settings 600 10 1"]
    assert asked(player, Go(0, 610_000, VIEW)) == ["time_left b 600 0", "genmove b"]
    assert player.answered(Command("genmove", ("b",)), Answer("e5")) == Play("E5")
    assert asked(player, Moved(0, Seat.FIRST, "E5")) == []
    assert asked(player, Moved(1, Seat.SECOND, "C3")) == ["play w C3"]
    assert asked(player, Go(2, 8_500, VIEW)) == ["time_left b 8 1", "genmove b"]
    assert player.answered(Command("genmove", ("b",)), Answer("PASS")) == Play("pass")
    assert asked(player, Moved(2, Seat.FIRST, "pass")) == []
    assert asked(player, Moved(3, Seat.SECOND, "pass")) == ["play w pass"]
    assert asked(player, Over(Fate.WON, Ending.RULES, Text("won"))) == []


def test_a_game_as_white_with_another_komi() -> None:
    player = opened()
    assert asked(player, seated(Seat.SECOND, "go9/komi5.5", "60"))[1:] == [
        "komi 5.5",
        "time_settings 60 0 0",
    ]
    assert asked(player, Moved(0, Seat.FIRST, "E5")) == ["play b E5"]
    assert asked(player, Go(1, 60_000, VIEW)) == ["time_left w 60 0", "genmove w"]


def test_who_comes_back_to_a_game_plays_its_own_moves_too() -> None:
    player = opened()
    player.hear(seated(Seat.FIRST))
    assert asked(player, Moved(0, Seat.FIRST, "E5")) == ["play b E5"]
    assert asked(player, Moved(1, Seat.SECOND, "C3")) == ["play w C3"]


@pytest.mark.parametrize("commands", ["", "genmove play", "time_settings", "time_left"])
def test_the_clock_is_told_only_to_engines_that_know_both_commands(commands: str) -> None:
    player = opened(commands)
    assert asked(player, seated(Seat.FIRST)) == ["clear_board", "komi 7.0"]
    assert asked(player, Go(0, 1000, VIEW)) == ["genmove b"]


def test_an_engine_that_cannot_list_its_commands_is_taken_for_a_simple_one() -> None:
    player = opened()
    assert player.answered(Command("list_commands"), Answer("unknown command", ok=False)) is None
    assert asked(player, Go(0, 1000, VIEW)) == ["genmove b"]


def test_every_question_has_a_time_limit() -> None:
    player = opened()
    limits = [ask.limit for ask in [*player.hear(seated(Seat.FIRST)), *player.hear(Go(0, 2000, VIEW))]]
    assert limits == [ANSWER] * 4 + [2 + GRACE]


@pytest.mark.parametrize(
    ("command", "answer", "why"),
    [
        ("boardsize 9", Answer("unacceptable size", False), "refused 'boardsize 9': unacceptable size"),
        ("play w C3", Answer("illegal move", False), "refused 'play w C3': illegal move"),
        ("genmove b", Answer("out of ideas", False), "refused 'genmove b': out of ideas"),
        ("genmove b", Answer("hello world"), "move is none: 'hello world'"),
        ("genmove b", Answer(""), "move is none: ''"),
        ("genmove b", Answer("I5"), "move is none: 'I5'"),
    ],
)
def test_a_failure_costs_the_game_and_says_why(command: str, answer: Answer, why: str) -> None:
    parsed = Command.parse(command)
    assert parsed is not None
    word = opened().answered(parsed, answer)
    assert isinstance(word, Resign) and word.why.startswith("the engine") and word.why.endswith(why)


def test_a_point_off_the_board_is_for_the_referee_to_judge() -> None:
    assert opened().answered(Command("genmove", ("b",)), Answer("T19")) == Play("T19")


@pytest.mark.parametrize("text", ["resign", "RESIGN", " resign "])
def test_the_engine_may_resign(text: str) -> None:
    assert opened().answered(Command("genmove", ("b",)), Answer(text)) == Resign(NOTHING)


def test_a_refused_clock_is_no_failure() -> None:
    refused = Answer("syntax error", ok=False)
    assert opened().answered(Command("time_left", ("b", "1", "0")), refused) is None
