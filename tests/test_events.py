"""Events by `referee run`: played whole, killed and continued, checked before; faults of bots and files."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from ladder.event import read_event
from ladder.points import standings
from ladder.result import Result
from ladder.store import Store
from tests.processes import COMMAND, ROOT, command

HEAD = """
name = "cup"
game = "geister"
control = "10/move"
concurrency = 2
seed = 7
absence = 50
gat_gap = 0.0
"""


def engine(name: str, kind: str = "random") -> str:
    return f'[[bot]]\nname = "{name}"\nengine = "{kind}"\n'


def program(name: str, *words: str, kind: str = "stdio") -> str:
    listed = ", ".join(f'"{word}"' for word in words)
    return f'[[bot]]\nname = "{name}"\nkind = "{kind}"\ncommand = [{listed}]\n'


def write(folder: Path, *parts: str) -> Path:
    file = folder / "cup.toml"
    file.write_text("\n".join(parts))
    return file


def recorded(folder: Path) -> list[Result]:
    store = Store(str(folder / "cup.db"), create=False)
    try:
        return store.results("cup")
    finally:
        store.close()


def games_of(results: Sequence[Result]) -> set[tuple[str, str, str, str | None, int]]:
    """What an event came to, but for times and ids."""
    scored = [result for result in results if result.scored]
    assert len({result.slot for result in scored}) == len(scored), "a game was played twice"
    return {(it.slot, it.first, it.second, it.winner, it.plies) for it in scored}


EIGHT = [engine(f"bot{number}", "geister-rule" if number % 2 else "random") for number in range(8)]


@pytest.mark.parametrize("times", [5, pytest.param(20, marks=pytest.mark.full)])
def test_an_event_killed_again_and_again_ends_as_if_nothing_had_happened(tmp_path: Path, times: int) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):
        folder.mkdir()
        write(folder, HEAD, *EIGHT)
    assert command("run", str(whole / "cup.toml"), "--headless").returncode == 0
    kill_at_random(broken / "cup.toml", times)
    done = command("run", str(broken / "cup.toml"), "--headless")
    assert done.returncode == 0, done.stderr
    assert games_of(recorded(broken)) == games_of(recorded(whole))
    assert len(games_of(recorded(whole))) == 8 * 7
    event = read_event((whole / "cup.toml").read_text(), "cup.toml")
    names = [entrant.name for entrant in event.entrants]
    tables = [standings(recorded(folder), names, event.rules) for folder in (whole, broken)]
    assert tables[0] == tables[1]


def kill_at_random(file: Path, times: int) -> None:
    """Start the event, and end it with SIGKILL at some game's beginning or end."""
    random = Random(times)
    for _ in range(times):
        full = [*COMMAND, "run", str(file), "--headless"]
        with subprocess.Popen(full, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for _ in range(random.randint(1, 6)):
                process.stdout.readline()
            process.send_signal(signal.SIGKILL)


def test_a_native_bot_a_program_and_a_gat_client_play_one_event_resumed_after_a_kill(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        HEAD,
        engine("native", "geister-rule"),
        program("program", "python3", str(ROOT / "examples" / "stdio_bot.py")),
        program("gat", "python3", str(ROOT / "examples" / "gat_client.py"), "{host}", "{port}", kind="gat"),
    )
    kill_at_random(file, times=2)
    done = command("run", str(file), "--headless")
    assert done.returncode == 0, done.stderr
    results = [result for result in recorded(tmp_path) if result.scored]
    assert len(results) == 6 and {result.ending for result in results} == {"rules"}
    assert "is champion" in done.stdout


GNUGO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_a_round_robin_of_go_by_gtp_by_cgos_and_natively(tmp_path: Path) -> None:
    head = HEAD.replace('"geister"', '"go9"').replace("10/move", "60~0.25").replace("seed = 7", "cycles = 1")
    quick = ["--min-level", "1", "--max-level", "1", "--capture-all-dead", "--chinese-rules"]
    file = write(
        tmp_path,
        head,
        program("gnugo", str(GNUGO), "--mode", "gtp", *quick, kind="gtp"),
        engine("random"),
        engine("rule", "go9-rule"),
        engine("by-cgos", "random") + 'kind = "cgos"\n',
        program("by-gtp", sys.executable, "-m", "cli.main", "gtp", "random", kind="gtp"),
    )
    done = command("run", str(file), "--headless")
    assert done.returncode == 0, done.stdout + done.stderr
    results = recorded(tmp_path)
    assert len(results) == 10 and {result.ending for result in results} <= {"rules", "resigned"}
    assert {result.victor for result in results if "gnugo" in (result.first, result.second)} == {"gnugo"}


def test_an_interrupted_event_says_how_to_go_on(tmp_path: Path) -> None:
    file = write(tmp_path, HEAD, *EIGHT)
    full = [*COMMAND, "run", str(file), "--headless"]
    with subprocess.Popen(full, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while " over: " not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(20) == 0
    assert rest.endswith(f"to go on: referee run {file}\n")


def test_a_bot_that_dies_costs_its_own_games_only_and_its_words_are_kept(tmp_path: Path) -> None:
    dying = "import sys; print('I cannot go on', file=sys.stderr); sys.exit(3)"
    file = write(
        tmp_path,
        HEAD.replace("absence = 50", "absence = 2"),
        engine("good"),
        engine("fine"),
        program("dying", "python3", "-c", dying),
    )
    done = command("run", str(file), "--headless")
    assert done.returncode == 0, done.stderr
    results = recorded(tmp_path)
    assert {result.ending for result in results if "dying" not in (result.first, result.second)} == {"rules"}
    lost = [result for result in results if "dying" in (result.first, result.second)]
    assert len(lost) == 4 and all(result.victor != "dying" for result in lost)
    said = "".join(log.read_text() for log in (tmp_path / "cup-logs").glob("*dying.log"))
    assert "I cannot go on" in said and "ended with status 3" in said


def test_the_children_of_a_bot_end_with_the_event(tmp_path: Path) -> None:
    parent = (
        "import subprocess, sys\n"
        "child = subprocess.Popen(['sleep', '1000'])\n"
        "print('child', child.pid, file=sys.stderr, flush=True)\n"
        "for line in sys.stdin:\n    if line.startswith('go'): print('resign', flush=True)\n"
    )
    (tmp_path / "parent.py").write_text(parent)
    file = write(tmp_path, HEAD, engine("good"), program("parent", "python3", "parent.py"))
    assert command("run", str(file), "--headless").returncode == 0
    said = "".join(log.read_text() for log in (tmp_path / "cup-logs").glob("*parent.log"))
    children = [int(pid) for pid in re.findall(r"child (\d+)", said)]
    assert children
    assert not any(alive(pid) for pid in children)


def alive(pid: int) -> bool:
    """Whether it runs; one that has ended and is not yet cleared away does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_bot_beyond_its_memory_or_time_ends_and_the_event_goes_on(tmp_path: Path) -> None:
    greedy = "x = bytearray(10**9)"
    spinning = "while True: pass"
    bots = [
        program("greedy", "python3", "-c", greedy) + "memory = 200\n",
        program("spinning", "python3", "-c", spinning) + "cpu = 1\n",
    ]
    file = write(tmp_path, HEAD.replace("absence = 50", "absence = 3"), engine("good"), *bots)
    done = command("run", str(file), "--headless")
    assert done.returncode == 0, done.stderr
    results = recorded(tmp_path)
    mine = [result for result in results if "good" in (result.first, result.second)]
    assert len(mine) == 4 and {result.victor for result in mine} == {"good"}
    said = "".join(log.read_text() for log in (tmp_path / "cup-logs").glob("*greedy.log"))
    assert "MemoryError" in said


def test_the_check_tells_what_is_wrong_with_each_bot(tmp_path: Path) -> None:
    illegal = (
        "import sys\nfor line in sys.stdin:\n    if line.startswith('go'): print('move Z,Z', flush=True)\n"
    )
    (tmp_path / "illegal.py").write_text(illegal)
    file = write(
        tmp_path,
        HEAD.replace("absence = 50", "absence = 5"),
        engine("good"),
        program("illegal", "python3", "illegal.py"),
        program("dead", "python3", "-c", "raise SystemExit(1)"),
    )
    done = command("run", str(file), "--check", "--headless")
    assert done.returncode == 1
    assert "good: ready" in done.stdout
    assert "illegal: illegal: illegal played an illegal move: 'ABCD'" not in done.stdout
    assert re.search(r"illegal: illegal: illegal played an illegal move: 'Z,Z'", done.stdout)
    assert re.search(r"dead: (resigned|absent): dead ", done.stdout)
    assert not (tmp_path / "cup.db").exists(), "a check leaves no results behind"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "cup"\nformat = "fencing"\n', "cup.toml:2: format: no format is called 'fencing'"),
        ('name = "cup"\nrounds = 3\n', "cup.toml:2: rounds: means nothing here"),
        (
            'name = "cup"\ncycles = "two"\n' + engine("a") + engine("b"),
            "cup.toml:2: cycles: must be a whole number",
        ),
        (
            'name = "cup"\n[points]\nwin = 3\nties = ["coin"]\n' + engine("a") + engine("b"),
            "no tie-break is called 'coin'",
        ),
        ('game = "geister"\n', "cup.toml:1: name: is missing"),
        ('name = "cup\n', "cup.toml: "),
        ('name = "cup"\n' + engine("a") + engine("a"), "cup.toml:6: name: two players are called 'a'"),
        ('name = "cup"\n' + engine("a"), "an event needs at least two"),
        ('name = "cup"\n[[bot]]\nname = "a"\ncolour = "red"\n', "cup.toml:4: colour: means nothing here"),
        (
            'name = "cup"\ncontrol = "soon"\n' + engine("a") + engine("b"),
            "cup.toml:2: control: no time control",
        ),
        (
            'name = "cup"\ngame = "chess"\n' + engine("a") + engine("b"),
            "cup.toml:2: game: no game is called 'chess'",
        ),
        (
            'name = "cup"\n' + engine("a") + engine("b", "genius"),
            "cup.toml:6: bot b: no engine is called 'genius'",
        ),
        (
            'name = "cup"\n' + engine("a") + engine("b", "go9-rule"),
            "cup.toml:6: bot b: go9-rule does not play geister",
        ),
        (
            'name = "cup"\n' + engine("a") + engine("b", "genius") + 'kind = "cgos"\n',
            "cup.toml:6: bot b: no engine is called 'genius'",
        ),
        (
            'name = "cup"\n' + engine("a") + engine("b") + 'kind = "gat"\n',
            "cup.toml:6: bot b: an engine is of the kind engine or cgos, not gat",
        ),
        (
            'name = "cup"\n' + engine("a") + program("b", "/no/such"),
            "cup.toml:6: bot b: no program '/no/such'",
        ),
    ],
)
def test_a_wrong_file_is_one_line_that_names_the_line_and_the_key(
    tmp_path: Path, text: str, message: str
) -> None:
    file = write(tmp_path, text)
    done = command("run", str(file))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert message in done.stderr
    assert not (tmp_path / "cup.db").exists()


def test_a_database_of_another_version_is_refused_before_the_first_game(tmp_path: Path) -> None:
    file = write(tmp_path, HEAD, engine("a"), engine("b"))
    Store(str(tmp_path / "cup.db")).close()
    with sqlite3.connect(tmp_path / "cup.db") as connection:
        connection.execute("UPDATE about SET schema = 99")
    done = command("run", str(file))
    assert done.returncode == 2 and "written by another version (schema 99, not 1)" in done.stderr


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.toml")), ids=lambda path: path.stem)
def test_the_examples_play_to_their_end_at_small_size(example: Path, tmp_path: Path) -> None:
    text = example.read_text()
    for key, small in (("cycles", 2), ("rounds", 2), ("matches", 3), ("gat_gap", 0)):
        text = re.sub(rf"^{key} = .*$", f"{key} = {small}", text, flags=re.MULTILINE)
    for name in ("stdio_bot.py", "gat_client.py"):
        (tmp_path / name).write_text((ROOT / "examples" / name).read_text())
    (tmp_path / example.name).write_text("gat_gap = 0.0\n" + text)
    done = command("run", str(tmp_path / example.name), "--headless")
    assert done.returncode == 0, done.stdout + done.stderr
    event = read_event(text, example.name)
    store = Store(str(tmp_path / event.db), create=False)
    results = store.results(event.name)
    store.close()
    assert results and {result.ending for result in results} <= {"rules", "resigned"}
    assert event.matches or event.format.finished(results)


def test_an_awaited_bot_comes_from_outside_by_its_token(tmp_path: Path) -> None:
    awaited = '[[bot]]\nname = "guest"\ntoken = "open-sesame"\n'
    file = write(tmp_path, HEAD, engine("good"), awaited)
    full = [*COMMAND, "run", str(file), "--headless"]
    with subprocess.Popen(full, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().rpartition(":")[2].strip()
        account = ["--connect", f"tcp://127.0.0.1:{port}", "--name", "guest", "--token", "open-sesame"]
        assert command("bot", "random", *account).returncode == 0
        assert process.wait(20) == 0
    assert {result.ending for result in recorded(tmp_path)} == {"rules"}
