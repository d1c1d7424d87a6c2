"""`referee watch`: the scoreboard of a running referee."""

from argparse import ArgumentParser, Namespace

from rich.console import Console
from rich.live import Live

from cli.errors import Failure, Usage
from cli.scoreboard import Log, Scoreboard


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("url", help="ws://HOST:PORT or tcp://HOST:PORT")
    parser.add_argument("--headless", action="store_true", help="plain log lines instead of the scoreboard")


def run(options: Namespace) -> None:
    from clients.line import check_url
    from clients.watch import watch

    console = Console()
    try:
        check_url(options.url)
        if options.headless or not console.is_terminal:
            words = watch(options.url, Log(lambda line: print(line, flush=True)).hear)
        else:
            board = Scoreboard(console)
            with Live(board, console=console, refresh_per_second=4):
                words = watch(options.url, board.hear)
    except ValueError as error:
        raise Usage(str(error)) from error
    except OSError as error:
        raise Failure(f"no referee at {options.url}: {error}") from error
    print(words)
