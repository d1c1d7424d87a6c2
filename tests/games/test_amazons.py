"""The Game of the Amazons: its rulebook against literal facts, the independent data and a golden game."""

import gzip
import hashlib
import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.amazons import Amazons, AmazonsPosition
from games.amazons.botzone import from_botzone, to_botzone
from games.base import BadText, IllegalMove, Seat, UnknownGame

SIZES = (10, 8, 6)
START = {
    10: "...2..2.../........../........../2........2/........../........../"
    "1........1/........../........../...1..1...",
    8: "..2..2../......../2......2/......../......../1......1/......../..1..1..",
    6: ".2..2./2....2/....../....../1....1/.1..1.",
}
GOLDEN = Path(__file__).parents[1] / "goldens" / "amazons.txt"


@pytest.fixture(scope="module")
def data(oracle: Path) -> Any:
    return json.loads(gzip.decompress((oracle / "amazons" / "amazons_oracle.json.gz").read_bytes()))


def of_oracle(size: int, board: str, mover: str) -> AmazonsPosition:
    """The independent data's W (first), B (second), x and . as a position."""
    return Amazons(size).read(f"{board.translate(str.maketrans('WB', '12'))} {mover}")


def random_game(size: int, seed: int) -> list[AmazonsPosition]:
    random, position = Random(seed), Amazons(size).start()
    line = [position]
    while position.to_move():
        position = position.play(random.choice(position.legal_moves()))
        line.append(position)
    return line


def refusal(position: AmazonsPosition, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    return str(caught.value)


@pytest.mark.parametrize(("size", "moves"), [(10, 2176), (8, 1232), (6, 544)])
def test_the_start_has_the_known_board_and_number_of_moves(size: int, moves: int) -> None:
    start = Amazons(size).start()
    assert start.view(None) == f"{START[size]} first"
    assert len(set(start.legal_moves())) == len(start.legal_moves()) == moves


def test_the_names_are_found_and_ten_is_the_usual_size() -> None:
    assert [name for name in games.names() if "amazons" in name] == ["amazons", "amazons/8", "amazons/6"]
    assert games.load("amazons/10") == games.load("amazons") == Amazons(10)
    for name in ("amazons", "amazons/8", "amazons/6"):
        assert games.load(name).name == name
    for wrong in ("amazons/7", "amazons/٨", "amazons/010"):
        with pytest.raises(UnknownGame):
            games.load(wrong)


def test_a_move_takes_the_amazon_along_and_leaves_an_arrow() -> None:
    after = Amazons(10).start().play("d1-d7/g7")
    assert after.view(Seat.SECOND) == (
        "...2..2.../........../........../2..1..x..2/........../........../"
        "1........1/........../........../......1... second"
    )
    assert after.to_move() is Seat.SECOND


def test_the_arrow_may_land_on_or_cross_the_vacated_square() -> None:
    start = Amazons(10).start()
    assert start.play("d1-d7/d1").cells[3] == "x"
    assert start.play("d1-c1/f1").cells[5] == "x"


def test_a_refusal_names_the_reason() -> None:
    start = Amazons(10).start()
    assert "no amazon of yours stands on d10" in refusal(start, "d10-d7/g7")
    assert "no amazon of yours stands on d2" in refusal(start, "d2-d7/g7")
    assert "d1 to e3 is not a queen's move" in refusal(start, "d1-e3/e4")
    assert "g1 is in the way from d1 to h1" in refusal(start, "d1-h1/h2")
    assert "a7 is in the way from a6 to a8" in refusal(start, "a4-a6/a8")
    assert "d1 to d1 is not a queen's move" in refusal(start, "d1-d1/d2")
    assert "d7 to d7 is not a queen's move" in refusal(start, "d1-d7/d7")
    for text in (
        "",
        "d1-d7",
        "d1-d7/",
        "d1d7g7",
        "D1-D7/G7",
        "d1-d11/d7",
        "d1-d7/g7 ",
        "d1/d7-g7",
        "d01-d7/g7",
        "pass",
    ):
        assert "a move is from-to/arrow" in refusal(start, text)


def test_who_cannot_move_loses_and_the_winner_has_a_territory() -> None:
    over = Amazons(6).read("1x..../xx..../..2.../....../....../...... first")
    outcome = over.outcome()
    assert outcome is not None and over.to_move() is None and over.legal_moves() == []
    assert (outcome.winner, outcome.reason) == (Seat.SECOND, "first cannot move; second's territory is 31")
    assert "the game is over" in refusal(over, "a6-a5/a6")


def test_an_amazon_with_one_free_neighbour_shoots_back_at_its_own_square() -> None:
    last = Amazons(6).read("1.xxxx/xxxxxx/xx2xxx/xxxxxx/xxxxxx/xxxxxx first")
    assert list(last.legal_moves()) == ["a6-b6/a6"]
    outcome = last.play("a6-b6/a6").outcome()
    assert outcome is not None and outcome.winner is Seat.FIRST


@pytest.mark.parametrize("size", SIZES)
def test_play_accepts_exactly_the_listed_moves(size: int) -> None:
    names = [f"{file}{rank}" for file in "abcdefghij"[:size] for rank in range(1, size + 1)]
    random = Random(size)
    for position in random.sample(random_game(size, 1), 5):
        listed = set(position.legal_moves())
        tried = {"{}-{}/{}".format(*random.choices(names, k=3)) for _ in range(2000)}
        for move in listed | tried:
            try:
                position.play(move)
            except IllegalMove:
                assert move not in listed
            else:
                assert move in listed


@pytest.mark.parametrize("size", SIZES)
def test_every_view_reads_back_and_is_the_same_for_all(size: int) -> None:
    game = Amazons(size)
    for seed in range(5):
        for position in random_game(size, seed):
            view = position.view(None, reveal=True)
            assert game.read(view) == position and len(view) < 900
            assert {position.view(Seat.FIRST), position.view(Seat.SECOND), position.view(None)} == {view}


@settings(deadline=None)
@given(
    st.text()
    | st.from_regex(r"\A([12x.]{6}/){5}[12x.]{6} (first|second)\Z")
    | st.text("12x./ firstecond", max_size=60)
)
def test_a_bad_view_is_bad_text_and_nothing_else(view: str) -> None:
    try:
        position = Amazons(6).read(view)
    except BadText:
        return
    assert position.view(None) == view
    assert (position.to_move() is None) == (not position.legal_moves())
    assert Amazons(6).picture(view)


@settings(deadline=None)
@given(st.text() | st.from_regex(r"\A[a-k]1?[0-9]-[a-k][0-9]/[a-k][0-9]\Z"))
def test_any_text_is_a_listed_move_or_illegal(move: str) -> None:
    start = Amazons(10).start()
    try:
        start.play(move)
    except IllegalMove:
        assert move not in start.legal_moves()
    else:
        assert move in start.legal_moves()


def test_the_picture_shows_coordinates_amazons_and_arrows() -> None:
    game = Amazons(6)
    red, cyan, arrow, empty = "[bold red]♛[/]", "[bold cyan]♕[/]", "[dim]█[/]", "[dim]·[/]"
    lines = game.picture(game.start().play("b1-b3/b1").view(None)).splitlines()
    assert lines[0] == " 6 " + " ".join([empty, cyan, empty, empty, cyan, empty])
    assert lines[5] == " 1 " + " ".join([empty, arrow, empty, empty, red, empty])
    assert lines[6:] == ["   a b c d e f", f"{cyan} second to move"]


def test_botzone_counts_from_zero_and_its_black_is_first() -> None:
    assert to_botzone("f1-d3/g6") == [5, 0, 3, 2, 6, 5]
    assert from_botzone([5, 0, 3, 2, 6, 5]) == "f1-d3/g6"
    position = Amazons(8).start()
    for numbers in ([5, 0, 3, 2, 6, 5], [0, 5, 4, 5, 3, 4], [0, 2, 0, 3, 3, 0], [2, 7, 2, 5, 1, 4]):
        position = position.play(from_botzone(numbers))


@settings(deadline=None)
@given(
    st.text() | st.from_regex(r"\A[a-k][0-9]{1,2}-[a-k][0-9]/[a-k][0-9]\Z"),
    st.lists(st.integers(-2, 12), max_size=7),
)
def test_botzone_readers_give_bad_text_and_nothing_else(move: str, numbers: list[int]) -> None:
    with suppress(BadText):
        assert len(to_botzone(move)) == 6
    with suppress(BadText):
        assert to_botzone(from_botzone(numbers)) == numbers


def perft(position: AmazonsPosition, sample: int | None) -> list[int]:
    """The numbers of replies to each move, or to every `sample`-th."""
    return [len(position.play(move).legal_moves()) for move in position.legal_moves()[::sample]]


def test_the_replies_on_6x6_are_as_many_as_known() -> None:
    assert sum(perft(Amazons(6).start(), None)) == 238532


@pytest.mark.full
@pytest.mark.parametrize(("size", "leaves"), [(10, 4307152), (8, 1331198)])
def test_the_replies_on_the_larger_boards_are_as_many_as_known(size: int, leaves: int) -> None:
    assert sum(perft(Amazons(size).start(), None)) == leaves


def replay(game: Any) -> None:
    position = Amazons(game["size"]).start()
    for move, count in zip(game["moves"], game["legal_counts"], strict=False):
        assert len(position.legal_moves()) == count
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None and outcome.winner == game["winner"]
    assert position.cells == of_oracle(game["size"], game["final"], "first").cells
    assert game["legal_counts"][-1] == 0 and len(game["moves"]) == game["plies"]


def check_moves(found: Any) -> None:
    moves = of_oracle(found["size"], found["board"], found["to_move"]).legal_moves()
    assert len(moves) == found["legal"]
    assert hashlib.sha256("\n".join(sorted(moves)).encode()).hexdigest() == found["legal_sha256"]


def test_a_sample_of_the_independent_games_replays(data: Any) -> None:
    for game in data["games"][::7]:
        replay(game)


@pytest.mark.full
def test_all_independent_games_replay(data: Any) -> None:
    assert len(data["games"]) == 150
    for game in data["games"]:
        replay(game)


def test_the_legal_moves_of_all_independent_positions_agree(data: Any) -> None:
    assert len(data["positions"]) == 330
    for found in data["positions"]:
        check_moves(found)


def played() -> str:
    """A fixed game on 6x6: at each step every fact a spectator may ask for."""
    random, position, lines = Random(2024), Amazons(6).start(), []
    for ply in range(28):
        moves = position.legal_moves()
        move = random.choice(moves) if moves else None
        lines.append(
            f"{ply} {position.to_move()} {len(moves)} {move} | {position.view(None)} | {position.outcome()}"
        )
        if move is None:
            break
        position = position.play(move)
    return "\n".join(lines) + "\n"


def test_the_golden_game_plays_as_recorded() -> None:
    assert played() == GOLDEN.read_text()
