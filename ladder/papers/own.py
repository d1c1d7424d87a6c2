"""Tables that no paper has: what our engines are to be measured by."""

from ladder.papers.base import Row, Table

OURS = "Referee's own"


def _row(player: str, opponent: str) -> Row:
    return Row(player, opponent, "", ())


GEISTER_BEST = Table(
    name="geister-best",
    paper=OURS,
    about="geister-best against every other kind of player, 1 s a move",
    seconds=1.0,
    seat_games=100,
    rows=tuple(
        _row("geister-best", f"geister-{other}")
        for other in ("policy", "purple", "uct-a", "uct-b", "uct-c", "uct", "rule")
    ),
)

GEISTER_POLICY = Table(
    name="geister-policy",
    paper=OURS,
    about="the policy against players that do not search",
    seconds=1.0,
    seat_games=100,
    rows=(_row("geister-policy", "random"), _row("geister-policy", "geister-rule")),
)

TABLES = (GEISTER_BEST, GEISTER_POLICY)
