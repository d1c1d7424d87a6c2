"""What a scoreboard knows: who stands how, which games run, which ended, and how long it will take. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from ladder.result import Result, counted


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line of the standings."""

    name: str
    won: int = 0
    drew: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drew + self.lost

    @property
    def score(self) -> float:
        return (self.won + self.drew / 2) / max(1, self.games)

    def after(self, fate: str) -> "Line":
        """With one more game that was "won", "drew" or "lost"."""
        counts = {name: getattr(self, name) + (name == fate) for name in ("won", "drew", "lost")}
        return Line(self.name, **counts)


@dataclass(frozen=True, slots=True)
class Running:
    """A game in progress."""

    id: int
    first: str
    second: str
    clocks: tuple[float, float]  # seconds left for the next move
    mover: str
    ply: int
    move: str
    picture: str  # rich markup


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over."""

    id: int
    first: str
    second: str
    winner: str | None  # "first", "second"
    ending: str
    plies: int
    why: str

    @property
    def victor(self) -> str | None:
        return {"first": self.first, "second": self.second, None: None}[self.winner]


def tally(games: Sequence[Result]) -> list[Line]:
    """Everybody's wins, draws and losses in the games that count."""
    lines = {name: Line(name) for game in games for name in (game.first, game.second)}
    for game in counted(games):
        for name in (game.first, game.second):
            lines[name] = lines[name].after(fate(game.victor, name))
    return list(lines.values())


def fate(victor: str | None, player: str) -> str:
    return "drew" if victor is None else "won" if victor == player else "lost"


def ranked(lines: Sequence[Line]) -> list[Line]:
    """Where no rules are named: by the share of what could be won."""
    return sorted(lines, key=lambda line: (-line.score, -line.games, line.name))


def progress(done: int, total: int | None, fresh: int, seconds: float) -> str:
    """How far it is, in a line; the pace is that of the `fresh` games that ended in the last `seconds`."""
    pace = fresh / seconds if fresh and seconds > 0 else 0.0
    speed = f", {60 * pace:.1f} a minute" if pace else ""
    if total is None:
        return f"{done} games{speed}"
    share = f"{done} of {total} games, {done / max(1, total):.0%}{speed}"
    left = total - done
    return f"{share}, about {span(left / pace)} to go" if pace and left > 0 else share


def span(seconds: float) -> str:
    """A time for people: two units are enough."""
    minutes, hours = divmod(round(seconds), 60), divmod(round(seconds / 60), 60)
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{minutes[0]} min {minutes[1]:02} s" if seconds < 3600 else f"{hours[0]} h {hours[1]:02} min"
