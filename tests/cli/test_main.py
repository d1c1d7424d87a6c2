"""The command as a child process: what it says of an error, and with which status it ends."""

import subprocess
from pathlib import Path

from tests.terminal import ROOT, command


def test_a_missing_results_file_is_one_line_and_status_2(tmp_path: Path) -> None:
    asked = command("results", "--db", tmp_path / "none.db")
    ended = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"referee: {tmp_path}/none.db: no such results file\n"
