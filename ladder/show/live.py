"""The live view, fitted to the terminal: what does not fit is left out, never cut off at the bottom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ladder.news import Ended, Running
from ladder.points import Cell
from ladder.result import UNSCORED
from ladder.show.base import SCORES
from ladder.show.grid import Grid, wide

NAME = 12  # columns for a name beside a clock
FRAME = 3  # lines of a board beside its picture


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is on show."""

    progress: str
    grid: Grid
    running: Sequence[Running] = ()
    ended: Sequence[Ended] = ()  # newest first, as the highlights
    highlights: Sequence[str] = ()
    elo: Mapping[str, float] = field(default_factory=dict)
    cells: Mapping[tuple[str, str], Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """How many of each there is room for."""

    players: int
    boards: int
    games: int  # running, a line each, where no board fits
    ended: int
    highlights: int


def scoreboard(scene: Scene, width: int, height: int) -> RenderableType:
    chosen = plan(scene, width, height)
    return Group(
        Text(scene.progress + _hidden(scene, chosen), style="dim", no_wrap=True, overflow="ellipsis"),
        wide(scene.grid, scene.elo, scene.cells, width, chosen.players),
        boards(scene.running, chosen),
        *(_starred(line) for line in scene.highlights[: chosen.highlights]),
        endings(scene.ended[: chosen.ended]),
    )


def plan(scene: Scene, width: int, height: int) -> Plan:
    """The least of everything first, then boards, and what is left to endings and highlights."""
    players = min(len(scene.grid.rows), max(3, (height - 2) // 3))
    least = 1 + (1 + players) + (not scene.running) + bool(scene.highlights) + 2
    room = max(0, height - 1 - least)  # a line stays free for the cursor
    across, tall = _size(scene.running, width)
    rows = min(room // tall, -(-len(scene.running) // across))
    games = 0 if rows else min(len(scene.running), room // 2)
    left = room - rows * tall - games
    highlights = min(len(scene.highlights), 1 + left // 3)
    ended = 1 + left - max(0, highlights - 1)
    return Plan(players, rows * across, games, min(len(scene.ended), ended), highlights)


def boards(games: Sequence[Running], chosen: Plan) -> RenderableType:
    """As many boards as there is room for, or a line for each game."""
    if not games:
        return Text("no game is running", style="dim")
    if chosen.boards:
        return Columns([board(game) for game in games[: chosen.boards]])
    return Group(*(brief(game) for game in games[: chosen.games]))


def board(game: Running) -> Panel:
    """One running game: the board between the two clocks."""
    about = Text(f"game {game.id} ply {game.ply} {game.move}", style="dim", no_wrap=True, overflow="ellipsis")
    return Panel(
        Group(Text.from_markup(game.picture, overflow="crop"), about),
        title=_clock(game.second, game.clocks[1], game.mover == "second"),
        subtitle=_clock(game.first, game.clocks[0], game.mover == "first"),
        width=_width(game),
    )


def brief(game: Running) -> Text:
    """The same in a line."""
    clocks = (
        _clock(name, seconds, game.mover == seat)
        for name, seconds, seat in zip(
            (game.first, game.second), game.clocks, ("first", "second"), strict=True
        )
    )
    line = Text(f"game {game.id} ", no_wrap=True, overflow="ellipsis")
    return line.append(Text(" - ").join(clocks)).append(f"  ply {game.ply} {game.move}", style="dim")


def endings(ended: Sequence[Ended]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for column in ("game", "first", "second", "score", "plies", "how", "why"):
        most = NAME if column in ("first", "second") else None
        table.add_column(column, no_wrap=True, overflow="ellipsis", max_width=most)
    for game in ended:
        score = "-" if game.ending in UNSCORED else SCORES[game.winner]
        texts = (str(game.id), game.first, game.second, score, str(game.plies), game.ending, game.why)
        table.add_row(*(Text(text) for text in texts))
    return table


def _hidden(scene: Scene, chosen: Plan) -> str:
    """What there was no room for."""
    left_out = {
        "players": len(scene.grid.rows) - chosen.players,
        "games": len(scene.running) - (chosen.boards or chosen.games),
    }
    words = [f"{count} more {what}" for what, count in left_out.items() if count > 0]
    return f"; {' and '.join(words)}" if words else ""


def _starred(line: str) -> Text:
    return Text(f"★ {line}", no_wrap=True, overflow="ellipsis")


def _size(running: Sequence[Running], width: int) -> tuple[int, int]:
    """How many boards stand side by side, and how many lines they are high."""
    if not running:
        return 1, 1
    lines = max(game.picture.count("\n") + 1 for game in running)
    return max(1, (width + 1) // (max(map(_width, running)) + 1)), lines + FRAME


def _width(game: Running) -> int:
    picture = Text.from_markup(game.picture).plain.splitlines()
    return max(NAME + 14, 4 + max(map(cell_len, picture), default=0))


def _clock(name: str, seconds: float, runs: bool) -> Text:
    minutes, rest = divmod(max(0.0, seconds), 60)
    mark = "▶ " if runs else ""
    return Text(f"{mark}{name[:NAME]} {minutes:.0f}:{rest:04.1f}", style="bold" if runs else "")
