"""`referee results`: the finished games and the table of an event, for people or as JSON lines."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console, RenderableType

from cli.database import DB, add_db
from cli.errors import Usage
from cli.record import stored
from ladder.event import BadEvent, Event, read_event
from ladder.news import ranked, tally
from ladder.placing import place, why
from ladder.points import cross_table
from ladder.result import Result
from ladder.show import again, cross, event_standings, lines, results, standings


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add_db(parser, or_else=", or what --file says")
    add("--event", metavar="NAME", help="only that event's games")
    add("--file", type=Path, metavar="EVENT.toml", help="the event's file: its table by its own rules")
    add("--cross", action="store_true", help="who did what against whom")
    add("--explain", action="store_true", help="why the champion is champion; needs --file")
    add("--json", action="store_true", help="one JSON object a line")
    add("--last", type=int, metavar="N", help="list only the last N games; all count")


def run(options: Namespace) -> None:
    event = read(options.file) if options.file else None
    if options.explain and event is None:
        raise Usage("--explain needs --file: the rules stand in the event's file")
    name = options.event if options.event is not None or event is None else event.name
    with stored(options.db or where(event, options.file)) as store:
        finished = store.results(name)
    listed = finished[-options.last :] if options.last else finished
    if options.json:
        for entry in entries(options, event, finished, listed):
            print(json.dumps(entry))
    else:
        Console().print(*tables(options, event, finished, listed))


def read(path: Path) -> Event:
    """Raises Usage."""
    try:
        return read_event(path.read_text(encoding="utf-8"), str(path))
    except BadEvent as error:
        raise Usage(str(error)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise Usage(f"{path}: {error}") from error


def where(event: Event | None, path: Path) -> str:
    """The results file, which an event's file names from where it stands."""
    if event is None:
        return DB
    return event.db if "://" in event.db else str(path.parent / event.db)


def players(event: Event | None, finished: list[Result]) -> list[str]:
    """Best first."""
    if event:
        return [row.player for row in place(event, finished)]
    return [line.name for line in ranked(tally(finished))]


def tables(
    options: Namespace, event: Event | None, finished: list[Result], listed: list[Result]
) -> Iterator[RenderableType]:
    yield results([game for game in listed if game.scored])
    if not all(game.scored for game in finished):
        yield again(finished)
    if event:
        yield event_standings(place(event, finished), event.rules, f"standings of {event.name}")
    else:
        yield standings(tally(finished))
    if options.cross:
        order = players(event, finished)
        yield cross(order, cross_table(finished, order))
    if options.explain and event:
        yield lines(why(event, finished))


def entries(
    options: Namespace, event: Event | None, finished: list[Result], listed: list[Result]
) -> Iterator[dict[str, object]]:
    yield from map(as_json, listed)
    if event:
        for row in place(event, finished):
            yield (
                {"kind": "standing"}
                | asdict(row)
                | {"ties": dict(zip(event.rules.ties, row.ties, strict=True))}
            )
    if options.cross:
        for (player, opponent), cell in cross_table(finished, players(event, finished)).items():
            yield {"kind": "meeting", "player": player, "opponent": opponent} | asdict(cell)
    if options.explain and event:
        yield {"kind": "explanation", "text": why(event, finished)}


def as_json(game: Result) -> dict[str, object]:
    return {
        "kind": "game",
        "id": game.id,
        "game": game.game,
        "event": game.event,
        "slot": game.slot,
        "first": game.first,
        "second": game.second,
        "winner": game.victor,
        "scored": game.scored,
        "ending": game.ending,
        "reason": game.reason,
        "plies": game.plies,
        "first_seconds": round(game.first_used, 6),
        "second_seconds": round(game.second_used, 6),
        "lag_seconds": round(game.lag, 6),
    }
