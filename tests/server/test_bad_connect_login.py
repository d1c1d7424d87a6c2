"""Clients that connect and do not log in as they should, while others play."""

from pathlib import Path

import pytest

from tests.peers import OPENED, referee

pytestmark = pytest.mark.asyncio

NAME_RULE = "refused name a name is 1 to 32 of A-Z a-z 0-9 _ . - beginning with a letter or digit"
TAKEN = "refused token this name is taken; say: hello alice TOKEN"
WRONG = "refused token that is not the token of this name; say: hello alice TOKEN"
REPLACED = "bye another login with your token takes your place"


async def test_a_client_that_says_nothing_is_sent_away_at_the_login_limit(tmp_path: Path) -> None:
    async with referee(tmp_path, login_limit=0.2) as r, r.bystanders():
        silent = await r.client()
        assert await silent.hear() == "referee 1 geister"
        assert await silent.hear() == "bye say who you are within 0.2 s"
        assert await silent.hear() == ""


async def test_a_client_that_talks_but_never_says_its_name_is_sent_away_too(tmp_path: Path) -> None:
    async with referee(tmp_path, login_limit=0.2) as r, r.bystanders():
        shy = await r.client()
        assert await shy.hear() == "referee 1 geister"
        assert await shy.ask("ping me") == "pong me"
        assert await shy.hear() == "bye say who you are within 0.2 s"
        assert await shy.hear() == ""


async def test_a_gat_client_that_names_no_reds_is_refused_at_the_login_limit(tmp_path: Path) -> None:
    async with referee(tmp_path, login_limit=0.2) as r, r.bystanders():
        silent = await r.gat("first")
        assert await silent.hear() == "NG "
        assert await silent.hear() == ""


async def test_a_websocket_client_that_says_nothing_is_sent_away_with_a_proper_close(tmp_path: Path) -> None:
    async with referee(tmp_path, login_limit=0.2) as r, r.bystanders(), r.socket() as silent:
        assert await silent.recv() == "referee 1 geister"
        assert await silent.recv() == "bye say who you are within 0.2 s"
        await silent.wait_closed()
        assert silent.close_code == 1000


async def test_a_connection_that_never_becomes_a_websocket_is_cut_at_the_login_limit(tmp_path: Path) -> None:
    async with referee(tmp_path, login_limit=0.2) as r, r.bystanders():
        silent = await r.client("ws")
        silent.say("GET / HTTP/1.1", "\r\n")
        assert await silent.at_end()


async def test_those_who_play_wait_or_watch_outlast_the_login_limit(tmp_path: Path) -> None:
    async with referee(tmp_path, login_limit=0.2) as r, r.bystanders():
        waits, watches, silent = await r.gat_set("first"), await r.client(), await r.client()
        watches.say("watch")
        await watches.hear_until("table 1")
        assert await silent.hear_until("bye")
        assert await waits.ask("SET:ABCD") == "NG "
        await watches.hear_until("board 1")


@pytest.mark.parametrize("name", ["-alice", "a" * 33, "al!ce", "alic\u00e9", "\u30a2", "../alice"])
async def test_a_wrong_name_is_refused_and_a_right_one_may_follow(tmp_path: Path, name: str) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await r.client()
        await client.hear_until("referee")
        assert await client.ask(f"hello {name}") == NAME_RULE
        assert (await client.ask("hello alice")).startswith("welcome alice ")
        assert set(r.store.tokens()) == {"alice", "calm", "quiet"}


@pytest.mark.parametrize("line", ["hello", "hello ", "hello alice secret word"])
async def test_a_login_with_no_name_or_too_much_is_refused(tmp_path: Path, line: str) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await r.client()
        await client.hear_until("referee")
        assert await client.ask(line) == "refused malformed expected: hello name token"
        assert (await client.ask("hello alice")).startswith("welcome alice ")


async def test_a_token_that_is_too_long_is_refused(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await r.client()
        await client.hear_until("referee")
        refused = "refused token a token is 1 to 64 printable ASCII characters"
        assert await client.ask(f"hello alice {'t' * 65}") == refused


async def test_the_name_of_a_gat_door_cannot_be_taken(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await r.client()
        await client.hear_until("referee")
        refused = "refused token that is not the token of this name; say: hello gat-first TOKEN"
        assert await client.ask("hello gat-first -") == refused


async def test_a_second_login_without_the_token_is_refused_before_and_during_a_game(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice = await r.player("alice")
        thief = await r.client()
        await thief.hear_until("referee")
        assert await thief.ask("hello alice") == TAKEN
        assert await thief.ask("hello alice guess") == WRONG
        bob = await r.player("bob")
        await alice.hear_until("go 0")
        assert await thief.ask("hello alice") == TAKEN
        assert await thief.ask("hello alice guess") == WRONG
        assert await alice.ask("move ABCD") == "moved 0 first ABCD"
        await bob.hear_until("go 1")
        assert await thief.ask("move ABCD") == "refused phase you are in no game; say ready for the next one"


async def test_a_second_login_with_the_token_takes_the_place_before_a_game(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        old, new = await r.client(), await r.client()
        token = await old.login("alice")
        old.say("ready")
        assert await new.login("alice", token) == token
        assert await old.hear() == REPLACED
        assert await old.hear() == ""
        new.say("ready")
        await r.player("bob")
        assert await new.hear() == "game 2 geister first alice bob 60"


async def test_a_second_login_with_the_token_takes_over_the_game_and_the_first_plays_no_more(
    tmp_path: Path,
) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        old, new = await r.client(), await r.client()
        token = await old.login("alice")
        old.say("ready")
        bob = await r.player("bob")
        await old.hear_until("go 0")
        assert await new.login("alice", token) == token
        old.say("move EFGH")
        assert await new.hear() == "game 2 geister first alice bob 60"
        assert (await new.hear()).startswith("go 0 ")
        assert await old.hear() == REPLACED
        assert await new.ask("move ABCD") == "moved 0 first ABCD"
        await bob.hear_until("go 1")
        bob.say("resign")
        assert await new.hear_until("over") == "over won resigned bob resigned"
        assert [row.move for row in r.store.moves(2)] == ["ABCD"]


async def test_two_who_ask_for_one_new_name_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        one, two = await r.client(), await r.client()
        for client in (one, two):
            await client.hear_until("referee")
            client.say("hello alice")
        answers = sorted([await one.hear(), await two.hear()])
        assert answers[0] == TAKEN
        assert answers[1].startswith("welcome alice ")


async def test_a_second_hello_in_the_same_packet_is_refused_and_registers_nobody(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await r.client()
        await client.hear_until("referee")
        client.say("hello alice\nhello mallory")
        assert (await client.hear()).startswith("welcome alice ")
        assert await client.hear() == "refused phase you are alice already"
        assert set(r.store.tokens()) == {"alice", "calm", "quiet"}


async def test_who_watches_cannot_log_in_and_who_is_logged_in_cannot_watch(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        watches, plays = await r.client(), await r.client()
        watches.say("watch\nhello alice")
        assert await watches.hear_until("refused") == "refused phase you watch; connect again to play"
        await plays.login("bob")
        assert await plays.ask("watch") == "refused phase players do not watch, and you watch already"


async def test_connections_beyond_the_cap_of_one_address_are_refused_until_another_ends(
    tmp_path: Path,
) -> None:
    async with referee(tmp_path, per_address=4) as r, r.bystanders():
        last, spare = await r.client(), await r.client()
        extra, gat = await r.client(), await r.client("gat gat-first")
        await last.hear_until("referee")
        assert await extra.hear() == "bye more than 4 connections from 127.0.0.1"
        assert await extra.hear() == ""
        assert await gat.hear() == "NG "
        assert await gat.hear() == ""
        async with r.socket() as socket:
            assert await socket.recv() == "bye more than 4 connections from 127.0.0.1"
        assert await spare.ask("quit") == "referee 1 geister"
        assert await spare.at_end()
        assert await (await r.client()).hear() == "referee 1 geister"


async def test_a_gat_client_that_connects_twice_sits_at_two_tables(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, again = await r.gat_set("first"), await r.gat_set("first")
        second, more = await r.gat_set("second"), await r.gat_set("second")
        for client in (first, again):
            assert (await client.hear()).startswith("MOV?")
        second.reset()
        assert await first.hear() == f"WON:{OPENED}"
        assert await again.ask("MOV:A,N") == "OK "
        assert (await more.hear()).startswith("MOV?")
