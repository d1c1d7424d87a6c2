"""The GAT log both ways: the captured one comes back line by line, and what is no game is refused."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import BadText, IllegalMove
from games.geister import Geister
from games.geister_log import native, read, write

PLACED = "player=0,SET:CEAH\nplayer=1,SET:AHGC\n"
# The second player's A, a blue piece, walks to its corner (0,0) and out, while the first player's A waits.
ESCAPE = (
    "player=0,SET:EFGH\nplayer=1,SET:EFGH\n"
    "player=0,MOV:A,N\nplayer=1,MOV:A,N\nplayer=0,MOV:A,S\nplayer=1,MOV:A,W\n"
    "player=0,MOV:A,N\nplayer=1,MOV:A,N\nplayer=0,MOV:A,S\nplayer=1,MOV:A,N\n"
    "player=0,MOV:A,N\nplayer=1,MOV:A,N\nplayer=0,MOV:A,S\nplayer=1,MOV:A,N\nwinner=1\n"
)


def random_moves(seed: int, most: int = 400) -> list[str]:
    random, position, moves = Random(seed), Geister().start(), list[str]()
    while position.to_move() and len(moves) < most:
        moves.append(random.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return moves


def refusal(text: str) -> str:
    with pytest.raises(BadText) as caught:
        read(text, "a.txt")
    return str(caught.value)


def test_the_reds_keep_the_order_in_which_their_client_named_them() -> None:
    moves = read(PLACED + "player=0,MOV:A,W\n")
    assert moves == ["CEAH", "AHGC", "A,W"]
    assert native(moves) == ["ACEH", "ACGH", "A,W"]
    assert write(moves) == PLACED + "player=0,MOV:A,W\n"


def test_a_game_that_the_rules_decided_ends_in_its_winner() -> None:
    assert read(ESCAPE)[-1] == "A,N"
    assert write(read(ESCAPE)) == ESCAPE


def test_a_draw_is_winner_2() -> None:
    waits = [f"{piece},{way}" for way in "NS" for piece in "AA"]
    moves = ["ABCD", "ABCD", *(waits[ply % 4] for ply in range(300))]
    assert write(moves).endswith("player=1,MOV:A,S\nwinner=2\n")
    assert read(write(moves)) == moves


def test_a_game_that_broke_off_has_no_winner() -> None:
    for moves in ([], ["ABCD"], ["ABCD", "EFGH"], ["ABCD", "EFGH", "A,N"]):
        assert "winner" not in write(moves)
        assert read(write(moves)) == moves


def test_the_second_player_may_have_named_its_reds_sooner() -> None:
    assert read("player=1,SET:AHGC\nplayer=0,SET:CEAH\n") == ["CEAH", "AHGC"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "a.txt:1: 'hello' is neither like player=0,SET:ABCD nor player=0,MOV:A,N"),
        ("\n" + PLACED, "a.txt:1: '' is neither like player=0,SET:ABCD nor player=0,MOV:A,N"),
        (PLACED + "player=2,MOV:A,N", "a.txt:3: 'player=2,MOV:A,N' is neither like"),
        (PLACED + "player=0,MOV:A,X", "a.txt:3: 'player=0,MOV:A,X' is neither like"),
        (PLACED + "winner=1\nplayer=0,MOV:A,N", "a.txt:3: 'winner=1' is neither like"),
        (PLACED + "player=1,MOV:A,N", "a.txt:3: player 1 moves, but it is the other's turn"),
        ("player=0,SET:ABCD\nplayer=0,SET:ABCD", "a.txt:2: player 0 moves, but it is the other's turn"),
        ("player=0,SET:AABB", "a.txt:1: 'AABB': name four different pieces"),
        ("player=0,MOV:A,N", "a.txt:1: 'A,N': name four different pieces"),
        (PLACED + "player=0,SET:ABCD", "a.txt:3: 'ABCD': a move is a piece A..H"),
        (PLACED + "player=0,MOV:E,N", "a.txt:3: 'E,N': your own piece stands there"),
        (PLACED + "winner=0", "a.txt:3: expected: no winner, as the game is not decided"),
        (ESCAPE.replace("winner=1", "winner=0"), "a.txt:15: expected: winner=1"),
        (ESCAPE.replace("winner=1\n", ""), "a.txt:15: expected: winner=1"),
        (ESCAPE.replace("winner=1", "player=0,MOV:A,S"), "a.txt:15: 'A,S': the game is over"),
    ],
)
def test_a_bad_log_is_refused_in_one_line_with_file_line_and_reason(text: str, reason: str) -> None:
    assert refusal(text).startswith(reason)
    assert "\n" not in refusal(text)


def test_moves_against_the_rules_are_not_written() -> None:
    with pytest.raises(IllegalMove):
        write(["ABCD", "ABCD", "E,N"])


@given(st.integers(0, 10_000), st.integers(0, 400))
def test_what_is_written_is_read_back_the_same(seed: int, most: int) -> None:
    moves = random_moves(seed, most)
    assert read(write(moves)) == moves


@given(st.text() | st.text("player=01,SETMOV:ABCDN\n"))
def test_whatever_the_text_only_bad_text_is_raised(text: str) -> None:
    try:
        moves = read(text)
    except BadText as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert read(write(moves)) == moves


def test_the_captured_log_of_the_reference_server_comes_back_line_by_line(oracle: Path) -> None:
    transcript = (oracle / "geister" / "reference_transcript.txt").read_text()
    section = transcript.partition("server's own game log")[2].partition("\n")[2].partition("# =====")[0]
    log = section.removesuffix("\n")  # the section ends in a blank line
    assert log.startswith(PLACED) and log.endswith("winner=1\n") and log.count("\n") == 129
    assert write(read(log)) == log
