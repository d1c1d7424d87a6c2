"""Clients that speak at the wrong time, or place, or move against the rules, while others play."""

from pathlib import Path

import pytest

from tests.peers import OPENED, PLACED, referee

pytestmark = pytest.mark.asyncio

NO_GAME = "you are in no game; say ready for the next one"
PLACING = "name four different pieces of A..H as red, in alphabetical order"
STEPPING = "a move is a piece A..H, a comma and one of N E W S"
TURN = "refused turn wait until you are asked to go"


async def test_words_before_their_time_are_refused_each_with_its_reason(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await r.client()
        await client.hear_until("referee")
        assert await client.ask("ready") == "refused phase say hello first"
        assert await client.ask("move A,N") == f"refused phase {NO_GAME}"
        assert await client.ask("resign") == f"refused phase {NO_GAME}"
        await client.ask("hello alice")
        assert await client.ask("hello alice") == "refused phase you are alice already"
        assert await client.ask("move A,N") == f"refused late {NO_GAME}"
        client.say("ready")
        await r.player("bob")
        await client.hear_until("go 0")
        assert await client.ask("ready") == "refused phase you are in a game"
        assert await client.ask("watch") == "refused phase players do not watch, and you watch already"


async def test_words_of_the_referee_are_no_words_of_a_client(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob = await r.placed()
        for word in ("over won rules mine", "moved 2 first A,N", "bye", "go 2 1 x"):
            answer = await alice.ask(word)
            assert answer.startswith(f"refused malformed unknown word {word.split()[0]!r}; there are hello, ")
        assert await alice.ask("move A,N") == "moved 2 first A,N"
        await bob.hear_until("go 3")


async def test_after_the_end_a_move_changes_nothing_and_is_refused(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, _ = await r.placed()
        alice.say("resign too hard")
        assert await alice.hear_until("over") == "over lost resigned alice resigned: too hard"
        assert await alice.ask("move A,N") == f"refused late {NO_GAME}"
        assert r.result(2) == ("alice", "bob", "second", "resigned", "alice resigned: too hard")
        assert len(r.store.moves(2)) == 2


@pytest.mark.parametrize("reds", ["ABC", "ABCDE", "AAAA", "ABCZ", "WXYZ", "abcd", "DCBA", "A,N", "0"])
async def test_a_wrong_placement_loses_with_the_rule_in_words(tmp_path: Path, reds: str) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob = await r.pair()
        await alice.hear_until("go 0")
        assert await alice.ask(f"move {reds}") == f"refused illegal '{reds}': {PLACING}"
        why = f"alice played an illegal move: '{reds}': {PLACING}"
        assert await alice.hear_until("over") == f"over lost illegal {why}"
        assert await bob.hear_until("over") == f"over won illegal {why}"
        assert r.result(2) == ("alice", "bob", "second", "illegal", why)


@pytest.mark.parametrize("reds", ["ABC", "ABCDE", "AAAA", "AABB", "aabb", "WXYZ", "ABCI", "", "A,B,C,D"])
async def test_a_wrong_gat_placement_is_refused_and_may_be_tried_again(tmp_path: Path, reds: str) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, second = await r.gat("first"), await r.gat_set("second")
        assert await first.ask(f"SET:{reds}") == "NG "
        assert await first.ask("MOV:A,N") == "NG "
        assert await first.ask("SET:ABCD") == "OK "
        assert await first.hear() == f"MOV?{PLACED}"
        assert await first.ask("SET:EFGH") == "NG "
        assert await first.ask("MOV:A,N") == "OK "
        assert (await second.hear()).startswith("MOV?")
        assert [row.move for row in r.store.moves(2)] == ["ABCD", "ABCD", "A,N"]


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("A,S", "your own piece stands there"),
        ("E,S", "that leaves the board"),
        ("a,N", STEPPING),
        ("A,NORTH", STEPPING),
        ("Z,N", STEPPING),
        ("pass", STEPPING),
    ],
)
async def test_an_illegal_move_loses_and_the_author_is_told_which_rule(
    tmp_path: Path, move: str, why: str
) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob = await r.placed()
        assert await alice.ask(f"move {move}") == f"refused illegal '{move}': {why}"
        reason = f"alice played an illegal move: '{move}': {why}"
        assert await alice.hear_until("over") == f"over lost illegal {reason}"
        assert await bob.hear_until("over") == f"over won illegal {reason}"
        assert r.result(2) == ("alice", "bob", "second", "illegal", reason)


async def test_where_the_terms_forgive_an_illegal_move_it_is_asked_for_again(tmp_path: Path) -> None:
    async with referee(tmp_path, illegal_loses=False) as r, r.bystanders():
        alice, bob = await r.placed()
        assert await alice.ask("move A,S") == "refused illegal 'A,S': your own piece stands there"
        assert await alice.ask("move A,N") == "moved 2 first A,N"
        await bob.hear_until("go 3")


@pytest.mark.parametrize("line", ["MOV:A,S", "MOV:E,S", "mov:A,N", "MOV:A,N,", "MOV:,N", "N"])
async def test_a_wrong_gat_move_in_its_turn_gets_ng_and_loses(tmp_path: Path, line: str) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, second = await r.gat_pair()
        assert await first.ask(line) == "NG "
        assert await first.hear() == f"LST:{OPENED}"
        assert await second.hear() == f"WON:{OPENED}"
        assert await first.ask("MOV:A,N") == "NG "
        *players, reason = r.result(2)
        assert players == ["gat-first", "gat-second", "second", "illegal"]
        assert reason.startswith("gat-first played an illegal move: ")


async def test_a_gat_letter_that_only_looks_like_south_when_folded_is_no_way_to_go(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, second = await r.gat_pair()
        assert await first.ask("MOV:A,N") == "OK "
        await second.hear_until("MOV?")
        assert await second.ask("MOV:A,N") == "OK "
        await first.hear_until("MOV?")
        assert await first.ask("MOV:A,\u017f") == "NG "
        assert (await first.hear()).startswith("LST:")


async def test_a_move_out_of_turn_is_refused_and_kept_for_no_later_turn(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob = await r.placed()
        assert await bob.ask("move B,N") == TURN
        assert await alice.ask("move A,N") == "moved 2 first A,N"
        await bob.hear_until("go 3")
        assert await bob.ask("move A,N") == "moved 3 second A,N"
        assert [row.move for row in r.store.moves(2)] == ["ABCD", "ABCD", "A,N", "A,N"]


async def test_a_gat_move_out_of_turn_is_refused_and_kept_for_no_later_turn(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, second = await r.gat_pair()
        assert await second.ask("MOV:B,N") == "NG "
        assert await first.ask("MOV:A,N") == "OK "
        assert (await second.hear()).startswith("MOV?")
        assert await second.ask("MOV:A,N") == "OK "
        assert [row.move for row in r.store.moves(2)] == ["ABCD", "ABCD", "A,N", "A,N"]


async def test_of_two_moves_sent_at_once_the_second_is_a_premove_and_refused(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob = await r.placed()
        alice.say("move A,N\nmove A,N")
        assert sorted([await alice.hear(), await alice.hear()]) == ["moved 2 first A,N", TURN]
        await bob.hear_until("go 3")
        bob.say("move A,N")
        await alice.hear_until("go 4")
        assert await alice.ask("move A,S") == "moved 4 first A,S"


async def test_a_gat_move_sent_before_the_question_went_out_is_refused(tmp_path: Path) -> None:
    async with referee(tmp_path, gat_gap=0.4) as r:
        first = await r.gat_set("first")
        second = await r.player("bob")
        await second.hear_until("go 1")
        second.say("move ABCD")
        await second.hear_until("moved 1")
        first.say("MOV:A,N")
        assert sorted([await first.hear(), await first.hear()]) == [f"MOV?{PLACED}", "NG "]
        assert await first.ask("MOV:B,N") == "OK "
        assert [row.move for row in r.store.moves(1)] == ["ABCD", "ABCD", "B,N"]


async def test_a_gat_second_set_is_refused_while_it_waits_for_an_opponent(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first = await r.gat_set("first")
        assert await first.ask("SET:EFGH") == "NG "
        await r.gat_set("second")
        assert await first.hear() == f"MOV?{PLACED}"
