"""Clients that answer at the last moment, too late or not at all, while others play."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import games
from games.base import Seat
from protocol.clock import Control
from protocol.match import Match, Terms
from protocol.messages import Ending, Play
from tests.peers import OPENED, referee

pytestmark = pytest.mark.asyncio

QUICK: dict[str, Any] = {"control": "0.3/move", "margin": 0.2}
LATE = "refused late you are in no game; say ready for the next one"


def asked_at(now: float) -> Match:
    """A match of one second a move and no margin, whose first player was asked at that time."""
    names = {Seat.FIRST: "alice", Seat.SECOND: "bob"}
    match = Match(1, games.load("geister"), names, Terms(Control.parse("1/move"), margin=0.0), Random(1))
    match.begin(now)
    match.asked(now)
    return match


async def test_a_reply_exactly_at_the_deadline_is_in_time() -> None:
    match = asked_at(5.0)
    match.receive(Seat.FIRST, Play("ABCD"), 6.0)
    assert match.verdict is None
    assert [played.used for played in match.played] == [1.0]


async def test_a_reply_just_past_the_deadline_loses_and_is_not_played() -> None:
    match = asked_at(5.0)
    match.receive(Seat.FIRST, Play("ABCD"), 6.0001)
    assert match.verdict is not None
    assert (match.verdict.winner, match.verdict.ending) == (Seat.SECOND, Ending.TIME)
    assert match.played == []


async def test_the_alarm_at_exactly_the_deadline_flags_nobody() -> None:
    match = asked_at(5.0)
    assert match.tick(6.0) == []
    assert match.tick(6.0001) != []


async def test_silence_loses_on_time_and_the_author_is_told_the_limit_and_the_ply(tmp_path: Path) -> None:
    async with referee(tmp_path, **QUICK) as r, r.bystanders():
        alice, bob = await r.placed()
        why = "alice lost on time: no move within 0.300 s at ply 2"
        assert await alice.hear_until("over") == f"over lost time {why}"
        assert await bob.hear_until("over") == f"over won time {why}"
        assert r.result(2) == ("alice", "bob", "second", "time", why)


async def test_silence_loses_a_gat_game_on_time_and_the_connection_ends(tmp_path: Path) -> None:
    async with referee(tmp_path, **QUICK) as r, r.bystanders():
        first, second = await r.gat_pair()
        assert await first.hear() == f"LST:{OPENED}"
        assert await first.hear() == ""
        assert await second.hear() == f"WON:{OPENED}"
        why = "gat-first lost on time: no move within 0.300 s at ply 2"
        assert r.result(2) == ("gat-first", "gat-second", "second", "time", why)


async def test_a_reply_after_the_flag_is_refused_and_not_applied_to_the_next_game(tmp_path: Path) -> None:
    async with referee(tmp_path, **QUICK) as r, r.bystanders():
        alice, bob = await r.placed()
        await alice.hear_until("over lost time")
        await bob.hear_until("over won time")
        alice.say("move A,N\nready\nmove A,N")
        assert await alice.hear() == LATE
        assert await alice.hear() == LATE
        bob.say("ready")
        assert await bob.hear() == "game 3 geister first bob alice 0.3/move"
        await bob.hear_until("go 0")
        assert await bob.ask("move ABCD") == "moved 0 first ABCD"
        await alice.hear_until("go 1")
        alice.say("move ABCD")
        await bob.hear_until("go 2")
        assert len(r.store.moves(2)) == 2
        assert [row.move for row in r.store.moves(3)] == ["ABCD", "ABCD"]


async def test_noise_does_not_stop_the_clock(tmp_path: Path) -> None:
    async with referee(tmp_path, **QUICK, illegal_loses=False) as r, r.bystanders():
        alice, _ = await r.placed()
        for line in ("nonsense", "move A,S", "ping", "ready"):
            await alice.ask(line)
        assert (await alice.hear_until("over")).startswith("over lost time alice lost on time")


async def test_coming_back_does_not_wind_the_clock_up(tmp_path: Path) -> None:
    async with referee(tmp_path, **QUICK) as r, r.bystanders():
        alice, bob = await r.client(), await r.player("bob")
        token = await alice.login("alice")
        alice.say("ready")
        await bob.hear_until("go 0")
        bob.say("move ABCD")
        await alice.hear_until("go 1")
        begun, connections = time.monotonic(), 0
        over = False
        while not over:
            alice = await r.client()
            await alice.login("alice", token)
            connections += 1
            alice.say("ping")
            line = await alice.hear()
            while not line.startswith("pong"):
                over |= line.startswith("over lost time")
                line = await alice.hear()
            over |= any(result.id == 2 for result in r.store.results())
            await alice.close()
        assert connections > 1
        assert time.monotonic() - begun < 3
        assert await bob.hear_until("over") == (
            "over won time alice lost on time: no move within 0.300 s at ply 1"
        )


async def test_a_jump_of_the_clock_on_the_wall_flags_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob = await r.placed()
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + 3600)
        assert await alice.ask("move A,N") == "moved 2 first A,N"
        monkeypatch.setattr(time, "time", lambda: real() - 3600)
        await bob.hear_until("go 3")
        assert await bob.ask("move A,N") == "moved 3 second A,N"
        await alice.hear_until("go 4")
        assert all(0 <= row.used < 10 for row in r.store.moves(2))
