"""What is worth a line on the scoreboard: short sentences with the game's id. Pure."""

import re
from collections.abc import Iterable, Mapping

from ladder.news import Ended, Line

ENOUGH = 5  # games that both must have played before one counts as the better
BETTER = 0.25  # share of the points by which one is clearly better
STRONGER = 150.0  # the same in Elo
LIMIT = re.compile(r"\b\d+ (moves|turns)\b|\bturn limit\b")


def highlights(game: Ended, lines: Mapping[str, Line], elo: Mapping[str, float]) -> list[str]:
    """Of a game that ended; the lines and ratings are those before it."""
    by_rules, victor = game.ending == "rules", game.victor
    if victor is None:
        limit = by_rules and LIMIT.search(game.why)
        return [f"game {game.id}: {game.first} and {game.second} drew, {game.why}"] if limit else []
    beaten = game.second if victor == game.first else game.first
    found = []
    if by_rules and "escaped" in game.why:
        found.append(f"game {game.id}: {victor} escaped from {beaten}")
    if upset := _upset(victor, beaten, lines, elo):
        found.append(f"game {game.id}: upset, {victor} beat {beaten} ({upset})")
    return found


def lead_change(before: str | None, now: str | None, latest: Iterable[Ended]) -> str | None:
    """A line if another one leads alone; of the latest games, newest first, one of theirs did it."""
    if before is None or now is None or before == now:
        return None
    words = f"{now} takes the lead from {before}"
    ids = (game.id for game in latest if {before, now} & {game.first, game.second})
    return next((f"game {id}: {words}" for id in ids), words)


def _upset(victor: str, beaten: str, lines: Mapping[str, Line], elo: Mapping[str, float]) -> str:
    """By how much the beaten was better, if clearly so; else nothing."""
    own, other = lines.get(victor, Line(victor)), lines.get(beaten, Line(beaten))
    if min(own.games, other.games) < ENOUGH:
        return ""
    if other.score - own.score >= BETTER:
        return f"{own.score:.0%} before, against {other.score:.0%}"
    ahead = elo.get(beaten, 0.0) - elo.get(victor, 0.0)
    return f"{ahead:.0f} Elo below" if ahead >= STRONGER else ""
