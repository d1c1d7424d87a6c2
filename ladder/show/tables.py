"""The tables of `referee results`: games, those to be played again, standings, who did what to whom."""

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from ladder.news import Line, ranked
from ladder.points import Cell, Rules, Standing
from ladder.result import Result, counted
from ladder.show.base import SCORES, named, numbers, table

LETTERS = 6  # a cell with more games than this has counts instead


def standings(lines: Sequence[Line]) -> Table:
    shown = table("standings", "#", "player")
    numbers(shown, "games", "won", "drew", "lost", "score")
    for rank, line in enumerate(ranked(lines), 1):
        counts = (line.games, line.won, line.drew, line.lost)
        shown.add_row(str(rank), named(line.name), *map(str, counts), f"{line.score:.1%}")
    return shown


def event_standings(rows: Sequence[Standing], rules: Rules, title: str = "standings") -> Table:
    """By the rules of an event, each of its tie-breaks a column."""
    shown = table(title, "#", "player")
    rested = any(row.bonus for row in rows)
    numbers(shown, "points", "won", "drawn", "lost", *(["rests"] if rested else []), *rules.ties)
    for row in rows:
        counts = [str(row.won), str(row.drawn), str(row.lost)] + ([f"{row.bonus:g}"] if rested else [])
        ties = (f"{value:.10g}" for value in row.ties)
        shown.add_row(str(row.rank), named(row.player), f"{row.points:g}", *counts, *ties)
    return shown


def cross(players: Sequence[str], cells: Mapping[tuple[str, str], Cell]) -> Table:
    """What the player of the row did against each other, in the order given; columns go by number."""
    shown = table("cross table", "#", "player")
    for number in range(1, len(players) + 1):
        shown.add_column(str(number), justify="center", no_wrap=True)
    for number, player in enumerate(players, 1):
        texts = (_cell(player, other, cells) for other in players)
        shown.add_row(str(number), named(player), *texts)
    return shown


def results(games: Sequence[Result]) -> Table:
    shown = table("results", "id", "first", "second", "score")
    numbers(shown, "plies", "seconds", "lag ms")
    shown.add_column("why")
    for game in games:
        used, lag = f"{game.first_used:.2f} {game.second_used:.2f}", f"{game.lag * 1000:.0f}"
        score = SCORES[game.winner] if game.scored else "-"
        names = (named(game.first), named(game.second))
        shown.add_row(str(game.id), *names, score, str(game.plies), used, lag, Text(game.reason))
    return shown


def again(games: Sequence[Result]) -> Table:
    """The games that count for nothing, and whether each has been played again since."""
    played = {(game.event, game.slot): game.id for game in counted(games) if game.slot}
    shown = table("to be played again", "id", "first", "second", "how", "again", "why")
    for game in games:
        if not game.scored:
            since = played.get((game.event, game.slot))
            names = (named(game.first), named(game.second))
            done = "due" if since is None else f"as {since}"
            shown.add_row(str(game.id), *names, game.ending, done, Text(game.reason))
    return shown


def _cell(player: str, other: str, cells: Mapping[tuple[str, str], Cell]) -> str:
    if player == other:
        return "\\"
    cell = cells.get((player, other))
    if cell is None:
        return "·"
    return cell.text if len(cell.text) <= LETTERS else f"+{cell.wins} ={cell.draws} -{cell.losses}"
