"""The command as a child process: what it says of an error, and with which status it ends."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_missing_results_file_is_one_line_and_status_2(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cli.main", "results", "--db", str(tmp_path / "none.db")]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"referee: {tmp_path}/none.db: no such results file\n"
