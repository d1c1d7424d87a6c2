"""A paper's table beside ours: for the terminal, as Markdown, and what the numbers come with."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Shown
from rich.text import Text

from ladder.papers import Comparison, Score, Table
from ladder.show.base import lines, numbers, table
from ladder.statistics import Interval

LOST = "lost"  # a line that the paper's text no longer has
SEATS = ("1st", "2nd")
COLUMNS = ("seat", "paper", "% (95 %)", "ours", "% (95 %)", "ours - paper")
WIDTHS = (4, 9, 13, 9, 13, 17)  # so that the tables of all rows stand in line


def papers(tables: Sequence[Table]) -> Shown:
    """The tables there are."""
    shown = table("tables to reproduce", "table", "games")
    shown.add_column("what")
    for one in tables:
        shown.add_row(one.name, str(one.total), f"{one.about}. {one.paper}")
    return shown


def side_by_side(wanted: Table, played: Table, found: Sequence[Comparison]) -> RenderableType:
    """`wanted` is the paper's table, `played` the same with the time and the games that we took."""
    title = Text(f"\n{heading(wanted, played, found)}", "bold")
    return Group(title, *map(_section, found), lines(*footnotes(wanted, found)))


def _section(one: Comparison) -> Shown:
    row = one.row
    called = f" ({row.called})" if row.called else ""
    shown = table(f"{row.player} against {row.opponent}{called}", "seat")
    numbers(shown, *COLUMNS[1:])
    for column, width in zip(shown.columns, WIDTHS, strict=True):
        column.min_width = width
    for line in cells(one):
        shown.add_row(*line)
    return shown


def markdown(wanted: Table, played: Table, found: Sequence[Comparison]) -> str:
    rows = [("player, opponent", *COLUMNS), ("---", *["---:"] * len(COLUMNS))]
    rows += [(f"{one.row.player}, {one.row.opponent}", *row) for one in found for row in cells(one)]
    text = [f"| {' | '.join(row)} |" for row in rows]
    notes = [f"- {note}" for note in footnotes(wanted, found)]
    return "\n".join([f"**{heading(wanted, played, found)}**", "", *text, "", *notes])


def heading(wanted: Table, played: Table, found: Sequence[Comparison]) -> str:
    """The effective numbers, the paper's where they differ, and how far we are."""
    pace = "" if played.seconds == wanted.seconds else f" instead of {wanted.seconds:g} s"
    size = "" if played.seat_games == wanted.seat_games else f" instead of {wanted.seat_games}"
    games = f"{played.seat_games} game{'s' * (played.seat_games > 1)} a seat"
    done = sum(one.ours.games for one in found)
    part = "" if done == played.total else f"; {done} of {played.total} games so far"
    return f"{wanted.name} at {played.pace}{pace}, {games}{size}{part}"


def cells(one: Comparison) -> list[tuple[str, ...]]:
    """The columns of each seat, then of both together."""
    blank = ("", "")
    printed = [_score(line) for line in one.row.lines] if len(one.row.lines) == 2 else [blank, blank]
    seats = zip(SEATS, printed, one.seats, strict=True)
    both = ("both", *_score(one.row.printed), *_score(one.ours), _gap(one.difference))
    return [*((seat, *theirs, *_score(ours), "") for seat, theirs, ours in seats), both]


def footnotes(wanted: Table, found: Sequence[Comparison]) -> list[str]:
    """What the numbers are, and what is doubtful about them."""
    return [
        "wins-losses-draws of the player; a draw is half a win; 95 %: Wilson, of the difference Newcombe",
        *(f"paper: {note}" for note in wanted.notes),
        *unruly(found),
    ]


def unruly(found: Sequence[Comparison]) -> list[str]:
    """A line if games of ours were not decided by the rules: they say less about strength."""
    endings: Counter[str] = sum((one.unruly for one in found), Counter())
    words = ", ".join(f"{count} {ending}" for ending, count in sorted(endings.items()))
    return [f"ours: of the games, {endings.total()} were not decided by the rules: {words}"] if words else []


def _score(score: Score | None) -> tuple[str, str]:
    if score is None:
        return LOST, "-"
    return (str(score), _share(score.rate)) if score.games else ("-", "-")


def _share(rate: Interval) -> str:
    return f"{rate.value:.1%} ({rate.low:.0%}-{rate.high:.0%})".replace("%", "")


def _gap(gap: Interval | None) -> str:
    if gap is None:
        return "-"
    return f"{gap.value:+.0%} ({gap.low:+.0%} to {gap.high:+.0%})".replace("%", "")
