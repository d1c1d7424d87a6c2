"""Botzone programs at a real referee, as real processes: started each turn, kept running, and bad ones."""

import asyncio
import sys
from pathlib import Path

import pytest

import games
from clients.bot import Rejected
from clients.child import NoProgram
from clients.run import Account, run_botzone
from protocol.messages import Fate
from tests.peers import PATIENCE, Referee, referee

pytestmark = pytest.mark.asyncio

SCRIPT = Path(__file__).with_name("botzone_script.py")
AMAZONS = games.load("amazons/8")


async def play(r: Referee, log: Path, fault: str = "", keep: bool = False) -> tuple[str, list[Fate]]:
    """That program against a client that plays the last legal move: what the client hears at the end."""
    words = [sys.executable, str(SCRIPT), str(log), fault]
    account = Account(r.url("tcp"), "program", games=1)
    bot = asyncio.create_task(asyncio.to_thread(run_botzone, words, account, lambda _: None, keep))
    client = await r.player("alice")
    while not (line := await client.hear()).startswith("over"):
        assert line, "the referee hung up"
        if line.startswith("go"):
            client.say(f"move {AMAZONS.read(line.split(' ', 3)[3]).legal_moves()[-1]}")
    return line, await asyncio.wait_for(bot, PATIENCE)


def turns(r: Referee) -> int:
    """How often the program moved in the first game."""
    seat = "first" if r.store.results()[0].first == "program" else "second"
    return sum(move.by == seat for move in r.store.moves(1))


async def test_a_program_is_started_anew_for_each_turn_with_the_whole_history(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with referee(tmp_path, game=AMAZONS) as r:
        over, _ = await play(r, log)
        assert " rules " in over
        assert log.read_text().split() == [str(turn + 1) for turn in range(turns(r))]


async def test_a_program_that_asks_for_it_keeps_running_and_hears_the_newest_move(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with referee(tmp_path, game=AMAZONS) as r:
        over, _ = await play(r, log, "keep", keep=True)
        assert " rules " in over and turns(r) > 5
        assert log.read_text() == "1\n"


async def test_without_leave_to_do_so_it_does_not_keep_running(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with referee(tmp_path, game=AMAZONS) as r:
        over, _ = await play(r, log, "keep")
        assert " rules " in over
        assert len(log.read_text().split()) == turns(r)


@pytest.mark.parametrize(
    ("fault", "ending"),
    [
        ("garbage", "resigned program resigned: the program's move is none: 'hello'"),
        ("die", "resigned program resigned: the program ended with status 3"),
        ("orphan", "resigned program resigned: the program ended with status 3"),
        ("flood", "resigned program resigned: the program wrote more than 1000 lines"),
        ("long", "resigned program resigned: the program wrote a line of more than 65536 bytes"),
        ("hang", "time program lost on time"),
    ],
)
async def test_a_bad_program_loses_and_the_reason_is_told(tmp_path: Path, fault: str, ending: str) -> None:
    async with referee(tmp_path, game=AMAZONS, control="1/move") as r:
        over, fates = await play(r, tmp_path / "log", fault)
        assert over.startswith(f"over won {ending}")
        assert fates == [Fate.LOST]


async def test_a_board_of_another_size_is_refused_in_words(tmp_path: Path) -> None:
    async with referee(tmp_path, game=games.load("amazons")) as r:
        account = Account(r.url("tcp"), "program")
        with pytest.raises(Rejected, match="the referee plays amazons; this bot plays amazons/8 only"):
            await asyncio.to_thread(run_botzone, [sys.executable], account, lambda _: None)


async def test_a_program_that_is_not_there_never_reaches_the_referee() -> None:
    with pytest.raises(NoProgram, match="cannot start 'no-such-program'"):
        run_botzone(["no-such-program"], Account("tcp://127.0.0.1:1", "program"), lambda _: None)
