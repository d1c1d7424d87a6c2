"""Our bots on a CGOS server: the captured conversations held from the client's side, and real rounds."""

import ast
import asyncio
import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
import trio

from clients.bot import Bot, Rejected
from clients.thinker import Thinker
from engines.base import Engine, Limit
from games.base import Move
from protocol.messages import Fate
from tests.processes import COMMAND, bots, command, serving

Step = tuple[str, bytes]  # "S>C" or "C>S", and the bytes of one read

LOGIN: list[Step] = [
    ("S>C", b"protocol genmove_analyze\n"),
    ("C>S", b"e1 cgosPython 1.0.0 genmove_analyze\n"),
    ("S>C", b"username\n"),
    ("C>S", b"dropbot\n"),
    ("S>C", b"password\n"),
    ("C>S", b"pass123\n"),
]


class Scripted(Engine):
    """Plays what it is told to, and keeps what it is shown."""

    def __init__(self, moves: Sequence[Move]) -> None:
        super().__init__(Random(1))
        self.moves = list(moves)
        self.saw_moves: list[tuple[str, Move]] = []

    def saw(self, by: str, move: Move) -> None:
        self.saw_moves.append((by, move))

    def choose(self, view: str, limit: Limit) -> Move:
        return self.moves.pop(0)


class Server:
    """Says the server's part of a script, a connection after the other, and checks the client's."""

    def __init__(self, scripts: Sequence[Sequence[Step]]) -> None:
        self._scripts = list(scripts)
        self.done = asyncio.Event()
        self.faults: list[BaseException] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(30):
                for way, data in self._scripts.pop(0):
                    if way == "S>C":
                        writer.write(data)
                    else:
                        assert plain(await reader.readline()) == plain(data)
        except BaseException as error:
            self.faults.append(error)
        writer.close()
        if not self._scripts or self.faults:
            self.done.set()


def plain(line: bytes) -> str:
    """Ours say who they are in their own words, write points in capitals, and end lines by LF."""
    text = line.decode().rstrip("\r\n")
    return "e1" if text.startswith("e1 ") else text.lower()


@asynccontextmanager
async def server(*scripts: Sequence[Step]) -> AsyncIterator[tuple[Server, str]]:
    running = Server(scripts)
    listener = await asyncio.start_server(running.serve, "127.0.0.1", 0)
    async with listener:
        port = listener.sockets[0].getsockname()[1]
        yield running, f"cgos://127.0.0.1:{port}"
    assert running.faults == []


async def play(url: str, name: str, password: str, engine: Engine, count: int = 1) -> list[Fate]:
    bot = Bot(url, name, Thinker(engine), password, count, tries=3)
    await asyncio.to_thread(trio.run, bot.play)
    return bot.fates


def captured(text: str, party: str) -> list[Step]:
    found = re.findall(rf"^ *[\d.]+ {party} +(S>C|C>S) (b['\"].*)$", text, re.MULTILINE)
    return [(way, ast.literal_eval(literal)) for way, literal in found]


def moves_of(script: Sequence[Step]) -> list[Move]:
    said = [data.decode().strip() for way, data in script if way == "C>S"]
    moves = [word.upper() for word in said[3:] if word != "ready"]
    return ["pass" if move == "PASS" else move for move in moves]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("party", "name", "fates"),
    [
        ("pyclient-gnugo", "gnugo-l1", [Fate.WON, Fate.LOST]),
        ("tclclient-fuego50", "fuego50", [Fate.LOST, Fate.WON]),
    ],
)
async def test_the_captured_games_go_line_for_line_from_the_clients_side(
    oracle: Path, party: str, name: str, fates: list[Fate]
) -> None:
    script = captured((oracle / "go" / "cgos_transcript.txt").read_text(), party)
    if script[-1][1].strip() == b"ready":
        script.pop()  # ours leaves after two games, as it was told to
    engine = Scripted(moves_of(script))
    assert len(engine.moves) > 60
    async with server(script) as (_, url):
        assert await play(url, name, "pw12345", engine, 2) == fates
    assert engine.moves == []


@pytest.mark.asyncio
async def test_a_captured_reconnect_goes_line_for_line_from_the_clients_side() -> None:
    begun: list[Step] = [
        *LOGIN,
        ("S>C", b"setup 1 9 7.0 4000 normbot1(1800?) dropbot(1800?)\ngenmove b 4000\n"),
        ("C>S", b"A9\n"),
        ("S>C", b"info Games in progress: 0 Players:8\nplay w B9 4000\n"),
    ]
    again: list[Step] = [
        *LOGIN,
        ("S>C", b"setup 1 9 7.0 4000 normbot1(1800?) dropbot(1800?) A9 4000 B9 4000\n"),
        ("S>C", b"genmove b 2776\n"),
        ("C>S", b"pass\n"),
        ("S>C", b"play w C9 4000\ngenmove b 3015\n"),
        ("C>S", b"resign\n"),
        ("S>C", b"gameover 2026-11-18 W+Resign Resignation\n"),
    ]
    engine = Scripted(["A9", "pass", ""])  # no move is a resignation
    async with server(begun, again) as (_, url):
        assert await play(url, "dropbot", "pass123", engine) == [Fate.LOST]
    moves = [("first", "A9"), ("second", "B9")]
    assert engine.saw_moves == [*moves, *moves, ("first", "pass"), ("second", "C9")]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("result", "fate"),
    [
        (b"B+3.0 ", Fate.WON),
        (b"W+Time ", Fate.LOST),
        (b"B+Illegal Illegal move error:suicide attempted move:J1", Fate.WON),
        (b"Draw ", Fate.DREW),
        (b"Abort ", Fate.NONE),
    ],
)
async def test_a_result_is_understood(result: bytes, fate: Fate) -> None:
    script: list[Step] = [
        *LOGIN,
        ("S>C", b"setup 7 9 7.5 60000 other(1234) dropbot(1800?)\ngenmove b 60000\n"),
        ("C>S", b"E5\n"),
        ("S>C", b"gameover 2026-11-18 " + result + b"\n"),
    ]
    async with server(script) as (_, url):
        assert await play(url, "dropbot", "pass123", Scripted(["E5"])) == [fate]


@pytest.mark.asyncio
async def test_a_game_that_our_rules_cannot_follow_is_resigned_and_the_next_is_played() -> None:
    script: list[Step] = [
        *LOGIN,
        ("S>C", b"setup 1 9 7.0 60000 dropbot(1800?) other(1800?)\nplay b Z77 60000\ngenmove w 60000\n"),
        ("C>S", b"resign\n"),
        ("S>C", b"gameover 2026-11-18 B+Resign Resignation\n"),
        ("C>S", b"ready\n"),
        ("S>C", b"\x07 what\nno such line\nsetup 1 9\nsetup 2 9 7.0 60000 other(1800?) dropbot(1800?)\n"),
        ("S>C", b"genmove b 60000\n"),
        ("C>S", b"E5\n"),
        ("S>C", b"gameover 2026-11-18 B+1.0 \n"),
    ]
    async with server(script) as (_, url):
        assert await play(url, "dropbot", "pass123", Scripted(["E5"]), 2) == [Fate.LOST, Fate.WON]


@pytest.mark.asyncio
async def test_a_login_that_fails_ends_the_bot_with_the_servers_words() -> None:
    script = [*LOGIN, ("S>C", b"Error: Sorry, password doesn't match\n")]
    async with server(script) as (_, url):
        with pytest.raises(Rejected, match="Sorry, password doesn't match"):
            await play(url, "dropbot", "pass123", Scripted([]))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "last",
    [
        b"info another login is being attempted using this user name\n",
        b"setup 1 19 7.5 60000 other(1) dropbot(1)\n",
        b"setup 1 9 100.0 60000 other(1) dropbot(1)\n",
    ],
    ids=["replaced", "another board", "another komi"],
)
async def test_a_bot_leaves_for_good_where_coming_back_would_not_help(last: bytes) -> None:
    async with server([*LOGIN, ("S>C", last)]) as (running, url):
        assert await play(url, "dropbot", "pass123", Scripted([])) == []
        await running.done.wait()


def round_of(db: Path, *players: tuple[str, list[str]]) -> list[dict[str, str]]:
    """The results of two games; a player is the scheme of its address and the words of `referee bot`."""
    options = ["--game", "go9", "--control", "60~0.25", "--matches", "2", "--cgos", "127.0.0.1:0"]
    with serving(db, *options) as running:
        running.read_ports(3)
        words = [
            [words[0], "--connect", running.url(scheme), "--games", "2", *words[1:]]
            for scheme, words in players
        ]
        with bots(*words) as processes:
            assert running.process.wait(90) == 0
            for process in processes:
                assert process.wait(20) == 0
    return [json.loads(line) for line in command("results", "--db", str(db), "--json").stdout.splitlines()]


def test_an_engine_by_cgos_meets_one_that_speaks_natively(tmp_path: Path) -> None:
    results = round_of(
        tmp_path / "results.db",
        ("cgos", ["go9-rule", "--name", "rule", "--token", "secret", "--seed", "1"]),
        ("tcp", ["random", "--name", "random", "--seed", "1"]),
    )
    assert [(result["winner"], result["ending"]) for result in results] == [("rule", "rules")] * 2
    assert {result["first"] for result in results} == {"rule", "random"}


def test_a_gtp_program_by_cgos_meets_an_engine_by_cgos(tmp_path: Path) -> None:
    results = round_of(
        tmp_path / "results.db",
        ("cgos", ["gtp", "--name", "prog", "--token", "secret", "--", *COMMAND, "gtp", "go9-rule"]),
        ("cgos", ["random", "--name", "random", "--token", "secret", "--seed", "1"]),
    )
    assert [(result["winner"], result["ending"]) for result in results] == [("prog", "rules")] * 2


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["go9-rule", "--name", "me"], "CGOS wants a password of 3 characters or more: --token PASSWORD"),
        (["geister-rule", "--name", "me", "--token", "secret"], "geister-rule does not play go9"),
        (["botzone", "--name", "me", "--token", "secret", "--", "true"], "botzone does not play go9"),
    ],
)
def test_a_bot_that_cannot_play_there_is_refused_in_one_line(words: list[str], error: str) -> None:
    done = command("bot", words[0], "--connect", "cgos://127.0.0.1:1", *words[1:])
    assert (done.returncode, done.stderr) == (2, f"referee: {error}\n")


def test_a_referee_of_another_game_has_no_door_for_cgos(tmp_path: Path) -> None:
    done = command("serve", "--game", "geister", "--cgos", "127.0.0.1:0", "--db", str(tmp_path / "r.db"))
    assert (done.returncode, done.stderr) == (2, "referee: --cgos is for 9x9 Go; say --game go9\n")
