"""Compiled kernels on disk: never stale, wherever they are kept. Each use is a process of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT

KERNEL = "from engines.boards.jit import kernel\n"
CALLEE = KERNEL + "@kernel\ndef inner():\n    return 1\n"
CALLER = (
    KERNEL + "from engines.callee import inner\nfrom games.numbers import (\n    STEP,\n)\n"
    "@kernel\ndef outer():\n    return inner() + STEP\n"
)
STILL = KERNEL + "@kernel\ndef still():\n    return 5\n"
USE = (
    "from engines.caller import outer; from engines.still import still\n"
    "print(outer(), still(), sum(still.stats.cache_hits.values()), outer.stats.cache_path)"
)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A small tree of ours: a kernel that calls one of another file and uses a constant of a third."""
    root = tmp_path / "scratch"
    (root / "engines").mkdir(parents=True)
    shutil.copytree(ROOT / "engines" / "boards", root / "engines" / "boards", ignore=_all_but_jit)
    (root / "games").mkdir()
    (root / "games" / "numbers.py").write_text("STEP = 10\n")
    for name, text in (("callee", CALLEE), ("caller", CALLER), ("still", STILL)):
        (root / "engines" / f"{name}.py").write_text(text)
    return root


def _all_but_jit(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name not in ("jit.py", "cache.py")]


def start(root: Path) -> "subprocess.Popen[str]":
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    environment["XDG_CACHE_HOME"] = str(root.parent / "home")
    return subprocess.Popen(
        [sys.executable, "-c", USE], cwd=root, env=environment, stdout=subprocess.PIPE, text=True
    )


def use(root: Path) -> list[str]:
    """What the kernels give in a new process, how often the one that stays was found, and where they are."""
    with start(root) as process:
        assert process.stdout is not None
        return process.stdout.read().split()


def folders(root: Path) -> list[Path]:
    return sorted((root / "engines" / "__pycache__" / "kernels").glob("engines.caller-*"))


def test_a_kernel_notices_a_change_in_the_kernels_and_constants_it_uses(scratch: Path) -> None:
    assert use(scratch)[:3] == ["11", "5", "0"]
    (first,) = folders(scratch)
    os.utime(first, (0, 0))
    (scratch / "engines" / "callee.py").write_text(CALLEE.replace("1", "2"))
    assert use(scratch)[:3] == ["12", "5", "1"], "what does not use the changed file is not compiled again"
    assert len(folders(scratch)) == 1 and first not in folders(scratch), "old folders are removed"
    (scratch / "games" / "numbers.py").write_text("STEP = 20\n")
    assert use(scratch)[:3] == ["22", "5", "1"]
    assert len(folders(scratch)) == 2, "a younger one may still be used"


def test_processes_that_compile_at_once_agree(scratch: Path) -> None:
    running = [start(scratch) for _ in range(3)]
    assert {process.communicate()[0].split()[0] for process in running} == {"11"}
    assert use(scratch)[:3] == ["11", "5", "1"]


def test_where_the_tree_cannot_be_written_to_the_users_cache_is_used(scratch: Path) -> None:
    (scratch / "engines" / "__pycache__").write_text("not a folder")
    *values, where = use(scratch)
    assert values == ["11", "5", "0"]
    assert Path(where).is_relative_to(scratch.parent / "home" / "referee" / "kernels")


def test_without_any_place_for_them_kernels_are_compiled_in_memory(scratch: Path) -> None:
    (scratch / "engines" / "__pycache__").write_text("not a folder")
    (scratch.parent / "home").write_text("not a folder")
    assert use(scratch) == ["11", "5", "0", "None"]
