"""`referee ladder`: ratings with error bars, or two players compared, for people or as JSON lines."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict
from math import isfinite

import numpy as np
from rich.console import Console

from cli.database import add_db
from cli.errors import Usage
from cli.record import stored
from ladder import show
from ladder.rating import Model, Ratings, rate
from ladder.result import Result, counted
from ladder.sprt import Sprt
from ladder.statistics import Interval, difference, superiority, wilson
from ladder.versus import Versus, versus

SEED = 1  # of the simulations: the same results give the same page


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add_db(parser)
    add("--game", metavar="G", help="only that game; a family such as tubstap is all its maps")
    add("--event", metavar="E", help="only that event's games")
    add("--anchor", action="append", default=[], metavar="NAME=ELO", help="hold a rating fixed; repeatable")
    add("--simulations", type=int, default=200, metavar="N", help="for the errors (default 200; 0 for none)")
    add("--versus", nargs=2, metavar=("A", "B"), help="compare two players by the games between them")
    add("--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"), help="with --versus: test these Elo bounds")
    add("--json", action="store_true", help="one JSON object a line")


def run(options: Namespace) -> None:
    test = sprt(options)
    with stored(options.db) as store:
        games = [game for game in counted(store.results(options.event)) if of_game(game, options.game)]
    if options.versus:
        compare(options, games, test)
    else:
        rank(options, games)


def sprt(options: Namespace) -> Sprt | None:
    """Raises Usage."""
    if options.sprt is None:
        return None
    if not options.versus:
        raise Usage("--sprt goes with --versus A B")
    low, high = options.sprt
    if not (isfinite(low) and isfinite(high) and low < high):
        raise Usage("--sprt LOW HIGH: the low bound must be below the high one")
    return Sprt(low, high)


def of_game(game: Result, wanted: str | None) -> bool:
    return wanted is None or game.game == wanted or game.game.startswith(f"{wanted}/")


def anchors(words: list[str], games: list[Result]) -> dict[str, float]:
    """Raises Usage."""
    known = {name for game in games for name in (game.first, game.second)}
    found: dict[str, float] = {}
    for word in words:
        name, _, elo = word.rpartition("=")
        if not _is_number(elo):
            raise Usage(f"--anchor: not NAME=ELO: {word!r}")
        if name not in known:
            raise Usage(f"--anchor: {name!r} has played no such game")
        found[name] = float(elo)
    return found


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def rank(options: Namespace, games: list[Result]) -> None:
    model = Model(anchors=anchors(options.anchor, games))
    found = rate(games, model, max(0, options.simulations), np.random.default_rng(SEED))
    if options.json:
        for entry in rating_entries(found, games):
            print(json.dumps(entry))
    else:
        Console().print(show.ratings(found), show.pool(found, games))


def compare(options: Namespace, games: list[Result], test: Sprt | None) -> None:
    one, two = options.versus
    found = versus(games, one, two)
    if not sum(found.games):
        raise Usage(f"{options.db}: no game between {one!r} and {two!r} counts")
    if options.json:
        print(json.dumps(versus_entry(found, test)))
    else:
        Console().print(show.versus(found, test))


def rating_entries(found: Ratings, games: list[Result]) -> Iterator[dict[str, object]]:
    for rank, row in enumerate(found.table, 1):
        share = bounds(wilson(row.score, row.games))
        yield {"kind": "rating", "rank": rank} | asdict(row) | {"rate": share}
    yield {
        "kind": "pool",
        "games": len(games),
        "advantage": found.advantage,
        "advantage_error": found.advantage_error,
        "first_rate": bounds(wilson(sum(game.first_score for game in games), len(games))),
        "draws": sum(game.winner is None for game in games),
        "even_draw_rate": found.draw_rate,
        "simulations": found.simulations,
        "method": show.about_errors(found),
    }


def versus_entry(found: Versus, test: Sprt | None) -> dict[str, object]:
    lost, _, won = found.games
    entry: dict[str, object] = {
        "kind": "versus",
        "one": found.one,
        "two": found.two,
        "games": found.games,
        "games_elo": bounds(difference(found.games)),
        "superiority": superiority(won, lost),
        "pairs": found.pairs,
        "pairs_elo": bounds(difference(found.pairs)),
    }
    return entry if test is None else entry | {"sprt": asdict(test) | asdict(test.judge(found.scores))}


def bounds(interval: Interval) -> list[float | None]:
    """Low, value and high; JSON has no infinity."""
    return [value if isfinite(value) else None for value in (interval.low, interval.value, interval.high)]
