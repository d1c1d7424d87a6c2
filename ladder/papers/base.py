"""A table of a paper as data: who met whom, at what time, how often, and what was printed.

A cell that the text of a paper has lost is None, never guessed; `notes` say what is uncertain.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ladder.formats.meetings import Pairs
from ladder.statistics import Interval, wilson


@dataclass(frozen=True, slots=True)
class Score:
    """Counts from the view of the row's player."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def rate(self) -> Interval:
        """The share of the points, a draw being half of one."""
        return wilson(self.wins + self.draws / 2, self.games)

    def __add__(self, other: "Score") -> "Score":
        return Score(self.wins + other.wins, self.losses + other.losses, self.draws + other.draws)

    def __str__(self) -> str:
        return f"{self.wins}-{self.losses}-{self.draws}"


def summed(scores: Iterable[Score | None]) -> Score:
    """Of those that are known."""
    return sum((score for score in scores if score), Score())


@dataclass(frozen=True, slots=True)
class Row:
    player: str  # an engine of ours
    opponent: str  # another
    called: str  # what the paper calls the two, if it has them
    lines: tuple[Score | None, ...]  # as printed: for each seat, or for both together, or nothing

    @property
    def printed(self) -> Score:
        return summed(self.lines)


@dataclass(frozen=True, slots=True)
class Table:
    name: str  # one word, as on the command line
    paper: str
    about: str
    rows: tuple[Row, ...]
    seconds: float  # a move
    seat_games: int  # of each row in each seat
    games: tuple[str, ...] = ("geister",)  # the game, or maps taken in turn
    per: str = "move"  # or "turn", or "" where the seconds are for the whole game
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        met = {frozenset((row.player, row.opponent)) for row in self.rows}
        if len(met) != len(self.rows) or any(len(pair) != 2 for pair in met):
            raise ValueError(f"{self.name}: a row needs two players, who meet in no other row")
        if self.seat_games < 1 or self.seconds < 0.001:
            raise ValueError(f"{self.name}: a table needs a game a seat, and a millisecond a move, at least")

    @property
    def total(self) -> int:
        """How many games it has."""
        return 2 * self.seat_games * len(self.rows)

    @property
    def pairs(self) -> Pairs:
        return tuple((row.player, row.opponent) for row in self.rows)

    @property
    def engines(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for pair in self.pairs for name in pair))

    @property
    def control(self) -> str:
        """The time control in the referee's notation, which knows milliseconds."""
        seconds = f"{self.seconds:.3f}".rstrip("0").rstrip(".")
        return f"{seconds}/{self.per}" if self.per else seconds

    @property
    def pace(self) -> str:
        return f"{self.seconds:g} s a {self.per or 'game'}"
