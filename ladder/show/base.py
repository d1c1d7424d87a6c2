"""What all tables share."""

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

SCORES = {"first": "1-0", "second": "0-1", None: "½-½"}
GIVING_WAY = ("first", "second", "why")  # columns that are made narrower where there is no room


def table(title: str, *columns: str) -> Table:
    shown = Table(
        title=Text(f"\n{title}"),
        title_justify="left",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for column in columns:
        shown.add_column(column, no_wrap=column not in GIVING_WAY)
    return shown


def numbers(to: Table, *columns: str) -> None:
    """Add columns of numbers."""
    for column in columns:
        to.add_column(column, justify="right", no_wrap=True)


def named(name: str) -> Text:
    """A name is data: never markup, and in one line."""
    return Text(name, no_wrap=True, overflow="ellipsis")


def lines(*texts: str) -> Text:
    """Sentences under a table."""
    return Text("\n".join(["", *texts]))
