"""Clients of TUBSTAP's network protocol that flood, join, split, are late or leave, while others play."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from tests.tubstap_peers import STAY, SURRENDER, TURNEND, NetClient, tubstap_referee

pytestmark = pytest.mark.asyncio

QUICK: dict[str, Any] = {"control": "0.3/turn", "margin": 0.2}


async def silent(client: NetClient, seconds: float) -> None:
    """Nothing comes to it for so long."""
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(seconds):
            await client.reader.read(1)


# Flow: the order of lines, and their bytes.


async def test_a_line_before_its_question_is_never_kept_for_it(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r, r.bystanders():
        red, blue = await r.pair()
        blue.answer("2,5,4,5,5,-1,0,0,1,0,0")
        blue.answer("nonsense")
        await r.running.turn()
        red.say(f"= {STAY}\r\n\r\n= {TURNEND}\r\n\r\n= {TURNEND}", "\r\n\r\n")
        await blue.reply(f"play {STAY}")
        await red.reply("Genmove", TURNEND)
        await blue.reply(f"play {TURNEND}")
        await blue.reply("Genmove", TURNEND)
        await red.reply(f"play {TURNEND}")
        await red.reply("Genmove", TURNEND)
        assert await blue.hear() == f"play {TURNEND}"


async def test_questions_wait_until_the_one_before_is_answered(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r:
        red, blue = await r.pair()
        red.answer(STAY)
        await red.reply("Genmove", TURNEND)
        assert await blue.hear() == f"play {STAY}"
        await silent(blue, 0.1)
        blue.answer()
        await blue.reply(f"play {TURNEND}")
        assert await blue.hear() == "Genmove"


@pytest.mark.parametrize("end", ["\n\n", "\r\r", "\r\n", "\n", "\r\n\r\n\r\n"])
async def test_any_line_end_will_do(tmp_path: Path, end: str) -> None:
    async with tubstap_referee(tmp_path) as r:
        red, blue = await r.pair()
        red.say(f"= {STAY}", end)
        assert await blue.hear() == f"play {STAY}"
        assert await red.hear() == "Genmove"


async def test_an_answer_may_come_byte_by_byte(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r, r.bystanders():
        red, blue = await r.pair()
        for byte in f"= {STAY}\r\n\r\n".encode():
            red.writer.write(bytes([byte]))
            await r.running.turn()
        assert await blue.hear() == f"play {STAY}"


async def test_spaces_around_an_action_do_no_harm(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r:
        red, blue = await r.pair()
        red.answer(f"  {STAY.replace(',', ', ')}  ")
        assert await blue.hear() == f"play {STAY}"


@pytest.mark.parametrize("line", ["= \r\n", "junk", "", "\0"])
async def test_a_flood_in_the_other_ones_turn_loses_and_the_record_says_so(tmp_path: Path, line: str) -> None:
    async with tubstap_referee(tmp_path, burst=20, waste=0.001) as r, r.bystanders():
        red, blue = await r.pair()
        blue.say("\n".join([line] * 1000))
        assert await red.hear() == ""
        why = "Bob was cut off: too many lines that mean nothing"
        assert r.running.result(2) == ("Alice", "Bob", "first", "left", why)


async def test_a_line_without_end_loses(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r, r.bystanders():
        clients = red, _ = await r.pair()
        red.say("= " + "1," * 2000, "")
        why = "Alice was cut off: a line is longer than 1024 bytes"
        assert await clients[0].at_end() and await clients[1].at_end()
        assert r.running.result(2) == ("Alice", "Bob", "second", "left", why)


async def test_many_acknowledgements_are_no_flood(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path, burst=12, waste=0.001) as r:
        red, blue = await r.pair()
        for _ in range(30):
            red.answer(TURNEND)
            await blue.reply(f"play {TURNEND}")
            await blue.reply("Genmove", TURNEND)
            await red.reply(f"play {TURNEND}")
            assert await red.hear() == "Genmove"


# Time, and connections that end.


async def test_silence_loses_on_time(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path, **QUICK) as r:
        clients = await r.pair()
        for client in clients:
            assert await client.hear() == ""
        why = "Alice lost on time: no move within 0.300 s at ply 0"
        assert r.running.result(1) == ("Alice", "Bob", "second", "time", why)


async def test_the_clock_is_for_all_actions_of_a_turn(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path, **QUICK) as r:
        red, blue = await r.pair()
        await silent(red, 0.1)
        red.answer(STAY)
        assert await red.hear() == "Genmove"
        await blue.reply(f"play {STAY}")
        assert (await red.hear(), await blue.hear()) == ("", "")
        found = re.fullmatch(r"Alice lost on time: no move within (.*) s at ply 1", r.running.result(1)[4])
        assert found and 0 < float(found[1]) <= 0.2


async def test_a_late_action_is_played_nowhere(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path, **QUICK) as r:
        red, blue = await r.pair()
        assert await blue.hear() == ""
        red.answer(STAY)
        assert await red.at_end()
        again = await r.joined("Alice"), await r.joined("Bob")
        assert [await client.hear() for client in again] == ["opponent Bob", "opponent Alice"]
        assert r.running.result(1)[2:4] == ("second", "time")


async def test_one_that_does_not_take_note_of_a_move_loses_in_its_own_turn(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path, **QUICK) as r:
        red, blue = await r.pair()
        red.answer(TURNEND)
        assert await blue.hear() == f"play {TURNEND}"
        assert await red.hear() == ""
        why = "Bob lost on time: no move within 0.300 s at ply 1"
        assert r.running.result(1) == ("Alice", "Bob", "first", "time", why)


async def test_one_that_does_not_take_note_of_the_last_move_is_hung_up_on(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path, linger=0.1) as r, r.bystanders():
        red, blue = await r.pair()
        red.answer(TURNEND)
        await blue.reply(f"play {TURNEND}")
        await blue.reply("Genmove", "3,1,3,1,5,1,1,2,2,0,0")
        assert await red.hear() == "play 3,1,3,1,5,1,1,2,2,0,0"
        await blue.reply("Genmove", SURRENDER)
        assert (await red.hear(), await blue.hear()) == ("", "")
        assert r.running.result(2)[2:] == ("first", "rules", "second (Blue) surrendered")


@pytest.mark.parametrize("way", ["close", "reset", "eof"])
@pytest.mark.parametrize("seat", [0, 1])
async def test_a_client_that_goes_loses_in_anybodys_turn(tmp_path: Path, seat: int, way: str) -> None:
    async with tubstap_referee(tmp_path) as r, r.bystanders():
        clients = await r.pair()
        leave(clients[seat], way)
        assert await clients[1 - seat].hear() == ""
        name, winner = ("Alice", "Bob")[seat], ("second", "first")[seat]
        why = f"{name} closed the connection during the game"
        assert r.running.result(2) == ("Alice", "Bob", winner, "left", why)


def leave(client: NetClient, way: str) -> None:
    if way == "reset":
        client.reset()
    elif way == "eof":
        client.writer.write_eof()
    else:
        client.writer.close()


@pytest.mark.parametrize("way", ["close", "reset", "eof"])
async def test_a_client_that_goes_before_its_game_is_forgotten(tmp_path: Path, way: str) -> None:
    async with tubstap_referee(tmp_path) as r:
        leave(await r.connect(), way)
        gone = await r.joined("Gone")
        leave(gone, way)
        await r.running.turn()
        await r.pair()


async def test_one_that_never_reads_loses_on_time_and_stalls_nobody(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path, **QUICK) as r:
        deaf = await r.running.deaf("tubstap")
        await asyncio.get_running_loop().sock_sendall(deaf, b"= Deaf\r\n\r\n")
        await r.running.turn()
        blue = await r.joined("Bob")
        await blue.begin("Deaf", 1)
        assert await blue.hear() == ""
        assert r.running.result(1)[:4] == ("Deaf", "Bob", "second", "time")
        deaf.close()


# Any mix at one table.


async def test_a_native_bot_and_a_client_of_this_protocol_share_a_table(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r:
        red = await r.joined("Alice")
        bob = await r.running.player("bob")
        await red.begin("bob", 0)
        await red.reply("Genmove", "1,1,2,1,2,3,1,5,2,0,0")
        assert await bob.hear_until("moved") == "moved 0 first 1:1,2x3"
        await red.reply("Genmove", TURNEND)
        await bob.hear_until("go 2")
        bob.say("move 2:5,4")
        await red.reply("play 2,5,4,5,5,-1,0,0,1,0,0")
        await bob.hear_until("go 3")
        bob.say("move end")
        await red.reply(f"play {TURNEND}")
        assert await red.hear() == "Genmove"
        bob.say("resign enough")
        assert await red.hear() == ""
        assert r.running.result(1)[2:] == ("first", "resigned", "bob resigned: enough")
