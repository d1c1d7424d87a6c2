"""The tables of `referee ladder`: ratings with their error bars, and two players compared."""

from collections.abc import Sequence
from itertools import chain

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ladder.explain import explain_test
from ladder.rating import Rating, Ratings
from ladder.result import Result
from ladder.show.bar import Bar, Scale
from ladder.show.base import lines, named, numbers, table
from ladder.sprt import Sprt
from ladder.statistics import Interval, difference, superiority, wilson
from ladder.versus import Versus


def ratings(found: Ratings) -> Table:
    """The strongest first, each with the likelihood of being stronger than the next."""
    scale = Scale.over(chain.from_iterable(ends(row) for row in found.table))
    shown = table("ratings", "#", "player")
    numbers(shown, "Elo", "±")
    shown.add_column(f"{scale.left:.0f}…{scale.right:.0f}")  # alone gives way where it is narrow
    numbers(shown, "games", "score", "% (Wilson)", "LOS")
    for rank, row in enumerate(found.table, 1):
        rate = wilson(row.score, row.games)
        percent = f"{rate.value:.1%} ({rate.low:.0%}-{rate.high:.0%})".replace("%", "")
        shown.add_row(
            *(str(rank), named(row.player), f"{row.elo:.0f}", _or_dash(row.error, ".0f")),
            Bar(row.elo, row.error, scale),
            *(str(row.games), f"{row.score:g}", percent, _or_dash(row.superiority, ".0%")),
        )
    return shown


def ends(row: Rating) -> tuple[float, float]:
    error = row.error or 0.0
    return row.elo - error, row.elo + error


def pool(found: Ratings, games: Sequence[Result]) -> Text:
    """What the games say about the first seat and about draws. They must all count."""
    first = wilson(sum(game.first_score for game in games), len(games))
    drawn = sum(game.winner is None for game in games) / max(1, len(games))
    error = "" if found.advantage_error is None else f" ± {found.advantage_error:.0f}"
    seat = f"{round(found.advantage):+d}{error} Elo"
    return lines(
        f"first seat: {seat}; it scored {_share(first)} of {len(games)} games",
        f"draws: {drawn:.1%} of the games, {found.draw_rate:.1%} expected between equals",
        about_errors(found),
    )


def about_errors(found: Ratings) -> str:
    """How the error bars came about, in a line."""
    if not found.simulations:
        return "errors: none without simulations"
    return f"errors: 95 %, from {found.simulations} refitted simulations of the games; LOS: over the next"


def versus(found: Versus, test: Sprt | None = None) -> RenderableType:
    """Game by game and by pairs: counts, Elo difference and the likelihood of superiority."""
    shown = table(f"{found.one} against {found.two}", "by", "counts from worst to best")
    numbers(shown, "Elo", "95 %", "LOS")
    lost, _, won = found.games
    shown.add_row("games", _counts("0 ½ 1", found.games), *_elo(found.games), f"{superiority(won, lost):.1%}")
    if sum(found.pairs):
        fewer, more = sum(found.pairs[:2]), sum(found.pairs[3:])
        counts = _counts("0 ½ 1 1½ 2", found.pairs)
        shown.add_row("pairs", counts, *_elo(found.pairs), f"{superiority(more, fewer):.1%}")
    if test is None:
        return shown
    return Group(shown, lines(explain_test(test, test.judge(found.scores), found.one, found.two)))


def _counts(names: str, counts: Sequence[int]) -> str:
    return "  ".join(f"{name}:{count}" for name, count in zip(names.split(), counts, strict=True))


def _elo(counts: Sequence[int]) -> tuple[str, str]:
    found = difference(counts)
    low, value, high = (f"{round(bound, 1) + 0.0:+.1f}" for bound in (found.low, found.value, found.high))
    return value, f"{low} to {high}"


def _share(rate: Interval) -> str:
    return f"{rate.value:.1%} ({rate.low:.1%} to {rate.high:.1%})"


def _or_dash(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)
