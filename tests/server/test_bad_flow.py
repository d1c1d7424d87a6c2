"""Clients that flood, do not read, or break their connection, while others play."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.peers import OPENED, PLACED, Referee, referee

pytestmark = pytest.mark.asyncio

FLOOD = "bye too many lines that mean nothing"
QUICK: dict[str, Any] = {"control": "0.3/move", "margin": 0.2}


async def pour(r: Referee, wire: socket.socket, data: bytes) -> None:
    """Send until the referee has had enough, no faster than it reads."""
    with pytest.raises(OSError):
        async with asyncio.timeout(20):
            while True:
                await asyncio.get_running_loop().sock_sendall(wire, data)
                await r.turn()
    wire.close()


@pytest.mark.parametrize("line", ["ping", "nonsense", "\0", "ready"])
async def test_a_flood_of_lines_ends_the_connection_after_the_burst(tmp_path: Path, line: str) -> None:
    async with referee(tmp_path, burst=20, waste=0.001) as r, r.bystanders():
        client = await r.client()
        await client.hear_until("referee")
        client.say("\n".join([line] * 1000))
        answers = [await client.hear() for _ in range(21)]
        assert answers[20] == FLOOD and FLOOD not in answers[:20]
        assert await client.hear() == ""


async def test_a_flood_of_blank_lines_ends_the_connection_too(tmp_path: Path) -> None:
    async with referee(tmp_path, burst=20, waste=0.001) as r, r.bystanders():
        client = await r.client()
        await client.hear_until("referee")
        assert await client.ask("\n" * 1000) == FLOOD


async def test_guessing_tokens_ends_with_the_burst(tmp_path: Path) -> None:
    async with referee(tmp_path, burst=20, waste=0.001) as r, r.bystanders():
        client = await r.client()
        await client.hear_until("referee")
        client.say("\n".join(f"hello calm guess{n}" for n in range(100)))
        refused = [await client.hear() for _ in range(20)]
        assert all(line.startswith("refused token ") for line in refused)
        assert await client.hear() == FLOOD


async def test_a_player_that_floods_may_come_back_to_its_game_until_its_time_is_up(tmp_path: Path) -> None:
    async with referee(tmp_path, **QUICK, burst=20, waste=0.001) as r, r.bystanders():
        alice, bob = await r.placed()
        alice.say("\n".join(["nonsense"] * 1000))
        assert await alice.hear_until("bye") == FLOOD
        why = "alice lost on time: no move within 0.300 s at ply 2"
        assert await bob.hear_until("over") == f"over won time {why}"
        assert r.result(2) == ("alice", "bob", "second", "time", why)


async def test_moves_restore_the_patience_so_a_long_game_is_no_flood(tmp_path: Path) -> None:
    async with referee(tmp_path, burst=5, waste=0.001) as r:
        alice, bob = await r.placed()
        for ply in range(2, 30):
            mover, other = (bob, alice) if ply % 2 else (alice, bob)
            mover.say(f"move {'A,N' if ply // 2 % 2 else 'A,S'}")
            await other.hear_until(f"go {ply + 1}")


async def test_a_gat_client_that_floods_in_its_game_loses_and_the_record_says_so(tmp_path: Path) -> None:
    async with referee(tmp_path, burst=20, waste=0.001) as r, r.bystanders():
        first, second = await r.gat_pair()
        second.say("\n".join(["MOV:A,N"] * 1000))
        assert await second.hear() == "NG "
        assert await second.at_end()
        assert await first.hear() == f"WON:{OPENED}"
        why = "gat-second was cut off: too many lines that mean nothing"
        assert r.result(2) == ("gat-first", "gat-second", "first", "left", why)


async def test_a_gat_client_gains_no_time_by_lines_out_of_turn(tmp_path: Path) -> None:
    async with referee(tmp_path, control="0.3/move", gat_gap=0.1) as r:
        first = await r.gat_set("first")
        bob = await r.player("bob")
        await bob.hear_until("go 1")
        first.say("\n".join(["nonsense"] * 100), "\r\n")
        async with asyncio.timeout(3):
            bob.say("move ABCD")
            why = "gat-first lost on time: no move within 0.300 s at ply 2"
            assert await bob.hear_until("over") == f"over won time {why}"
        first.reset()


async def test_a_player_that_never_reads_is_cut_off_and_stalls_nobody(tmp_path: Path) -> None:
    async with referee(tmp_path, **QUICK, send_bound=4096, burst=10**6) as r, r.bystanders():
        deaf = await r.deaf()
        await asyncio.get_running_loop().sock_sendall(deaf, b"hello deaf\nready\n")
        bob = await r.player("bob")
        await bob.hear_until("game 2 geister second deaf bob")
        await pour(r, deaf, (b"ping " + b"x" * 1000 + b"\n") * 64)
        why = "deaf lost on time: no move within 0.300 s at ply 0"
        assert await bob.hear_until("over") == f"over won time {why}"
        assert r.result(2) == ("deaf", "bob", "second", "time", why)


async def test_a_gat_player_that_never_reads_is_cut_off_and_the_record_says_so(tmp_path: Path) -> None:
    async with referee(tmp_path, send_bound=0, burst=10**9) as r, r.bystanders():
        deaf = await r.deaf("gat gat-first")
        await asyncio.get_running_loop().sock_sendall(deaf, b"SET:ABCD\r\n")
        second = await r.gat_set("second")
        await pour(r, deaf, b"SET:\n" * 500)
        assert await second.hear() == f"WON:{OPENED}"
        why = "gat-first was cut off: more than 0 bytes were left unread"
        assert r.result(2) == ("gat-first", "gat-second", "second", "left", why)


async def test_one_who_watches_and_never_reads_is_cut_off(tmp_path: Path) -> None:
    async with referee(tmp_path, send_bound=4096, burst=10**6) as r, r.bystanders():
        deaf = await r.deaf()
        await asyncio.get_running_loop().sock_sendall(deaf, b"watch\n")
        await pour(r, deaf, (b"ping " + b"x" * 1000 + b"\n") * 64)


async def test_a_client_that_half_closes_is_told_so_and_its_clock_runs(tmp_path: Path) -> None:
    async with referee(tmp_path, **QUICK) as r, r.bystanders():
        alice, bob = await r.placed()
        alice.writer.write_eof()
        assert await alice.hear() == "bye you closed your side of the connection"
        assert await alice.hear() == ""
        why = "alice lost on time: no move within 0.300 s at ply 2"
        assert await bob.hear_until("over") == f"over won time {why}"
        assert r.result(2) == ("alice", "bob", "second", "time", why)


async def test_a_move_before_a_half_close_counts(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob = await r.placed()
        alice.say("move A,N")
        alice.writer.write_eof()
        assert await bob.hear() == "moved 2 first A,N"


async def test_a_gat_client_that_half_closes_leaves_the_game(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, second = await r.gat_pair()
        first.writer.write_eof()
        assert await first.hear() == "NG "
        assert await first.hear() == ""
        assert await second.hear() == f"WON:{OPENED}"
        why = "gat-first closed the connection during the game"
        assert r.result(2) == ("gat-first", "gat-second", "second", "left", why)


@pytest.mark.parametrize("leaver", [0, 1])
async def test_a_reset_in_ones_own_or_the_opponents_turn_leaves_the_clock_running(
    tmp_path: Path, leaver: int
) -> None:
    async with referee(tmp_path, **QUICK) as r, r.bystanders():
        players = await r.placed()
        players[leaver].reset()
        stays = players[1 - leaver]
        if leaver == 1:
            stays.say("move A,N")
        name, ply = (("alice", 2), ("bob", 3))[leaver]
        why = f"{name} lost on time: no move within 0.300 s at ply {ply}"
        assert await stays.hear_until("over") == f"over won time {why}"
        assert r.result(2) == ("alice", "bob", ("second", "first")[leaver], "time", why)


@pytest.mark.parametrize("leaver", [0, 1])
async def test_a_gat_reset_in_ones_own_or_the_opponents_turn_loses_at_once(
    tmp_path: Path, leaver: int
) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        players = await r.gat_pair()
        players[leaver].reset()
        assert await players[1 - leaver].hear() == f"WON:{OPENED}"
        name, winner = (("gat-first", "second"), ("gat-second", "first"))[leaver]
        why = f"{name} closed the connection during the game"
        assert r.result(2) == ("gat-first", "gat-second", winner, "left", why)


async def test_a_reset_between_games_frees_the_name_and_the_other_finds_a_new_opponent(
    tmp_path: Path,
) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob = await r.placed()
        alice.say("resign")
        await bob.hear_until("over")
        bob.say("ready")
        alice.reset()
        await r.player("carol")
        assert await bob.hear() == "game 3 geister first bob carol 60"


async def test_a_gat_reset_while_waiting_leaves_nobody_at_a_table(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        (await r.gat_set("first")).reset()
        await r.turn()
        second, first = await r.gat_set("second"), await r.gat_set("first")
        assert await first.hear() == f"MOV?{PLACED}"
        assert await second.ask("MOV:A,N") == "NG "
        assert [result.id for result in r.store.results()] == []


async def test_one_who_quits_is_not_drawn_into_a_game_that_begins_at_that_moment(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob = await r.player("alice"), await r.client()
        await bob.login("bob")
        alice.say("quit")
        bob.say("ready")
        assert await alice.hear() == "bye goodbye"
        await r.player("carol")
        assert await bob.hear() == "game 2 geister first bob carol 60"
