"""The whole of it: real processes, many games at once, and a referee that is killed in the middle."""

import asyncio
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import games
from ladder.store import Store
from tests.peers import PATIENCE, Client
from tests.processes import ROOT, ServeProcess, bots, command, serving

GEISTER = games.load("geister")


def test_independent_bot_processes_of_every_kind_play_each_other(tmp_path: Path) -> None:
    db = tmp_path / "results.db"
    with serving(db, "--matches", "6", "--control", "10/move") as server:
        tcp, ws = ["--connect", server.url("tcp")], ["--connect", server.url("ws")]
        program = ["--", sys.executable, str(ROOT / "examples" / "stdio_bot.py")]
        with bots(
            ["random", *tcp, "--name", "alice", "--seed", "1"],
            ["geister-rule", *ws, "--name", "bob", "--seed", "2"],
            ["process", *tcp, "--name", "carol", *program],
        ) as running:
            assert server.process.wait(60) == 0
            for process in running:
                output, _ = process.communicate(timeout=20)
                assert process.returncode == 0, output
                assert "the referee says bye: the referee stops" in output
    shown = command("results", "--db", str(db), "--json")
    results = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [result["id"] for result in results] == [1, 2, 3, 4, 5, 6]
    assert {result["ending"] for result in results} == {"rules"}
    assert {name for result in results for name in (result["first"], result["second"])} == {
        "alice",
        "bob",
        "carol",
    }
    assert all(replayed(db, result["id"]) == result["winner"] for result in results)


@pytest.mark.parametrize("game", ["tubstap/open-2v2", "sangoku", "go9", "amazons/6"])
def test_every_other_game_is_played_over_the_server_by_its_bots(tmp_path: Path, game: str) -> None:
    db, rule = tmp_path / "results.db", f"{game.partition('/')[0]}-rule"
    with serving(db, "--game", game, "--matches", "2", "--control", "60", "--seed", "1") as server:
        tcp, ws = ["--connect", server.url("tcp")], ["--connect", server.url("ws")]
        with bots(["random", *tcp, "--name", "alice"], [rule, *ws, "--name", "bob"]):
            assert server.process.wait(100) == 0
    store = Store(str(db), create=False)
    results = store.results()
    store.close()
    assert [(result.game, result.ending) for result in results] == [(game, "rules")] * 2
    assert all(replayed(db, result.id) == result.victor for result in results)


def test_a_map_of_the_user_s_own_is_played_like_a_built_in_one(tmp_path: Path) -> None:
    own = ROOT / "games" / "tubstap" / "maps" / "open-2v2.tbsmap"
    (tmp_path / "mine.tbsmap").write_bytes(own.read_bytes())
    db = tmp_path / "results.db"
    with serving(db, "--game", str(tmp_path / "mine.tbsmap"), "--matches", "1") as server:
        tcp = ["--connect", server.url("tcp")]
        with bots(["random", *tcp, "--name", "alice"], ["tubstap-rule", *tcp, "--name", "bob"]):
            assert server.process.wait(60) == 0
    assert replayed(db, 1) in ("alice", "bob", None)
    assert command("replay", "1", "--db", str(db), "--all").returncode == 0


def replayed(db: Path, id: int) -> str | None:
    """The winner by the rulebook of the moves in the file."""
    store = Store(str(db), create=False)
    row, moves = store.game(id), store.moves(id)
    store.close()
    assert row is not None
    assert [move.ply for move in moves] == list(range(len(moves)))
    position = games.load(row.game).start()
    for move in moves:
        assert position.to_move() == move.by
        position = position.play(move.move)
    outcome = position.outcome()
    assert outcome is not None
    return {"first": row.first, "second": row.second}[outcome.winner] if outcome.winner else None


class RandomBot:
    """A light client, so that hundreds fit into one process; it remembers every acknowledged move."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.random = Random(seed)
        self.acknowledged: list[tuple[int, int, str]] = []  # game, ply, own move
        self.games: list[int] = []
        self.fates: Counter[str] = Counter()

    async def play(self, server: ServeProcess, rounds: int) -> None:
        """So many games; a connection that breaks ends it early."""
        client = Client(*await asyncio.open_connection("127.0.0.1", server.ports["tcp"]))
        try:
            await client.login(self.name, f"{self.name}-token")
            client.say("ready")
            while sum(self.fates.values()) < rounds and (line := await self.hear(client)):
                self.answer(client, line.split(" "))
        except (ConnectionError, AssertionError):
            pass
        finally:
            client.writer.close()

    async def hear(self, client: Client) -> str:
        async with asyncio.timeout(PATIENCE * 3):
            return (await client.reader.readline()).decode().rstrip("\n")

    def answer(self, client: Client, words: list[str]) -> None:
        match words:
            case ["game", id, _, seat, first, second, _]:
                assert {"first": first, "second": second}[seat] == self.name
                self.games.append(int(id))
                self.seat = seat
                self.heard = 0
            case ["go", _, _, *view]:
                self.move = self.random.choice(GEISTER.read(" ".join(view)).legal_moves())
                client.say(f"move {self.move}")
            case ["moved", ply, by, move]:
                assert int(ply) == self.heard, "a move of another game, or one is missing"
                self.heard += 1
                if by == self.seat:
                    assert move.partition("=")[0] == self.move
                    self.acknowledged.append((self.games[-1], int(ply), self.move))
            case ["over", fate, *_]:
                self.fates[fate] += 1
                client.say("ready")


async def crowd(server: ServeProcess, pairs: int, rounds: int) -> list[RandomBot]:
    players = [RandomBot(f"bot{number}", number) for number in range(2 * pairs)]
    await asyncio.gather(*(player.play(server, rounds) for player in players))
    return players


@pytest.mark.asyncio
@pytest.mark.parametrize("rounds", [1, pytest.param(8, marks=[pytest.mark.full, pytest.mark.timeout(900)])])
async def test_two_hundred_games_at_once_are_all_kept_and_none_mixed_up(tmp_path: Path, rounds: int) -> None:
    db, pairs = tmp_path / "results.db", 200
    with serving(db, "--matches", str(pairs * rounds), "--control", "600,10/move") as server:
        players = await crowd(server, pairs, rounds=sys.maxsize)  # until the referee has had enough
        assert server.process.wait(60) == 0
    store = Store(str(db), create=False)
    results = store.results()
    assert sorted(result.id for result in results) == list(range(1, pairs * rounds + 1))
    assert {result.ending for result in results} == {"rules"}
    fates = sum((player.fates for player in players), Counter[str]())
    draws = sum(result.winner is None for result in results)
    decided = pairs * rounds - draws
    assert (fates["won"], fates["lost"], fates["drew"]) == (decided, decided, 2 * draws)
    for result in results[:: max(1, len(results) // 50)]:
        replayed(db, result.id)
    store.close()


@pytest.mark.asyncio
async def test_memory_stays_flat_over_many_games(tmp_path: Path) -> None:
    with serving(tmp_path / "results.db", "--matches", "500") as server:
        playing = asyncio.create_task(crowd(server, pairs=20, rounds=500))
        await server.games_over(200)
        before = server.memory()
        await server.games_over(280)
        grown = server.memory() - before
        await playing
    assert grown < 2 << 20, "280 more games should cost next to nothing"


@pytest.mark.asyncio
async def test_after_kill_9_every_acknowledged_move_and_every_finished_game_is_in_the_file(
    tmp_path: Path,
) -> None:
    db, pairs = tmp_path / "results.db", 40
    with serving(db) as server:
        playing = asyncio.create_task(crowd(server, pairs, 50))
        await server.games_over(30)
        server.process.kill()
        players = await playing
    watching = Store(str(db), create=False)
    finished = watching.results()
    written = {
        (game, move.ply): move.move
        for game in {g for p in players for g in p.games}
        for move in watching.moves(game)
    }
    acknowledged = [entry for player in players for entry in player.acknowledged]
    assert len(acknowledged) > 500
    assert all(written[game, ply] == move for game, ply, move in acknowledged)

    with serving(db, "--matches", "20") as server:
        await crowd(server, pairs, 1)
        assert server.process.wait(60) == 0
    later = watching.results()
    watching.close()
    assert len(finished) >= 30 and set(finished) <= set(later)
    assert len({result.id for result in later}) == len(later) == len(finished) + 20


def test_a_stopped_referee_ends_with_status_0_and_says_what_became_of_its_games(tmp_path: Path) -> None:
    db = tmp_path / "results.db"
    with (
        serving(db, "--grace", "0.2") as server,
        bots(
            ["random", "--connect", server.url("tcp"), "--name", "a", "--pace", "5"],
            ["random", "--connect", server.url("tcp"), "--name", "b", "--pace", "5"],
        ),
    ):
        assert server.process.stdout is not None
        assert "begins" in server.process.stdout.readline()
        server.process.terminate()
        assert server.process.wait(20) == 0
        assert "(stopped): the referee was stopped" in server.process.stdout.read()


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["serve", "--game", "chess"], 2, "no game is called 'chess'"),
        (["serve", "--control", "fast"], 2, "no time control: 'fast'"),
        (["serve", "--tcp", "nowhere"], 2, "not an address: 'nowhere'"),
        (["serve", "--db", "/nonexistent/x.db"], 2, "/nonexistent/x.db: unable to open database file"),
        (["serve", "--gat", "127.0.0.1:0"], 2, "not two addresses"),
        (["bot", "random", "--connect", "http://x", "--name", "a"], 2, "not an address of a referee"),
        (["bot", "genius", "--connect", "tcp://127.0.0.1:1", "--name", "a"], 2, "no engine is called"),
        (["bot", "process", "--connect", "tcp://127.0.0.1:1", "--name", "a"], 2, "say which program"),
        (
            ["bot", "process", "--connect", "tcp://127.0.0.1:1", "--name", "a", "--", "/no/such/program"],
            2,
            "cannot start '/no/such/program'",
        ),
        (["results", "--db", "/nonexistent/x.db"], 2, "no such results file"),
        (["watch", "ws://127.0.0.1:1"], 1, "no referee at ws://127.0.0.1:1"),
    ],
)
def test_bad_usage_is_one_line_on_stderr(words: list[str], status: int, message: str) -> None:
    done = command(*words)
    assert done.returncode == status
    assert done.stdout == ""
    assert done.stderr.startswith("referee: ") and done.stderr.count("\n") == 1
    assert message in done.stderr


def test_a_port_in_use_and_a_file_in_use_are_one_line_each(tmp_path: Path) -> None:
    db = tmp_path / "results.db"
    with serving(db) as server:
        busy = command(
            "serve", "--db", str(tmp_path / "other.db"), "--tcp", f"127.0.0.1:{server.ports['tcp']}"
        )
        assert busy.returncode == 1 and "address already in use" in busy.stderr
        claimed = command("serve", "--db", str(db), "--tcp", "127.0.0.1:0", "--ws", "127.0.0.1:0")
        assert claimed.returncode == 2 and "another referee writes to it" in claimed.stderr


def test_every_command_explains_itself() -> None:
    assert "serve" in command("--help").stdout
    for name in ("serve", "bot", "watch", "results", "games", "engines"):
        assert f"referee {name}" in command(name, "--help").stdout
