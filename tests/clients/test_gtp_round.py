"""Whole rounds on 9x9: GNU Go, our engines natively, and our engine through GTP, all real processes."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.processes import COMMAND, bots, command, serving

GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
# Told of a clock, GNU Go takes a higher level unless it may not.
LEVEL = ["--level", "1", "--min-level", "1", "--max-level", "1"]


def round_of(db: Path, matches: int, *players: list[str]) -> list[dict[str, str]]:
    """The results of a round; each player is the words of `referee bot`, its name the last option."""
    with serving(db, "--game", "go9", "--control", "60", "--matches", str(matches)) as server:
        where = ["--connect", server.url("tcp")]
        with bots(*([words[0], *where, *words[1:]] for words in players)) as running:
            assert server.process.wait(90) == 0
            for process in running:
                assert process.wait(20) == 0
    shown = command("results", "--db", str(db), "--json")
    return [json.loads(line) for line in shown.stdout.splitlines()]


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (Debian: apt-get install gnugo)")
@pytest.mark.parametrize("engine", ["random", "go9-rule"])
def test_gnu_go_meets_our_engines(tmp_path: Path, engine: str) -> None:
    rules = ["--chinese-rules", "--positional-superko", "--capture-all-dead"]
    results = round_of(
        tmp_path / "results.db",
        2,
        ["gtp", "--name", "gnugo", "--", str(GNUGO), "--mode", "gtp", *LEVEL, *rules],
        [engine, "--name", "ours", "--seed", "1"],
    )
    assert {result["ending"] for result in results} <= {"rules", "resigned"}
    assert {result["first"] for result in results} == {"gnugo", "ours"}
    if engine == "random":
        assert [result["winner"] for result in results] == ["gnugo", "gnugo"]


def test_our_engine_plays_through_gtp_as_it_does_natively(tmp_path: Path) -> None:
    results = round_of(
        tmp_path / "results.db",
        2,
        ["gtp", "--name", "through", "--", *COMMAND, "gtp", "go9-rule", "--seed", "1"],
        ["random", "--name", "random", "--seed", "1"],
    )
    assert [result["ending"] for result in results] == ["rules", "rules"]
    assert Counter(result["winner"] for result in results) == {"through": 2}
    assert {result["first"] for result in results} == {"through", "random"}
