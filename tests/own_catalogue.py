"""The `referee` command with a table and trainers of the tests' own: python -m tests.own_catalogue WORDS."""

import sys

from cli.main import main
from engines.training import TRAINERS
from ladder.papers import CATALOGUE, Row, Score, Table

OWN = Table(
    name="own",
    paper="A paper of the tests",
    about="a table to be played in a test",
    seconds=10.0,
    seat_games=10,
    rows=(Row("random", "geister-rule", "Random against Rule", (Score(1, 8, 1), None)),),
    notes=("a line is lost",),
)
PLAIN = Table(
    name="plain",
    paper="Another",
    about="two maps, both seats counted together",
    seconds=1.0,
    seat_games=4,
    games=("tubstap/open-2v2", "tubstap/path"),
    per="turn",
    rows=(Row("tubstap-rule", "random", "Rule against Random", (Score(7, 0, 1),)),),
)
WRONG = Table(
    name="wrong",
    paper="A third",
    about="one that does not play this",
    seconds=1.0,
    seat_games=1,
    rows=(Row("tubstap-rule", "random", "Tank against Ghost", (None, None)),),
)

if __name__ == "__main__":
    CATALOGUE |= {table.name: table for table in (OWN, PLAIN, WRONG)}
    TRAINERS["counter"] = "tests.counter"
    sys.exit(main())
