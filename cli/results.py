"""`referee results`: the finished games, for people or as JSON lines."""

import json
from argparse import ArgumentParser, Namespace

from rich.console import Console

from cli.errors import Usage
from ladder.result import Result
from ladder.show import results, standings, tally
from ladder.store import Store, StoreError


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--db",
        default="referee.db",
        metavar="FILE",
        help="results file, or a database URL (default referee.db)",
    )
    add("--json", action="store_true", help="one JSON object a line")
    add("--last", type=int, metavar="N", help="only the last N games")


def run(options: Namespace) -> None:
    try:
        store = Store(options.db, create=False)
        finished = store.results()
        store.close()
    except StoreError as error:
        raise Usage(str(error)) from error
    chosen = finished[-options.last :] if options.last else finished
    if options.json:
        for game in chosen:
            print(json.dumps(as_json(game)))
    else:
        Console().print(results(chosen), standings(tally(finished)))


def as_json(game: Result) -> dict[str, object]:
    names = {"first": game.first, "second": game.second}
    return {
        "id": game.id,
        "game": game.game,
        "first": game.first,
        "second": game.second,
        "winner": names[game.winner] if game.winner else None,
        "ending": game.ending,
        "reason": game.reason,
        "plies": game.plies,
        "first_seconds": round(game.first_used, 6),
        "second_seconds": round(game.second_used, 6),
        "lag_seconds": round(game.lag, 6),
    }
