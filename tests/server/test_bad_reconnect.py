"""Clients that go away and come back, rightly and wrongly, while others play."""

from pathlib import Path

import pytest

from tests.peers import OPENED, Client, Referee, referee

pytestmark = pytest.mark.asyncio


async def seated(r: Referee) -> tuple[Client, Client, str]:
    """alice and bob in game 2, alice asked to move at ply 2, and alice's token."""
    alice, bob = await r.client(), await r.client()
    token = await alice.login("alice")
    alice.say("ready")
    await bob.login("bob")
    bob.say("ready")
    for client in (alice, bob):
        await client.hear_until("go")
        client.say("move ABCD")
    await alice.hear_until("go 2")
    await bob.hear_until("moved 1")
    return alice, bob, token


async def test_one_who_comes_back_with_its_token_hears_all_it_may_know_and_plays_on(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob, token = await seated(r)
        alice.reset()
        again = await r.client()
        await again.login("alice", token)
        assert await again.hear() == "game 2 geister first alice bob 60"
        assert await again.hear() == "moved 0 first ABCD"
        assert await again.hear() == "moved 1 second ????"
        assert (await again.hear()).startswith("go 2 ")
        assert await again.ask("move A,N") == "moved 2 first A,N"
        assert await bob.hear() == "moved 2 first A,N"
        assert [row.move for row in r.store.moves(2)] == ["ABCD", "ABCD", "A,N"]


async def test_the_clock_runs_while_one_is_away(tmp_path: Path) -> None:
    async with referee(tmp_path, login_limit=0.2) as r, r.bystanders():
        alice, bob, token = await seated(r)
        alice.reset()
        silent = await r.client()
        await silent.hear_until("bye say who you are within 0.2 s")
        again = await r.client()
        await again.login("alice", token)
        left = int((await again.hear_until("go 2")).split()[2])
        assert 40_000 < left < 59_900
        assert await again.ask("move A,N") == "moved 2 first A,N"
        await bob.hear_until("go 3")
        assert r.store.moves(2)[2].used > 0.1


@pytest.mark.parametrize("token", ["", "wrong"])
async def test_one_who_comes_back_with_another_token_gets_nothing_of_the_game(
    tmp_path: Path, token: str
) -> None:
    async with referee(tmp_path, control="0.3/move", margin=0.2) as r, r.bystanders():
        alice, bob, _ = await seated(r)
        alice.reset()
        thief = await r.client()
        await thief.hear_until("referee")
        assert (await thief.ask(f"hello alice {token}")).startswith("refused token ")
        assert (await thief.ask("move A,N")).startswith("refused phase ")
        why = "alice lost on time: no move within 0.300 s at ply 2"
        assert await bob.hear_until("over") == f"over won time {why}"
        assert r.result(2) == ("alice", "bob", "second", "time", why)


async def test_of_two_who_come_back_at_once_one_plays_and_the_other_is_told(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob, token = await seated(r)
        alice.reset()
        one, two = await r.client(), await r.client()
        for client in (one, two):
            client.say(f"hello alice {token}")
        assert await one.hear_until("bye") == "bye another login with your token takes your place"
        assert await one.hear() == ""
        await two.hear_until("go 2")
        assert await two.ask("move A,N") == "moved 2 first A,N"
        await bob.hear_until("go 3")
        assert len(r.store.moves(2)) == 3


async def test_one_who_comes_and_goes_many_times_still_finds_its_game(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob, token = await seated(r)
        for _ in range(20):
            alice.reset()
            alice = await r.client()
            alice.say(f"hello alice {token}")
        await alice.hear_until("go 2")
        assert await alice.ask("move A,N") == "moved 2 first A,N"
        await bob.hear_until("go 3")


async def test_one_who_comes_back_after_its_flag_is_in_no_game_and_may_play_the_next(tmp_path: Path) -> None:
    async with referee(tmp_path, control="0.3/move", margin=0.2) as r, r.bystanders():
        alice, bob, token = await seated(r)
        alice.reset()
        await bob.hear_until("over won time")
        again = await r.client()
        await again.login("alice", token)
        late = "refused late you are in no game; say ready for the next one"
        assert await again.ask("move A,N") == late
        again.say("ready")
        bob.say("ready")
        assert await again.hear() == "game 3 geister second bob alice 0.3/move"


async def test_one_who_comes_back_between_two_moves_of_its_opponent_misses_none(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob, token = await seated(r)
        alice.say("move A,N")
        await bob.hear_until("go 3")
        alice.reset()
        again = await r.client()
        again.say(f"hello alice {token}")
        bob.say("move A,N")
        heard = [await again.hear_until("moved") for _ in range(4)]
        assert heard[2:] == ["moved 2 first A,N", "moved 3 second A,N"]
        assert (await again.hear()).startswith("go 4 ")


async def test_a_gat_client_cannot_come_back_and_a_new_connection_is_a_new_game(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, second = await r.gat_pair()
        first.reset()
        again = await r.gat_set("first")
        assert await second.hear() == f"WON:{OPENED}"
        await r.gat_set("second")
        assert (await again.hear()).startswith("MOV?")
        assert r.result(2)[2:4] == ("second", "left")
