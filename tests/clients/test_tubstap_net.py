"""Our engines on a server of TUBSTAP's own protocol: the captured games line for line, and bad servers."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
import trio

from clients.bot import Rejected
from clients.run import Account, run_tubstap
from clients.thinker import Thinker
from clients.tubstap_net import NetBot
from engines.base import Engine, Limit
from engines.random_mover import RandomMover
from games.base import Move
from games.tubstap import TubstapPosition
from games.tubstap.records import read_action
from protocol.messages import Fate
from tests.peers import PATIENCE
from tests.server.test_tubstap_conformance import EXCERPT, client_log, server_log
from tests.tubstap_peers import FIELD, STAY, SURRENDER, TURNEND, NetClient

pytestmark = pytest.mark.asyncio

Log = list[tuple[str, bytes]]
BEGIN = ["name", "opponent Bob", f"MAP {FIELD}", "Color 0"]


class Scripted(Engine):
    """Plays the actions of a log."""

    def __init__(self, actions: Iterable[str]) -> None:
        super().__init__(Random(1))
        self._actions = iter(actions)

    def choose(self, view: str, limit: Limit) -> Move:
        assert 0 < limit.left < 10
        position = self.game.read(view)
        assert isinstance(position, TubstapPosition)
        return read_action(position, next(self._actions))


class Broken(Engine):
    def choose(self, view: str, limit: Limit) -> Move:
        raise RuntimeError("broken on purpose")


class Bot:
    """Our client in a thread of its own, and the server's end of its connection."""

    def __init__(
        self,
        end: NetClient,
        ends: "asyncio.Queue[NetClient]",
        playing: "asyncio.Task[list[Fate]]",
        reports: list[str],
    ) -> None:
        self.end = end
        self.ends = ends  # of the connections that come after
        self.reports = reports
        self._playing = playing

    async def answers(self, question: str) -> str:
        """What it answers, without the sign and the ends."""
        self.end.say(question, "\r\n")
        answer = await self.end.hear()
        assert answer.startswith("= ")
        assert await self.end.hear() == ""
        return answer[2:]

    async def begin(self) -> None:
        for question in BEGIN:
            await self.answers(question)

    async def ended(self) -> list[Fate]:
        async with asyncio.timeout(PATIENCE):
            return await self._playing


@asynccontextmanager
async def bot(engine: Engine, name: str = "ours", games: int = 1) -> AsyncIterator[Bot]:
    """Our client, connected to a server that the test speaks for."""
    ends: asyncio.Queue[NetClient] = asyncio.Queue()
    server = await asyncio.start_server(
        lambda reader, writer: ends.put_nowait(NetClient(reader, writer)), "127.0.0.1", 0
    )
    reports: list[str] = []
    account = Account(f"tubstap://127.0.0.1:{server.sockets[0].getsockname()[1]}", name, games=games)
    playing = asyncio.create_task(asyncio.to_thread(run_tubstap, engine, account, 0.0, reports.append))
    end = await asyncio.wait_for(ends.get(), PATIENCE)
    try:
        yield Bot(end, ends, playing, reports)
    finally:
        end.writer.close()
        server.close()
        await asyncio.gather(playing, return_exceptions=True)


async def hold(log: Log, fate: Fate) -> None:
    """Our client answers the log's questions by the log's bytes, and knows how the game ended."""
    said = [line.decode().removeprefix("= ").strip() for way, line in log if way == "C>S"]
    async with bot(Scripted(line for line in said[1:] if line), name=said[0]) as ours:
        for way, line in log:
            if way == "S>C":
                ours.end.writer.write(line)
            else:
                async with asyncio.timeout(PATIENCE):
                    assert await ours.end.reader.readexactly(len(line)) == line
        ours.end.writer.close()
        assert await ours.ended() == [fate]


@pytest.mark.parametrize("side", ["red", "blue"])
async def test_an_excerpt_is_answered_line_for_line(side: str) -> None:
    await hold(client_log(EXCERPT[side]), Fate.NONE)


@pytest.mark.parametrize(
    ("name", "fate"),
    [("red", Fate.LOST), ("blue", Fate.WON), ("vs_csharp_muct", Fate.LOST)],
)
async def test_the_captured_clients_are_answered_for_line_for_line(
    oracle: Path, name: str, fate: Fate
) -> None:
    text = (oracle / "tubstap" / f"net_client_{name}.log").read_text()
    await hold(client_log(text), fate)


async def test_the_original_client_is_answered_for_line_for_line(oracle: Path) -> None:
    text = (oracle / "tubstap" / "net_server_vs_csharp_muct.log").read_bytes().decode()
    log: Log = []
    for to, question, answer in server_log(text):
        if to == 1:
            log += [("S>C", f"{question}\r\n".encode()), ("C>S", f"= {answer}\r\n\r\n".encode())]
    assert len(log) == 56
    await hold(log, Fate.WON)


@pytest.mark.parametrize("engine", [lambda: Scripted([SURRENDER]), lambda: Broken(Random(1))])
async def test_a_surrender_or_a_failure_gives_up_the_turn_for_the_server_would_crash(
    engine: Callable[[], Engine],
) -> None:
    async with bot(engine()) as ours:
        await ours.begin()
        assert await ours.answers("Genmove") == TURNEND
        assert await ours.answers(f"play {TURNEND}") == ""


async def test_lines_may_come_joined_split_and_without_carriage_return() -> None:
    async with bot(Scripted([STAY])) as ours:
        for byte in "\n".join([*BEGIN, "Genmove", ""]).encode():
            ours.end.writer.write(bytes([byte]))
            await ours.end.writer.drain()
        heard = [await ours.end.hear() for _ in range(10)]
        assert heard == ["= ours", "", "= ", "", "= ", "", "= ", "", f"= {STAY}", ""]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "hung up before a game began"),
        (["SET?"], "the server sent 'SET?', which has no meaning here"),
        (["name", "Genmove"], "the server sent 'Genmove', which has no meaning here"),
        (["name", f"play {STAY}"], "the server sent 'play', which has no meaning here"),
        (["Color 0"], "the server sent the colour '0', which has no meaning here"),
        ([*BEGIN[:3], "Color 2"], "the server sent the colour '2', which has no meaning here"),
        ([*BEGIN, "Color 1"], "the server sent the colour '1', which has no meaning here"),
        (["MAP SIZEX[8];"], "the server sent 'MAP SIZEX[8];': map:1: SIZEY is missing"),
        ([*BEGIN, f"play {TURNEND}"], f"the server sent 'play {TURNEND}': it is not the turn of second"),
        ([*BEGIN[:3], "Color 1", "Genmove"], "the server sent 'Genmove': it is not our turn"),
        (
            [*BEGIN[:3], "Color 1", "play 0,6,6,1,1,-1,0,0,1,0,0"],
            "the server sent 'play 0,6,6,1,1,-1,0,0,1,0,0': '0:6,6': unit 0 cannot reach 6,6",
        ),
        ([*BEGIN, "Genmove", "Genmove"], "the server sent 'Genmove' before we had answered"),
        (["x" * 100_000], "a line is longer than 65536 bytes"),
    ],
)
async def test_a_server_that_cannot_be_followed_is_left_with_the_reason(lines: list[str], why: str) -> None:
    async with bot(RandomMover(Random(1))) as ours:
        ours.end.say("\r\n".join([*lines, ""]), "")
        if not lines:
            ours.end.writer.close()
        with pytest.raises(Rejected) as raised:
            await ours.ended()
        assert str(raised.value).endswith(why)


async def test_a_connection_that_ends_during_the_game_is_nobodys_win() -> None:
    async with bot(RandomMover(Random(1))) as ours:
        await ours.begin()
        ours.end.reset()
        assert await ours.ended() == [Fate.NONE]
        assert ours.reports == ["game 1: none (left): the server closed the connection during the game"]


async def test_each_game_is_a_connection_of_its_own_while_the_server_has_games() -> None:
    async with bot(Scripted([TURNEND, TURNEND]), games=3) as ours:
        for _ in range(2):
            await ours.begin()
            assert await ours.answers("Genmove") == TURNEND
            ours.end.writer.close()
            ours.end = await asyncio.wait_for(ours.ends.get(), PATIENCE)
        ours.end.writer.close()
        assert await ours.ended() == [Fate.NONE, Fate.NONE]
        assert ours.reports[2].endswith(" hung up before a game began")


async def test_where_nobody_listens_the_bot_says_so() -> None:
    reader = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = reader.sockets[0].getsockname()[1]
    reader.close()
    await reader.wait_closed()
    lonely = NetBot(f"tubstap://127.0.0.1:{port}", "ours", Thinker(RandomMover(Random(1))))
    with pytest.raises(OSError, match="no server at tubstap://"):
        await asyncio.to_thread(trio.run, lonely.play)
