"""When the referee itself fails, no player pays: the game is void, told so, and played again in an event."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from games.base import Game, Move
from games.geister import Geister, GeisterPosition
from ladder.formats import RoundRobin
from server.settings import Plan
from tests.peers import Client, referee

pytestmark = pytest.mark.asyncio


class BrokenPosition(GeisterPosition):
    """Geister with a rulebook that fails at its third move."""

    def play(self, move: Move) -> "BrokenPosition":
        if self.ply == 2:
            raise RuntimeError("a hole in the rules")
        after = super().play(move)
        return BrokenPosition(after.squares, after.colours, after.ply)


@dataclass(frozen=True, slots=True)
class BrokenGeister(Geister):
    def start(self) -> GeisterPosition:
        start = Geister.start(self)
        return BrokenPosition(start.squares, start.colours, start.ply)


async def test_a_game_that_the_referee_fails_at_is_void_and_scores_for_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with referee(tmp_path, game=BrokenGeister()) as r:
        a, b = await r.placed()
        a.say("move A,N")
        why = "over none void the referee failed: RuntimeError: a hole in the rules"
        assert await a.hear_until("over") == why
        assert await b.hear_until("over") == why
        (result,) = r.store.results()
        assert not result.scored
    assert "RuntimeError: a hole in the rules" in capsys.readouterr().err


async def test_an_event_plays_a_void_game_again_but_not_for_ever(tmp_path: Path) -> None:
    broken: dict[str, Game] = {"geister": BrokenGeister()}
    plan = Plan("cup", RoundRobin(("alice", "bob"), ("geister",), cycles=1), broken, 1, 60.0)
    async with referee(tmp_path, plan=plan) as r:
        clients = await r.pair()
        for _ in range(3):
            await _void(*clients)
            for client in clients:
                client.say("ready")
        await r.app.wait()
        results = r.store.results("cup")
        assert [result.ending for result in results] == ["void"] * 3
        assert len({result.slot for result in results}) == 1


async def test_a_game_called_again_waits_its_whole_time_for_its_players(tmp_path: Path) -> None:
    broken: dict[str, Game] = {"geister": BrokenGeister()}
    players = ("alice", "dave", "carol", "bob")
    plan = Plan("cup", RoundRobin(players, ("geister",), cycles=1), broken, 2, absence=2.0)
    async with referee(tmp_path, plan=plan) as r:
        watcher = await r.client()
        watcher.say("watch")
        await _void(*await r.pair())
        # Theirs was called before the other game, and now again: it is the other that nobody came to in time.
        assert (await watcher.hear_until("result")).endswith("a hole in the rules")
        absent = await watcher.hear_until("result")
        assert absent.endswith(" - absent 0 dave and carol did not come to the game")


async def _void(first: Client, second: Client) -> None:
    """A game at which the referee fails."""
    for client in (first, second):
        await client.hear_until("go")
        client.say("move ABCD")
    await first.hear_until("go 2")
    first.say("move A,N")
    for client in (first, second):
        await client.hear_until("over none void")
