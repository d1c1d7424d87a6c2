"""Results as CSV and PGN: the lines other tools read, and which games are in them."""

import csv
import gzip
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Literal

from ladder.export import to_csv, to_pgn
from ladder.result import Result

Winner = Literal["first", "second"] | None
STARTED = dict.fromkeys(range(200), "2026-01-01T09:30:00.250+00:00")


def game(id: int, winner: Winner, ending: str = "rules", event: str = "cup") -> Result:
    return Result(
        id, "go9", "alice", "bob", winner, ending, 'a "reason", odd', 40, 1.5, 2.0, 0.25, event, "1/a"
    )


def test_a_game_is_a_line_of_csv_and_one_that_does_not_score_is_marked() -> None:
    text = to_csv([game(1, "second"), game(2, None), game(3, None, "stopped")], STARTED)
    assert text.splitlines()[:2] == [
        "id,event,slot,game,started,first,second,first_score,scored,winner,ending,reason,plies,"
        "first_seconds,second_seconds,lag_seconds",
        '1,cup,1/a,go9,2026-01-01T09:30:00.250+00:00,alice,bob,0,yes,second,rules,"a ""reason"", odd",40,'
        "1.500000,2.000000,0.250000",
    ]
    rows = list(csv.DictReader(StringIO(text)))
    assert [(row["first_score"], row["scored"], row["winner"]) for row in rows] == [
        ("0", "yes", "second"),
        ("0.5", "yes", ""),
        ("", "no", ""),
    ]


def test_the_first_player_is_white_in_pgn() -> None:
    assert to_pgn([game(7, "first")], STARTED) == (
        '[Event "cup"]\n[Site "?"]\n[Date "2026.01.01"]\n[Round "7"]\n'
        '[White "alice"]\n[Black "bob"]\n[Result "1-0"]\n\n1-0\n\n'
    )


def test_every_score_has_its_word_in_pgn() -> None:
    text = to_pgn([game(1, "first"), game(2, "second"), game(3, None)], STARTED)
    assert re.findall(r"^\S+$", text, re.M) == ["1-0", "0-1", "1/2-1/2"]


def test_what_would_break_a_pgn_tag_is_escaped() -> None:
    assert to_pgn([game(1, None, event='a "b" \\\nc')], STARTED).startswith('[Event "a \\"b\\" \\\\ c"]\n')


def test_what_ordo_and_bayeselo_were_given_is_written_the_same(oracle: Path) -> None:
    with (oracle / "ratings" / "games_small.csv").open() as file:
        rows = list(csv.DictReader(file))
    winners: dict[str, Winner] = {"1": "first", "0.5": None, "0": "second"}
    results = [
        replace(game(id, winners[row["white_score"]], event="small"), first=row["white"], second=row["black"])
        for id, row in enumerate(rows, 1)
    ]
    with gzip.open(oracle / "ratings" / "games_small.pgn.gz", "rt") as file:
        assert to_pgn(results, STARTED).strip() == file.read().strip()
