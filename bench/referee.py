"""Plies per server CPU-second: our referee beside a bare relay of the same lines, in turns, in one run.

Scripted clients in this process replay games made beforehand, so both servers meet the same load.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from websockets.asyncio.client import connect

import games
from bench.base import Row

PAIRS = 50
PLIES = 300  # a pair plays at least so many
REPEATS = 3
ROOT = Path(__file__).resolve().parents[1]

Script = tuple[list[str], list[str]]  # the moves of first and of second


def script(seed: int) -> Script:
    """Random games in a row, until there are plies enough; the first player stays the first."""
    random, moves = Random(seed), ([], [])  # type: tuple[Random, Script]
    position = games.load("geister").start()
    while (seat := position.to_move()) is not None:
        move = random.choice(position.legal_moves())
        moves[seat == "second"].append(move)
        position = position.play(move)
    return moves if sum(map(len, moves)) >= PLIES / 2 else script(seed + 1000)


class Player:
    """Answers each `go` with its next move; the first to have none left ends the game."""

    def __init__(self, name: str, moves: list[str]) -> None:
        self.name = name
        self.moves = deque(moves)
        self.plies = 0

    def answer(self, line: str) -> str | None:
        """What to say; "" for nothing, None to leave."""
        if line.startswith("go "):
            if not self.moves:
                return None
            self.plies += 1
            return f"move {self.moves.popleft()}"
        if line.startswith("referee "):
            return f"hello {self.name}"
        if line.startswith("welcome "):
            return "ready"
        return None if line.startswith("over ") else ""


async def by_tcp(player: Player, port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        while line := (await reader.readline()).decode():
            words = player.answer(line)
            if words is None:
                return
            if words:
                writer.write(words.encode() + b"\n")
    except ConnectionError:
        return
    finally:
        writer.close()


async def by_ws(player: Player, port: int) -> None:
    async with connect(f"ws://127.0.0.1:{port}", compression=None) as socket:
        async for line in socket:
            words = player.answer(str(line))
            if words is None:
                return
            if words:
                await socket.send(words)


@contextmanager
def child(command: list[str], kind: str) -> Iterator[tuple[int, int]]:
    """A server as a process of its own; gives its id and its port."""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            while not (line := process.stdout.readline()).startswith(f"listening {kind} "):
                assert line, "the server did not start"
            yield process.pid, int(line.rpartition(":")[2])
        finally:
            process.kill()


def cpu_seconds(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def rate(command: list[str], kind: str, scripts: list[Script]) -> float:
    """Plies per CPU-second of the server."""
    play = by_tcp if kind == "tcp" else by_ws
    players = [
        Player(f"p{number}{seat}", moves)
        for number, pair in enumerate(scripts)
        for seat, moves in zip("ab", pair, strict=True)
    ]

    async def load(port: int) -> None:
        # Pair by pair, so that neighbours meet and each script meets its other half.
        tasks = []
        for player in players:
            tasks.append(asyncio.create_task(play(player, port)))
            await asyncio.sleep(0.003)
        await asyncio.gather(*tasks)

    with child(command, kind) as (pid, port):
        before = cpu_seconds(pid)
        asyncio.run(load(port))
        return sum(player.plies for player in players) / (cpu_seconds(pid) - before)


def run() -> list[Row]:
    scripts = [script(seed) for seed in range(PAIRS)]
    rows = []
    for kind in ("tcp", "ws"):
        ours, relay = [], []
        for _ in range(REPEATS):
            with tempfile.TemporaryDirectory() as folder:
                ours.append(rate(referee(folder), kind, scripts))
            relay.append(rate([sys.executable, "-m", "bench.relay", kind], kind, scripts))
        rows.append(
            Row(f"referee by {kind}", statistics.median(ours), statistics.median(relay), "plies", 0.5)
        )
    return rows


def referee(folder: str) -> list[str]:
    ports = ["--tcp", "127.0.0.1:0", "--ws", "127.0.0.1:0", "--per-address", "1000"]
    return [sys.executable, "-m", "cli.main", "serve", "--headless", "--db", f"{folder}/bench.db", *ports]
