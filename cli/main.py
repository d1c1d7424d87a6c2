"""Reads the command line and hands over.

An error is one line on stderr; the status is 2 for bad usage or configuration, 1 for a failed run.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from cli.errors import Failure, Usage

COMMANDS = {
    "serve": "run a referee",
    "bot": "play with an engine, or with a program of your own",
    "gtp": "one of our Go engines as a GTP program",
    "run": "play an event from a file, and go on with it when run again",
    "reproduce": "play a table of a paper, and print its numbers beside ours",
    "train": "let an engine learn, and go on with it when run again",
    "watch": "the scoreboard of a running referee",
    "results": "the finished games, and the table of an event",
    "ladder": "ratings of all players, or two of them compared",
    "replay": "step through a stored game",
    "export": "a game or all results as a file for other tools",
    "games": "the games there are",
    "engines": "the engines there are",
}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="referee", description="A tournament and protocol server for game AIs."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    words, program = _split(list(sys.argv[1:] if argv is None else argv))
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
        if name in words[:1]:
            import_module(f"cli.{name}").arguments(command)
    options = parser.parse_args(words)
    if program and options.command != "bot":
        parser.error("a command after -- goes with `referee bot` only")
    options.program = program
    try:
        import_module(f"cli.{options.command}").run(options)
    except Usage as error:
        return _fail(error, 2)
    except Failure as error:
        return _fail(error, 1)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output went away; Python would complain about it
        return 1
    return 0


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """What stands before and behind the first "--"."""
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


def _fail(error: Exception, status: int) -> int:
    print(f"referee: {' '.join(str(error).split())}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
