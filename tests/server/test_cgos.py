"""Whole games by the protocol of CGOS, against each other and against players of other protocols."""

import re
from pathlib import Path

import pytest

from tests.cgos_peers import go_referee, newcomer, over, pair, play, player, viewer
from tests.peers import Client

pytestmark = pytest.mark.asyncio

KO = "A2 B2 J9 C1 J8 A1 B1"  # White may not take back at A1


@pytest.mark.parametrize(
    ("moves", "last", "end"),
    [
        ("E5 pass", "pass", "B+74.0 "),
        ("pass", "pass", "W+7.0 "),
        ("E5", "resign", "B+Resign Resignation"),
        ("E5", "RESIGN", "B+Resign Resignation"),
        ("E5", "e5", "B+Illegal Illegal move error:move to occupied point move:E5"),
        ("H1 A9 J2", "J1", "B+Illegal Illegal move error:suicide attempted move:J1"),
        (KO, "A1", "B+Illegal Illegal move error:KO attempted move:A1"),
        ("E5", "hello world", "B+Illegal Illegal move error:do not understand syntax move:hello world"),
        ("E5", "it's", "B+Illegal Illegal move error:do not understand syntax move:it's"),
        ("E5", "I5", "B+Illegal Illegal move error:do not understand syntax move:I5"),
        ("E5", "K10", "B+Illegal Illegal move error:do not understand syntax move:K10"),
    ],
)
async def test_a_game_ends_in_the_words_of_cgos(tmp_path: Path, moves: str, last: str, end: str) -> None:
    async with go_referee(tmp_path) as r:
        black, white = await pair(r)
        await play(black, white, moves)
        (white if len(moves.split()) % 2 else black).say(last)
        assert await over(black, white) == end


async def test_equal_areas_are_a_draw(tmp_path: Path) -> None:
    async with go_referee(tmp_path, game="go9/komi0") as r:
        black, white = await pair(r)
        await play(black, white, "pass")
        white.say("pass")
        assert await over(black, white) == "Draw "


async def test_a_game_that_the_referee_stops_is_aborted_and_everybody_is_told(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r:
        black, white = await pair(r)
        r.app.interrupt()
        r.app.interrupt()
        assert await over(black, white) == "Abort the referee was stopped"
    assert await black.hear() == "info the referee stops"
    assert await black.hear() == ""


async def test_colours_are_swapped_when_both_are_ready_again(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r:
        black, white = await pair(r)
        black.say("resign")
        assert await over(black, white) == "W+Resign Resignation"
        black.say("ready")
        white.say("ready")
        assert await black.hear() == "setup 2 9 7.0 60000 black(0?) white(0?)"
        assert await white.hear() == "setup 2 9 7.0 60000 black(0?) white(0?)"
        assert await white.hear() == "genmove b 60000"


async def test_the_clock_shows_thought_less_the_gift_and_never_the_gift_itself(tmp_path: Path) -> None:
    async with go_referee(tmp_path, control="4~0.3", login_limit=0.6) as r:
        black, white = await pair(r)
        black.say("E5")
        assert await white.hear() == "play b E5 4000"
        assert await white.hear() == "genmove w 4000"
        silent = await r.client("cgos")
        assert await silent.at_end()  # 0.6 s have gone by
        white.say("D4")
        word, colour, move, left = (await black.hear()).split()
        assert (word, colour, move) == ("play", "w", "D4") and 2000 < int(left) <= 3700
        assert await black.hear() == "genmove b 4000"
        black.say("C3")
        assert (await white.hear()).startswith("play b C3 4000")
        assert await white.hear() == f"genmove w {left}"


async def test_an_analysis_behind_a_move_is_left_out_where_it_was_agreed(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r:
        black = await r.client("cgos")
        await black.hear()
        assert await black.ask("e1 cgosPython 1.0.0 genmove_analyze") == "username"
        assert await black.ask("black") == "password"
        black.say("pass123")
        await r.turn()
        white = await player(r, "white")
        await black.hear_until("genmove")
        black.say('e5 {"winrate": 0.5, "moves": []}')
        assert await white.hear_until("play") == "play b E5 60000"


async def test_a_password_is_not_changed_and_the_client_hears_so(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r:
        client = await newcomer(r)
        assert await client.ask("black") == "password"
        assert (await client.ask("pass123 another")).startswith("info passwords cannot be changed here")
        await client.close()
        await player(r, "black")
        await player(r, "white")
        assert await r.clients[-1].hear_until("setup")


async def test_every_protocol_meets_every_other_at_one_table(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r:
        native = await r.player("native")
        cgos = await player(r, "cgos")
        assert await cgos.hear() == "setup 1 9 7.0 60000 cgos(0?) native(0?)"
        assert await native.hear() == "game 1 go9 first native cgos 60~5"
        await native.hear_until("go 0")
        native.say("move E5")
        assert await native.hear() == "moved 0 first E5"
        assert await cgos.hear() == "play b E5 60000"
        assert await cgos.ask("d4") == "genmove w 60000"
        assert await native.hear() == "moved 1 second D4"
        await native.hear_until("go 2")
        native.say("resign")
        assert await over(cgos) == "W+Resign Resignation"
        assert (await native.hear_until("over")).startswith("over lost resigned")


async def test_where_illegal_moves_do_not_lose_the_client_is_asked_again(tmp_path: Path) -> None:
    async with go_referee(tmp_path, illegal_loses=False) as r:
        black, white = await pair(r)
        assert (await black.ask("I5")).startswith("info 'I5': a move is a point")
        assert (await black.hear()).startswith("genmove b ")
        await play(black, white, "E5 D4")


async def test_a_name_of_the_native_protocol_is_the_same_player_by_cgos(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r:
        native = await r.player("someone")
        await player(r, "someone", "someone-token")
        assert await native.hear_until("bye") == "bye another login with your token takes your place"


def timeless(line: str) -> str:
    """The feed tells clocks as they run, so a viewer's are off by the pace of the feed."""
    return re.sub(r" ([A-J][1-9]) (?:60000|5\d{4})\b", r" \1 T", line)


async def observe(client: Client, id: int) -> str:
    return await client.ask(f"observe {id}")


async def test_a_viewer_hears_of_games_and_of_the_moves_of_those_it_observes(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r:
        early = await viewer(r)
        assert await early.hear() == ""  # the blank line: no game yet
        black, white = await pair(r)
        match = "match 1 - - 9 7.0 white(0?) black(0?) -"
        assert await early.hear() == match
        assert await observe(early, 1) == "setup 1 - - 9 7.0 white(0?) black(0?) 60000 "
        await play(black, white, "E5 D4 C3")
        heard = [timeless(await early.hear()) for _ in range(3)]
        assert heard == [f"update 1 {move} T" for move in ("E5", "D4", "C3")]
        late = await viewer(r)
        assert await late.hear() == match
        setup = "setup 1 - - 9 7.0 white(0?) black(0?) 60000 E5 T D4 T C3 T"
        assert timeless(await observe(late, 1)) == setup
        other = await viewer(r)
        assert await other.hear() == match
        white.say("resign")
        await over(black, white)
        for client in (early, late):
            assert (await client.hear()).startswith("gameover 1 B+Resign ")
            assert await client.hear() == "update 1 B+Resign"
        assert (await other.hear()).startswith("gameover 1 B+Resign ")
        assert await observe(other, 1) == "setup 1 ?"
