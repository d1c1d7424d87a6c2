"""Bad clients of the protocol of CGOS on real sockets, while two others play on at a table of their own."""

import asyncio
from pathlib import Path

import pytest

from tests.cgos_peers import PASSWORD, go_referee, over, pair, play, player, viewer

pytestmark = pytest.mark.asyncio

OUT_OF_TURN = "info that was ignored: a move is the answer to genmove"


# Moves.


async def test_moves_out_of_turn_are_ignored_and_never_kept(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        for line in ("D4", "resign", "garbage", "ready"):
            assert await white.ask(line) == OUT_OF_TURN
        await play(black, white, "E5")
        white.say("D4")
        assert await black.hear() == "play w D4 60000"


async def test_of_two_moves_in_one_packet_the_second_is_ignored(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        black.say("E5\nC3")
        assert await black.hear() == OUT_OF_TURN
        assert await white.hear() == "play b E5 60000"
        white.say("C3")
        assert await black.hear() == "play w C3 60000"


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\n", b"E5\x00\n", b"x" * 900 + b"\n", b"{}\n", b"setup 1 9\n", b"move E5\n", b"E 5\n"]
)
async def test_garbage_as_a_move_loses_that_game_and_no_other(tmp_path: Path, data: bytes) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        black.writer.write(data)
        assert (await over(black, white)).startswith(
            "W+Illegal Illegal move error:do not understand syntax move:"
        )
        black.say("ready")
        white.say("ready")
        assert (await white.hear()).startswith("setup 3 ")


async def test_a_late_move_is_ignored_and_never_played_in_the_next_game(tmp_path: Path) -> None:
    async with go_referee(tmp_path, control="0.3~0.05") as r, r.go_bystanders():
        black, white = await pair(r)
        assert await over(black, white) == "W+Time "
        black.say("E5")
        white.say("ready")
        black.say("ready")
        assert await black.hear() == "setup 3 9 7.0 300 black(0?) white(0?)"
        assert await white.hear() == "setup 3 9 7.0 300 black(0?) white(0?)"
        assert await white.hear() == "genmove b 300"
        white.say("D4")
        assert (await black.hear()).startswith("play b D4 ")
        assert [row.move for row in r.store.moves(3)] == ["D4"]


async def test_who_is_not_ready_after_a_game_gets_no_other(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        black.say("resign")
        await over(black, white)
        white.say("ready")
        for line in ("E5", "pass", "READY", "yes"):
            black.say(line)
        third = await player(r, "third")
        assert await third.hear() == "setup 3 9 7.0 60000 third(0?) white(0?)"


async def test_who_quits_in_its_turn_may_come_back_and_has_played_nothing(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        assert await black.ask("quit") == "info goodbye"
        assert await black.hear() == ""
        again = await player(r, "black")
        assert await again.hear_until("setup") == "setup 2 9 7.0 60000 white(0?) black(0?)"
        await again.hear_until("genmove")
        await play(again, white, "E5 D4")


# Lines.


async def test_a_whole_login_in_one_packet_is_understood(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        client = await r.client("cgos")
        client.say(f"e1 x\nblack\n{PASSWORD}\nE5\nready")
        assert [await client.hear() for _ in range(3)] == ["protocol genmove_analyze", "username", "password"]
        await r.turn()
        await player(r, "white")
        assert (await client.hear()).startswith("setup 2 ")


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
async def test_single_bytes_make_the_same_lines_whatever_ends_them(tmp_path: Path, end: bytes) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black = await r.client("cgos")
        for line in (b"e1 slow", b"black", PASSWORD.encode()):
            await black.hear()
            for byte in line + end:
                black.writer.write(bytes([byte]))
                await r.turn()
        white = await player(r, "white")
        await black.hear_until("genmove")
        for byte in b"e5" + end:
            black.writer.write(bytes([byte]))
            await r.turn()
        assert await white.hear_until("play") == "play b E5 60000"


async def test_a_byte_order_mark_before_the_first_line_is_no_part_of_it(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r:
        client = await r.client("cgos")
        await client.hear()
        assert await client.ask("\ufeffe1 x", "\r\n") == "username"


@pytest.mark.parametrize("data", [b"x" * 5000, b"x" * 5000 + b"\n"])
async def test_a_line_without_end_costs_the_connection_but_not_the_game(tmp_path: Path, data: bytes) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        black.writer.write(data)
        assert await black.hear() == "info a line is longer than 1024 bytes"
        assert await black.hear() == ""
        again = await player(r, "black")
        await again.hear_until("genmove")
        await play(again, white, "E5 D4")


# Flow.


@pytest.mark.parametrize("line", ["E5", "ready", "observe 1", ""])
async def test_a_flood_is_cut_off_and_disturbs_nobody(tmp_path: Path, line: str) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        white.writer.write((line + "\n").encode() * 5000)
        assert await white.hear_until("info too many") == "info too many lines that mean nothing"
        again = await player(r, "white")
        assert (await again.hear()).startswith("setup 2 ")
        await play(black, again, "E5 D4")


async def test_a_flood_before_the_login_is_one_error(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        client = await r.client("cgos")
        client.writer.write(b"flood\n" * 5000)
        assert await client.hear() == "protocol genmove_analyze"
        assert await client.hear() == "Error: invalid response"
        assert await client.at_end()


@pytest.mark.parametrize("turn", ["own", "other"])
async def test_who_breaks_the_connection_comes_back_to_its_game(tmp_path: Path, turn: str) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        await play(black, white, "E5 D4" if turn == "own" else "E5")
        black.reset()
        again = await player(r, "black")
        heard = await again.hear()
        if turn == "own":
            assert heard == "setup 2 9 7.0 60000 white(0?) black(0?) E5 60000 D4 60000"
        else:
            assert heard == "setup 2 9 7.0 60000 white(0?) black(0?) E5 60000"
            white.say("D4")
            assert (await again.hear()).startswith("play w D4 ")
        assert (await again.hear()).startswith("genmove b ")
        await play(again, white, "C3 C4")


async def test_who_stays_away_loses_on_time(tmp_path: Path) -> None:
    async with go_referee(tmp_path, control="0.4~0.05") as r, r.go_bystanders():
        black, white = await pair(r)
        black.reset()
        assert await over(white) == "W+Time "
        again = await player(r, "black")
        white.say("ready")
        assert await again.hear() == "setup 3 9 7.0 400 black(0?) white(0?)"


async def test_who_half_closes_may_come_back_to_its_game(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        black.writer.write_eof()
        assert await black.hear() == "info you closed your side of the connection"
        again = await player(r, "black")
        await again.hear_until("genmove")
        await play(again, white, "E5 D4")


async def test_one_who_comes_and_goes_many_times_still_finds_its_game(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        for _ in range(15):
            black.reset()
            black = await player(r, "black")
        assert (await black.hear()).startswith("setup 2 ")
        await black.hear_until("genmove")
        await play(black, white, "E5 D4")


async def test_a_viewer_that_asks_on_and_on_and_never_reads_is_cut_off(tmp_path: Path) -> None:
    async with go_referee(tmp_path, send_bound=2000) as r, r.go_bystanders():
        deaf = await r.deaf("cgos")
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(deaf, b"v1 deaf\n")
        sent = 0
        with pytest.raises(OSError):
            while sent < 10_000_000:
                sent += len(line := b"observe 1\n" * 100)
                await loop.sock_sendall(deaf, line)
                await r.turn()
        deaf.close()


@pytest.mark.parametrize(
    "line", ["observe", "observe x", "observe -1", "observe 99", "observe 1 2", "E5", "e1 x"]
)
async def test_a_viewer_that_asks_for_nonsense_goes_on_watching(tmp_path: Path, line: str) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        client = await viewer(r)
        assert (await client.hear()).startswith("match 1 ")
        client.say(line)
        assert (await client.ask("observe 1")).startswith("setup ")
        client.say("quit")
        assert await client.hear_until("info") == "info goodbye"
