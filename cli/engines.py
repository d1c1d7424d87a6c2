"""`referee engines`: the engines there are, and which games they play."""

from argparse import ArgumentParser, Namespace

from engines import CATALOGUE


def arguments(parser: ArgumentParser) -> None:
    """None."""


def run(options: Namespace) -> None:
    for name, (game, _, _) in CATALOGUE.items():
        print(f"{name:20} {'every game' if game == '*' else game}")
    print(f"{'process':20} every game, by a program of your own")
    print(f"{'gtp':20} go9, by a GTP engine")
    print(f"{'botzone':20} amazons/8, by a Botzone program")
