"""`referee ladder` as a child process, on results files made by the store: exact numbers on small data."""

import json
import subprocess
from math import log10
from pathlib import Path

import pytest

from bench.ladder import rows_of_results
from tests.records import make, meetings
from tests.terminal import ROOT, command


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    asked = command("ladder", *words)
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


def shown(*words: str | Path) -> list[str]:
    """The lines it prints, without spaces at their ends; it must succeed in silence."""
    ended = run(*words)
    assert (ended.returncode, ended.stderr) == (0, "")
    return [line.rstrip() for line in ended.stdout.splitlines()]


def told(*words: str | Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in shown(*words, "--json")]


def test_three_wins_of_four_in_both_seats_are_worth_what_the_formula_says(tmp_path: Path) -> None:
    db = tmp_path / "r.db"
    make(str(db), *meetings({("A", "B"): "WWWWWWLL"}))
    # The prior adds two draws: 6 + 1 of 10. Elo is 400 log10 of the odds 7 to 3, half above and half below 0.
    half = 200 * log10(7 / 3)
    one, two, pool = told("--db", db, "--simulations", "0")
    assert (one["player"], one["games"], one["score"], one["error"], one["superiority"]) == (
        *("A", 8, 6.0, None, None),
    )
    assert one["elo"] == pytest.approx(half, abs=0.01)
    assert two["elo"] == pytest.approx(-half, abs=0.01)
    assert one["rate"] == pytest.approx([0.4093, 0.75, 0.9285], abs=1e-4)
    assert (pool["games"], pool["draws"], pool["simulations"]) == (8, 0, 0)
    lines = shown("--db", db, "--simulations", "0")
    assert lines[4].split() == ["1", "A", "74", "-", "━" * 27 + "●", "8", "6", "75.0", "(41-93)", "-"]
    assert lines[5].split() == ["2", "B", "-74", "-", "●", "8", "2", "25.0", "(7-59)", "-"]
    assert lines[-1] == "errors: none without simulations"


def test_the_page_has_bars_with_errors_and_says_where_they_come_from(tmp_path: Path) -> None:
    db = tmp_path / "r.db"
    make(str(db), *meetings({("A", "B"): "WDWL" * 5, ("B", "C"): "WWLD" * 5, ("C", "A"): "LLWD" * 5}))
    lines = shown("--db", db)
    assert [line.split()[:2] for line in lines[4:7]] == [["1", "A"], ["2", "B"], ["3", "C"]]
    for line in lines[4:7]:
        bar = line[line.index("├") : line.index("┤") + 1]
        assert set(bar) == {"├", "─", "●", "┤"} and bar.count("●") == 1
    assert lines[4].endswith("%") and lines[6].endswith("-"), "the likelihood of being above the next"
    assert lines[8].startswith("first seat: ") and lines[8].endswith(" of 60 games")
    assert lines[9].startswith("draws: 25.0% of the games, ")
    assert lines[10] == "errors: 95 %, from 200 refitted simulations of the games; LOS: over the next"
    assert lines == shown("--db", db), "the same results give the same page"


def test_the_errors_are_those_of_the_games(tmp_path: Path) -> None:
    db = tmp_path / "r.db"
    make(str(db), *meetings({("A", "B"): "WWLL" * 100}))
    one, two, _ = told("--db", db, "--simulations", "2000")
    # Of 400 level games the score's deviation is 1/40, a logit's 1/10; half of the distance is each one's.
    assert one["error"] == pytest.approx(1.96 * 0.1 / 2 * 400 / 2.302585, rel=0.06)
    assert one["superiority"] == pytest.approx(0.5, abs=1e-6)
    assert two["superiority"] is None


def test_an_anchor_holds_and_the_others_follow(tmp_path: Path) -> None:
    db = tmp_path / "r.db"
    make(str(db), *meetings({("A", "B"): "WWWWWWLL"}))
    one, two, _ = told("--db", db, "--simulations", "0", "--anchor", "B=1500")
    assert two["elo"] == 1500
    assert one["elo"] == pytest.approx(1500 + 400 * log10(7 / 3), abs=0.01)


def test_games_and_events_are_chosen(tmp_path: Path) -> None:
    db = tmp_path / "r.db"
    make(
        str(db),
        *meetings({("A", "B"): "WS"}, "one", "tubstap/river"),
        *meetings({("A", "C"): "WW"}, "two", "tubstap/path", 10),
        *meetings({("A", "D"): "WWW"}, "two", "go9", 20),
    )

    def games(*words: str) -> object:
        return told("--db", db, "--simulations", "0", *words)[-1]["games"]

    assert [games(), games("--game", "tubstap"), games("--game", "tubstap/path")] == [6, 3, 2]
    assert [games("--event", "two"), games("--event", "two", "--game", "go9"), games("--game", "go")] == [
        5,
        3,
        0,
    ]


def test_two_players_are_compared_by_games_and_by_pairs(tmp_path: Path) -> None:
    db = tmp_path / "r.db"
    # Pairs of two events: 2, 1, 1 1/2 and 0 points, 1 of which is not complete.
    rows = meetings({("A", "B"): "WWWLDW"}, "one") + meetings(
        {("A", "B"): "LLW", ("A", "C"): "LL"}, "two", start=10
    )
    make(str(db), *rows)
    (entry,) = told("--db", db, "--versus", "A", "B", "--sprt", "0", "50")
    assert (entry["games"], entry["pairs"]) == ([3, 1, 5], [1, 0, 1, 1, 1])
    verdict = entry["sprt"]
    assert isinstance(verdict, dict)
    assert (verdict["accepted"], verdict["pairs"]) == (None, 4)
    assert entry["superiority"] == pytest.approx(0.76025, abs=1e-5)  # the normal distribution at 2 / sqrt(8)
    lines = shown("--db", db, "--versus", "A", "B", "--sprt", "0", "50")
    assert lines[1] == "A against B"
    assert lines[4].startswith("games  0:3  ½:1  1:5") and lines[4].endswith("76.0%")
    assert lines[5].startswith("pairs  0:1  ½:0  1:1  1½:1  2:1") and lines[5].endswith("71.8%")
    assert "Not decided whether A is 50 or 0 Elo ahead of B: 4 pairs" in " ".join(lines[6:])


def test_an_obvious_winner_is_accepted_and_infinity_is_null(tmp_path: Path) -> None:
    db = tmp_path / "r.db"
    make(str(db), *meetings({("A", "B"): "WW" * 100}))
    (entry,) = told("--db", db, "--versus", "A", "B", "--sprt", "0", "50")
    assert entry["pairs_elo"] == [pytest.approx(400 * log10(100 / 1.959964**2), abs=0.01), None, None]
    verdict = entry["sprt"]
    assert isinstance(verdict, dict) and verdict["accepted"] == "high"
    text = " ".join(shown("--db", db, "--versus", "A", "B", "--sprt", "0", "50"))
    assert "A is 50 Elo ahead of B rather than 0" in text


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--anchor", "A"], "--anchor: not NAME=ELO: 'A'"),
        (["--anchor", "Z=3"], "--anchor: 'Z' has played no such game"),
        (["--anchor", "A=inf"], "--anchor: not NAME=ELO: 'A=inf'"),
        (["--sprt", "0", "5"], "--sprt goes with --versus A B"),
        (
            ["--versus", "A", "B", "--sprt", "5", "5"],
            "--sprt LOW HIGH: the low bound must be below the high one",
        ),
        (["--versus", "A", "Z"], "no game between 'A' and 'Z' counts"),
    ],
)
def test_a_wrong_question_is_answered_in_one_line(tmp_path: Path, words: list[str], line: str) -> None:
    db = tmp_path / "r.db"
    make(str(db), *meetings({("A", "B"): "W"}))
    ended = run("--db", db, *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.endswith(f"{line}\n") and ended.stderr.startswith("referee: ")
    assert ended.stderr.count("\n") == 1


def test_an_empty_file_is_an_empty_page(tmp_path: Path) -> None:
    make(str(tmp_path / "r.db"))
    assert shown("--db", tmp_path / "r.db")[-1] == "errors: none without simulations"


def test_ten_thousand_results_are_one_page(tmp_path: Path) -> None:
    db = tmp_path / "r.db"
    make(str(db), *rows_of_results())
    lines = shown("--db", db)
    assert sum("├" in line for line in lines) == 100
