"""The option that says where the results are."""

from argparse import ArgumentParser

DB = "referee.db"


def add_db(parser: ArgumentParser, or_else: str = "") -> None:
    """Without --db it is DB; where something `or_else` may say it, the command asks that first."""
    about = f"results file, or a database URL (default {DB}{or_else})"
    parser.add_argument("--db", default=None if or_else else DB, metavar="FILE", help=about)
