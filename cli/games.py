"""`referee games`: the games there are."""

from argparse import ArgumentParser, Namespace

import games


def arguments(parser: ArgumentParser) -> None:
    """None."""


def run(options: Namespace) -> None:
    print("\n".join(games.names()))
