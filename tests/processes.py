"""Our own commands as real child processes."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "cli.main"]


def command(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run `referee WORDS` to its end."""
    return subprocess.run(
        [*COMMAND, *words], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


class ServeProcess:
    """A running `referee serve --headless`; its ports are read from what it prints."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.ports: dict[str, int] = {}

    def read_ports(self, count: int) -> None:
        assert self.process.stdout is not None
        while len(self.ports) < count:
            line = self.process.stdout.readline()
            assert line, "the referee ended before it listened"
            if line.startswith("listening "):
                what, _, address = line.removeprefix("listening ").strip().rpartition(" ")
                self.ports[what] = int(address.rpartition(":")[2])

    async def games_over(self, count: int) -> None:
        """Wait until it has reported so many more games as over."""
        assert self.process.stdout is not None
        while count:
            line = await asyncio.to_thread(self.process.stdout.readline)
            assert line, "the referee ended too early"
            count -= " over: " in line

    def url(self, scheme: str) -> str:
        return f"{scheme}://127.0.0.1:{self.ports[scheme]}"

    def memory(self) -> int:
        """Resident bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * 4096


@contextmanager
def serving(db: Path, *words: str) -> Iterator[ServeProcess]:
    """`referee serve` on free ports, ended when the block is left."""
    ports = ["--tcp", "127.0.0.1:0", "--ws", "127.0.0.1:0"]
    full = [*COMMAND, "serve", "--headless", "--db", str(db), *ports, "--per-address", "10000", *words]
    with subprocess.Popen(
        full, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            server = ServeProcess(process)
            server.read_ports(2)
            yield server
        finally:
            process.kill()


@contextmanager
def bots(*commands: list[str]) -> Iterator[list["subprocess.Popen[str]"]]:
    """`referee bot ...` for each, ended when the block is left."""
    running = [
        subprocess.Popen(
            [*COMMAND, "bot", *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for words in commands
    ]
    try:
        yield running
    finally:
        for process in running:
            process.kill()
            process.communicate()
