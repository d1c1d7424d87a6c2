"""SGF both ways, and what it refuses: always one line with the file, the line in it, and the reason."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import BadText
from games.go9.rules import Go9, Go9Position
from games.go9.sgf import Record, read, write

HEAD = "(;GM[1]FF[4]SZ[9]KM[7.0]"


def after(moves: str, komi: float = 7.0) -> Go9Position:
    position = Go9(komi=komi).start()
    for move in moves.split():
        position = position.play(move)
    return position


def refusal(text: str) -> str:
    with pytest.raises(BadText) as caught:
        read(text, "a.sgf")
    return str(caught.value)


def test_a_record_is_written_with_rows_counted_from_the_top_and_no_column_skipped() -> None:
    record = Record(after("E5 J1 A9 pass"), "Black", "White", "W+Resign")
    assert write(record) == (
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7.0]PB[Black]PW[White]RE[W+Resign]\n;B[ee];W[ii];B[aa];W[])\n"
    )


def test_a_record_without_moves_or_names_is_a_root() -> None:
    assert write(Record(after(""))) == "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7.0])\n"


def test_both_forms_of_a_pass_are_read() -> None:
    assert read(f"{HEAD};B[];W[tt])").position == after("pass pass")


def test_a_cgos_file_is_read_with_its_padding_clocks_comments_and_resignation() -> None:
    text = (
        "(;GM[1]FF[4]CA[UTF-8]\nRU[Chinese]SZ[9]KM[5.5]TM[300]\nPW[w\\]hite]PB[b\\\\lack]WR[1800?]BR[1900]"
        'DT[2024-03-04]PC[CGOS]RE[W+Resign  ]GN[1]\n;B[ee]BL[299]CC[{"a": [1\\]}];W[ce]WL[290]\n;B[]BL[1])'
    )
    assert read(text) == Record(after("E5 C5", 5.5), "b\\lack", "w]hite", "W+Resign")


def test_a_pass_of_the_winner_is_no_resignation() -> None:
    assert read(f"{HEAD}RE[B+Resign];B[])").position == after("pass")


def test_the_main_line_is_followed_past_variations() -> None:
    assert read(f"{HEAD};B[ee](;W[ii];B[aa])(;W[zz]AB[aa](;X[]))(;))").position == after("E5 J1 A9")


def test_escaped_line_ends_vanish_and_others_become_blanks() -> None:
    assert read(f"{HEAD}PB[a\\\nb\nc\\:d])").black == "ab c:d"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a.sgf:1: the game is never closed by )"),
        ("hello", "a.sgf:1: 'h' has no place here"),
        ("()", "a.sgf:1: the game is empty"),
        ("(;", "a.sgf:1: the game is never closed by )"),
        (";B[ee]", "a.sgf:1: one game is expected, from ( to )"),
        (f"{HEAD})\n(;)", "a.sgf:2: one game is expected, from ( to )"),
        (f"{HEAD})\n)", "a.sgf:2: one game is expected, from ( to )"),
        (f"{HEAD}\n;B[ee", "a.sgf:2: a value is never closed"),
        (f"{HEAD}\n;b[ee])", "a.sgf:2: 'b' has no place here"),
        (f"{HEAD}\n;[ee])", "a.sgf:2: a value without a property"),
        (f"{HEAD}\n;B)", "a.sgf:2: B has no value"),
        (f"{HEAD}\n;B;W[ee])", "a.sgf:2: B has no value"),
        (f"{HEAD}\n;B[ee]B[ef])", "a.sgf:2: B stands twice in one node"),
        ("(GM[1])", "a.sgf:1: a property stands before the first node"),
        ("(;GM[2])", "a.sgf:1: GM is '2', must be 1"),
        ("(;FF[3])", "a.sgf:1: FF is '3', must be 4"),
        ("(;FF[4])", "a.sgf:1: SZ is '19', must be 9"),
        ("(;SZ[9:9])", "a.sgf:1: SZ is '9:9', must be 9"),
        ("(;SZ[9]\nHA[2])", "a.sgf:2: HA is '2', must be 0"),
        ("(;SZ[9])", "a.sgf:1: KM is 'missing', must be a komi in half points"),
        ("(;SZ[9]KM[six])", "a.sgf:1: KM is 'six', must be a komi in half points"),
        ("(;SZ[9]KM[6.25])", "a.sgf:1: KM is '6.25', must be a komi in half points"),
        (f"{HEAD}\nAB[aa][bb])", "a.sgf:2: AB: set-up stones are not supported"),
        (f"{HEAD};B[ee]\n;AW[aa])", "a.sgf:2: AW: set-up stones are not supported"),
        (f"{HEAD};B[ee]\n;B[ef])", "a.sgf:2: move 2 is B's, must be W's"),
        (f"{HEAD};W[ee])", "a.sgf:1: move 1 is W's, must be B's"),
        (f"{HEAD}\n\n;B[jj])", "a.sgf:3: move 1 is 'jj', must be a point aa..ii or empty"),
        (f"{HEAD};B[ee]\n;W[ee])", "a.sgf:2: move 2 is illegal: 'E5': a stone stands there"),
        (f"{HEAD};B[];W[]\n;B[])", "a.sgf:2: move 3 is illegal: 'pass': the game is over"),
    ],
)
def test_a_bad_text_is_refused_in_one_line_with_file_line_and_reason(text: str, reason: str) -> None:
    assert refusal(text) == reason


names = st.text(st.characters(exclude_categories=["Z", "C"])).map(lambda text: f"a {text} b")
games = st.lists(st.integers(0, 80), max_size=60)


@given(games, names, names, st.sampled_from(["", "B+3.0", "W+Time", "Draw", "Void"]), st.integers(0, 162))
def test_what_is_written_is_read_back_the_same(
    choices: list[int], black: str, white: str, result: str, half_points: int
) -> None:
    position = Go9(komi=half_points / 2).start()
    for choice in choices:
        if moves := position.legal_moves():
            position = position.play(moves[-1 - choice % len(moves)])
    record = Record(position, black, white, result)
    assert read(write(record)) == record


SOME = write(Record(after("E5 J1 A9 pass C3"), "Bl]ack", "Whi\\te", "B+3.0"))
SIGNS = "();[]\\ \nBWKMSZREabeit0179.:ß"


@given(st.text() | st.text(SIGNS), st.text())
def test_whatever_the_text_only_bad_text_is_raised(text: str, file: str) -> None:
    read_or_refuse(text, file)


@given(st.integers(0, len(SOME)), st.integers(0, 5), st.text(SIGNS, max_size=4))
def test_a_damaged_record_is_read_or_refused(at: int, cut: int, extra: str) -> None:
    read_or_refuse(SOME[:at] + extra + SOME[at + cut :], "a.sgf")


def read_or_refuse(text: str, file: str) -> None:
    try:
        record = read(text, file)
    except BadText as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert read(write(record)).position == record.position


def test_a_long_or_deep_text_is_no_trouble() -> None:
    assert "never closed" in refusal("(" * 100_000)
    assert "the game is empty" in refusal("(" * 50_000 + ")" * 50_000)
    assert "never closed" in refusal(f"{HEAD}PB[" + "\\a" * 100_000)


def test_200_judged_games_survive_the_way_through_sgf(oracle: Path) -> None:
    with gzip.open(oracle / "go" / "go_oracle.json.gz", "rt") as file:
        records = json.load(file)["games"]
    for game in records:
        moves = game["moves"][:-1] if game["end"] == "superko_repeat" else game["moves"]
        record = Record(after(" ".join(moves)), "b", "w", "B+1.0")
        assert read(write(record)) == record
