"""Geister's rules: facts of the reference server literally, a game captured from it, and a golden game."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from games.base import BadText, IllegalMove, Outcome, Seat
from games.geister import Geister, GeisterPosition

GAME = Geister()
FIRST, SECOND = Seat
GOLDEN = Path(__file__).parents[1] / "goldens" / "geister.txt"
START = "14U24U34U44U15U25U35U45U41u31u21u11u40u30u20u10u 0 first"

# From the captured game, ACEH and ACGH red: the opening and the end, as each mover's board and its move.
OPENING = [
    ("14R24B34R44B15R25B35B45R41u31u21u11u40u30u20u10u", "A,W"),
    ("14R24B34R44B15B25B35R45R51u31u21u11u40u30u20u10u", "B,N"),
    ("04R24B34R44B15R25B35B45R41u32u21u11u40u30u20u10u", "D,E"),
]
ENDING_STARTS = "21R99b55R99b15B00B35R50R99r99b99r30b99r40b99b43r 123 second"
ENDING = [
    ("21R99b55R99b15B00B35R50R99r99b99r30u99r40u99b43u", "H,W"),
    ("99r99b99r25B99r99b99b12R34u99b00u99b40u55u20u15u", "H,E"),
    ("21R99b55R99b15B00B35R40R99r99b99r30u99r99b99b33u", "G,N"),
    ("99r99b99r25B99r99b99b22R34u99b00u99b40u55u21u15u", "H,S"),
    ("21R99b55R99b15B00B34R40R99r99b99r30u99r99b99b32u", "F,N"),
]
WON = "21R99b55R99b15B88b34R40R99r99b99r30b99r99b99b32r"
LOST = "99r99b99r25B99r99b99b23R34r99b00r99b40b88b21r15r"


def board(viewer: Seat | None, position: GeisterPosition, reveal: bool = False) -> str:
    return position.view(viewer, reveal).split()[0]


def played(*moves: str) -> GeisterPosition:
    position = GAME.start()
    for move in moves:
        position = position.play(move)
    return position


def few(own: str, enemy: str = "23b33r", ply: int = 10, seat: Seat = FIRST) -> GeisterPosition:
    """A position where A and B of each side are left, A and B as given and seen by `seat`, 3 reds and 3
    blues of each side taken."""
    gone = "99b" * 3 + "99r" * 3
    return GAME.read(f"{own}{gone}{enemy}{gone} {ply + (seat is SECOND)} {seat}")


def test_the_start_is_the_same_for_all_and_shows_no_colour() -> None:
    assert GAME.start().view(None) == GAME.start().view(FIRST) == START
    assert GAME.start().view(SECOND) == START.replace("first", "second")


def test_each_player_sits_at_the_bottom_and_sees_only_its_own_colours() -> None:
    position = played("ABCD", "EFGH")
    assert position.view(FIRST) == "14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u 2 first"
    assert position.view(SECOND) == "14B24B34B44B15R25R35R45R41u31u21u11u40u30u20u10u 2 second"
    assert position.view(None) == "14U24U34U44U15U25U35U45U41u31u21u11u40u30u20u10u 2 first"


def test_revealed_views_open_both_sides_with_the_enemy_in_lower_case() -> None:
    position = played("ABCD", "EFGH")
    assert board(FIRST, position, reveal=True) == "14R24R34R44R15B25B35B45B41b31b21b11b40r30r20r10r"
    assert board(SECOND, position, reveal=True) == "14B24B34B44B15R25R35R45R41r31r21r11r40b30b20b10b"


def test_the_first_two_moves_name_four_reds_in_alphabetical_order() -> None:
    start = GAME.start()
    assert len(start.legal_moves()) == len(set(start.legal_moves())) == 70
    assert start.play("ABCD").legal_moves() == start.legal_moves()
    assert [start.to_move(), start.play("ABCD").to_move()] == [FIRST, SECOND]
    for bad in ("ABC", "ABCDE", "AABB", "DCBA", "abcd", "WXYZ", "", "A,N", "????"):
        with pytest.raises(IllegalMove, match="four different pieces"):
            start.play(bad)


def test_nobody_else_sees_which_pieces_a_player_made_red() -> None:
    start = GAME.start()
    assert [start.seen("ABCD", viewer) for viewer in (FIRST, SECOND, None)] == ["ABCD", "????", "????"]
    second = start.play("ABCD")
    assert [second.seen("EFGH", viewer) for viewer in (FIRST, SECOND, None)] == ["????", "EFGH", "????"]


def test_the_first_player_has_eight_moves_at_the_start() -> None:
    assert played("ABCD", "ABCD").legal_moves() == ["A,N", "A,W", "B,N", "C,N", "D,N", "D,E", "E,W", "H,E"]


def test_moves_are_written_as_the_mover_sees_the_board() -> None:
    position = played("ABCD", "ABCD", "A,N", "A,N")
    assert board(FIRST, position) == "13R24R34R44R15B25B35B45B42u31u21u11u40u30u20u10u"
    assert board(SECOND, position) == "13R24R34R44R15B25B35B45B42u31u21u11u40u30u20u10u"


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("E,N", "own piece"),
        ("E,S", "leaves the board"),
        ("a,N", "a piece A..H"),
        ("A,North", "a piece A..H"),
        ("I,N", "a piece A..H"),
        ("AN", "a piece A..H"),
        ("A,N=R", "a piece A..H"),
        ("ABCD", "a piece A..H"),
        ("", "a piece A..H"),
    ],
)
def test_illegal_moves_are_refused_with_a_reason(move: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        played("ABCD", "ABCD").play(move)


def test_a_piece_that_was_taken_or_escaped_cannot_move() -> None:
    with pytest.raises(IllegalMove, match="left the board"):
        few("22B24R").play("C,N")


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("colour", "RB")
def test_only_blues_escape_and_only_from_the_corners_of_the_far_row(seat: Seat, colour: str) -> None:
    other = "B" if colour == "R" else "R"
    escapes = set()
    for xy in [f"{x}{y}" for x in range(6) for y in range(6)]:
        elsewhere = "12" if xy == "34" else "34"
        position = few(f"{xy}{colour}{elsewhere}{other}", seat=seat)
        for move in position.legal_moves():
            if "88" in board(seat, position.play(move)):
                escapes.add(f"{xy}{move}")
    assert escapes == ({"00A,N", "00A,W", "50A,N", "50A,E"} if colour == "B" else set())


def test_a_red_in_the_corner_is_told_why_it_may_not_leave() -> None:
    with pytest.raises(IllegalMove, match="only a blue piece"):
        few("00R34B").play("A,N")


def test_every_step_inside_the_board_is_legal_where_no_own_piece_stands() -> None:
    position = few("22B23R", enemy="21b12r")
    assert position.legal_moves() == ["A,N", "A,E", "A,W", "B,E", "B,W", "B,S"]


@pytest.mark.parametrize(("move", "piece", "colour"), [("A,N", 0, "b"), ("A,S", 1, "r")])
def test_taking_opens_the_colour_to_everybody(move: str, piece: int, colour: str) -> None:
    gone = "99b99b99r99r"
    position = GAME.read(f"22B24R44B14R{gone}21b23r55b45r{gone} 10 first")
    assert [position.seen(move, viewer) for viewer in (FIRST, SECOND, None)] == [
        f"{move}={colour.upper()}"
    ] * 3
    after = position.play(move)
    assert after.outcome() is None
    theirs, own = slice(24 + 3 * piece, 27 + 3 * piece), slice(3 * piece, 3 * piece + 3)
    assert board(FIRST, position)[theirs][2] == board(None, position)[theirs][2] == "u"
    assert board(FIRST, after)[theirs] == board(None, after)[theirs] == f"99{colour}"
    assert board(SECOND, after)[own] == f"99{colour}"


def test_a_move_that_takes_nothing_is_seen_as_it_is() -> None:
    position = played("ABCD", "ABCD")
    assert [position.seen("A,N", viewer) for viewer in (FIRST, SECOND, None)] == ["A,N"] * 3
    assert few("00B34R").seen("A,N", SECOND) == "A,N"


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(("corner", "way"), [("00", "N"), ("00", "W"), ("50", "N"), ("50", "E")])
def test_a_blue_that_leaves_wins_and_is_shown_at_88(seat: Seat, corner: str, way: str) -> None:
    after = few(f"{corner}B34R", seat=seat).play(f"A,{way}")
    assert after.outcome() == Outcome(seat, f"{seat} escaped with a blue piece")
    assert after.to_move() is None and after.legal_moves() == []
    assert board(seat, after)[:3] == "88b" and board(seat.other, after)[24:27] == "88b"
    with pytest.raises(IllegalMove, match="over"):
        after.play("B,N")


@pytest.mark.parametrize("seat", Seat)
def test_taking_the_fourth_blue_wins_and_the_fourth_red_loses(seat: Seat) -> None:
    position = few("22B24R", enemy="21b25r", seat=seat)
    assert position.play("A,N").outcome() == Outcome(seat, f"{seat} took all four blue pieces")
    assert position.play("B,S").outcome() == Outcome(seat.other, f"{seat} took all four red pieces")


def test_the_corner_is_entered_freely_and_left_a_turn_later() -> None:
    entered = few("01B34R").play("A,N")
    assert entered.outcome() is None
    assert board(FIRST, entered)[:3] == "00B"
    assert "A,N" in entered.play("A,S").legal_moves()


def test_three_hundred_moves_without_a_winner_are_a_draw() -> None:
    assert few("22B24R", ply=300).play("A,N").outcome() is None
    last = few("22B24R", ply=300).play("A,N").play("A,S")
    assert last.ply == 302
    assert last.outcome() == Outcome(None, "300 moves were played")
    assert last.to_move() is None and last.legal_moves() == []


def test_a_win_with_the_last_move_counts() -> None:
    outcome = few("00B24R", ply=300, seat=SECOND).play("A,W").outcome()
    assert outcome is not None and outcome.winner is SECOND


def test_the_opening_of_the_captured_game_is_seen_as_its_players_saw_it() -> None:
    position = played("ACEH", "ACGH")
    for seen, move in OPENING:
        assert board(position.to_move() or FIRST, position) == seen
        position = position.play(move)


def test_the_end_of_the_captured_game_is_seen_as_its_players_saw_it() -> None:
    position = GAME.read(ENDING_STARTS)
    assert position.seen("H,W", FIRST) == "H,W=B"
    for seen, move in ENDING:
        assert board(position.to_move() or FIRST, position) == seen
        position = position.play(move)
    assert board(SECOND, position, reveal=True) == WON
    assert board(FIRST, position, reveal=True) == LOST
    assert position.outcome() == Outcome(SECOND, "second escaped with a blue piece")


def test_the_whole_captured_game_replays_with_every_board_and_answer(oracle: Path) -> None:
    text = (oracle / "geister" / "reference_transcript.txt").read_text()
    lines = {seat: _told(text, port) for seat, port in ((FIRST, 10000), (SECOND, 10001))}
    position = GAME.start()
    for number, command, argument in re.findall(r"^player=(\d),(SET|MOV):(\S+)$", text, re.MULTILINE):
        mover = (FIRST, SECOND)[int(number)]
        move = "".join(sorted(argument)) if command == "SET" else argument
        assert lines[mover].pop(0) == ("SET?" if command == "SET" else f"MOV?{board(mover, position)}")
        taken = position.seen(move, mover).partition("=")[2]
        assert lines[mover].pop(0) == "OK" + (taken or " ")
        position = position.play(move)
    assert lines[FIRST] == [f"LST:{board(FIRST, position, reveal=True)}"]
    assert lines[SECOND] == [f"WON:{board(SECOND, position, reveal=True)}"]
    assert position.ply == 128 and position.outcome() == Outcome(SECOND, "second escaped with a blue piece")


def _told(text: str, port: int) -> list[str]:
    return re.findall(rf"^ +[\d.]+ {port} S>C b'(.*)\\r\\n'$", text, re.MULTILINE)


def test_the_golden_game_plays_with_every_fact_at_every_step() -> None:
    golden = GOLDEN.read_text()
    assert playthrough(re.findall(r"^\d+ \w+ \d+ (\S+)", golden, re.MULTILINE)) == golden


def playthrough(moves: list[str]) -> str:
    """A line for each ply: its number, the mover, how many legal moves, the move as each player sees it,
    then both views before it and the public one; last the outcome."""
    position, lines = GAME.start(), []
    for move in moves:
        seen = [position.seen(move, viewer) for viewer in (FIRST, SECOND, None)]
        views = [board(viewer, position) for viewer in (FIRST, SECOND, None)]
        facts = [position.ply, position.to_move(), len(position.legal_moves()), move, *seen]
        lines += [" ".join(map(str, facts)), *(f"  {view}" for view in views)]
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    return "\n".join([*lines, position.view(None, reveal=True), f"{outcome.winner}: {outcome.reason}", ""])


BROKEN = [
    "",
    "first",
    START.replace("first", "third"),
    START.replace(" 0 ", " -1 "),
    START.replace(" 0 ", " x "),
    START.replace(" 0 ", f" {'9' * 5000} "),
    START.replace("14U", "66U"),
    START.replace("14U", "14X"),
    START[3:],
    START + " ",
    START + "\n",
]


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_view_is_bad_text(text: str) -> None:
    with pytest.raises(BadText):
        GAME.read(text)
    with pytest.raises(BadText):
        GAME.picture(text)


triples = st.text("0123456789RBUrbu", min_size=48, max_size=48) | st.lists(
    st.sampled_from(["14R", "00B", "99r", "88b", "41u", "50U"]), min_size=16, max_size=16
).map("".join)
views = st.text() | st.builds(
    "{} {} {}".format, triples, st.integers(-1, 400), st.sampled_from(["first", "second", "FIRST"])
)


@given(views)
def test_any_text_is_read_or_refused_and_what_is_read_can_be_used(text: str) -> None:
    try:
        position = GAME.read(text)
    except BadText:
        return
    for move in position.legal_moves():
        position.play(move).view(None)
    assert GAME.picture(text)


def test_the_picture_names_the_reds_that_are_known_so_that_no_colour_is_needed() -> None:
    position = GAME.start().play("ABCD").play("EFGH").play("A,N")
    drawn = [
        Text.from_markup(GAME.picture(view)).plain.splitlines()
        for view in (position.view(None, reveal=True), position.view(FIRST), position.view(None))
    ]
    assert [lines[-1] for lines in drawn] == ["red:  ABCD efgh", "red:  ABCD", "red:"]
    assert drawn[0][:6] == [
        "· h g f e ·",
        "· d c b a ·",
        "· · · · · ·",
        "· A · · · ·",
        "· · B C D ·",
        "· E F G H ·",
    ]
