"""Plies per server CPU-second: our referee beside a bare relay of the same lines, in turns, in one run.

Random movers in this process play fifty games at once; to both servers they say the same kind of lines.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from websockets.asyncio.client import connect

import games
from bench.base import Row

PAIRS = 50
PLIES = 600  # moves of the busiest player
REPEATS = 3
ROOT = Path(__file__).resolve().parents[1]

GEISTER = games.load("geister")


class Player:
    """Answers each `go` with a random legal move, and leaves when it has played enough."""

    def __init__(self, number: int) -> None:
        self.name = f"p{number}"
        self.random = Random(number)
        self.plies = 0

    def answer(self, line: str) -> str | None:
        """What to say; "" for nothing, None to leave."""
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "go":
            return self.move(rest.split(" ", 2)[2])
        return {"referee": f"hello {self.name}", "welcome": "ready", "over": "ready"}.get(word, "")

    def move(self, view: str) -> str | None:
        if self.plies >= PLIES:
            return None
        self.plies += 1
        return f"move {self.random.choice(GEISTER.read(view).legal_moves())}"


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


def rate(command: list[str], kind: str) -> float:
    """Plies per CPU-second of the server."""
    play = by_tcp if kind == "tcp" else by_ws
    players = [Player(number) for number in range(2 * PAIRS)]

    async def load(port: int) -> None:
        """Until the first has played enough."""
        tasks = [asyncio.create_task(play(player, port)) for player in players]
        await asyncio.wait(tasks, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    with child(command, kind) as (pid, port):
        before = cpu_seconds(pid)
        asyncio.run(load(port))
        return sum(player.plies for player in players) / (cpu_seconds(pid) - before)


def run() -> list[Row]:
    rows = []
    for kind in ("tcp", "ws"):
        ours, relay = [], []
        for _ in range(REPEATS):
            with tempfile.TemporaryDirectory() as folder:
                ours.append(rate(referee(folder), kind))
            relay.append(rate([sys.executable, "-m", "bench.relay", kind], kind))
        rows.append(
            Row(f"referee by {kind}", statistics.median(ours), statistics.median(relay), "plies", 0.5)
        )
    return rows


def referee(folder: str) -> list[str]:
    ports = ["--tcp", "127.0.0.1:0", "--ws", "127.0.0.1:0", "--per-address", "1000"]
    return [sys.executable, "-m", "cli.main", "serve", "--headless", "--db", f"{folder}/bench.db", *ports]
