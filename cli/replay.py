"""`referee replay`: steps through a stored game, all secrets open."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.text import Text

from cli.database import add_db
from cli.errors import Usage
from cli.keys import keys
from cli.record import Record, load, stored
from cli.scoreboard import told
from ladder.show import Ended

HELP = "next n → space   previous p ←   first f Home   last l End   quit q"


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("id", type=int, metavar="ID", help="the game; see `referee results`")
    add("--at", type=int, metavar="PLY", help="only the board after so many moves")
    add(
        "--all", action="store_true", help="every board, one after another; so too where there is no terminal"
    )
    add_db(parser)


def run(options: Namespace) -> None:
    with stored(options.db) as store:
        record = load(store, options.id)
    last = len(record.moves)
    if options.at is not None and not 0 <= options.at <= last:
        raise Usage(f"game {options.id} has the plies 0 to {last}, not {options.at}")
    console = Console(highlight=False)
    if options.at is not None:
        console.print(frame(record, options.at))
    elif options.all or not (sys.stdin.isatty() and console.is_terminal):
        for ply in range(last + 1):
            console.print(frame(record, ply), "")
    else:
        with keys(sys.stdin.fileno()) as pressed:
            step_through(record, pressed, console)


def step_through(record: Record, pressed: Iterable[str], console: Console) -> None:
    """Show the start, then what each key leads to, until one says quit."""
    ply, last = 0, len(record.moves)
    with console.screen() as screen:
        screen.update(frame(record, ply), Text(f"\n{HELP}", style="dim"))
        for word in pressed:
            if word == "quit":
                break
            ply = turned(ply, word, last)
            screen.update(frame(record, ply), Text(f"\n{HELP}", style="dim"))


def turned(ply: int, word: str, last: int) -> int:
    """The ply to show after a key."""
    return {"next": min(ply + 1, last), "previous": max(ply - 1, 0), "first": 0, "last": last}[word]


def frame(record: Record, ply: int) -> RenderableType:
    """The game after so many moves: who plays, the last move, the board, and at the end how it ended."""
    about = record.about
    lines = [
        Text(f"game {about.id}, {about.game}, {about.control}: {about.first} against {about.second}"),
        Text(f"ply {ply} of {len(record.moves)}: {last_move(record, ply)}", style="bold"),
        Text.from_markup(record.game.picture(record.positions[ply].view(None, reveal=True))),
    ]
    if ply == len(record.moves):
        lines.append(Text(ending(record), style="bold"))
    return Group(*lines)


def last_move(record: Record, ply: int) -> str:
    if ply == 0:
        return "the start"
    move = record.moves[ply - 1]
    if move.by == "chance":
        return f"chance rolled {move.move}"
    player = {"first": record.about.first, "second": record.about.second}[move.by]
    return f"{player} ({move.by}) played {move.move} in {move.used:.3f} s"


def ending(record: Record) -> str:
    result = record.result
    if result is None:
        return "the game has not ended"
    names, plies = (result.first, result.second), result.plies
    return told(Ended(result.id, *names, result.winner, result.ending, plies, result.reason))
