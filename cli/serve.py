"""`referee serve`: the referee in this terminal, with its scoreboard or its log."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from rich.console import Console
from rich.live import Live

import games
from cli.database import add_db
from cli.errors import Failure, Usage
from cli.printer import Printer
from cli.scoreboard import Log, Scoreboard
from games.base import BadText, Game, UnknownGame
from ladder.event import Event
from ladder.result import Result
from ladder.store import Store, StoreError
from protocol.clock import BadControl, Control
from protocol.match import Terms
from server import app
from server.doors import Address, Door, Ports, cgos_doors, gat_doors, tubstap_doors
from server.feed import Watcher
from server.settings import Settings


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--game", default="geister", metavar="G", help="what is played (default geister); see `referee games`"
    )
    add(
        "--control",
        default="600,10/move",
        metavar="C",
        help="time control (default 600,10/move); 1/move, 10/turn, 300, 300+3, 60~0.25",
    )
    add(
        "--tcp",
        default="127.0.0.1:7700",
        metavar="HOST:PORT",
        help="native protocol (default 127.0.0.1:7700)",
    )
    add(
        "--ws",
        default="127.0.0.1:7701",
        metavar="HOST:PORT",
        help="the same by websocket (default 127.0.0.1:7701)",
    )
    add(
        "--gat",
        action="append",
        default=[],
        metavar="[NAME@]HOST:PORT,HOST:PORT",
        help="ports of GAT clients that play first and second, both one player's if named; repeatable",
    )
    add(
        "--tubstap",
        nargs="?",
        const="127.0.0.1:7777",
        metavar="HOST:PORT",
        help="port of TUBSTAP's own network clients (127.0.0.1:7777 if none is given)",
    )
    add("--cgos", metavar="HOST:PORT", help="port of clients and viewers of CGOS, for 9x9 Go")
    add("--matches", type=int, metavar="N", help="stop cleanly after N finished games")
    add_db(parser)
    add("--headless", action="store_true", help="plain log lines instead of the scoreboard")
    add("--seed", type=int, metavar="N", help="of the dice, so that a run can be repeated")
    add(
        "--illegal",
        choices=("loses", "again"),
        default="loses",
        help="what an illegal move does (default loses)",
    )
    add(
        "--margin",
        type=float,
        default=0.05,
        metavar="S",
        help="seconds past the limit that are forgiven (0.05)",
    )
    add(
        "--gat-gap",
        type=float,
        default=0.05,
        metavar="S",
        help="seconds between two lines to one GAT client, charged to nobody (default 0.05)",
    )
    add("--gat-quirks", action="store_true", help="imitate two habits of the GAT reference server")
    add("--login-limit", type=float, default=30.0, metavar="S", help="seconds to say who one is (default 30)")
    add(
        "--grace",
        type=float,
        default=30.0,
        metavar="S",
        help="seconds for running games when stopped (default 30)",
    )
    add("--per-address", type=int, default=64, metavar="N", help="connections from one address (default 64)")
    add("--feed-delay", type=float, default=0.0, metavar="S", help="seconds by which watchers are behind")


def settings_of(options: Namespace) -> Settings:
    """Raises Usage."""
    try:
        game = games.find(options.game)
        return Settings(
            game=game,
            terms=Terms(Control.parse(options.control), options.margin, options.illegal == "loses"),
            tcp=Address.parse(options.tcp) if options.tcp else None,
            ws=Address.parse(options.ws) if options.ws else None,
            doors=_doors(options, game),
            matches=options.matches,
            seed=options.seed,
            login_limit=options.login_limit,
            grace=options.grace,
            per_address=options.per_address,
            feed_delay=options.feed_delay,
        )
    except (UnknownGame, BadText, BadControl, ValueError) as error:
        raise Usage(str(error)) from error


def _doors(options: Namespace, game: Game) -> tuple[Door, ...]:
    doors = [door for text in options.gat for door in gat_doors(text, options.gat_gap, options.gat_quirks)]
    if options.tubstap:
        doors += tubstap_doors(options.tubstap, game)
    if options.cgos:
        doors += cgos_doors(options.cgos)
    return tuple(doors)


def run(options: Namespace) -> None:
    settings = settings_of(options)
    if options.gat and settings.game.name != "geister":
        raise Usage("--gat is for Geister")
    if options.cgos and settings.game.name.partition("/")[0] != "go9":
        raise Usage("--cgos is for 9x9 Go; say --game go9")
    try:
        store = Store(options.db)
        store.claim()
    except StoreError as error:
        raise Usage(str(error)) from error
    try:
        serve(settings, store, options.headless)
    finally:
        store.close()


Say = Callable[[str], None]


@contextmanager
def board_and_log(
    headless: bool, event: Event | None = None, past: Sequence[Result] = ()
) -> Iterator[tuple[Watcher, Say]]:
    """A scoreboard, or log lines where there is no terminal: who hears the feed, and a way to say more."""
    console = Console()
    if headless or not console.is_terminal:
        printer = Printer()
        try:
            yield Log(printer.write).hear, printer.write
        finally:
            printer.close()
    else:
        board = Scoreboard(console, event.format.total if event else None, event, past)
        with Live(board, console=console, refresh_per_second=4):
            yield board.hear, partial(console.print, highlight=False, soft_wrap=True)


def serve(
    settings: Settings, store: Store, headless: bool, ready: Callable[[Ports], None] = lambda _: None
) -> None:
    """Serve with a scoreboard in the terminal, or with log lines where there is none. Raises Failure."""
    with board_and_log(headless) as (watcher, say):

        def announce(ports: Ports) -> None:
            for what, address in ports:
                say(f"listening {what} {address}")
            ready(ports)

        try:
            app.run(settings, store, [watcher], announce)
        except (OSError, StoreError) as error:
            raise Failure(str(error)) from error
