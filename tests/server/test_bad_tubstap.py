"""Clients of TUBSTAP's network protocol with wrong names and wrong actions, while others play."""

from pathlib import Path

import pytest

from tests.tubstap_peers import STAY, SURRENDER, NetClient, TubstapReferee, tubstap_referee

pytestmark = pytest.mark.asyncio


async def lost(r: TubstapReferee, clients: tuple[NetClient, NetClient], ending: str) -> str:
    """Red has lost game 2 so, and both are sent home; gives the reason."""
    for client in clients:
        assert await client.at_end()
    first, second, winner, how, why = r.running.result(2)
    assert (first, second, winner, how) == ("Alice", "Bob", "second", ending)
    return why


# Names.


async def test_a_client_that_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path, login_limit=0.2) as r, r.bystanders():
        client = await r.connect()
        assert await client.hear() == "name"
        assert await client.hear() == ""


async def test_a_name_without_the_sign_of_an_answer_is_none(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path, login_limit=0.2) as r, r.bystanders():
        client = await r.connect()
        assert await client.ask("Alice\r\n", "\r\n") == "name"
        assert await client.hear() == ""


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("Alice", "Alice"),
        ("M-UCT v2 (Muto)", "M-UCT_v2_Muto"),
        ("木村", "guest"),
        ("", "guest"),
        ("../../etc", "etc"),
        ("x" * 100, "x" * 26),
    ],
)
async def test_a_name_is_made_safe(tmp_path: Path, said: str, called: str) -> None:
    async with tubstap_referee(tmp_path) as r:
        await r.joined(said)
        other = await r.joined("Bob")
        assert await other.hear() == f"opponent {called}"


async def test_doubles_get_a_number_and_nobody_takes_a_name_that_has_a_token(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r, r.bystanders():
        clients = [await r.joined(name) for name in ("Same", "Same", "calm", "calm")]
        opponents = [await client.hear() for client in clients]
        assert opponents == [f"opponent {name}" for name in ("Same-2", "Same", "calm-3", "calm-2")]
        native = await r.running.client()
        await native.hear_until("referee")
        assert (await native.ask("hello Same mine")).startswith("refused token ")


async def test_one_who_left_is_no_double_of_itself(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r:
        await (await r.joined("Alice")).close()
        await r.pair()


# Wrong actions: all but the last few pass the original's own checker over the network, or crash it.

WRONG = [
    ("0,6,6,1,1,-1,0,0,1,0,0", "'0:6,6': unit 0 cannot reach 6,6"),
    ("1,2,1,1,2,-1,0,0,1,0,0", "'1:2,1': unit 1 cannot reach 2,1"),
    ("0,1,3,1,1,3,1,5,2,0,0", "'0:1,3x3': unit 3 is out of range from 1,3"),
    ("1,2,2,1,2,3,1,5,2,0,0", "'1:2,2x3': a cannon may not move and attack"),
    ("99,1,1,1,1,-1,0,0,1,0,0", "'99:1,1': there is no unit 99"),
    ("2,5,4,5,5,-1,0,0,1,0,0", "'2:5,4': unit 2 is the enemy's"),
    ("0,1,2,1,1,-1,0,0,1,0,0", "'0:1,2': a unit stands at 1,2"),
    ("0,0,1,1,1,-1,0,0,1,0,0", "'0:0,1': "),
    ("0,1,1,1,1,1,1,2,2,0,0", "'0:1,1x1': "),
    ("-1,-1,-1,0,0,-1,0,0,-1,0,0", "'?=_-1,-1,-1,0,0,-1,0,0,-1,0,0': "),
    ("0,1,1,4,4,-1,0,0,1,0,0", "'?=_0,1,1,4,4,-1,0,0,1,0,0': "),
    ("0,1,1,1,1,-1,0,0,1,0", "'?=_0,1,1,1,1,-1,0,0,1,0': "),
    ("resign", "'?=_resign': "),
    ("end", "'?=_end': "),
    ("0:1,1", "'?=_0:1,1': "),
    ("", "'?=_': "),
]


@pytest.mark.parametrize(("action", "why"), WRONG)
async def test_a_wrong_action_loses_with_the_reason(tmp_path: Path, action: str, why: str) -> None:
    async with tubstap_referee(tmp_path) as r, r.bystanders():
        clients = await r.pair()
        clients[0].answer(action)
        reason = await lost(r, clients, "illegal")
        assert reason.startswith(f"Alice played an illegal move: {why}")


@pytest.mark.parametrize(
    "noise", [STAY.encode(), b"? what", b"\xff\xfe", b"= 0,1,1\0", b"name", b"genmove", b"end"]
)
async def test_noise_in_place_of_an_action_loses(tmp_path: Path, noise: bytes) -> None:
    async with tubstap_referee(tmp_path) as r, r.bystanders():
        clients = await r.pair()
        clients[0].writer.write(noise + b"\r\n\r\n")
        assert "illegal move: '?" in await lost(r, clients, "illegal")


async def test_a_unit_acts_once_a_turn(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r, r.bystanders():
        clients = red, blue = await r.pair()
        red.answer(STAY)
        await red.reply("Genmove", STAY)
        await blue.reply(f"play {STAY}")
        assert "unit 0 has acted" in await lost(r, clients, "illegal")


async def test_where_an_illegal_action_may_be_taken_back_it_is_asked_for_again(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path, illegal_loses=False) as r:
        red, blue = await r.pair()
        red.answer("99,1,1,1,1,-1,0,0,1,0,0")
        await red.reply("Genmove", STAY)
        assert await red.hear() == "Genmove"
        assert await blue.hear() == f"play {STAY}"


async def test_a_surrender_loses_and_the_other_hears_of_it_by_the_end(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r, r.bystanders():
        clients = red, blue = await r.pair()
        red.answer(SURRENDER)
        assert await blue.hear() == ""
        assert await lost(r, clients, "rules") == "first (Red) surrendered"
