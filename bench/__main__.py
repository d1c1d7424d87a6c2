"""Run the measurements named on the command line, or all of them, and print a table."""

import sys
from importlib import import_module

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.base import Row

# Each module has run() -> list[Row].
NAMES: list[str] = [
    "referee",
    "geister_board",
    "geister_search",
    "sangoku_board",
    "amazons_board",
    "go9_board",
    "ladder",
    "tubstap_board",
]


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(
            f"bench: no measurement is called {unknown[0]!r}; there are {', '.join(NAMES)}", file=sys.stderr
        )
        return 2
    console = Console()
    table = Table("what", "ours /CPU-s", "reference /CPU-s", "ratio", "target", title="make bench")
    for name in track(names or NAMES, description="measuring", console=console):
        for row in import_module(f"bench.{name}").run():
            table.add_row(*cells(row))
    console.print(table)
    return 0


def cells(row: Row) -> list[str]:
    if row.reference is None:
        return [row.what, f"{shown(row.ours)} {row.unit}", "-", "-", "-"]
    ratio = row.ours / row.reference
    target = "-" if row.target is None else f"{row.target:g} {'met' if ratio >= row.target else 'MISSED'}"
    return [row.what, f"{shown(row.ours)} {row.unit}", shown(row.reference), f"{ratio:.2f}", target]


def shown(number: float) -> str:
    return f"{number:,.1f}" if number < 100 else f"{number:,.0f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
