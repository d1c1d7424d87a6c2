"""A paper's numbers and ours, side by side. Pure; `results` are those of the table's event alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from ladder.formats.meetings import original
from ladder.papers.base import Row, Score, Table, summed
from ladder.result import Result, counted
from ladder.statistics import Interval


@dataclass(frozen=True, slots=True)
class Comparison:
    row: Row
    seats: tuple[Score, Score]  # ours: as the first to move, and as the second
    unruly: Counter[str]  # endings of games of ours that the rules did not decide

    @property
    def ours(self) -> Score:
        return summed(self.seats)

    @property
    def difference(self) -> Interval | None:
        """Ours less theirs; None while one of the two has no game."""
        printed, ours = self.row.printed, self.ours
        return difference(ours.rate, printed.rate) if printed.games and ours.games else None


def compare(table: Table, results: Iterable[Result]) -> list[Comparison]:
    """A comparison for each row, whatever has been played so far."""
    games = counted(results)
    return [_compare(row, games) for row in table.rows]


def difference(one: Interval, two: Interval) -> Interval:
    """The difference of two shares, with Newcombe's interval made from Wilson's of each."""
    value = one.value - two.value
    down = sqrt((one.value - one.low) ** 2 + (two.high - two.value) ** 2)
    up = sqrt((one.high - one.value) ** 2 + (two.value - two.low) ** 2)
    return Interval(value - down, value, value + up)


def _compare(row: Row, games: Sequence[Result]) -> Comparison:
    first = [game for game in games if _seats(game) == (row.player, row.opponent)]
    second = [game for game in games if _seats(game) == (row.opponent, row.player)]
    unruly = Counter(game.ending for game in (*first, *second) if game.ending != "rules")
    return Comparison(row, (_score(first, "first"), _score(second, "second")), unruly)


def _seats(game: Result) -> tuple[str, str]:
    return original(game.first), original(game.second)


def _score(games: Sequence[Result], seat: str) -> Score:
    wins = sum(game.winner == seat for game in games)
    draws = sum(game.winner is None for game in games)
    return Score(wins, len(games) - wins - draws, draws)
