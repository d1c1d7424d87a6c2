"""Aoki and Hashimoto: policy gradient and UCT for Geister. Sections 6 and 7.

Each row of a table has two lines, for the two seats, of 100 games each; 300 plies are a draw.
"""

from ladder.papers.base import Row, Score, Table

PAPER = "Aoki and Hashimoto, A Study on Geister AI using the policy gradient method for UCT"
SEATS = "the paper does not say which of a row's two lines is the first seat: they stand as printed"
CLOCK = "the paper's seconds are of search; ours are on the clock: an engine searches 90 % of them less 15 ms"
WEIGHTS = "the paper took the weights of Hayazashi Agent after 9 million games; ours are learnt anew"

POLICY = "Hayazashi Agent"
PURPLE = "Naotti-2020"


def _row(method: str, opponent: str, called: str, *lines: Score | None) -> Row:
    return Row(f"geister-uct-{method.lower()}", opponent, f"AokiUCT {method} against {called}", lines)


TABLE1 = Table(
    name="aoki-table1",
    paper=PAPER,
    about=f"methods A, B and C against {POLICY}, 1 s a move",
    seconds=1.0,
    seat_games=100,
    rows=(
        _row("A", "geister-policy", POLICY, Score(32, 68, 0), None),
        _row("B", "geister-policy", POLICY, Score(61, 38, 1), Score(53, 44, 3)),
        _row("C", "geister-policy", POLICY, Score(62, 36, 2), Score(50, 48, 2)),
    ),
    notes=(
        "table 1's text has five lines for six. Read as if one of A were lost, which B and C being level, as "
        "the paper says, agrees with; else A would have won 61 in a seat, where tables 2 and 3 say 29 to 35. "
        "Whether its first or its second line is lost cannot be told",
        SEATS,
        CLOCK,
        WEIGHTS,
    ),
)

TABLE2 = Table(
    name="aoki-table2",
    paper=PAPER,
    about=f"methods A, B and C against {POLICY}, 10 s a move",
    seconds=10.0,
    seat_games=100,
    rows=(
        _row("A", "geister-policy", POLICY, Score(35, 64, 1), Score(29, 69, 2)),
        _row("B", "geister-policy", POLICY, Score(51, 40, 9), Score(62, 38, 0)),
        _row("C", "geister-policy", POLICY, Score(56, 37, 7), Score(55, 43, 2)),
    ),
    notes=(
        "table 2's text has all six lines, but slipped in what it calls them: read in order, two a method",
        SEATS,
        CLOCK,
        WEIGHTS,
    ),
)

TABLE3 = Table(
    name="aoki-table3",
    paper=PAPER,
    about=f"methods A, B and C at 1 s a move against {PURPLE} at depth 6, about 1 s",
    seconds=1.0,
    seat_games=100,
    rows=(
        _row("A", "geister-purple", PURPLE, Score(31, 68, 1), Score(32, 67, 1)),
        _row("B", "geister-purple", PURPLE, Score(51, 45, 4), Score(52, 48, 0)),
        _row("C", "geister-purple", PURPLE, Score(58, 38, 4), Score(64, 32, 4)),
    ),
    notes=(
        "the paper's opponent searches to depth 6, about a second; ours has the second as its limit",
        SEATS,
        CLOCK,
        WEIGHTS,
    ),
)

TABLES = (TABLE1, TABLE2, TABLE3)
