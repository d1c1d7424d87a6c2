"""A row for each player with as much as the width allows: standing, rating, bar, cross table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from ladder.news import Line, ranked
from ladder.points import Cell, Rules, Standing
from ladder.show.bar import NARROW, Bar, Scale

NAME = 18  # columns for a name
BAR = 30
LETTERS = 2  # a cell with more games than this has points instead


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns with their names; the second one is the player."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def widths(self) -> list[int]:
        return [max(map(cell_len, column)) for column in zip(self.header, *self.rows, strict=True)]

    def plus(self, header: Sequence[str], columns: Sequence[Sequence[str]]) -> "Grid":
        rows = zip(self.rows, columns, strict=True)
        return Grid((*self.header, *header), tuple((*row, *more) for row, more in rows))

    def players(self) -> list[str]:
        return [row[1] for row in self.rows]


def of_lines(lines: Sequence[Line]) -> Grid:
    """Where no rules are named."""
    rows = (
        (str(rank), line.name, *map(str, (line.games, line.won, line.drew, line.lost)), f"{line.score:.1%}")
        for rank, line in enumerate(ranked(lines), 1)
    )
    return Grid(("#", "player", "games", "won", "drew", "lost", "score"), tuple(rows))


def of_event(table: Sequence[Standing], rules: Rules) -> Grid:
    """By the rules of an event."""
    rows = (
        (
            *(str(row.rank), row.player, f"{row.points:g}"),
            *map(str, (row.won, row.drawn, row.lost)),
            *(f"{value:.6g}" for value in row.ties),
        )
        for row in table
    )
    return Grid(("#", "player", "points", "won", "drawn", "lost", *rules.ties), tuple(rows))


def wide(
    grid: Grid, elo: Mapping[str, float], cells: Mapping[tuple[str, str], Cell], width: int, most: int
) -> Table:
    """The first `most` rows; ratings, then bars, then the cross table are added while there is room."""
    players = grid.players()
    bar = 0
    if elo and _room(rated := _rated(grid, elo), width) >= 0:
        grid, bar = rated, _room(rated, width) - 1
        crossed = _crossed(grid, cells)
        if cells and _room(crossed, width) - 1 >= NARROW:
            grid, bar = crossed, _room(crossed, width) - 1
    return _drawn(grid, players, elo, min(BAR, bar) if bar >= NARROW else 0, most)


def _room(grid: Grid, width: int) -> int:
    """What is left of the width."""
    widths = grid.widths()
    widths[1] = min(NAME, widths[1])
    return width - sum(widths) - len(widths) + 1


def _rated(grid: Grid, elo: Mapping[str, float]) -> Grid:
    return grid.plus(["Elo"], [[f"{elo[name]:.0f}" if name in elo else "-"] for name in grid.players()])


def _crossed(grid: Grid, cells: Mapping[tuple[str, str], Cell]) -> Grid:
    players = grid.players()
    numbers = [str(number) for number in range(1, len(players) + 1)]
    return grid.plus(numbers, [[_cell(one, two, cells) for two in players] for one in players])


def _cell(one: str, two: str, cells: Mapping[tuple[str, str], Cell]) -> str:
    cell = cells.get((one, two))
    if cell is None:
        return "\\" if one == two else "·"
    if len(cell.text) <= LETTERS:
        return cell.text
    whole, half = cell.wins + cell.draws // 2, "½" if cell.draws % 2 else ""
    return f"{whole}{half}" if whole else half or "0"


def _drawn(grid: Grid, players: Sequence[str], elo: Mapping[str, float], bar: int, most: int) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for name in grid.header:
        table.add_column(name, justify="left" if name == "player" else "right", no_wrap=True)
    table.columns[1].max_width = NAME
    scale = Scale.over(elo.values())
    if bar:
        table.add_column("")
    for row in grid.rows[:most]:
        cells = [Text(text, overflow="ellipsis") for text in row]
        drawn = Bar(elo[row[1]], None, scale).drawn(bar) if bar and row[1] in elo else ""
        table.add_row(*cells, *([Text(drawn, style="cyan")] if bar else []))
    return table
