"""`referee gtp`: one of our Go engines as a GTP program on stdin and stdout, for GoGui or Sabaki."""

import sys
from argparse import ArgumentParser, Namespace
from importlib.metadata import version
from random import Random

from cli.errors import Usage


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("engine", help="an engine of `referee engines` that plays go9")
    parser.add_argument("--seed", type=int, metavar="N", help="of the engine's chance")


def run(options: Namespace) -> None:
    from clients.gtp_engine import GtpEngine
    from engines import UnknownEngine, load, plays

    try:
        engine = load(options.engine, Random(options.seed))
    except UnknownEngine as error:
        raise Usage(str(error)) from error
    if not plays(options.engine, "go9"):
        raise Usage(f"{options.engine} does not play go9")
    engine.warm()
    program = GtpEngine(engine, options.engine, version("referee"))
    # Bytes, because the line end of the protocol is LF on every system, and a bad byte is no reason to die.
    while not program.over and (line := sys.stdin.buffer.readline()):
        if answer := program.answer(line.decode(errors="replace")):
            sys.stdout.buffer.write(str(answer).encode())
            sys.stdout.buffer.flush()
    engine.close()
