"""`referee replay` as a child process: a listing through a pipe, and keys in a pseudo-terminal."""

import re
import subprocess
import termios
from pathlib import Path

import pytest
from rich.cells import cell_len

import games
from cli import keys
from ladder.store import MoveRow, ResultRow, Row
from tests.records import make, random_rows
from tests.terminal import ROOT, command, environment, terminal

NAMES = games.names()


def replay(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command("replay", *words),
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random game of each kind, under its place in NAMES from 1; game 50 is Geister after five plies."""
    path = tmp_path_factory.mktemp("records") / "results.db"
    rows: list[Row] = [row for id, name in enumerate(NAMES, 1) for row in random_rows(id, name)]
    make(str(path), *rows, *random_rows(50, "geister", most=5), *random_rows(51, "geister", most=2)[:-1])
    return path


# Without a terminal


@pytest.mark.parametrize("name", NAMES)
def test_every_board_of_every_game_is_listed_in_80_columns(db: Path, name: str) -> None:
    id = NAMES.index(name) + 1
    ended = replay(id, "--db", db)
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert max(map(cell_len, lines)) <= 80
    result = random_rows(id, name)[-1]
    assert isinstance(result, ResultRow)
    plies = re.findall(r"^ply (\d+) of (\d+): ", ended.stdout, re.M)
    assert plies == [(str(ply), str(result.plies)) for ply in range(result.plies + 1)]
    assert f"after {result.plies} plies (rules): " in lines[-2]


def test_one_board_shows_the_secrets_the_move_its_mover_and_its_time(db: Path) -> None:
    moves = [row for row in random_rows(50, "geister", most=5) if isinstance(row, MoveRow)]
    reds = (moves[0].move, moves[1].move.lower())
    lines = replay(50, "--db", db, "--at", 3).stdout.splitlines()
    assert lines[0] == "game 50, geister, 600,10/move: alice against bob"
    assert lines[1] == f"ply 3 of 5: alice (first) played {moves[2].move} in {moves[2].used:.3f} s"
    assert lines[-1] == f"red:  {reds[0]} {reds[1]}"


def test_the_last_board_says_how_the_game_ended_or_that_it_has_not(db: Path) -> None:
    assert replay(50, "--db", db, "--at", 5).stdout.endswith("alice won after 5 plies (time): too slow\n")
    assert replay(51, "--db", db, "--at", 2).stdout.endswith("the game has not ended\n")


def test_what_cannot_be_shown_is_one_line(db: Path) -> None:
    for asked, why in [
        ((77,), f"{db}: no game has the id 77"),
        ((50, "--at", 6), "game 50 has the plies 0 to 5, not 6"),
        ((50, "--at", -1), "game 50 has the plies 0 to 5, not -1"),
    ]:
        ended = replay(*asked, "--db", db)
        assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", f"referee: {why}\n")


# In a terminal


def test_keys_step_through_a_game_and_the_terminal_is_left_as_it_was(db: Path) -> None:
    with terminal("replay", 50, "--db", db) as screen:
        screen.see("ply 0 of 5: the start.*next n.*quit q")
        for key, ply in [
            *(("n", 1), (" ", 2), ("\x1b[C", 3), ("p", 2), ("\x1b[D", 1)),
            *(("l", 5), ("n", 5), ("f", 0), ("p", 0), ("\x1b[F", 5), ("\x1b[H", 0), ("x?nn", 2)),
        ]:
            screen.press(key)
            screen.see(f"ply {ply} of 5: .*quit q")
        screen.press("q")
        assert screen.ended() == 0
        assert termios.tcgetattr(screen.slave) == screen.before


def test_an_interrupt_leaves_the_terminal_as_it_was(db: Path) -> None:
    with terminal("replay", 50, "--db", db) as screen:
        screen.see("ply 0 of 5")
        screen.process.send_signal(2)
        assert screen.ended() == 130
        assert termios.tcgetattr(screen.slave) == screen.before


def test_all_boards_are_listed_in_a_terminal_when_asked_for(db: Path) -> None:
    with terminal("replay", 50, "--db", db, "--all") as screen:
        screen.see(r"ply 0 of 5: .*ply 5 of 5: .*alice won after 5 plies \(time\): too slow")
        assert screen.ended() == 0


def test_keys_that_come_together_are_told_apart() -> None:
    assert keys.words("n\x1b[Cp\x1bOD\x1b[1~G\x1b") == [
        *("next", "next", "previous", "previous", "first", "last", "quit")
    ]
    assert keys.words("zé\x1b[5~\x1b[1;5C") == []
