"""Ten defects of the reference server of the GAT competitions, and what ours does instead."""

import asyncio
import time
from pathlib import Path
from statistics import median

import pytest

from tests.peers import OPENED, PLACED, Client, referee

pytestmark = pytest.mark.asyncio


async def shuttle(mover: Client, other: Client, plies: int) -> list[float]:
    """So many moves to and fro; gives the seconds from each move to the next question."""
    times = []
    for ply in range(plies):
        begun = time.monotonic()
        assert await mover.ask(f"MOV:A,{'S' if ply // 2 % 2 else 'N'}", "\r\n") == "OK "
        assert (await other.hear()).startswith("MOV?")
        times.append(time.monotonic() - begun)
        mover, other = other, mover
    return times


async def test_1_reds_named_twice_get_ng_and_not_one_red_and_seven_blues(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, _ = await r.gat("first"), await r.gat_set("second")
        assert await first.ask("SET:AAAA", "\r\n") == "NG "
        assert await first.ask("SET:ABCD", "\r\n") == "OK "
        assert await first.hear() == f"MOV?{PLACED}"


async def test_2_reds_that_do_not_exist_get_ng_and_hang_nobody(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, second = await r.gat("first"), await r.gat_set("second")
        assert await first.ask("SET:ZZZZ", "\r\n") == "NG "
        assert await first.ask("SET:ABCD", "\r\n") == "OK "
        await first.hear_until("MOV?")
        await shuttle(first, second, 4)


async def test_3_those_who_watch_see_no_colour_before_the_game_is_over(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        watcher = await r.client()
        watcher.say("watch")
        first, second = await r.gat_pair()
        await watcher.hear_until("table 1")
        await shuttle(first, second, 2)
        view = (await watcher.hear_until("board 1 4")).split()[7]
        assert set(view[2::3]) == {"U", "u"}
        second.reset()
        assert (await first.hear()).startswith("WON:")
        opened = (await watcher.hear_until("board 1 4 -")).split()[7]
        assert set(opened[2::3]) == set("RBrb")


async def test_4_the_second_of_two_lines_in_a_packet_is_answered_without_more_bytes(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, _ = await r.gat("first"), await r.gat_set("second")
        first.say("SET:AAAA\r\nSET:ABCD", "\r\n")
        assert (await first.hear(), await first.hear()) == ("NG ", "OK ")


async def test_5_a_line_that_ends_in_a_bare_lf_is_answered(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, second = await r.gat("first"), await r.gat_set("second")
        assert await first.ask("SET:ABCD", "\n") == "OK "
        await first.hear_until("MOV?")
        assert await first.ask("MOV:A,N", "\n") == "OK "
        assert (await second.hear()).startswith("MOV?")


async def test_6_clocks_run_in_fractions_of_a_second_and_the_flag_falls_without_polling(
    tmp_path: Path,
) -> None:
    async with referee(tmp_path, control="0.3/move", margin=0.0) as r:
        first, second = await r.gat_pair()
        begun = time.monotonic()
        assert await second.hear() == f"WON:{OPENED}"
        assert 0.2 < time.monotonic() - begun < 1.0
        assert await first.hear() == f"LST:{OPENED}"
        assert 0.3 <= r.store.results()[0].first_used < 1.0


async def test_7_a_move_takes_a_few_milliseconds_and_does_not_wait_for_an_acknowledgement(
    tmp_path: Path,
) -> None:
    async with referee(tmp_path) as r:
        first, second = await r.gat_pair()
        assert median(await shuttle(first, second, 60)) < 0.02


async def test_8_the_doors_stay_open_between_games_for_bots_that_come_back_at_once(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        for number in range(1, 31):
            first, second = await r.gat_pair()
            first.say("MOV:A,S", "\r\n")
            assert (await first.hear(), await first.hear()) == ("NG ", f"LST:{OPENED}")
            assert await second.hear() == f"WON:{OPENED}"
            assert r.result(number)[2:4] == ("second", "illegal")
            await asyncio.gather(first.close(), second.close())


async def test_9_several_games_run_at_once_on_the_same_two_ports(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        tables = [await r.gat_pair() for _ in range(5)]
        await asyncio.gather(*(shuttle(first, second, 10) for first, second in tables))
        for _, second in tables:
            second.reset()
        for first, _ in tables:
            assert (await first.hear()).startswith("WON:")
        assert sorted(result.plies for result in r.store.results()) == [12] * 5


async def test_10_after_a_disconnect_the_record_holds_both_names_and_the_reason_in_words(
    tmp_path: Path,
) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        watcher = await r.client()
        watcher.say("watch")
        first, second = await r.gat_pair()
        first.reset()
        assert await second.hear() == f"WON:{OPENED}"
        why = "gat-first closed the connection during the game"
        assert r.result(2) == ("gat-first", "gat-second", "second", "left", why)
        assert await watcher.hear_until("result 2") == f"result 2 second left 2 {why}"
