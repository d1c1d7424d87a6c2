"""`referee results` as a child process: tables by an event's rules, the champion explained, JSON lines."""

import csv
import json
import subprocess
from pathlib import Path

import pytest

from ladder.store import Row
from tests.records import make, meetings, table_cells
from tests.terminal import ROOT, command

# gi-ipsj.org/geister/GPW/2018: draws count nothing; at first they were counted, and the wrong champion named.
GPW2018: dict[str, tuple[str, ...]] = {
    "NaottiMinMax": ("", "DD", "WW", "WW", "LW"),
    "Yowagoshi": ("DD", "", "LL", "LL", "LL"),
    "mo2000": ("LL", "WW", "", "LW", "WL"),
    "gaisuta-": ("LL", "WW", "LW", "", "LL"),
    "TachikiSystemPlayer": ("WL", "WW", "LW", "WW", ""),
}
POINTS = {"gat2019": "win = 3\ndraw = 1", "gpw2018": "win = 1\ndraw = 0"}


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    asked = command("results", *words)
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


def shown(*words: str | Path) -> list[str]:
    """The lines it prints, without spaces at their ends; it must succeed in silence."""
    ended = run(*words)
    assert (ended.returncode, ended.stderr) == (0, "")
    return [line.rstrip() for line in ended.stdout.splitlines()]


def section(lines: list[str], title: str) -> list[str]:
    """The rows of a table."""
    rest = lines[lines.index(title) + 3 :]
    return rest[: rest.index("")] if "" in rest else rest


def event(folder: Path, name: str, rows: list[Row], players: list[str], rules: str, form: str = "") -> Path:
    """An event's file, and beside it the results file that it names."""
    make(str(folder / f"{name}.db"), *rows)
    bots = "".join(f'[[bot]]\nname = "{player}"\nengine = "random"\n' for player in players)
    path = folder / f"{name}.toml"
    path.write_text(f'name = "{name}"\n{form}\n[points]\n{rules}\n{bots}')
    return path


def test_gpw2018_is_shown_with_its_table_its_cross_table_and_its_champion(tmp_path: Path) -> None:
    rows = meetings(table_cells(GPW2018), "gpw2018")
    file = event(tmp_path, "gpw2018", rows, list(GPW2018), POINTS["gpw2018"] + '\nties = ["wins", "second"]')
    lines = shown("--file", file, "--cross", "--explain", "--last", "1")
    assert len(section(lines, "results")) == 1
    at = lines.index("standings of gpw2018")
    assert lines[at + 1].split() == ["#", "player", "points", "won", "drawn", "lost", "wins", "second"]
    assert section(lines, "standings of gpw2018") == [
        "1  TachikiSystemPlayer       6    6      0     2     6       3",
        "2  NaottiMinMax              5    5      2     1     5       3",
        "3  mo2000                    4    4      0     4     4       2",
        "4  gaisuta-                  3    3      0     5     3       2",
        "5  Yowagoshi                 0    0      2     6     0       0",
    ]
    at = lines.index("cross table") + 3
    assert lines[at : at + 5] == [
        r"1  TachikiSystemPlayer  \   WL  LW  WW  WW",
        r"2  NaottiMinMax         LW  \   WW  WW  DD",
        r"3  mo2000               WL  LL  \   LW  WW",
        r"4  gaisuta-             LL  LL  WL  \   WW",
        r"5  Yowagoshi            LL  DD  LL  LL  \ ".rstrip(),
    ]
    assert lines[-5:] == [
        "TachikiSystemPlayer is champion, first of 5.",
        "By the rules, a win counts 1, a draw 0, a loss 0, for each game.",
        "TachikiSystemPlayer: 6 won x 1 + 0 drawn x 0 + 2 lost x 0 = 6 points.",
        "NaottiMinMax: 5 won x 1 + 2 drawn x 0 + 1 lost x 0 = 5 points.",
        "TachikiSystemPlayer is 1 point ahead of NaottiMinMax.",
    ]


@pytest.mark.parametrize("name", ["gat2019", "gpw2018"])
def test_the_real_cross_tables_are_shown_with_their_published_points_and_ranks(
    oracle: Path, tmp_path: Path, name: str
) -> None:
    with (oracle / "ratings" / "real" / f"{name}_crosstable.csv").open() as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    players = [row["player"] for row in rows]
    cells = table_cells({row["player"]: tuple(row[player] for player in players) for row in rows})
    path = event(tmp_path, name, meetings(cells, name), players, POINTS[name])
    lines = shown("--file", path, "--cross")
    table = [line.split()[:3] for line in section(lines, f"standings of {name}")]
    published = sorted((int(row["rank"]), row["player"], row["points"]) for row in rows)
    assert table == [[str(rank), player, points] for rank, player, points in published]
    for line in lines[lines.index("cross table") + 3 :]:
        _, player, *texts = line.split()
        row = next(row for row in rows if row["player"] == player)
        # The two games of a cell are not printed in the same order in both halves.
        printed = [sorted(row[other] or "\\") for _, other, _ in published]
        assert [sorted(text) for text in texts] == printed


def test_an_event_that_is_not_over_has_a_leader_and_no_champion(tmp_path: Path) -> None:
    rows = meetings({("A", "B"): "WW", ("B", "C"): "W"}, "cup")
    lines = shown("--file", event(tmp_path, "cup", rows, list("ABC"), ""), "--explain")
    assert "The event is not over; A leads." in lines
    assert not any("champion" in line for line in lines)


def test_stopped_games_stand_apart_and_are_not_scored(tmp_path: Path) -> None:
    rows = meetings({("A", "B"): "SWL", ("A", "C"): "S"}, "cup")
    lines = shown("--file", event(tmp_path, "cup", rows, list("ABC"), ""))
    assert [line.split()[0] for line in section(lines, "results")] == ["2", "3"]
    assert section(lines, "to be played again") == [
        "1   A      B       stopped  as 2   the referee was stopped",
        "4   A      C       stopped  due    the referee was stopped",
    ]
    assert [line.split()[1:4] for line in section([*lines, ""], "standings of cup")] == [
        ["A", "3", "1"],
        ["B", "3", "1"],
        ["C", "0", "0"],
    ]


def test_the_final_decides_over_the_table(tmp_path: Path) -> None:
    rows = meetings({("A", "B"): "WLLL"}, "final")
    file = event(tmp_path, "final", rows, ["A", "B"], "", 'format = "final"')
    assert "B is champion, having won the final." in shown("--file", file, "--explain")


def test_a_trial_ends_with_the_words_of_its_test(tmp_path: Path) -> None:
    rows = meetings({("A", "B"): "WW" * 3}, "trial")
    file = event(tmp_path, "trial", rows, ["A", "B"], "", 'format = "trial"')
    text = " ".join(shown("--file", file, "--explain")[-2:])
    assert "Not decided whether A is 10 or 0 Elo ahead of B: 3 pairs, log-likelihood ratio" in text


def test_json_is_one_object_a_line_and_nothing_else(tmp_path: Path) -> None:
    rows = meetings({("A", "B"): "WS"}, "cup")
    file = event(tmp_path, "cup", rows, ["A", "B"], 'ties = ["second"]')
    entries = [json.loads(line) for line in shown("--file", file, "--json", "--cross", "--explain")]
    kinds = ["game", "game", "standing", "standing", "meeting", "meeting", "explanation"]
    assert [entry["kind"] for entry in entries] == kinds
    assert entries[0] == {
        "kind": "game",
        "id": 1,
        "game": "geister",
        "event": "cup",
        "slot": "A B/1/1",
        "first": "A",
        "second": "B",
        "winner": "A",
        "scored": True,
        "ending": "rules",
        "reason": "so it ended",
        "plies": 60,
        "first_seconds": 1.25,
        "second_seconds": 2.5,
        "lag_seconds": 0.125,
    }
    assert (entries[1]["scored"], entries[1]["winner"]) == (False, None)
    assert entries[2] == {
        "kind": "standing",
        "rank": 1,
        "player": "A",
        "points": 3.0,
        "won": 1,
        "drawn": 0,
        "lost": 0,
        "bonus": 0.0,
        "ties": {"second": 0.0},
    }
    assert entries[4]["text"] == "W"


def test_without_a_file_an_event_is_chosen_by_name_and_all_is_scored_alike(tmp_path: Path) -> None:
    db = tmp_path / "all.db"
    make(str(db), *meetings({("A", "B"): "WW"}, "one"), *meetings({("B", "A"): "WDW"}, "two", start=10))
    assert section([*shown("--db", db), ""], "standings") == [
        "1  A           5    2     1     2  50.0%",
        "2  B           5    2     1     2  50.0%",
    ]
    assert section([*shown("--db", db, "--event", "two"), ""], "standings") == [
        "1  B           3    2     1     0  83.3%",
        "2  A           3    0     1     2  16.7%",
    ]


def test_a_wrong_question_is_answered_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('name = "x"\nluck = 3\n')
    for words, line in {
        ("--explain",): "--explain needs --file: the rules stand in the event's file",
        ("--file", bad): f"{bad}:2: luck: means nothing here",
        ("--file", tmp_path / "none.toml"): f"{tmp_path}/none.toml: ",
    }.items():
        ended = run(*words)
        assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
        assert ended.stderr.startswith(f"referee: {line}")
