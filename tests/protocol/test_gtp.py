"""GTP lines: commands and answers, points and clocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import Seat
from protocol.clock import Control
from protocol.gtp import (
    MOST_LINES,
    Answer,
    AnswerReader,
    Command,
    NotGtp,
    colour_of,
    move_of,
    seat_of,
    time_left,
    time_settings,
)

WORD = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#"), min_size=1)
NAME = WORD.filter(lambda word: not word.isdigit())
ID = st.one_of(st.just(""), st.integers(0, 2**31).map(str))
LINE = st.lists(WORD, min_size=1).map(" ".join)


def read(text: str) -> list[Answer]:
    reader = AnswerReader()
    return [answer for line in text.split("\n") if (answer := reader.feed(line))]


@given(st.builds(Command, NAME, st.lists(WORD).map(tuple), ID))
def test_every_command_comes_back_from_its_line(command: Command) -> None:
    assert Command.parse(str(command)) == command


@given(st.builds(Answer, st.lists(LINE, min_size=1).map("\n".join), st.booleans(), ID))
def test_every_answer_comes_back_from_its_lines(answer: Answer) -> None:
    assert read(str(answer)) == [answer]


@given(st.text())
def test_any_line_is_a_command_or_none(line: str) -> None:
    command = Command.parse(line)
    assert command is None or command.name or command.id


@given(st.lists(st.text()))
def test_any_lines_are_answers_or_no_gtp(lines: list[str]) -> None:
    reader = AnswerReader()
    try:
        for line in lines:
            reader.feed(line)
    except NotGtp as error:
        assert str(error)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("genmove b", Command("genmove", ("b",))),
        ("7 play w E5\r", Command("play", ("w", "E5"), "7")),
        ("  play\tb  pass # why not", Command("play", ("b", "pass"))),
        ("na\x07me", Command("name")),
        ("12", Command("", (), "12")),
        ("", None),
        ("   ", None),
        ("# a comment", None),
    ],
)
def test_commands_are_read_as_the_draft_says(line: str, command: Command | None) -> None:
    assert Command.parse(line) == command


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("= E5\n\n", Answer("E5")),
        ("=E5\n\n", Answer("E5")),
        ("=\n\n", Answer()),
        ("=3 pass\r\n\r\n", Answer("pass", id="3")),
        ("?3 illegal move\n\n", Answer("illegal move", False, "3")),
        ("= name\nversion\n\n", Answer("name\nversion")),
        ("= \n A B\n#9 . .\n\n", Answer("\n A B\n#9 . .")),
        ("\n\n# loading\n= ready\x00\n\n", Answer("ready")),
    ],
)
def test_answers_are_read_as_engines_write_them(text: str, answer: Answer) -> None:
    assert read(text) == [answer]


def test_an_answer_waits_for_its_blank_line() -> None:
    reader = AnswerReader()
    assert reader.feed("= E5") is None
    assert reader.feed("") == Answer("E5")
    assert reader.feed("") is None


@pytest.mark.parametrize("line", ["GNU Go 3.8", "E5", " = E5", "Traceback (most recent call last):"])
def test_what_begins_otherwise_is_no_answer(line: str) -> None:
    with pytest.raises(NotGtp, match="no answer in GTP: '"):
        AnswerReader().feed(line)


def test_an_answer_without_end_is_cut_off() -> None:
    with pytest.raises(NotGtp, match="more than"):
        read("= \n" + "more\n" * MOST_LINES)


@pytest.mark.parametrize(
    ("vertex", "move"),
    [("e5", "E5"), ("E5", "E5"), ("PASS", "pass"), ("pass", "pass"), ("j1", "J1"), ("T19", "T19")],
)
def test_points_are_written_as_the_rulebook_does(vertex: str, move: str) -> None:
    assert move_of(vertex) == move


@pytest.mark.parametrize("vertex", ["I5", "E0", "E05", "E26", "55", "resign", "", "E5 E6", "e", "é5"])
def test_what_is_no_point_is_an_error(vertex: str) -> None:
    with pytest.raises(ValueError, match="no point"):
        move_of(vertex)


def test_black_is_the_first() -> None:
    assert [seat_of(word) for word in ("b", "Black", "W", "white")] == [Seat.FIRST] * 2 + [Seat.SECOND] * 2
    assert [colour_of(seat) for seat in Seat] == ["b", "w"]
    with pytest.raises(ValueError, match="no colour"):
        seat_of("red")


@pytest.mark.parametrize(
    ("control", "settings", "left"),
    [
        ("600,10/move", ("600", "10", "1"), [(610.0, ("600", "0")), (9.98, ("9", "1"))]),
        ("1/move", ("0", "1", "1"), [(1.0, ("1", "1")), (0.4, ("0", "1"))]),
        ("10/turn", ("0", "10", "1"), [(10.0, ("10", "1"))]),
        ("300", ("300", "0", "0"), [(299.9, ("299", "0")), (0.0, ("0", "0"))]),
        ("300+3", ("300", "0", "0"), [(303.0, ("303", "0"))]),
        ("60~0.25", ("60", "0", "0"), [(60.25, ("60", "0")), (0.1, ("0", "0"))]),
        ("0.5", ("1", "0", "0"), [(0.5, ("0", "0"))]),
        ("0.5/move", ("0", "1", "1"), [(0.5, ("0", "1"))]),
    ],
)
def test_clocks_are_told_in_whole_seconds_that_never_mean_no_limit(
    control: str, settings: tuple[str, str, str], left: list[tuple[float, tuple[str, str]]]
) -> None:
    parsed = Control.parse(control)
    assert time_settings(parsed) == settings
    assert [(seconds, time_left(parsed, seconds)) for seconds, _ in left] == left
