"""A GTP engine of few words: E5, C3, then it passes. With a fault and a path it fails so, in one process.

python3 gtp_script.py [FAULT MARKER]      the marker is made by the process that fails, and holds process ids
"""

import os
import subprocess
import sys
import time
from pathlib import Path

fault, marker = (*sys.argv[1:], "", "")[:2]
if fault and Path(marker).exists():
    fault = ""


def note(*pids: int) -> None:
    Path(marker).write_text(" ".join(map(str, pids)))


def fail() -> str:
    """What it answers to genmove when it fails."""
    note(os.getpid())
    match fault:
        case "refuse":
            return "? out of ideas\n\n"
        case "nonsense":
            return "= hello world\n\n"
        case "illegal":
            return "= T19\n\n"
        case "resign":
            return "= Resign\n\n"
        case "garbage":
            return "Segmentation fault\n"
        case "die":
            sys.exit(3)
        case "hang":
            time.sleep(1000)
        case "flood":
            return "= \n" + "x\n" * 100_000
        case "long":
            return "= " + "x" * 1_000_000
        case "orphan":
            child = subprocess.Popen(["sleep", "1000"])  # it holds our stdout
            note(os.getpid(), child.pid)
            sys.exit(3)
    return "= PASS\n\n"


def answer(words: list[str], moves: list[str]) -> str:
    if words[0] == "list_commands":
        return "= boardsize\ntime_left\ntime_settings\n\n"
    if words[0] == "genmove" and fault not in ("", "refuse-play", "stderr", "quit"):
        return fail()
    if words[0] == "genmove":
        return f"= {moves.pop(0) if moves else 'PASS'}\n\n"
    if words[0] == "play" and fault == "refuse-play":
        note(os.getpid())
        return "? illegal move\n\n"
    if words[0] == "play" and words[2].lower() in moves:
        moves.remove(words[2].lower())
    return "=\n\n"


def main() -> None:
    moves = ["e5", "c3"]
    if fault == "stderr":
        note(os.getpid())
        sys.stderr.write("noise\n" * 50_000)
    for line in sys.stdin:
        if line.startswith("quit") and fault == "quit":
            note(os.getpid())
            time.sleep(1000)
        sys.stdout.write(answer(line.split(), moves))
        sys.stdout.flush()


main()
