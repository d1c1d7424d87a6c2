"""`referee reproduce TABLE`: a paper's table played anew, and both side by side; run again, it goes on."""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, redirect_stdout
from dataclasses import replace
from pathlib import Path

from rich.console import Console

import games
from cli.errors import Usage
from cli.record import stored
from cli.run import carry_out
from engines import CATALOGUE as ENGINES
from engines import plays
from ladder.event import Entrant, Event
from ladder.formats.meetings import Meetings, original, with_copies
from ladder.papers import CATALOGUE, Comparison, Score, Table, compare
from ladder.points import Rules
from ladder.result import Result
from ladder.show.papers import markdown, papers, side_by_side, unruly
from ladder.statistics import Interval

# Our engines stop by themselves; a busy machine must not decide a game, nor one that compiles at first.
MARGIN = 2.0  # seconds past the limit that are forgiven
ABSENCE = 600.0  # seconds that a player may be late


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("table", nargs="?", metavar="TABLE", help="of a paper; without one, the tables there are")
    add("--scale", type=float, default=1.0, metavar="F", help="so much of the games and the time, e.g. 0.1")
    add("--games", type=int, metavar="N", help="games of each row in each seat, instead of the paper's")
    add("--seconds", type=float, metavar="S", help="a move, instead of the paper's time")
    add("--concurrency", type=int, metavar="N", help="games at once (default: one for each processor)")
    add("--db", metavar="FILE", help="results file (default reproduce-TABLE.db); may hold several runs")
    add("--seed", type=int, default=0, metavar="N", help="of the engines' chance (default 0)")
    add("--show", action="store_true", help="the table as far as it is played; play nothing")
    add("--headless", action="store_true", help="plain log lines instead of the scoreboard")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the table as one JSON object a line")
    form.add_argument("--markdown", action="store_true", help="the table as Markdown")


def run(options: Namespace) -> None:
    if options.table is None:
        Console().print(papers(list(CATALOGUE.values())))
        return
    wanted = find(options.table)
    played = scaled(wanted, options)
    db = options.db or f"reproduce-{wanted.name}.db"
    form, event = event_of(played, db, options)
    if options.show:
        print_table(options, wanted, played, form.own(recorded(db, event.name)))
        return
    # What is asked for as data is alone on stdout.
    with redirect_stdout(sys.stderr) if options.json or options.markdown else nullcontext():
        results, interrupted = play(played, event, options)
    print_table(options, wanted, played, form.own(results))
    if interrupted:
        print("to go on, give the same command again", file=sys.stderr)


def find(name: str) -> Table:
    """Raises Usage."""
    if name not in CATALOGUE:
        raise Usage(f"no table is called {name!r}; there are {', '.join(CATALOGUE)}")
    return CATALOGUE[name]


def scaled(table: Table, options: Namespace) -> Table:
    """With the time and the number of games that are asked for. Raises Usage."""
    if not 0 < options.scale < float("inf"):
        raise Usage("--scale must be a number above 0")
    seconds = table.seconds * options.scale if options.seconds is None else options.seconds
    fewer = max(1, round(table.seat_games * options.scale)) if options.games is None else options.games
    if fewer < 1 or not 0.001 <= seconds < 1e7:
        raise Usage(f"{table.name} needs at least a game a seat and 0.001 s, not {fewer} and {seconds:g} s")
    return replace(table, seconds=round(seconds, 3), seat_games=fewer)


def event_of(table: Table, db: str, options: Namespace) -> tuple[Meetings, Event]:
    """The event's name has all that makes games differ in kind; more of the same kind may be added later."""
    concurrency = len(os.sched_getaffinity(0)) if options.concurrency is None else options.concurrency
    if concurrency < 1:
        raise Usage("--concurrency must be at least 1")
    concurrency = min(concurrency, table.total)  # more copies than games would wait for nothing
    players = with_copies(table.pairs, concurrency)
    form = Meetings(players, table.games, table.pairs, 2 * table.seat_games)
    return form, Event(
        name=f"{table.name} {table.control} seed {options.seed}",
        control=table.control,
        db=db,
        format=form,
        rules=Rules(win=1.0, draw=0.5),
        entrants=tuple(Entrant(name, "engine", engine=original(name)) for name in players),
        concurrency=concurrency,
        seed=options.seed,
        absence=ABSENCE,
        margin=MARGIN,
    )


def play(table: Table, event: Event, options: Namespace) -> tuple[list[Result], bool]:
    """The event's results, and whether it was interrupted. Raises Usage, Failure."""
    for name in table.engines:
        if name not in ENGINES:
            raise Usage(f"{table.name}: no engine is called {name!r}")
        if not plays(name, table.games[0]):
            raise Usage(f"{table.name}: {name} does not play {table.games[0]}")
    playable = {name: games.find(name) for name in table.games}
    logs = Path(event.db).with_name(f"{Path(event.db).stem}-logs")
    return carry_out(event, playable, event.db, logs, Path.cwd(), options.headless)


def recorded(db: str, event: str) -> list[Result]:
    """Raises Usage."""
    with stored(db) as store:
        results = store.results(event)
        others = sorted({result.event for result in store.results() if result.event}) if not results else []
    if others:
        raise Usage(f"{db}: no game of {event!r}; there are games of {', '.join(map(repr, others))}")
    return results


def print_table(options: Namespace, wanted: Table, played: Table, results: Sequence[Result]) -> None:
    found = compare(played, results)
    if options.json:
        for entry in entries(wanted, played, found):
            print(json.dumps(entry))
    elif options.markdown:
        print(markdown(wanted, played, found))
    else:
        Console().print(side_by_side(wanted, played, found))


def entries(wanted: Table, played: Table, found: Sequence[Comparison]) -> Iterator[dict[str, object]]:
    yield {
        "kind": "table",
        "table": wanted.name,
        "paper": wanted.paper,
        "seconds": {"paper": wanted.seconds, "ours": played.seconds, "per": wanted.per or "game"},
        "games_a_seat": {"paper": wanted.seat_games, "ours": played.seat_games},
        "games": {"played": sum(one.ours.games for one in found), "wanted": played.total},
        "notes": [*wanted.notes, *unruly(found)],
    }
    for one in found:
        yield {
            "kind": "row",
            "player": one.row.player,
            "opponent": one.row.opponent,
            "called": one.row.called,
            "paper": {"lines": [line and counts(line) for line in one.row.lines]} | share(one.row.printed),
            "ours": {"first": counts(one.seats[0]), "second": counts(one.seats[1])} | share(one.ours),
            "difference": one.difference and bounds(one.difference),
            "not_by_the_rules": dict(one.unruly),
        }


def counts(score: Score) -> list[int]:
    """Wins, losses and draws."""
    return [score.wins, score.losses, score.draws]


def share(score: Score) -> dict[str, object]:
    return {"both": counts(score), "rate": bounds(score.rate) if score.games else None}


def bounds(interval: Interval) -> list[float]:
    """Low, value and high."""
    return [round(value, 6) for value in (interval.low, interval.value, interval.high)]
