"""GTP engines at a real referee, as real processes, good ones and bad ones."""

import asyncio
import os
import select
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

import games
from clients.bot import Rejected
from clients.child import Failed, NoProgram
from clients.run import Account, run_gtp
from protocol.messages import Fate
from tests.peers import PATIENCE, Client, Referee, referee
from tests.processes import command

SCRIPT = Path(__file__).with_name("gtp_script.py")
GO9 = games.load("go9")


def engine(*words: str) -> list[str]:
    return [sys.executable, str(SCRIPT), *words]


async def play(r: Referee, words: list[str], rounds: int) -> tuple[list[str], list[Fate]]:
    """That engine against a client that always passes: what the client hears at each end, and the fates."""
    account = Account(r.url("tcp"), "engine", games=rounds)
    bot = asyncio.create_task(asyncio.to_thread(run_gtp, words, account, lambda _: None))
    client = await r.player("alice")
    overs = [await pass_along(client) for _ in range(rounds)]
    return overs, await asyncio.wait_for(bot, PATIENCE)


async def pass_along(client: Client) -> str:
    while not (line := await client.hear()).startswith("over"):
        assert line, "the referee hung up"
        if line.startswith("go"):
            client.say("move pass")
    client.say("ready")
    return line


def gone(pid: int) -> bool:
    """Whether that process ends, or has ended."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], PATIENCE)[0])
    finally:
        os.close(descriptor)


@pytest.mark.asyncio
async def test_an_engine_plays_both_colours_and_the_referee_scores(tmp_path: Path) -> None:
    async with referee(tmp_path, game=GO9) as r:
        overs, fates = await play(r, engine(), 2)
        assert {over.split(" ", 2)[2] for over in overs} == {
            "rules first is 74.0 points ahead after two passes",
            "rules second is 88.0 points ahead after two passes",
        }
        assert fates == [Fate.WON, Fate.WON]
        assert {move.move for id in (1, 2) for move in r.store.moves(id)} == {"E5", "C3", "pass"}


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("fault", "ending"),
    [
        ("refuse", "resigned engine resigned: the engine refused 'genmove {colour}': out of ideas"),
        ("nonsense", "resigned engine resigned: the engine's move is none: 'hello world'"),
        ("garbage", "resigned engine resigned: the engine gave no answer in GTP: 'Segmentation fault'"),
        ("flood", "resigned engine resigned: the engine gave an answer of more than 2000 lines"),
        ("long", "resigned engine resigned: the program wrote a line of more than 65536 bytes"),
        ("die", "resigned engine resigned: the program ended with status 3"),
        ("orphan", "resigned engine resigned: the program ended with status 3"),
        ("refuse-play", "resigned engine resigned: the engine refused 'play {other} pass': illegal move"),
        ("resign", "resigned engine resigned"),
        ("illegal", "illegal engine played an illegal move: 'T19'"),
        ("hang", "time engine lost on time: no move within 1.000 s"),
    ],
)
async def test_a_bad_engine_loses_its_own_game_and_plays_the_next(
    tmp_path: Path, fault: str, ending: str
) -> None:
    marker = tmp_path / "failed"
    async with referee(tmp_path, game=GO9, control="1/move") as r:
        overs, fates = await play(r, engine(fault, str(marker)), 2)
        colour, other = ("b", "w") if r.store.results()[0].first == "engine" else ("w", "b")
        assert overs[0].startswith(f"over won {ending.format(colour=colour, other=other)}")
        assert overs[1].startswith("over lost rules")
        assert fates == [Fate.LOST, Fate.WON]
        assert all(gone(int(pid)) for pid in marker.read_text().split())


@pytest.mark.asyncio
@pytest.mark.parametrize("fault", ["stderr", "quit"])
async def test_bad_manners_that_hurt_nobody_cost_nothing(tmp_path: Path, fault: str) -> None:
    marker = tmp_path / "failed"
    async with referee(tmp_path, game=GO9) as r:
        _, fates = await play(r, engine(fault, str(marker)), 2)
        assert fates == [Fate.WON, Fate.WON]
        assert gone(int(marker.read_text()))


@pytest.mark.asyncio
async def test_an_engine_that_cannot_be_started_again_loses_with_the_reason(tmp_path: Path) -> None:
    script = Path(shutil.copy(SCRIPT, tmp_path))
    async with referee(tmp_path, game=GO9) as r:
        account = Account(r.url("tcp"), "engine", games=2)
        words = [sys.executable, str(script)]
        bot = asyncio.create_task(asyncio.to_thread(run_gtp, words, account, lambda _: None))
        client = await r.player("alice")
        await client.hear_until("game 1")
        await asyncio.to_thread(script.unlink)
        await pass_along(client)
        over = await pass_along(client)
        assert over == "over won resigned engine resigned: the program ended with status 2"
        assert await asyncio.wait_for(bot, PATIENCE) == [Fate.WON, Fate.LOST]


@pytest.mark.asyncio
async def test_who_comes_back_to_a_game_goes_on_with_a_fresh_engine(tmp_path: Path) -> None:
    async with referee(tmp_path, game=GO9) as r, relay(r.port("tcp")) as (port, cut):
        account = Account(f"tcp://127.0.0.1:{port}", "engine", games=1)
        bot = asyncio.create_task(asyncio.to_thread(run_gtp, engine(), account, lambda _: None))
        alice = await r.player("alice")
        while not (line := await alice.hear()).startswith("moved") or line.endswith("pass"):
            if line.startswith("go"):
                alice.say("move pass")
        cut()
        if (await alice.hear()).startswith("go"):
            alice.say("move pass")
        assert (await pass_along(alice)).startswith("over lost rules")
        assert await asyncio.wait_for(bot, PATIENCE) == [Fate.WON]
        assert [move.move for move in r.store.moves(1) if move.move != "pass"] == ["E5", "C3"]


@asynccontextmanager
async def relay(to: int) -> AsyncIterator[tuple[int, Callable[[], None]]]:
    """A port before another one, and what cuts every connection through it."""
    ends: list[asyncio.StreamWriter] = []

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends.append(writer)
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                writer.write(data)
        writer.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", to)
        await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer))

    def cut() -> None:
        for end in ends:
            end.transport.abort()

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], cut
    finally:
        server.close()


@pytest.mark.parametrize(
    ("words", "error", "why"),
    [
        (["no-such-engine"], NoProgram, "cannot start 'no-such-engine': No such file"),
        ([sys.executable, "-c", "raise SystemExit(3)"], Failed, "ended with status 3"),
        ([sys.executable, "-c", "print('hello')"], Failed, "no answer in GTP: 'hello'"),
        (
            [sys.executable, "-c", "input(); print('= \\n'); input(); print('? no\\n')"],
            Failed,
            "'boardsize 9': no",
        ),
        ([sys.executable, "-c", "import time; time.sleep(1000)"], Failed, "'list_commands' within 0.3 s"),
    ],
)
def test_an_engine_that_fails_at_once_never_reaches_the_referee(
    words: list[str], error: type[Failed], why: str
) -> None:
    with pytest.raises(error, match=why):
        run_gtp(words, Account("tcp://127.0.0.1:1", "engine"), lambda _: None, start=0.3)


@pytest.mark.asyncio
async def test_another_game_is_refused_in_words(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        account = Account(r.url("tcp"), "engine")
        with pytest.raises(Rejected, match="the referee plays geister; this bot plays go9 only"):
            await asyncio.to_thread(run_gtp, engine(), account, lambda _: None)


def test_a_command_is_needed() -> None:
    ran = command("bot", "gtp", "--connect", "tcp://127.0.0.1:1", "--name", "x")
    assert (ran.returncode, ran.stderr) == (2, "referee: say which program: referee bot gtp ... -- COMMAND\n")
