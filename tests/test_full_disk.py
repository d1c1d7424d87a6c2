"""A disk that is full, before an event and during it: in child processes, whose files cannot grow."""

import resource
import subprocess
from pathlib import Path

import pytest

from cli import run
from cli.errors import Usage
from tests.processes import COMMAND, ROOT, command
from tests.test_events import HEAD, engine, games_of, program, recorded, write


def limited(size: int, file: Path) -> "subprocess.CompletedProcess[str]":
    """Play an event to its end where no file can grow beyond `size` bytes."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    full = [*COMMAND, "run", str(file), "--headless"]
    return subprocess.run(
        full, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, preexec_fn=limit
    )


def test_no_event_is_begun_without_room_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "ROOM", 1 << 62)  # more than any disk has
    with pytest.raises(Usage, match=r"cup\.db: the disk is full"):
        run.open_store(str(tmp_path / "cup.db"))
    assert not list(tmp_path.iterdir()), "what is refused leaves nothing behind"


def test_a_disk_that_fills_up_stops_the_event_and_costs_no_game_that_was_over(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):
        folder.mkdir()
        write(folder, HEAD, "cycles = 6", engine("a"), engine("b"))
    assert command("run", str(whole / "cup.toml"), "--headless").returncode == 0

    stopped = limited(3_000_000, broken / "cup.toml")
    assert stopped.returncode == 1
    assert stopped.stderr.count("\n") == 1 and "cup.db: disk" in stopped.stderr, stopped.stderr
    assert stopped.stderr.endswith("; what was recorded before is kept: run again to go on\n")
    told = stopped.stdout.count(" over: ")
    kept = games_of(recorded(broken))
    assert 0 < told <= len(kept), "nobody is told of a result that is not written"

    done = command("run", str(broken / "cup.toml"), "--headless")
    assert done.returncode == 0, done.stderr
    assert kept < games_of(recorded(broken)) == games_of(recorded(whole))


def test_a_bot_whose_words_cannot_be_kept_plays_on(tmp_path: Path) -> None:
    chatty = (
        "import sys\nprint('x' * 800_000, file=sys.stderr, flush=True)\n"
        "for line in sys.stdin:\n    if line.startswith('go'): print('resign', flush=True)\n"
    )
    (tmp_path / "chatty.py").write_text(chatty)
    file = write(tmp_path, HEAD, engine("good"), program("chatty", "python3", "chatty.py"))
    done = limited(600_000, file)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("what chatty says cannot be kept: ") == 1
    assert [result.ending for result in recorded(tmp_path)] == ["resigned"] * 2
