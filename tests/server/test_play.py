"""Whole games over real sockets, and what a table does between them."""

from pathlib import Path

import pytest

from tests.peers import referee

pytestmark = pytest.mark.asyncio

PLACED = "14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u"


async def test_two_clients_play_and_hear_of_each_move_what_they_may_know(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        a, b = await r.pair()
        assert await a.hear() == "game 1 geister first alice bob 60"
        assert await b.hear() == "game 1 geister second alice bob 60"
        assert (await a.hear()).startswith("go 0 60000 14U24U34U44U")
        a.say("move ABCD")
        assert await a.hear() == "moved 0 first ABCD"
        assert await b.hear() == "moved 0 first ????"
        await b.hear_until("go 1")
        b.say("move ABCD")
        assert await a.hear() == "moved 1 second ????"
        go = await a.hear()
        assert go.startswith("go 2 ") and go.endswith(f"{PLACED} 2 first")
        a.say("move A,N")
        assert await a.hear() == "moved 2 first A,N"
        await b.hear_until("moved 2")
        assert await b.hear_until("go 3")
        assert [move.move for move in r.store.moves(1)] == ["ABCD", "ABCD", "A,N"]


async def test_a_player_that_comes_back_gets_its_game_with_the_clock_having_run(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        a, b = await r.placed()
        a.say("move A,N")
        await b.hear_until("go 3")
        await b.close()
        again = await r.client()
        await again.hear()
        again.say("hello bob wrong")
        assert (await again.hear()).startswith("refused token")
        again.say("hello bob bob-token")
        assert await again.hear() == "welcome bob bob-token"
        assert await again.hear() == "game 1 geister second alice bob 60"
        assert [await again.hear() for _ in range(3)] == [
            "moved 0 first ????",
            "moved 1 second ABCD",
            "moved 2 first A,N",
        ]
        go = (await again.hear()).split(" ")
        assert go[:2] == ["go", "3"] and 0 < int(go[2]) <= 60000
        again.say("move A,N")
        assert await again.hear() == "moved 3 second A,N"
        await a.hear_until("go 4")


async def test_a_player_that_does_not_come_back_loses_on_time(tmp_path: Path) -> None:
    async with referee(tmp_path, control="0.3/move") as r:
        a, b = await r.placed()
        a.say("move A,N")
        await b.close()
        assert (await a.hear_until("over")).startswith("over won time bob lost on time")


async def test_colours_are_swapped_between_two_who_meet_again(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        a, b = await r.placed()
        a.say("resign")
        for client in (a, b):
            await client.hear_until("over")
            client.say("ready")
        assert await a.hear_until("game") == "game 2 geister second bob alice 60"


async def test_the_referee_stops_cleanly_after_the_wanted_number_of_games(tmp_path: Path) -> None:
    async with referee(tmp_path, matches=1) as r:
        a, b = await r.placed()
        a.say("resign")
        await r.app.wait()
        assert [result.ending for result in r.store.results()] == ["resigned"]
        for client in (a, b):
            await client.hear_until("over")
    assert await a.hear() == "bye the referee stops"


async def test_games_that_still_run_when_the_referee_is_stopped_twice_are_recorded_as_stopped(
    tmp_path: Path,
) -> None:
    async with referee(tmp_path) as r:
        a, _ = await r.placed()
        r.app.interrupt()
        r.app.interrupt()
        await r.app.wait()
        assert await a.hear_until("over") == "over none stopped the referee was stopped"
        assert [(result.ending, result.winner) for result in r.store.results()] == [("stopped", None)]


async def test_when_the_referee_is_stopped_running_games_may_finish(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        a, b = await r.placed()
        r.app.interrupt()
        a.say("move A,N")
        await b.hear_until("go 3")
        b.say("resign")
        await r.app.wait()
        assert [result.ending for result in r.store.results()] == ["resigned"]


async def test_a_gat_client_meets_a_native_bot_at_one_table(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        gat = await r.client("gat gat-second")
        assert await gat.hear() == "SET?"
        gat.say("SET:EFGH", end="\r\n")
        assert await gat.hear() == "OK "
        native = await r.player("alice")
        assert await native.hear() == "game 1 geister first alice gat-second 60"
        await native.hear_until("go 0")
        native.say("move ABCD")
        await native.hear_until("go 2")
        native.say("move A,N")
        assert await gat.hear() == "MOV?14B24B34B44B15R25R35R45R42u31u21u11u40u30u20u10u"
        gat.say("MOV:D,NORTH", end="\r\n")
        assert await gat.hear() == "OK "
        assert await native.hear_until("moved 3") == "moved 3 second D,N"
        native.say("resign")
        assert await gat.hear() == "WON:14B24B34B43B15R25R35R45R42r31r21r11r40b30b20b10b"


async def test_a_gat_client_may_connect_for_its_next_game_at_once(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        for number in (1, 2, 3):
            first, second = await r.client("gat gat-first"), await r.client("gat gat-second")
            for client in (first, second):
                await client.hear()
                client.say("SET:ABCD", end="\r\n")
            await first.hear_until("MOV?")
            await second.close()
            assert (await first.hear_until("WON:")).endswith("41r31r21r11r40b30b20b10b")
            await first.close()
            assert len(r.store.results()) == number


async def test_two_lines_to_one_gat_client_keep_their_distance_and_nobody_pays_for_it(tmp_path: Path) -> None:
    gap = 0.25
    async with referee(tmp_path, control="10/move", gat_gap=gap) as r:
        first, second = await r.client("gat gat-first"), await r.client("gat gat-second")
        for client in (first, second):
            assert await client.reader.read(1000) == b"SET?\r\n"
            client.say("SET:ABCD", end="\r\n")
        assert await first.reader.read(1000) == b"OK \r\n"
        assert (await first.reader.read(1000)).startswith(b"MOV?")
        first.say("MOV:E,N", end="\r\n")  # illegal: two lines follow
        assert await first.reader.read(1000) == b"NG \r\n"
        assert (await first.reader.read(1000)).startswith(b"LST:")
        (result,) = r.store.results()
        assert result.first_used < gap, "the gap before the question is not the player's"


async def test_those_who_watch_hear_public_things_and_all_colours_at_the_end(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        watcher = await r.client()
        await watcher.hear()
        watcher.say("watch")
        a, b = await r.placed()
        assert await watcher.hear() == "table 1 geister alice bob 60"
        a.say("move A,N")
        await b.hear_until("go 3")
        board = await watcher.hear_until("board 1 3")
        assert board.split(" ")[3] == "second" and board.split(" ")[6] == "A,N"
        assert not set("RBrb") & set(board.split(" ")[7])
        b.say("resign")
        over = await watcher.hear_until("board 1 3 -")
        assert over.split(" ")[7] == "13R24R34R44R15B25B35B45B41r31r21r11r40b30b20b10b"
        assert await watcher.hear() == "result 1 first resigned 3 bob resigned"
        assert await watcher.hear() == "score alice 1 0 0"
        assert await watcher.hear() == "score bob 0 0 1"


async def test_who_starts_to_watch_late_is_told_how_things_stand(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        await r.placed()
        async with r.socket() as socket:
            await socket.recv()
            await socket.send("watch")
            assert await socket.recv() == "table 1 geister alice bob 60"
            assert str(await socket.recv()).startswith("board 1 2 first ")


async def test_a_later_referee_remembers_names_scores_and_ids(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        a, _ = await r.placed()
        a.say("resign")
        await a.hear_until("over")
    async with referee(tmp_path) as r:
        stranger = await r.client()
        await stranger.hear()
        stranger.say("hello alice")
        assert await stranger.hear() == "refused token this name is taken; say: hello alice TOKEN"
        stranger.say("watch")
        assert [await stranger.hear(), await stranger.hear()] == ["score alice 0 0 1", "score bob 1 0 0"]
        b = await r.player("bob")
        await r.player("alice")
        assert (await b.hear()).startswith("game 2 geister first bob alice")
