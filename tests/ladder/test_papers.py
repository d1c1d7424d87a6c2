"""Tables of papers: the data, the format that plays them, and the comparison with what was printed."""

from random import Random

import pytest

from ladder.formats import Pairing
from ladder.formats.meetings import Meetings, original, with_copies
from ladder.papers import CATALOGUE, Row, Score, Table, compare
from ladder.papers.compare import difference
from ladder.result import Result
from ladder.statistics import Interval, wilson

PAIRS = (("A", "P"), ("B", "P"), ("C", "P"))


def record(pairing: Pairing, winner: str | None, ending: str = "rules") -> Result:
    seat = None if winner is None else "first" if original(pairing.first) == winner else "second"
    names = pairing.first, pairing.second
    return Result(1, pairing.game, *names, seat, ending, "", 9, 1.0, 1.0, 0.0, "event", pairing.slot)  # type: ignore[arg-type]


def played(form: Meetings, tables: int, random: Random, results: list[Result], until: int) -> int:
    """Play as the referee does, a name at one table at a time; the most games that ran at once."""
    running, most = list[Pairing](), 0
    while len(results) < until:
        busy = {name for pairing in running for name in (pairing.first, pairing.second)}
        free = [name for name in form.players if name not in busy]
        if len(running) < tables and (pairing := form.next(results, running, free)):
            assert {pairing.first, pairing.second} <= set(free)
            running.append(pairing)
        elif running:
            most = max(most, len(running))
            results.append(record(running.pop(random.randrange(len(running))), "P"))
        else:
            break
    return most


@pytest.mark.parametrize("tables", [1, 2, 3, 7])
def test_each_pair_meets_as_often_in_each_seat_whatever_runs_at_once(tables: int) -> None:
    form = Meetings(with_copies(PAIRS, tables), ("geister",), PAIRS, 20)
    results: list[Result] = []
    assert played(form, tables, Random(tables), results, 1000) == tables
    assert len(results) == form.total == 60 and form.finished(results)
    for player, opponent in PAIRS:
        for seats in ((player, opponent), (opponent, player)):
            assert sum((original(it.first), original(it.second)) == seats for it in results) == 10


def test_a_table_goes_on_with_another_number_of_games_at_once_and_can_be_made_longer() -> None:
    results: list[Result] = []
    for tables, cycles in ((5, 10), (1, 10), (2, 20)):
        form = Meetings(with_copies(PAIRS, tables), ("geister",), PAIRS, cycles)
        played(form, tables, Random(1), results, len(results) + 20)
    played(form, 2, Random(1), results, 1000)
    assert len(results) == len({it.slot for it in results}) == 60
    short = Meetings(with_copies(PAIRS, 2), ("geister",), PAIRS, 4)
    assert len(short.own(results)) == 12


def test_copies_are_as_many_as_games_at_once_can_need() -> None:
    assert with_copies(PAIRS, 1) == ("A", "P", "B", "C")
    assert with_copies(PAIRS, 4) == ("A", "A.2", "P", "P.2", "P.3", "P.4", "B", "B.2", "C", "C.2")


def test_ours_are_counted_by_seat_with_copies_and_half_a_win_for_a_draw() -> None:
    table = Table("t", "p", "a", (Row("A", "P", "a", (Score(3, 1, 0), None)),), 1.0, 2)
    games = [Pairing("A.2", "P", "geister", "A P/1/1"), Pairing("P.2", "A", "geister", "A P/1/2")]
    results = [record(games[0], "A"), record(games[1], None, "time"), record(games[1], "A")]
    [found] = compare(table, results)
    assert found.seats == (Score(1, 0, 0), Score(0, 0, 1)), "of two results of one slot the first counts"
    assert str(found.ours) == "1-0-1" and found.ours.rate == wilson(1.5, 2)
    assert found.unruly == {"time": 1}
    assert found.row.printed == Score(3, 1, 0)
    assert compare(table, [])[0].difference is None


def test_the_interval_of_a_difference_is_newcombes() -> None:
    # Newcombe 1998, method 10, his first example: 56 of 70 against 48 of 80.
    found = difference(wilson(56, 70), wilson(48, 80))
    expected = Interval(0.0524, 0.2, 0.3339)
    assert (found.low, found.value, found.high) == pytest.approx(
        (expected.low, expected.value, expected.high), abs=5e-5
    )


@pytest.mark.parametrize("table", CATALOGUE.values(), ids=lambda table: table.name)
def test_every_line_of_a_papers_table_has_the_games_that_the_paper_says(table: Table) -> None:
    for row in table.rows:
        games = table.seat_games * (2 if len(row.lines) == 1 else 1)
        assert {line.games for line in row.lines if line} == ({games} if row.lines else set())


@pytest.mark.parametrize(
    ("name", "lines", "lost"),
    [
        ("aoki-table1", ["32-68-0", "114-82-4", "112-84-4"], 1),
        ("aoki-table2", ["64-133-3", "113-78-9", "111-80-9"], 0),
        ("aoki-table3", ["63-135-2", "103-93-4", "122-70-8"], 0),
    ],
)
def test_the_tables_of_aoki_and_hashimoto_are_as_printed(name: str, lines: list[str], lost: int) -> None:
    table = CATALOGUE[name]
    assert [str(row.printed) for row in table.rows] == lines
    assert sum(row.lines.count(None) for row in table.rows) == lost
    assert table.control == ("10/move" if name == "aoki-table2" else "1/move")


def test_a_table_in_which_two_rows_are_the_same_meeting_is_refused() -> None:
    rows = (Row("A", "P", "", ()), Row("P", "A", "", ()))
    with pytest.raises(ValueError, match="who meet in no other row"):
        Table("t", "p", "a", rows, 1.0, 1)
