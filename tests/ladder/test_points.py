"""Points, tie-breaks and champions by the rules as written, with the real tables as published."""

import csv
from pathlib import Path
from typing import Literal

import pytest

from ladder.explain import explain
from ladder.points import TIE_BREAKS, Cell, Rules, champion, cross_table, standings
from ladder.result import Result

GAT2019 = Rules(3, 1, 0)
GPW2018 = Rules(1, 0, 0)
MULTI_MATCH = Rules(3, 1, 0, per="match", ties=("wins",))

# gi-ipsj.org/geister/GPW/2018: draws count nothing; at first they were counted, and the wrong champion named.
GPW2018_TABLE: dict[str, tuple[str, ...]] = {
    "NaottiMinMax": ("", "DD", "WW", "WW", "LW"),
    "Yowagoshi": ("DD", "", "LL", "LL", "LL"),
    "mo2000": ("LL", "WW", "", "LW", "WL"),
    "gaisuta-": ("LL", "WW", "LW", "", "LL"),
    "TachikiSystemPlayer": ("WL", "WW", "LW", "WW", ""),
}
GPW2018_PLACES = [
    (1, "TachikiSystemPlayer", 6),
    (2, "NaottiMinMax", 5),
    (3, "mo2000", 4),
    (4, "gaisuta-", 3),
    (5, "Yowagoshi", 0),
]
Winner = Literal["first", "second"] | None


def game(number: int, first: str, second: str, letter: str, ending: str = "played") -> Result:
    """`letter` is W, D or L of the first player."""
    winners: dict[str, Winner] = {"W": "first", "D": None, "L": "second"}
    slot = f"{first} {second}/{number}/1"
    return Result(number, "geister", first, second, winners[letter], ending, "", 60, 1.0, 2.0, 0.0, "e", slot)


def games(cells: dict[tuple[str, str], str]) -> list[Result]:
    """Every letter a game, the seats in turn."""
    results: list[Result] = []
    for (one, two), letters in cells.items():
        for swapped, letter in enumerate(letters):
            number = len(results)
            turned = {"W": "L", "D": "D", "L": "W"}[letter]
            results.append(game(number, two, one, turned) if swapped % 2 else game(number, one, two, letter))
    return results


def from_table(rows: dict[str, tuple[str, ...]]) -> list[Result]:
    """The games of a cross table: its half above the diagonal, the other half is the same games."""
    names = list(rows)
    return games(
        {(one, two): rows[one][at] for i, one in enumerate(names) for at, two in enumerate(names) if at > i}
    )


def places(results: list[Result], players: list[str], rules: Rules) -> list[tuple[int, str, float]]:
    return [(row.rank, row.player, row.points) for row in standings(results, players, rules)]


def test_gpw2018_has_its_corrected_champion() -> None:
    results = from_table(GPW2018_TABLE)
    assert places(results, list(GPW2018_TABLE), GPW2018) == GPW2018_PLACES
    # With draws counted as in most events, the wrong one would lead: the mistake that was made.
    wrong = standings(results, list(GPW2018_TABLE), Rules(1, 0.5, 0, ties=()))
    assert champion(wrong) is None
    assert {row.player for row in wrong if row.rank == 1} == {"NaottiMinMax", "TachikiSystemPlayer"}


def test_gat2019_has_its_published_top_three() -> None:
    # gi-ipsj.org/geister/GAT/2019: what the first three won, drew and lost against all the others together.
    league = "league"
    cells = {("NaottiMinMax", league): "WWWWWWWWWWWL", ("StrongStrongMasashi", league): "WWWWWWWWDLLL"}
    cells |= {("gaisuta-2", league): "WWWWWWWLLLLL"}
    table = standings(games(cells), ["NaottiMinMax", "StrongStrongMasashi", "gaisuta-2", league], GAT2019)
    points = {row.player: row.points for row in table}
    assert (points["NaottiMinMax"], points["StrongStrongMasashi"], points["gaisuta-2"]) == (33, 25, 21)


@pytest.mark.parametrize(("event", "rules"), [("gat2019", GAT2019), ("gpw2018", GPW2018)])
def test_the_real_cross_tables_give_their_published_points_and_ranks(
    oracle: Path, event: str, rules: Rules
) -> None:
    with (oracle / "ratings" / "real" / f"{event}_crosstable.csv").open() as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    names = [row["player"] for row in rows]
    results = from_table({row["player"]: tuple(row[name] for name in names) for row in rows})
    published = sorted((int(row["rank"]), row["player"], float(row["points"])) for row in rows)
    assert places(results, names, rules) == published
    cross = cross_table(results, names)
    # The two games of a cell are not printed in the same order in both halves.
    for one, two in cross:
        printed = next(row[two] for row in rows if row["player"] == one)
        assert sorted(cross[one, two].text) == sorted(printed)


def test_a_multi_match_counts_matches_and_breaks_ties_by_games_won() -> None:
    cells = {
        ("A", "B"): "W" * 60 + "L" * 40,
        ("B", "C"): "W" * 90 + "L" * 10,
        ("C", "A"): "W" * 51 + "L" * 40 + "D" * 9,
    }
    table = standings(games(cells), ["A", "B", "C"], MULTI_MATCH)
    assert [(row.player, row.points, row.won, row.lost, row.ties) for row in table] == [
        ("B", 3, 1, 1, (130,)),
        ("A", 3, 1, 1, (100,)),
        ("C", 3, 1, 1, (61,)),
    ]
    assert champion(table) == "B"


def test_a_level_match_is_a_draw_however_its_games_went() -> None:
    table = standings(games({("A", "B"): "WLDD"}), ["A", "B"], MULTI_MATCH)
    assert [(row.points, row.drawn, row.rank) for row in table] == [(1, 1, 1), (1, 1, 1)]
    assert champion(table) is None


def test_direct_games_count_among_those_still_level_only() -> None:
    cells = {("A", "B"): "W", ("B", "C"): "W", ("D", "A"): "W", ("D", "C"): "W"}
    table = standings(games(cells), list("BACD"), Rules(1, 0, 0, ties=("direct",)))
    # A and B have a point each, but between them A won.
    assert [(row.rank, row.player, row.ties) for row in table] == [
        (1, "D", (0,)),
        (2, "A", (1,)),
        (3, "B", (0,)),
        (4, "C", (0,)),
    ]


def test_tie_breaks_have_their_values() -> None:
    cells = {("A", "B"): "WD", ("B", "C"): "WW", ("C", "A"): "LW"}
    rules = Rules(1, 0.5, 0, ties=tuple(TIE_BREAKS))
    table = {row.player: row for row in standings(games(cells), list("ABC"), rules)}
    values = {name: dict(zip(rules.ties, row.ties, strict=True)) for name, row in table.items()}
    assert {name: row.points for name, row in table.items()} == {"A": 2.5, "B": 2.5, "C": 1.0}
    assert [values[name]["wins"] for name in "ABC"] == [2, 2, 1]
    assert [values[name]["direct"] for name in "AB"] == [1.5, 0.5]
    assert [values[name]["sonneborn"] for name in "ABC"] == [1.5 * 2.5 + 1.0, 0.5 * 2.5 + 2.0, 2.5]
    assert [values[name]["buchholz"] for name in "ABC"] == [7.0, 7.0, 10.0]
    assert [values[name]["second"] for name in "ABC"] == [1, 1, 1]
    assert [values[name]["time"] for name in "ABC"] == [-6.0, -6.0, -6.0]
    assert table["A"].rank == 1 and table["B"].rank == 2


def test_an_unknown_tie_break_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'luck'"):
        Rules(ties=("luck",))


def test_players_without_games_stand_in_the_table_and_equal_ranks_are_shared() -> None:
    table = standings(games({("A", "B"): "W"}), ["C", "B", "A", "D"], Rules())
    assert [(row.rank, row.player) for row in table] == [(1, "A"), (2, "C"), (2, "B"), (2, "D")]


def test_stopped_games_and_second_records_of_a_slot_count_nothing() -> None:
    once = game(1, "A", "B", "W")
    results = [game(0, "A", "B", "L", "stopped"), once, once, game(1, "A", "B", "L")]
    assert places(results, ["A", "B"], Rules()) == [(1, "A", 3), (2, "B", 0)]
    assert cross_table(results, ["A", "B"]) == {
        ("A", "B"): Cell(1, 0, 0, "W"),
        ("B", "A"): Cell(0, 0, 1, "L"),
    }


def test_who_rested_has_the_points_given_for_it() -> None:
    table = standings(games({("A", "B"): "D"}), ["A", "B", "C"], Rules(1, 0.5, 0), bonus={"C": 1.0})
    assert (table[0].player, table[0].points, table[0].bonus) == ("C", 1.0, 1.0)
    assert "1 without a game = 1 points" in explain(table, Rules(1, 0.5, 0))


def test_the_explanation_of_gpw2018_would_have_shown_the_mistake() -> None:
    table = standings(from_table(GPW2018_TABLE), list(GPW2018_TABLE), GPW2018)
    assert explain(table, GPW2018).splitlines() == [
        "TachikiSystemPlayer is champion, first of 5.",
        "By the rules, a win counts 1, a draw 0, a loss 0, for each game.",
        "TachikiSystemPlayer: 6 won x 1 + 0 drawn x 0 + 2 lost x 0 = 6 points.",
        "NaottiMinMax: 5 won x 1 + 2 drawn x 0 + 1 lost x 0 = 5 points.",
        "TachikiSystemPlayer is 1 point ahead of NaottiMinMax.",
    ]


def test_the_explanation_names_the_tie_break_that_decided() -> None:
    rules = Rules(1, 0, 0, ties=("wins", "second"))
    table = standings(
        [game(0, "A", "C", "W"), game(1, "C", "B", "L"), game(2, "A", "B", "D")], list("ABC"), rules
    )
    assert explain(table, rules).splitlines()[-1] == (
        "Level on points after wins, B is ahead by second: 1 against 0."
    )


def test_the_explanation_of_a_shared_place_names_no_champion() -> None:
    table = standings(games({("A", "B"): "WL"}), ["A", "B"], MULTI_MATCH)
    lines = explain(table, MULTI_MATCH).splitlines()
    assert lines[0] == "No champion: A, B share the first place, level in all that counts."
    assert lines[1].endswith("for each match of two players; who wins more of its games wins it.")
    assert lines[-1] == "A and B are level on points, wins."


def test_a_final_decides_over_the_league() -> None:
    table = standings(games({("A", "B"): "WW"}), ["A", "B"], Rules())
    assert explain(table, Rules(), final="B").startswith(
        "B is champion, having won the final; A led the league, but the final decides."
    )
    assert explain(table, Rules(), final="A").startswith("A is champion, having won the final.\n")
    assert explain([], Rules()) == "Nobody has played."
