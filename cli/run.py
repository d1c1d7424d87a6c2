"""`referee run FILE.toml`: an event from beginning to end; run again, it goes on where it was."""

import secrets
import shutil
import tempfile
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from rich.console import Console

import games
from cli.bots import bot_of, doors, program, started
from cli.errors import Failure, Usage
from cli.serve import board_and_log
from engines import CATALOGUE as ENGINES
from engines import plays
from games.base import BadText, Game, UnknownGame
from ladder.event import BadEvent, Entrant, Event, read_event
from ladder.formats import Gauntlet
from ladder.placing import why
from ladder.result import Result
from ladder.show import results as results_table
from ladder.store import Store, StoreError
from protocol.clock import Control
from protocol.match import Terms
from server import app
from server.doors import Address, Ports, gat_doors
from server.settings import Plan, Settings
from server.stable import Bot, Stable

ROOM = 16 << 20  # bytes of disk without which no event is begun
HOUSE = "referee-check"  # the bot that everybody meets in a connection test


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE.toml", help="the event; see examples/")
    add("--check", action="store_true", help="a connection test: each bot plays one game against a house bot")
    add("--headless", action="store_true", help="plain log lines instead of the scoreboard")
    add(
        "--logs", metavar="FOLDER", help="what the bots say, a file a game (default: beside the results file)"
    )


def run(options: Namespace) -> None:
    path = Path(options.file)
    event = read(path)
    playable = load_games(event, path)
    check_bots(event, path, next(iter(playable.values())))
    if options.check:
        check(event, playable, path.parent, options.headless)
        return
    db = path.parent / event.db if "://" not in event.db else event.db
    logs = Path(options.logs) if options.logs else path.parent / f"{Path(event.db).stem}-logs"
    results, interrupted = carry_out(event, playable, str(db), logs, path.parent, options.headless)
    summary(event, results)
    if interrupted:
        print(f"to go on: referee run {options.file}")


def carry_out(
    event: Event, playable: dict[str, Game], db: str, logs: Path, folder: Path, headless: bool
) -> tuple[list[Result], bool]:
    """Play what is still to be played; all results of the event, and whether it was interrupted.

    Raises Usage for a results file that is of no use, Failure.
    """
    store = open_store(db)
    try:
        interrupted = play(event, playable, store, logs, folder, headless)
        return store.results(event.name), interrupted
    finally:
        store.close()


def read(path: Path) -> Event:
    """The event of a file, whose addresses and clocks make sense. Raises Usage."""
    try:
        event = read_event(path.read_text(encoding="utf-8"), str(path))
    except BadEvent as error:
        raise Usage(str(error)) from error
    except (OSError, ValueError) as error:
        raise Usage(f"{path}: {error}") from error
    for key, check in (("control", Control.parse), ("tcp", Address.parse), ("ws", Address.parse)):
        try:
            if key in event.lines:
                check(getattr(event, key))
        except ValueError as error:
            raise Usage(f"{path}:{event.lines[key]}: {key}: {error}") from error
    return event


def load_games(event: Event, path: Path) -> dict[str, Game]:
    """What is played, by the names that the file uses. Raises Usage."""
    try:
        return {name: games.find(_beside(name, path.parent)) for name in event.format.games}
    except (UnknownGame, BadText) as error:
        key = "games" if "games" in event.lines else "game"
        raise Usage(f"{path}:{event.lines.get(key, 1)}: {key}: {error}") from error


def _beside(name: str, folder: Path) -> str:
    """A map file's path is meant from where the event's file is."""
    is_file = name.endswith(games.MAP_FILE)
    return str(folder / name.removeprefix("tubstap/")) if is_file else name


def check_bots(event: Event, path: Path, game: Game) -> None:
    """Raises Usage for an engine, a program or an address that is not there."""
    for entrant in event.entrants:
        if fault := _fault(entrant, path.parent, game):
            raise Usage(f"{path}:{entrant.line}: bot {entrant.name}: {fault}")


def _fault(entrant: Entrant, folder: Path, game: Game) -> str:
    if entrant.engine and entrant.engine not in ENGINES:
        return f"no engine is called {entrant.engine!r}"
    if entrant.engine and not plays(entrant.engine, game.name):
        return f"{entrant.engine} does not play {game.name}"
    if entrant.engine and entrant.kind not in ("engine", "cgos"):
        return f"an engine is of the kind engine or cgos, not {entrant.kind}"
    if entrant.command and not program(entrant.command[0], folder):
        return f"no program {entrant.command[0]!r}"
    try:
        gat_doors(entrant.address)
    except ValueError as error:
        return str(error)
    return ""


def open_store(db: str) -> Store:
    """Raises Usage."""
    folder = Path(db).parent
    if "://" not in db and folder.is_dir() and shutil.disk_usage(folder).free < ROOM:
        raise Usage(f"{db}: the disk is full: less than {ROOM >> 20} MB are free")
    try:
        store = Store(db)
        store.claim()
    except StoreError as error:
        raise Usage(str(error)) from error
    return store


def play(
    event: Event, playable: dict[str, Game], store: Store, logs: Path, folder: Path, headless: bool
) -> bool:
    """Play what is still to be played; whether it was interrupted. Raises Failure."""
    tokens = {
        entrant.name: entrant.token or secrets.token_hex(12)
        for entrant in event.entrants
        if entrant.token or entrant.kind != "awaited"
    }
    stable: list[Stable] = []
    plan = Plan(
        event.name,
        event.format,
        playable,
        event.concurrency,
        event.absence,
        tokens,
        lambda pairing: stable[0].summon(pairing),
    )
    settings = Settings(
        game=next(iter(playable.values())),
        terms=Terms(Control.parse(event.control), event.margin),
        tcp=Address.parse(event.tcp),
        ws=Address.parse(event.ws) if event.ws else None,
        matches=event.matches,
        doors=doors(event),
        plan=plan,
        seed=event.seed,
        per_address=1000,
    )
    with board_and_log(headless, event, store.results(event.name)) as (watcher, say):

        def announce(ports: Ports) -> None:
            for what, address in ports:
                say(f"listening {what} {address}")

        def make(ports: Ports) -> list[Bot]:
            return [
                bot_of(entrant, dict(ports), tokens, event.seed, folder)
                for entrant in event.entrants
                if started(entrant)
            ]

        stable.append(Stable(make, logs, say))
        try:
            return app.run_event(settings, store, [watcher, stable[0].hear], stable[0], announce)
        except StoreError as error:
            raise Failure(f"{error}; what was recorded before is kept: run again to go on") from error
        except OSError as error:
            raise Failure(str(error)) from error


def check(event: Event, playable: dict[str, Game], folder: Path, headless: bool) -> None:
    """Each bot against a house bot; says what is wrong with each. Raises Failure if any is at fault."""
    names = (HOUSE, *(entrant.name for entrant in event.entrants))
    house = Entrant(HOUSE, "engine", engine="random")
    trial = replace(
        event,
        name="check",
        format=Gauntlet(names, event.format.games[:1], cycles=1),
        entrants=(house, *event.entrants),
        absence=min(event.absence, 30.0),
    )
    with tempfile.TemporaryDirectory(prefix="referee-check-") as scratch:
        store = Store(str(Path(scratch) / "check.db"))
        play(trial, playable, store, Path(scratch) / "logs", folder, headless)
        faults = [fault_of(result) for result in store.results()]
        store.close()
    for name, fault in sorted(faults):
        print(f"{name}: {fault or 'ready'}")
    if any(fault for _, fault in faults):
        raise Failure("not every bot is ready")


def fault_of(result: Result) -> tuple[str, str]:
    """A bot, and what is wrong with it, if anything."""
    name = result.second if result.first == HOUSE else result.first
    lost = result.winner is None or result.victor == HOUSE
    return name, "" if result.ending == "rules" or not lost else f"{result.ending}: {result.reason}"


def summary(event: Event, results: list[Result]) -> None:
    """The table, and why it is so."""
    console = Console()
    again = [result for result in results if not result.scored]
    if again:
        console.print("[bold]not scored, played again:[/]", results_table(again))
    console.print(why(event, results), highlight=False)
