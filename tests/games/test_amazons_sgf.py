"""SGF records of Amazons: what is written reads back, and bad text is refused in one line that says where."""

import gzip
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.amazons import Amazons
from games.amazons.sgf import Record, read, write
from games.base import BadText, Seat

EXAMPLE = "(;GM[18]FF[4]\n;B[djddgd];W[addgad]\n;B[gjehea])"


def refusal(text: str) -> str:
    with pytest.raises(BadText) as caught:
        read(text, "game.sgf")
    return str(caught.value)


def random_record(seed: int) -> Record:
    """Some plies into a random game from a position some plies into another."""
    random = Random(seed)
    position, moves = Amazons(random.choice([6, 8, 10])).start(), list[str]()
    start, skipped = position, random.choice([0, 0, 5, 14])
    for ply in range(random.randrange(40)):
        if position.to_move() is None:
            break
        move = random.choice(position.legal_moves())
        position = position.play(move)
        if ply < skipped:
            start = position
        else:
            moves.append(move)
    return Record(start, tuple(moves), "Ann ]\\[ :", "本因坊", "B+R")


def test_black_is_the_first_player_and_rows_count_from_the_top() -> None:
    record = read(EXAMPLE)
    assert record.start == Amazons(10).start()
    assert record.moves == ("d1-d7/g7", "a7-d4/a7", "g1-e3/e10")


def test_the_usual_start_is_written_without_setup() -> None:
    record = Record(Amazons(10).start(), ("d1-d7/g7",), first="Ann", result="B+T")
    assert write(record) == "(;GM[18]FF[4]CA[UTF-8]SZ[10]PB[Ann]RE[B+T]\n;B[djddgd]\n)\n"


def test_another_start_is_written_as_setup() -> None:
    record = Record(Amazons(6).start().play("b1-b3/b1"), ())
    text = "(;GM[18]FF[4]CA[UTF-8]SZ[6]AB[ef][ae][fe][bd]AW[ab][fb][ba][ea]AA[bf]PL[W]\n)\n"
    assert write(record) == text and read(text) == record


@pytest.mark.parametrize("seed", range(60))
def test_a_record_reads_back_as_it_was_written(seed: int) -> None:
    record = random_record(seed)
    assert read(write(record)) == record


def test_setup_replaces_the_usual_start_and_lists_may_be_rectangles() -> None:
    record = read("(;GM[18]SZ[6]AB[af]AW[fa]AA[bb:ce]PL[W])")
    assert record.start.view(None) == ".....2/.xx.../.xx.../.xx.../.xx.../1..... second"


def test_only_the_main_line_of_the_first_game_is_read() -> None:
    text = "words before (;GM[18](;B[djddgd](;W[addgad])(;W[nonsense]))(;B[zz]))(;GM[1]"
    assert read(text).moves == ("d1-d7/g7", "a7-d4/a7")


def test_texts_are_one_line_and_lose_their_escapes() -> None:
    record = read("(;GM[18]PB[A\\]b\\\\\nc]PW[x\\\ny\tz\\\tz];C[a [ b])")
    assert (record.first, record.second) == ("A]b\\ c", "xy z z")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", 'line 1: not SGF: no "(;" opens a game'),
        ("(;GM[18]\n;B[djddgd]\n", "line 2: the record breaks off before its closing bracket"),
        ("(;GM[18]\n;B[djddgd\n)", "line 2: a value is not closed by ]"),
        ("(;GM[18]\n%)", "line 2: '%' does not belong here"),
        ("(;GM[18]\nB;)", "line 2: B has no value"),
        ("(;GM[18]SZ[10]\nSZ[8])", "line 2: SZ stands twice in one node"),
        ("(;[18])", "line 1: a value stands without a property's name"),
        ("(;sz[10])", "line 1: sz is not the name of a property"),
        ("(;SZ[10])", "line 1: GM is missing; a record of Amazons has GM[18]"),
        ("(;\nGM[1])", "line 2: GM is '1', another game; Amazons is GM[18]"),
        ("(;GM[18]\n\nSZ[9])", "line 3: SZ is '9'; the sizes are 10, 8 and 6"),
        ("(;GM[18]\nPL[X])", "line 2: PL is 'X', neither B nor W"),
        ("(;GM[18]\nAB[aa]AW[kk])", "line 2: 'kk' is not a point of this board"),
        ("(;GM[18]AB[aa])", "line 1: the setup (AB, AW) must give each player one to four amazons"),
        ("(;GM[18]\n;W[djddgd])", "line 2: W moves, but it is B's turn"),
        ("(;GM[18]\n;B[djdd])", "line 2: 'djdd': a move is three points, such as djddgd"),
        ("(;GM[18];B[djddgd]\n[x])", "line 1: B has more than one value"),
        ("(;GM[18]\n;B[djddg\n])", "line 2: 'djddg': a move is three points, such as djddgd"),
        ("(;GM[18]\n;B[djddgz])", "line 2: 'gz' is not a point of this board"),
        ("(;GM[18]\n;AA[aa])", "line 2: setup after the root is not read"),
        ("(;GM[18]\n;B[djddgd]\n;W[djdddc])", "line 3: move 2: 'd1-d7/d8': no amazon of yours stands on d1"),
    ],
)
def test_a_bad_record_is_refused_with_its_file_line_and_reason(text: str, complaint: str) -> None:
    assert refusal(text) == f"game.sgf, {complaint}"


PIECES = ["(", ")", ";", "\n", "\\", "]", "[", "GM[18]", "SZ[6]", "SZ[8]", "B[djddgd]", "W[addgad]", "AB[aa]"]
PIECES += [
    "AW[bb]",
    "AE[aa:bb]",
    "AA[ab][ba:ff]",
    "PL[W]",
    "PB[x\n\\]]",
    "B[]",
    "B",
    "B[bfbdbf]",
    "W[aacc\n",
    "(;",
]


@settings(deadline=None, max_examples=300)
@given(st.text() | st.lists(st.sampled_from(PIECES) | st.text(max_size=3)).map("".join))
def test_any_text_is_a_record_or_bad_text_in_one_line(text: str) -> None:
    for sgf in (text, f"(;GM[18]{text}"):
        try:
            record = read(sgf)
        except BadText as complaint:
            assert len(str(complaint).splitlines()) == 1 and ", line " in str(complaint)
        else:
            assert read(write(record)) == record


@settings(deadline=None, max_examples=300)
@given(st.integers(0, 30), st.integers(0, 400), st.integers(0, 3), st.text(max_size=3))
def test_a_damaged_record_is_a_record_or_bad_text(seed: int, at: int, cut: int, put: str) -> None:
    whole = write(random_record(seed))
    at %= len(whole)
    try:
        record = read(whole[:at] + put + whole[at + cut :])
    except BadText as complaint:
        assert len(str(complaint).splitlines()) == 1
    else:
        assert record.start.mover in Seat and read(write(record)) == record


def test_a_long_record_is_refused_in_good_time() -> None:
    assert "breaks off" in refusal("(;GM[18]" + ";C[a\n]" * 200_000)
    assert "not closed" in refusal("(;GM[18]C[" + "\\a" * 1_000_000)


def test_the_independent_games_pass_through_sgf(oracle: Path) -> None:
    games = json.loads(gzip.decompress((oracle / "amazons" / "amazons_oracle.json.gz").read_bytes()))["games"]
    for game in games[::10]:
        record = Record(Amazons(game["size"]).start(), tuple(game["moves"]))
        assert read(write(record)) == record
