"""`referee export` as a child process, on results files made by the store."""

import asyncio
import csv
import json
import re
import subprocess
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

import games
from cli.whole import write_whole
from games import geister_log
from games.amazons import sgf as amazons_sgf
from games.go9 import sgf as go_sgf
from games.replay import replay
from ladder.store import GameRow, MoveRow, ResultRow, Row
from tests.peers import referee
from tests.records import STARTED, make, random_rows
from tests.terminal import ROOT, command, terminal

NAMES = games.names()


def run(db: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    asked = command("export", *words, "--db", db)
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


def export(db: Path, *words: str | Path) -> str:
    """What the command prints; it must succeed in silence."""
    ended = run(db, *words)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def error(db: Path, *words: str | Path, status: int = 2) -> str:
    """What the command complains of: one line, and nothing else is printed."""
    ended = run(db, *words)
    assert (ended.returncode, ended.stdout) == (status, "")
    assert re.fullmatch(r"referee: .*\n", ended.stderr)
    return ended.stderr[9:-1]


def moves_of(rows: list[Row]) -> list[str]:
    return [row.move for row in rows if isinstance(row, MoveRow)]


@pytest.fixture(scope="module")
def every_game() -> dict[str, list[Row]]:
    return {name: random_rows(id, name) for id, name in enumerate(NAMES, 1)}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory, every_game: dict[str, list[Row]]) -> Path:
    """A whole random game of each kind, under its place in NAMES from 1; 90 is stopped, 91 running."""
    path = tmp_path_factory.mktemp("records") / "results.db"
    stopped = random_rows(90, "geister", most=3)
    stopped[-1] = ResultRow(90, None, "stopped", "the referee was stopped", 3, 0.0, 0.0, 0.0, STARTED)
    running = random_rows(91, "go9", most=4)[:-1]
    make(str(path), *(row for rows in every_game.values() for row in rows), *stopped, *running)
    return path


# One game


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_exported_as_json_that_replays(
    db: Path, every_game: dict[str, list[Row]], name: str
) -> None:
    told = json.loads(export(db, str(NAMES.index(name) + 1), "--as", "json"))
    rows = every_game[name]
    result = rows[-1]
    assert isinstance(result, ResultRow)
    assert [told[key] for key in ("game", "control", "started", "players")] == [
        *(name, "600,10/move", STARTED, {"first": "alice", "second": "bob"})
    ]
    assert [told[key] for key in ("winner", "ending", "reason")] == [result.winner, "rules", result.reason]
    assert [move["move"] for move in told["moves"]] == moves_of(rows)
    assert [move["used"] for move in told["moves"]] == [r.used for r in rows if isinstance(r, MoveRow)]
    assert {move["lag"] for move in told["moves"]} == {0.001}
    last = replay(games.load(name), [(move["mover"], move["move"]) for move in told["moves"]])[-1]
    outcome = last.outcome()
    assert outcome and outcome.winner == told["winner"]


def test_a_game_goes_out_in_the_format_of_its_kind(db: Path, every_game: dict[str, list[Row]]) -> None:
    def out(name: str) -> str:
        return export(db, str(NAMES.index(name) + 1))

    assert geister_log.read(out("geister")) == moves_of(every_game["geister"])
    go = go_sgf.read(out("go9/komi5.5"))
    assert go.position.komi == 5.5 and list(go.position.moves) == moves_of(every_game["go9/komi5.5"])
    assert (go.black, go.white) == ("alice", "bob") and re.fullmatch(r"[BW]\+\d+\.5", go.result)
    amazons = amazons_sgf.read(out("amazons/8"))
    assert list(amazons.moves) == moves_of(every_game["amazons/8"])
    assert amazons.start == games.load("amazons/8").start() and amazons.result in ("B+", "W+")
    assert json.loads(out("sangoku"))["game"] == "sangoku"


@pytest.mark.parametrize(
    ("ending", "winner", "written"),
    [
        *(("time", "first", "B+T"), ("resigned", "second", "W+R"), ("illegal", "first", "B+F")),
        *(("left", "second", "W+F"), ("stopped", None, "Void"), ("void", None, "Void")),
    ],
)
def test_an_ending_off_the_board_stands_in_sgf(
    tmp_path: Path, ending: str, winner: str | None, written: str
) -> None:
    rows = random_rows(1, "amazons/6", most=4)
    result = rows.pop()
    assert isinstance(result, ResultRow)
    make(str(tmp_path / "a.db"), *rows, replace(result, ending=ending, winner=winner))
    assert amazons_sgf.read(export(tmp_path / "a.db", "1")).result == written


def test_a_game_that_has_not_ended_is_exported_without_a_result(db: Path) -> None:
    assert "RE[" not in export(db, "91")
    told = json.loads(export(db, "91", "--as", "json"))
    assert (told["winner"], told["ending"], told["reason"], len(told["moves"])) == (None, None, None, 4)


@pytest.mark.asyncio
async def test_a_game_that_a_referee_has_just_stored_is_exported_while_it_runs(tmp_path: Path) -> None:
    async with referee(tmp_path) as r:
        a, b = await r.placed()
        a.say("move A,N")
        await b.hear_until("go 3")
        b.say("resign I have seen enough")
        await a.hear_until("over won")
        log = await asyncio.to_thread(export, tmp_path / "results.db", "1")
        told = json.loads(await asyncio.to_thread(export, tmp_path / "results.db", "1", "--as", "json"))
    assert log == "player=0,SET:ABCD\nplayer=1,SET:ABCD\nplayer=0,MOV:A,N\n"
    assert (told["winner"], told["ending"]) == ("first", "resigned")
    assert told["reason"] == "bob resigned: I have seen enough"


def test_a_file_is_written_instead_of_the_terminal(db: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    out.write_text("old")
    assert export(db, "1", "-o", out) == ""
    assert out.read_text() == export(db, "1")
    assert list(tmp_path.iterdir()) == [out]


def test_a_file_whose_writing_fails_half_way_stays_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(out, "x" * 100_000 + "\ud800")
    assert out.read_text() == "old" and list(tmp_path.iterdir()) == [out]


def test_a_link_stays_a_link_and_a_device_stays_a_device(db: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    export(db, "1", "-o", tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text().startswith("player=0")
    export(db, "1", "-o", "/dev/null")
    assert Path("/dev/null").is_char_device()


# What is wrong with a call, or with a record


def test_bad_usage_is_one_line_and_status_2(db: Path, tmp_path: Path) -> None:
    either = "say either the ID of a game or --results csv|pgn"
    assert error(db) == either
    assert error(db, "1", "--results", "csv") == either
    assert error(db, "1", "--as", "sgf") == "geister has no format 'sgf'; there are gat, json"
    assert error(db, "2", "--as", "gat") == "sangoku has no format 'gat'; there are json"
    assert error(db, "--results", "csv", "--as", "json") == "--as goes with the ID of a game"
    assert error(db, "1", "--event", "cup") == "--event and --check go with --results"
    assert error(db, "77") == f"{db}: no game has the id 77"
    assert error(tmp_path / "none.db", "1") == f"{tmp_path}/none.db: no such results file"


def test_a_file_that_cannot_be_written_is_one_line_and_status_1(db: Path, tmp_path: Path) -> None:
    assert (
        error(db, "1", "-o", tmp_path / "no" / "a", status=1) == f"{tmp_path}/no/a: No such file or directory"
    )
    assert error(db, "1", "-o", tmp_path, status=1) == f"{tmp_path}: Is a directory"
    assert list(tmp_path.iterdir()) == []


def test_a_record_against_the_rules_is_reported_and_nothing_is_written(tmp_path: Path) -> None:
    rows = random_rows(1, "geister")
    result = rows[-1]
    assert isinstance(result, ResultRow) and result.winner
    other = {"first": "second", "second": "first"}[result.winner]
    cases: list[tuple[list[Row], str]] = [
        (
            [*rows[:-1], replace(result, winner=other)],
            f"the result says {other}, the rules say: {result.reason}",
        ),
        ([*rows[:-1], replace(result, ending="time")], "the result says 'time', but the rules decided it: "),
        ([*rows[:-2], replace(result, plies=result.plies - 1)], "the result says that the rules decided it"),
        ([*rows[:-2], result], f"{result.plies - 1} moves are stored, but the result counts {result.plies}"),
        ([*rows[:3], *rows[4:]], "ply 2 is missing"),
        ([*rows[:3], MoveRow(1, 2, "second", "A,N", 0.0, 0.0)], "ply 2: second moved, but first is to move"),
        ([*rows[:3], MoveRow(1, 2, "first", "E,N", 0.0, 0.0)], "ply 2: 'E,N': your own piece stands there"),
        ([GameRow(1, "chess", "a", "b", "60", STARTED)], "no game is called 'chess'"),
    ]
    for number, (broken, why) in enumerate(cases):
        path, out = tmp_path / f"{number}.db", tmp_path / "out"
        make(str(path), *broken)
        assert error(path, "1", "-o", out, status=1).startswith(f"game 1 does not replay: {why}")
        assert not out.exists()


# All results


def test_all_results_are_csv_with_those_that_do_not_score_marked(db: Path) -> None:
    rows = list(csv.DictReader(StringIO(export(db, "--results", "csv"))))
    assert [row["game"] for row in rows] == [*NAMES, "geister"]
    assert [row["scored"] for row in rows] == [*["yes"] * len(NAMES), "no"]
    assert rows[0]["started"] == STARTED


def test_all_results_are_pgn_without_those_that_do_not_score(db: Path, tmp_path: Path) -> None:
    export(db, "--results", "pgn", "--check", "-o", tmp_path / "all.pgn")
    text = (tmp_path / "all.pgn").read_text()
    assert re.findall(r'\[Round "(\d+)"\]', text) == [str(id) for id in range(1, len(NAMES) + 1)]
    assert text.count('[White "alice"]\n[Black "bob"]\n') == len(NAMES)


def test_results_of_one_event_can_be_chosen(db: Path) -> None:
    assert export(db, "--results", "pgn", "--event", "cup").count("[Event") == len(NAMES)
    assert export(db, "--results", "pgn", "--event", "other") == ""


def test_a_check_shows_in_a_terminal_how_far_it_is(db: Path, tmp_path: Path) -> None:
    out = tmp_path / "all.csv"
    with terminal("export", "--results", "csv", "--check", "--db", db, "-o", out) as screen:
        screen.see("replaying.*100%")
        assert screen.ended() == 0
    assert out.read_text() == export(db, "--results", "csv")


def test_checked_results_with_a_record_against_the_rules_are_not_written(tmp_path: Path) -> None:
    broken = [*random_rows(1, "amazons/6"), *random_rows(2, "go9")[:-2], *random_rows(3, "geister")[:-2]]
    for id in (2, 3):
        broken.append(ResultRow(id, "first", "rules", "", 500, 0.0, 0.0, 0.0, STARTED))
    make(str(tmp_path / "a.db"), *broken)
    told = error(tmp_path / "a.db", "--results", "csv", "--check", "-o", tmp_path / "out", status=1)
    assert told.startswith("game 2 does not replay: ") and told.endswith(" (and 1 more games)")
    assert not (tmp_path / "out").exists()
