"""`referee train` as a child process, with a trainer that counts: stopped, killed, continued, measured."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli import history
from engines.training import Progress
from tests.counter import CHECKPOINT, EVERY
from tests.processes import ROOT

COMMAND = [sys.executable, "-m", "tests.own_catalogue", "train"]


def train(*words: object, path: Path | None = None) -> "subprocess.CompletedProcess[str]":
    full = [*COMMAND, *map(str, words)]
    places = os.pathsep.join(filter(None, [str(path or ""), os.environ.get("PYTHONPATH", "")]))
    environment = os.environ | {"PYTHONPATH": places}
    return subprocess.run(
        full, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, env=environment
    )


def ended_early(folder: Path, by: signal.Signals) -> "tuple[str, int]":
    """A long training, ended after its second check: what it said, and its status."""
    full = [*COMMAND, "counter", "--games", "100000", "--folder", str(folder)]
    with subprocess.Popen(full, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        head = [process.stdout.readline() for _ in range(3)]
        process.send_signal(by)
        return "".join(head) + process.stdout.read(), process.wait()


def checkpoint(folder: Path) -> int:
    return int((folder / CHECKPOINT).read_text())


def test_a_training_from_beginning_to_end_leaves_a_history_and_a_curve(tmp_path: Path) -> None:
    done = train("counter", "--games", 25, "--folder", tmp_path / "new" / "folder", "--seed", 3)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "beginning",
        "10 games: share 0.4, seed 3",
        "20 games: share 0.8, seed 3",
        "25 games: share 1, seed 3",
        f"25 games are learnt from; see {tmp_path}/new/folder",
    ]
    folder = tmp_path / "new" / "folder"
    lines = (folder / "history.jsonl").read_text().splitlines()
    assert [json.loads(line)["done"] for line in lines] == [0, 10, 20, 25]
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_stopped_by_ctrl_c_it_says_where_it_is_and_goes_on_from_there(tmp_path: Path) -> None:
    said, status = ended_early(tmp_path, signal.SIGINT)
    assert status == 0
    assert said.startswith("beginning\n") and said.endswith("to go on, give the same command again\n")
    stopped = int(said.rpartition("stopped at ")[2].partition(" ")[0].replace(",", ""))
    left = checkpoint(tmp_path)
    assert 0 <= stopped - left < EVERY
    again = train("counter", "--games", left + 15, "--folder", tmp_path)
    assert again.stdout.splitlines()[0] == f"going on from {left:,} games"
    assert checkpoint(tmp_path) == left + 15


def test_killed_it_loses_no_more_than_the_games_since_the_last_checkpoint(tmp_path: Path) -> None:
    before, checks = 0, set[int]()
    for _ in range(3):
        said, status = ended_early(tmp_path, signal.SIGKILL)
        checks |= {int(number) for number in re.findall(r"^(\d+) games: .*\n", said, re.MULTILINE)}
        assert status == -signal.SIGKILL
        assert checkpoint(tmp_path) >= before + 2 * EVERY
        before = checkpoint(tmp_path)
    again = train("counter", "--games", before, "--folder", tmp_path)
    assert again.stdout.startswith(f"going on from {before:,} games\n")
    done = [progress.done for progress in history.read(tmp_path) if progress.scores]
    assert done == sorted(set(done)) and set(done) >= checks and len(checks) >= 6


def test_what_was_measured_behind_the_checkpoint_is_taken_back_and_a_torn_line_is_left_out(
    tmp_path: Path,
) -> None:
    for done in (0, 10, 20, 30):
        history.append(tmp_path, Progress(done, 50, {"share": done / 50}))
    with (tmp_path / "history.jsonl").open("a") as file:
        file.write('{"done": 4')
    for done in (20, 40):
        history.append(tmp_path, Progress(done, 50, {"share": done / 100}))
    assert [(it.done, it.scores["share"]) for it in history.read(tmp_path)] == [
        *((0, 0.0), (10, 0.2), (20, 0.4), (20, 0.2), (40, 0.4)),
    ]


def test_without_matplotlib_there_is_a_line_instead_of_a_curve(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ModuleNotFoundError(\"No module named 'matplotlib'\")")
    done = train("counter", "--games", 20, "--folder", tmp_path / "run", path=tmp_path)
    assert done.returncode == 0 and "20 games are learnt from" in done.stdout
    assert done.stderr == (
        "referee: no curve: No module named 'matplotlib'; pip install 'referee[train]' has it\n"
    )
    assert checkpoint(tmp_path / "run") == 20


def test_two_trainings_do_not_share_a_folder(tmp_path: Path) -> None:
    full = [*COMMAND, "counter", "--games", "100000", "--folder", str(tmp_path)]
    with subprocess.Popen(full, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        second = train("counter", "--folder", tmp_path)
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
    assert second.returncode == 2
    assert second.stderr == f"referee: {tmp_path}: another training writes to it\n"
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["genius"],
            "no engine is called 'genius'; to be trained there are geister-policy, geister-best, counter",
        ),
        (["geister-rule"], "geister-rule cannot be trained; there are geister-policy, geister-best, counter"),
        (["counter", "--games", "0"], "--games must be at least 1"),
        (["counter", "--folder", "/dev/null/x"], "/dev/null/x: cannot be written to: Not a directory"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(words: list[str], message: str) -> None:
    done = train(*words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"referee: {message}\n")


def test_a_checkpoint_that_cannot_be_read_is_one_line_and_status_1(tmp_path: Path) -> None:
    (tmp_path / CHECKPOINT).write_text("many")
    done = train("counter", "--folder", tmp_path)
    assert done.returncode == 1
    assert done.stderr == "referee: counter: invalid literal for int() with base 10: 'many'\n"
