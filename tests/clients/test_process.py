"""Bad programs that speak the native lines on stdin and stdout: each costs its own game only."""

import asyncio
import sys
from pathlib import Path

import pytest

from clients.run import Account, run_program
from protocol.messages import Fate
from tests.peers import PATIENCE, referee

pytestmark = pytest.mark.asyncio

# Fails at its first game, as the marker file tells; then it places its reds, and resigns when alice has.
PROGRAM = """
import os, subprocess, sys
for line in sys.stdin:
    if line.startswith("go 1 ") or line.startswith("go 0 "):
        if not os.path.exists({marker!r}):
            open({marker!r}, "w").close()
            {fault}
        print("move ABCD", flush=True)
    elif line.startswith("go"):
        print("resign well played", flush=True)
"""


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("sys.exit(3)", "the program ended with status 3"),
        ("subprocess.Popen(['sleep', '1000']); sys.exit(3)", "the program ended with status 3"),
        ("print('noise\\n' * 200, flush=True)", "the program wrote more than 100 lines that are no answer"),
        ("print('x' * 100_000, flush=True)", "the program wrote a line of more than 65536 bytes"),
        ("print('resign', 'x' * 2000, flush=True); sys.exit(4)", "the program ended with status 4"),
    ],
)
async def test_a_bad_program_loses_its_own_game_and_plays_the_next(
    tmp_path: Path, fault: str, why: str
) -> None:
    source = PROGRAM.format(marker=str(tmp_path / "failed"), fault=fault)
    async with referee(tmp_path) as r:
        account = Account(r.url("tcp"), "program", games=2)
        words = [sys.executable, "-c", source]
        bot = asyncio.create_task(asyncio.to_thread(run_program, words, account, lambda _: None))
        alice = await r.player("alice")
        overs: list[str] = []
        while len(overs) < 2:
            line = await alice.hear()
            if line.startswith(("go 0 ", "go 1 ")):
                alice.say("move ABCD")
            elif line.startswith("go"):
                alice.say("move A,N")
            elif line.startswith("over"):
                overs.append(line)
                alice.say("ready")
        assert overs == [
            f"over won resigned program resigned: {why}",
            "over won resigned program resigned: well played",
        ]
        assert await asyncio.wait_for(bot, PATIENCE) == [Fate.LOST, Fate.LOST]
