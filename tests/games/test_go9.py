"""The rules of 9x9 Go: each fact by a small position, then whole games from an independent source."""

import gzip
import json
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.base import BadText, IllegalMove, Outcome, Seat, UnknownGame
from games.go9.rules import COLUMNS, MOVE_LIMIT, Go9, Go9Position

GOLDEN = Path(__file__).parents[1] / "goldens" / "go9.txt"
EVERY_MOVE = [f"{column}{row}" for row in range(1, 10) for column in COLUMNS] + ["pass"]
GAME = Go9()


def after(moves: str, game: Go9 = GAME) -> Go9Position:
    position = game.start()
    for move in moves.split():
        position = position.play(move)
    return position


def setup(black: str, white: str) -> Go9Position:
    """Black to move, both sides' stones placed in turn; who has none left passes."""
    pairs = zip_longest(black.split(), white.split(), fillvalue="pass")
    return after(" ".join(move for pair in pairs for move in pair))


def refusal(position: Go9Position, move: str) -> str:
    assert move not in position.legal_moves()
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    return str(caught.value)


def random_game(seed: int) -> list[Go9Position]:
    """A game in which nobody passes while there is another move, so that it gets long."""
    random, positions = Random(seed), [GAME.start()]
    while moves := positions[-1].legal_moves():
        positions.append(positions[-1].play(random.choice(moves[:-1] or moves)))
    return positions


def test_first_is_black_and_may_play_anywhere_or_pass() -> None:
    start = GAME.start()
    assert start.to_move() is Seat.FIRST
    assert start.legal_moves() == EVERY_MOVE
    assert start.play("E5").to_move() is Seat.SECOND


@pytest.mark.parametrize("text", ["", "e5", "I5", "E0", "E10", "K1", "PASS", "resign", "E5 ", "E5\n", "５E"])
def test_any_other_text_is_refused_with_the_form_of_a_move(text: str) -> None:
    assert "a move is a point A1..J9 (there is no column I) or pass" in refusal(GAME.start(), text)


def test_an_occupied_point_is_refused() -> None:
    assert refusal(after("E5"), "E5") == "'E5': a stone stands there"


def test_stones_without_liberties_are_taken() -> None:
    one = after("A1 B1 J9 A2")
    assert one.rows()[-1] == ".O......."
    group = setup("A1 A2", "B1 B2").play("J9").play("A3")
    assert [row[:2] for row in group.rows()[-3:]] == ["O.", ".O", ".O"]


def test_two_groups_are_taken_at_once() -> None:
    position = setup("A1 C1", "A2 C2 D1").play("J9").play("B1")
    assert position.rows()[-1] == ".O.O....."


@pytest.mark.parametrize("stones", ["", "A1"])
def test_suicide_of_one_stone_or_more_is_refused(stones: str) -> None:
    position = setup(stones, "A3 B2 B1" if stones else "A2 B1")
    move = "A2" if stones else "A1"
    assert refusal(position, move) == f"{move!r}: suicide, that stone would have no liberty"


def test_a_move_that_takes_is_no_suicide_even_without_own_liberties() -> None:
    position = setup("A3 B2 C1", "A2 B1")
    assert position.play("A1").rows()[-2:] == [".X.......", "X.X......"]


def test_snapback_takes_a_group_back_at_once() -> None:
    position = setup("A3 B3 C3 D2 D1", "A2 B2 C2 C1")
    position = position.play("B1").play("A1")
    assert position.rows()[-1].startswith("O.O")
    assert [row[:4] for row in position.play("B1").rows()[-2:]] == ["...X", ".X.X"]


def test_a_ko_is_retaken_only_after_a_move_elsewhere() -> None:
    position = setup("A1 B2", "C2 D1 B1").play("C1")
    assert position.rows()[-1].startswith("X.XO")
    assert refusal(position, "B1") == "'B1': superko, that is the board after move 6"
    assert "B1" in position.play("J9").play("J1").legal_moves()


SEND_TWO = "A2 C2 B2 D1 E5"  # then White has B1 and A1 to play inside, Black C1 to take


def test_send_two_return_one_is_refused_though_it_is_no_simple_ko() -> None:
    position = after(f"{SEND_TWO} B1 pass A1 C1")
    assert position.rows()[-1] == "..XO....."
    assert refusal(position, "B1") == "'B1': superko, that is the board after move 6"


def test_a_move_that_takes_nothing_may_break_superko_as_well() -> None:
    position = after(f"{SEND_TWO} A1 pass B1 C1 B1 pass")
    assert position.rows()[-1] == ".O.O....."
    assert refusal(position, "A1") == "'A1': superko, that is the board after move 8"


def test_superko_does_not_ask_who_is_to_move() -> None:
    """Black's E5 made the board after move 7, White would make it again."""
    position = after("A2 C2 B2 D1 pass B1 E5 A1 C1")
    assert refusal(position, "B1") == "'B1': superko, that is the board after move 7"


def test_a_triple_ko_stops_before_it_comes_round() -> None:
    black, white = "A1 B2 A9 B8 E1 F2 C9 J5", "D1 C2 D9 C8 H1 G2 B1 F1"
    position = setup(black, white)
    for move in ["C1", "B9", "G1", "B1", "C9"]:
        position = position.play(move)
    assert refusal(position, "F1") == "'F1': superko, that is the board after move 16"
    assert "G9" in position.legal_moves()


def test_a_pass_repeats_the_board_and_is_always_legal() -> None:
    assert "pass" in after("E5 pass D5").legal_moves()


def test_two_passes_end_the_game_and_the_board_is_scored_as_it_stands() -> None:
    position = after("E5 pass pass")
    assert position.to_move() is None
    assert position.legal_moves() == []
    assert position.outcome() == Outcome(Seat.FIRST, "first is 74.0 points ahead after two passes")
    assert refusal(position, "A1") == "'A1': the game is over"
    assert after("pass pass").outcome() == Outcome(Seat.SECOND, "second is 7.0 points ahead after two passes")


def test_passes_with_a_move_between_end_nothing() -> None:
    assert after("pass E5 pass").to_move() is Seat.SECOND


def test_nothing_is_taken_for_dead_in_the_score() -> None:
    assert after("E5 A1 pass pass").margin() == 0 - GAME.komi  # one stone each, all else touches both


def test_in_a_seki_shared_liberties_count_for_nobody() -> None:
    black = "A1 A2 D1 D2 C3 C4 C5 C6 C7 C8 C9"
    white = "C1 C2 A3 B3 B4 B5 B6 B7 B8 B9"
    position = setup(black, white)
    assert [row[:5] for row in position.rows()[-3:]] == ["OOX..", "X.OX.", "X.OX."]
    assert position.margin() == (2 + 7 + 2 + 7 + 45) - (2 + 1 + 7 + 6) - GAME.komi


def test_a_whole_komi_can_draw() -> None:
    game = games.load("go9/komi81")
    assert isinstance(game, Go9)
    outcome = after("E5 pass pass", game).outcome()
    assert outcome == Outcome(None, "the areas with komi are equal after two passes")


def test_the_variant_sets_the_komi() -> None:
    start = games.load("go9/komi5.5").start()
    assert isinstance(start, Go9Position)
    assert start.komi == 5.5
    assert [games.load(name).name for name in games.names() if "go9" in name] == [
        "go9",
        "go9/komi5.5",
        "go9/komi7.5",
    ]


@pytest.mark.parametrize("variant", ["komi", "komi5.25", "komi-1", "komi07", "19x19", "komi5.5\n", "komi５"])
def test_an_unknown_variant_is_refused(variant: str) -> None:
    with pytest.raises(UnknownGame, match="half points"):
        games.load(f"go9/{variant}")


def test_the_move_limit_ends_the_game_with_a_score() -> None:
    last = random_game(0)[-1]
    assert len(last.moves) == MOVE_LIMIT == 400
    assert last.to_move() is None
    outcome = last.outcome()
    assert outcome is not None
    assert outcome.reason.endswith("points ahead after 400 moves")
    assert refusal(last, "pass") == "'pass': the game is over"


@pytest.mark.parametrize("seed", range(3))
def test_legal_moves_are_exactly_what_play_accepts_and_views_restore_everything(seed: int) -> None:
    for position in random_game(seed)[::7]:
        legal = position.legal_moves()
        assert [move for move in EVERY_MOVE if accepts(position, move)] == legal
        view = position.view(None, reveal=True)
        assert GAME.read(view) == position
        assert len(view) < 900
        assert {position.view(seat) for seat in Seat} == {view}


def accepts(position: Go9Position, move: str) -> bool:
    try:
        position.play(move)
    except IllegalMove:
        return False
    return True


def test_a_view_shows_the_board_and_all_moves() -> None:
    board = "........./" * 4 + "....X..../" + "........./" * 3 + "O........"
    assert after("E5 A1 pass").view(None) == f"{board} E5A1--"


def test_a_read_view_still_knows_superko() -> None:
    position = after(f"{SEND_TWO} B1 pass A1 C1")
    assert "B1" not in GAME.read(position.view(Seat.SECOND)).legal_moves()


VIEW = after("E5 D3 pass E3").view(None)


@given(st.text() | st.text("X.O/ -ABCDE123"))
def test_other_texts_are_refused_as_views(text: str) -> None:
    with pytest.raises(BadText, match="not a go9 view"):
        GAME.read(text)


@given(st.integers(0, len(VIEW)), st.integers(0, 3), st.text("X.O/ -ABCDE123", max_size=3))
def test_a_damaged_view_is_read_as_it_says_or_refused(at: int, cut: int, extra: str) -> None:
    damaged = VIEW[:at] + extra + VIEW[at + cut :]
    try:
        assert GAME.read(damaged).view(None) == damaged
    except BadText as error:
        assert "\n" not in str(error)


def test_the_picture_shows_both_colours_coordinates_and_the_last_move() -> None:
    lines = GAME.picture(after("E5 J9").view(None)).split("\n")
    assert lines[0] == lines[10] == "[dim]   A B C D E F G H J[/]"
    assert lines[1].endswith("[bold red]○[/] [dim]9[/]")
    assert lines[5].count("●") == 1
    assert lines[11] == "● first  ○ second  move 2 was J9"


def facts(position: Go9Position) -> str:
    mover = position.to_move() or "over"
    outcome = position.outcome()
    end = f" | {outcome.winner} {outcome.reason}" if outcome else ""
    return f"{len(position.moves)} {mover} {len(position.legal_moves())} | {position.view(None)}{end}"


def test_the_golden_game_has_every_fact_unchanged() -> None:
    """Lines are "<move> | <facts after it>", the start without a move."""
    position = GAME.start()
    start, *lines = GOLDEN.read_text().splitlines()
    assert start == facts(position)
    for line in lines:
        move = line.partition(" | ")[0]
        position = position.play(move)
        assert line == f"{move} | {facts(position)}"
    assert position.to_move() is None


@pytest.fixture(scope="module")
def records(oracle: Path) -> list[dict[str, Any]]:
    """200 games that OpenSpiel and the CGOS server have judged."""
    with gzip.open(oracle / "go" / "go_oracle.json.gz", "rt") as file:
        found: list[dict[str, Any]] = json.load(file)["games"]
    return found


def test_200_judged_games_agree_in_legal_moves_boards_scores_and_ends(records: list[dict[str, Any]]) -> None:
    differ = 0
    for record in records:
        position = GAME.start()
        *early, last = record["moves"]
        for move in early:
            assert len(position.legal_moves()) == record["legal_psk"][len(position.moves)] + 1
            position = position.play(move)
        assert len(position.legal_moves()) == record["legal_psk"][-1] + 1
        differ += sum(a != b for a, b in zip(record["legal_psk"], record["legal_simple_ko"], strict=True))
        check_end(record, position, last)
    assert (len(records), differ) == (200, 19)


def check_end(record: dict[str, Any], position: Go9Position, last: str) -> None:
    if record["end"] == "superko_repeat":
        assert "superko" in refusal(position, last)
        return
    position = position.play(last)
    assert position.to_move() is None
    assert (record["end"] == "max_len") == (len(position.moves) == MOVE_LIMIT)
    assert [row.replace(".", "+") for row in position.rows()] == record["final"]
    assert position.margin() + position.komi == record["area_margin"]
