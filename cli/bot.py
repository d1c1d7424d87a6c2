"""`referee bot`: one player, from this terminal."""

from argparse import ArgumentParser, Namespace
from random import Random

from cli.errors import Failure, Usage


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("engine", help="an engine of `referee engines`, or `process` for a program of your own after --")
    add("--connect", required=True, metavar="URL", help="tcp://HOST:PORT or ws://HOST:PORT")
    add("--name", required=True, help="who you are on the scoreboard")
    add("--token", default="", help="proves that the name is yours; the referee gives one at the first login")
    add("--games", type=int, metavar="N", help="leave after N games")
    add(
        "--pace",
        type=float,
        default=0.0,
        metavar="S",
        help="seconds that a move takes at least",
    )
    add("--seed", type=int, metavar="N", help="of the engine's chance")
    parser.usage = "%(prog)s ENGINE --connect URL --name NAME [options] [-- COMMAND ...]"


def run(options: Namespace) -> None:
    from clients.bot import Rejected
    from clients.line import check_url
    from clients.process import NoProgram
    from clients.run import Account, run_engine, run_program
    from engines import UnknownEngine, load

    account = Account(options.connect, options.name, options.token, options.games)
    try:
        check_url(options.connect)
        if options.engine == "process":
            if not options.program:
                raise Usage("say which program: referee bot process ... -- COMMAND")
            run_program(options.program, account, _report)
        elif options.program:
            raise Usage("a command goes with the engine `process` only")
        else:
            run_engine(load(options.engine, Random(options.seed)), account, options.pace, _report)
    except (UnknownEngine, NoProgram, ValueError) as error:
        raise Usage(str(error)) from error
    except (Rejected, OSError) as error:
        raise Failure(str(error)) from error


def _report(line: str) -> None:
    print(line, flush=True)
