"""Searching engines at the shortest of clocks, each a process of its own behind a real socket."""

from pathlib import Path

from ladder.store import Store
from tests.processes import command

# The margin is wide, for tests share their machine; an engine that misses its deadline misses it by more.
EVENT = """
name = "short"
game = "geister"
control = "0.05/move"
cycles = 1
concurrency = 1
seed = 3
absence = 50
margin = 0.4

[[bot]]
name = "search"
engine = "geister-uct-c"

[[bot]]
name = "policy"
engine = "geister-policy"

[[bot]]
name = "best"
engine = "geister-best"
"""


def test_engines_that_search_keep_to_fifty_milliseconds_a_move(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(EVENT)
    done = command("run", str(file), "--headless")
    assert done.returncode == 0, done.stdout + done.stderr
    store = Store(str(tmp_path / "short.db"), create=False)
    results = store.results("short")
    store.close()
    assert len(results) == 3
    assert {result.ending for result in results} == {"rules"}, done.stdout
