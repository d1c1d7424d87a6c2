"""`referee export`: one game in the format of its kind, or all results for other tools."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import track

from cli.database import add_db
from cli.errors import Failure, Usage
from cli.formats import formats_of
from cli.record import load, stored
from cli.whole import write_whole
from ladder.export import to_csv, to_pgn
from ladder.result import Result, counted
from ladder.store import Store

TABLES = {"csv": to_csv, "pgn": to_pgn}


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("id", nargs="?", type=int, metavar="ID", help="the game; see `referee results`")
    add("--results", choices=TABLES, help="all results instead of one game")
    add(
        "--as",
        dest="format",
        metavar="FORMAT",
        help="json for every game; gat for Geister, sgf for Go and Amazons",
    )
    add("--event", metavar="E", help="with --results: only those of that event")
    add("--check", action="store_true", help="with --results: replay every game by the rules first")
    add("-o", dest="out", type=Path, metavar="FILE", help="write to a file instead of the terminal")
    add_db(parser)


def run(options: Namespace) -> None:
    if (options.id is None) == (options.results is None):
        raise Usage("say either the ID of a game or --results csv|pgn")
    if options.results and options.format:
        raise Usage("--as goes with the ID of a game")
    if options.id is not None and (options.event is not None or options.check):
        raise Usage("--event and --check go with --results")
    with stored(options.db) as store:
        text = results_text(store, options) if options.results else game_text(store, options)
    deliver(text, options.out)


def game_text(store: Store, options: Namespace) -> str:
    record = load(store, options.id)
    formats = formats_of(record.about.game)
    name = options.format or next(iter(formats))
    if name not in formats:
        raise Usage(f"{record.about.game} has no format {name!r}; there are {', '.join(formats)}")
    return formats[name](record)


def results_text(store: Store, options: Namespace) -> str:
    results = store.results(options.event)
    if options.check:
        check(store, results)
    chosen = counted(results) if options.results == "pgn" else results
    return TABLES[options.results](chosen, store.started())


def check(store: Store, results: list[Result]) -> None:
    """Replay every game. Raises Failure for those that disagree with the rules."""
    faults = [fault for result in progress(results) if (fault := fault_of(store, result.id))]
    if faults:
        more = f" (and {len(faults) - 1} more games)" if len(faults) > 1 else ""
        raise Failure(f"{faults[0]}{more}")


def fault_of(store: Store, id: int) -> str | None:
    try:
        load(store, id)
    except Failure as fault:
        return str(fault)
    return None


def progress(results: list[Result]) -> Iterator[Result]:
    console = Console(stderr=True)
    yield from track(results, "replaying", console=console, transient=True, disable=not console.is_terminal)


def deliver(text: str, out: Path | None) -> None:
    if out is None:
        print(text, end="")
        return
    try:
        write_whole(out, text)
    except OSError as error:
        raise Failure(f"{out}: {error.strerror}") from error
