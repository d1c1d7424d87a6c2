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
