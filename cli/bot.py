"""`referee bot`: one player, from this terminal."""

from argparse import ArgumentParser, Namespace
from random import Random
from typing import TYPE_CHECKING

from cli.errors import Failure, Usage

if TYPE_CHECKING:
    from clients.run import Account

PROGRAMS = ("process", "gtp", "botzone")


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("engine", help="an engine of `referee engines`; process, gtp or botzone for a program after --")
    add(
        "--connect",
        required=True,
        metavar="URL",
        help="tcp://HOST:PORT or ws://HOST:PORT; tubstap:// or cgos://HOST:PORT for servers of those",
    )
    add("--name", required=True, help="who you are on the scoreboard")
    add("--token", default="", help="proves that the name is yours; the referee gives one at the first login")
    add("--games", type=int, metavar="N", help="leave after N games (tubstap:// 1)")
    add(
        "--pace",
        type=float,
        default=0.0,
        metavar="S",
        help="seconds that a move takes at least",
    )
    add("--seed", type=int, metavar="N", help="of the engine's chance")
    add(
        "--start-limit", type=float, default=60.0, metavar="S", help="gtp: seconds for the first answers (60)"
    )
    add("--keep-running", action="store_true", help="botzone: the program may ask to be kept running")
    parser.usage = "%(prog)s ENGINE --connect URL --name NAME [options] [-- COMMAND ...]"


def run(options: Namespace) -> None:
    from clients.bot import Rejected
    from clients.child import Failed
    from clients.line import SERVERS, check_url
    from clients.run import Account, run_engine
    from engines import UnknownEngine, load

    account = Account(options.connect, options.name, options.token, options.games)
    try:
        if options.connect.startswith("tubstap:"):
            return _run_tubstap(options, account)
        check_url(options.connect, SERVERS)
        if options.connect.startswith("cgos:"):
            _check_cgos(options)
        if options.engine in PROGRAMS:
            _run_program(options, account)
        elif options.program:
            raise Usage(f"a command goes with {', '.join(PROGRAMS)} only")
        else:
            engine = load(options.engine, Random(options.seed))
            run_engine(engine, account, _report, options.pace, options.seed)
    except (UnknownEngine, Failed, ValueError) as error:
        raise Usage(str(error)) from error
    except (Rejected, OSError) as error:
        raise Failure(str(error)) from error


def _run_tubstap(options: Namespace, account: "Account") -> None:
    from clients.run import run_tubstap
    from clients.tubstap_net import check_net_url
    from engines import load, plays

    check_net_url(options.connect)
    if options.engine in PROGRAMS or options.program:
        raise Usage("a program of your own plays by tcp:// or ws:// only")
    engine = load(options.engine, Random(options.seed))
    if not plays(options.engine, "tubstap"):
        raise Usage(f"{options.engine} does not play TUBSTAP")
    run_tubstap(engine, account, options.pace, _report)


def _check_cgos(options: Namespace) -> None:
    from engines import CATALOGUE, plays

    if len(options.token) < 3:
        raise Usage("CGOS wants a password of 3 characters or more: --token PASSWORD")
    if options.engine == "botzone" or (options.engine in CATALOGUE and not plays(options.engine, "go9")):
        raise Usage(f"{options.engine} does not play go9")


def _run_program(options: Namespace, account: "Account") -> None:
    from clients.run import run_botzone, run_gtp, run_program

    if not options.program:
        raise Usage(f"say which program: referee bot {options.engine} ... -- COMMAND")
    if options.engine == "gtp":
        run_gtp(options.program, account, _report, options.start_limit)
    elif options.engine == "botzone":
        run_botzone(options.program, account, _report, options.keep_running)
    else:
        run_program(options.program, account, _report)


def _report(line: str) -> None:
    print(line, flush=True)
