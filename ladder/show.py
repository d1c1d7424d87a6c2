"""Tables and boards for a terminal, by rich, from plain data."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ladder.result import UNSCORED, Result

SCORES = {"first": "1-0", "second": "0-1", None: "½-½"}


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line of the standings."""

    name: str
    won: int
    drew: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drew + self.lost

    @property
    def score(self) -> float:
        return (self.won + self.drew / 2) / max(1, self.games)


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


def standings(lines: Sequence[Line]) -> Table:
    table = _table("standings", "#", "player")
    for column in ("games", "won", "drew", "lost", "score"):
        table.add_column(column, justify="right")
    ranked = sorted(lines, key=lambda line: (-line.score, -line.games, line.name))
    for rank, line in enumerate(ranked, 1):
        counts = (line.games, line.won, line.drew, line.lost)
        table.add_row(str(rank), line.name, *map(str, counts), f"{line.score:.1%}")
    return table


def endings(ended: Sequence[Ended]) -> Table:
    table = _table("latest endings", "game", "first", "second", "score", "plies", "how", "why")
    for game in ended:
        score = "-" if game.ending in UNSCORED else SCORES[game.winner]
        names = (_name(game.first), _name(game.second))
        table.add_row(str(game.id), *names, score, str(game.plies), game.ending, Text(game.why))
    return table


def board(game: Running) -> Panel:
    """One running game: the board between the two clocks."""
    lines = [
        _clock(game.second, game.clocks[1], game.mover == "second"),
        Text.from_markup(game.picture),
        _clock(game.first, game.clocks[0], game.mover == "first"),
        Text(f"ply {game.ply}  {game.move}", style="dim"),
    ]
    return Panel(Group(*lines), title=f"game {game.id}", expand=False)


def boards(games: Sequence[Running], most: int) -> RenderableType:
    """As many boards as there is room for, and how many more there are."""
    shown: list[RenderableType] = [board(game) for game in games[:most]]
    if len(games) > most:
        shown.append(Text(f"and {len(games) - most} more games", style="dim"))
    return Columns(shown) if shown else Text("no game is running", style="dim")


def scoreboard(
    lines: Sequence[Line], games: Sequence[Running], ended: Sequence[Ended], most: int
) -> RenderableType:
    """The live view: standings, running games, latest endings."""
    return Group(standings(lines), boards(games, most), endings(ended))


def results(games: Sequence[Result]) -> Table:
    table = _table("results", "id", "first", "second", "score")
    for column in ("plies", "seconds", "lag ms"):
        table.add_column(column, justify="right")
    table.add_column("why")
    for game in games:
        used = f"{game.first_used:.2f} {game.second_used:.2f}"
        names = (_name(game.first), _name(game.second))
        score = SCORES[game.winner] if game.scored else "-"
        table.add_row(
            str(game.id), *names, score, str(game.plies), used, f"{game.lag * 1000:.0f}", Text(game.reason)
        )
    return table


def tally(games: Sequence[Result]) -> list[Line]:
    """Everybody's wins, draws and losses in the games that score."""
    counts: dict[str, list[int]] = {}
    for game in games:
        for name, seat in ((game.first, "first"), (game.second, "second")):
            line = counts.setdefault(name, [0, 0, 0])
            if game.scored:
                line[1 if game.winner is None else 0 if game.winner == seat else 2] += 1
    return [Line(name, *line) for name, line in counts.items()]


def _table(title: str, *columns: str) -> Table:
    return Table(*columns, title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)


def _name(name: str) -> Text:
    return Text(name, no_wrap=True, overflow="ellipsis")


def _clock(name: str, seconds: float, runs: bool) -> Text:
    minutes, rest = divmod(max(0.0, seconds), 60)
    mark = "▶ " if runs else "  "
    return Text(f"{mark}{name[:18]} {minutes:.0f}:{rest:04.1f}", style="bold" if runs else "")
