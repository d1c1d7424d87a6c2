"""`referee reproduce` as a child process: a table played whole, killed, stopped, scaled and shown."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engines import plays
from ladder.papers import CATALOGUE, Table
from ladder.result import Result
from ladder.store import Store
from tests.processes import ROOT

COMMAND = [sys.executable, "-m", "tests.own_catalogue", "reproduce"]


def reproduce(*words: object) -> "subprocess.CompletedProcess[str]":
    full = [*COMMAND, *map(str, words)]
    return subprocess.run(full, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def recorded(db: Path, event: str) -> list[Result]:
    store = Store(str(db), create=False)
    try:
        return [result for result in store.results(event) if result.scored]
    finally:
        store.close()


def told(*words: object) -> list[dict[str, Any]]:
    done = reproduce(*words, "--json")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_table_killed_and_stopped_and_continued_has_each_game_once(tmp_path: Path) -> None:
    db = tmp_path / "own.db"
    for number, end in enumerate((signal.SIGKILL, signal.SIGINT)):
        full = [*COMMAND, "own", "--db", str(db), "--headless", "--concurrency", str(2 - number)]
        with subprocess.Popen(
            full, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            while " over: " not in (line := process.stdout.readline()):
                assert line, process.stderr.read()
            process.send_signal(end)
            rest, said = process.stdout.read(), process.stderr.read()
    assert process.returncode == 0
    assert " of 20 games so far" in rest and "1-8-1" in rest, "what there is so far is shown"
    assert said == "to go on, give the same command again\n"
    about, row = told("own", "--db", db, "--concurrency", 2)
    results = recorded(db, "own 10/move seed 0")
    assert len(results) == len({result.slot for result in results}) == 20
    assert about["games"] == {"played": 20, "wanted": 20}
    assert sum(row["ours"]["first"]) == sum(row["ours"]["second"]) == 10
    wins = sum((result.victor or "").startswith("random") for result in results)
    draws = sum(result.winner is None for result in results)
    assert row["ours"]["both"] == [wins, 20 - wins - draws, draws]
    assert row["ours"]["rate"][1] == pytest.approx((wins + draws / 2) / 20)
    assert row["paper"]["lines"] == [[1, 8, 1], None]
    assert row["paper"]["rate"][1] == 0.15


def test_runs_at_several_scales_live_in_one_file_and_are_shown_apart(tmp_path: Path) -> None:
    db = tmp_path / "plain.db"
    assert reproduce("plain", "--scale", 0.25, "--db", db).returncode == 0
    assert reproduce("plain", "--seconds", 0.5, "--games", 2, "--db", db).returncode == 0
    assert len(recorded(db, "plain 0.25/turn seed 0")) == 2
    assert len(recorded(db, "plain 0.5/turn seed 0")) == 4
    maps = {result.game for result in recorded(db, "plain 0.5/turn seed 0")}
    assert maps == {"tubstap/open-2v2", "tubstap/path"}
    shown = reproduce("plain", "--scale", 0.25, "--db", db, "--show")
    assert "plain at 0.25 s a turn instead of 1 s, 1 game a seat instead of 4\n" in shown.stdout
    assert "tubstap-rule against random (Rule against Random)" in shown.stdout
    page = reproduce("plain", "--seconds", 0.5, "--games", 2, "--db", db, "--show", "--markdown").stdout
    assert "| tubstap-rule, random | both | 7-0-1 | 93.8 (60-99) | " in page
    missing = reproduce("plain", "--db", db, "--show")
    assert (
        missing.returncode == 2 and "no game of 'plain 1/turn seed 0'; there are games of" in missing.stderr
    )


def test_as_data_it_is_alone_on_stdout_and_the_log_goes_to_stderr(tmp_path: Path) -> None:
    done = reproduce("plain", "--scale", 0.25, "--db", tmp_path / "plain.db", "--json")
    about, row = map(json.loads, done.stdout.splitlines())
    assert (about["kind"], row["kind"]) == ("table", "row")
    assert about["seconds"] == {"paper": 1.0, "ours": 0.25, "per": "turn"}
    assert about["games_a_seat"] == {"paper": 4, "ours": 1}
    assert done.stderr.count(" over: ") == 2


def test_without_a_name_the_tables_are_listed() -> None:
    done = reproduce()
    assert done.returncode == 0
    listed = [line.split()[:2] for line in done.stdout.splitlines()]
    assert all([table.name, str(table.total)] in listed for table in CATALOGUE.values())


@pytest.mark.parametrize("table", CATALOGUE.values(), ids=lambda table: table.name)
def test_the_engines_of_a_table_play_its_game(table: Table) -> None:
    assert all(plays(name, game) for name in table.engines for game in table.games)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nonesuch"], "no table is called 'nonesuch'; there are aoki-table1, aoki-table2, aoki-table3, "),
        (["own", "--scale", "0"], "--scale must be a number above 0"),
        (["own", "--scale", "nan"], "--scale must be a number above 0"),
        (["own", "--games", "0"], "own needs at least a game a seat and 0.001 s, not 0 and 10 s"),
        (["own", "--seconds", "0"], "own needs at least a game a seat and 0.001 s, not 10 and 0 s"),
        (["own", "--concurrency", "0"], "--concurrency must be at least 1"),
        (["wrong"], "wrong: tubstap-rule does not play geister"),
        (["own", "--show", "--db", "/no/such.db"], "/no/such.db: no such results file"),
        (["own", "--db", "/no/such.db"], "/no/such.db: "),
    ],
)
def test_bad_usage_is_one_line_and_status_2(words: list[str], message: str) -> None:
    done = reproduce(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"referee: {message}") and done.stderr.count("\n") == 1
