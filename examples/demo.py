"""A small event that needs no set-up: bots of every kind, each a process of its own, at one referee.

Two native bots over TCP, one over websocket, a program on stdin and stdout, and a pair of GAT clients play
Geister on free ports of this machine; it ends by itself with the table of results.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

import games
from cli.serve import serve
from ladder.show import results, standings, tally
from ladder.store import Store
from protocol.clock import Control
from protocol.match import Terms
from server.doors import Address, Ports, gat_doors
from server.settings import Settings

MATCHES = 16
HERE = Path(__file__).resolve().parent
FREE = Address("127.0.0.1", 0)


def commands(ports: Ports) -> list[list[str]]:
    """The bots, told where the referee listens."""
    at = dict(ports)
    bot = [sys.executable, "-m", "cli.main", "bot"]
    pace = ["--pace", "0.1"]  # slow enough to be watched
    stdio = ["--", sys.executable, str(HERE / "stdio_bot.py")]
    gat = [sys.executable, str(HERE / "gat_client.py")]
    return [
        [*bot, "geister-rule", *pace, "--connect", f"tcp://{at['tcp']}", "--name", "rule"],
        [*bot, "random", *pace, "--connect", f"tcp://{at['tcp']}", "--name", "random"],
        [*bot, "geister-rule", *pace, "--connect", f"ws://{at['ws']}", "--name", "rule-ws"],
        [*bot, "process", "--connect", f"tcp://{at['tcp']}", "--name", "stdio", *stdio],
        *([*gat, address.host, str(address.port), str(MATCHES)] for what, address in ports if "gat" in what),
    ]


def main() -> None:
    bots: list[subprocess.Popen[bytes]] = []

    def start_bots(ports: Ports) -> None:
        for command in commands(ports):
            quiet = subprocess.DEVNULL
            bots.append(subprocess.Popen(command, cwd=HERE.parent, stdout=quiet, stderr=quiet))

    settings = Settings(
        game=games.load("geister"),
        terms=Terms(Control.parse("5/move")),
        tcp=FREE,
        ws=FREE,
        doors=gat_doors("127.0.0.1:0,127.0.0.1:0", gap=0.02),
        matches=MATCHES,
    )
    with tempfile.TemporaryDirectory(prefix="referee-demo-") as folder:
        store = Store(str(Path(folder) / "demo.db"))
        try:
            serve(settings, store, headless=False, ready=start_bots)
        finally:
            for bot in bots:
                bot.terminate()
            for bot in bots:
                bot.wait()
        finished = store.results()
        store.close()
    Console().print(results(finished), standings(tally(finished)))


if __name__ == "__main__":
    main()
