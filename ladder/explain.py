"""Why the champion is champion, in words that anybody can check with the rules and the table at hand."""

from ladder.points import Rules, Standing, Table, champion
from ladder.sprt import Sprt, Verdict


def explain(table: Table, rules: Rules, final: str | None = None, over: bool = True) -> str:
    """Lines on the champion and on the next, the sums written out; `final` is who won the final, if any."""
    if not table:
        return "Nobody has played."
    verdict = _verdict(table, final) if over else _lead(table)
    lines = [verdict, _rule(rules), _sum(table[0], rules)]
    if len(table) > 1:
        lines += [_sum(table[1], rules), _comparison(table[0], table[1], rules)]
    return "\n".join(lines)


def explain_test(test: Sprt, verdict: Verdict, one: str, two: str) -> str:
    """What the sequential test says of two players, in a line."""
    lower, upper = test.bounds
    ratio = f"log-likelihood ratio {verdict.ratio:.2f}, bounds {lower:.2f} and {upper:.2f}"
    evidence = f"{verdict.pairs} pair{'' if verdict.pairs == 1 else 's'}, {ratio}"
    if verdict.accepted is None:
        return f"Not decided whether {one} is {test.high:g} or {test.low:g} Elo ahead of {two}: {evidence}."
    found, other = (test.high, test.low) if verdict.accepted == "high" else (test.low, test.high)
    return f"{one} is {found:g} Elo ahead of {two} rather than {other:g}: {evidence}."


def _lead(table: Table) -> str:
    leaders = [standing.player for standing in table if standing.rank == 1]
    return f"The event is not over; {', '.join(leaders)} {'leads' if len(leaders) == 1 else 'lead'}."


def _verdict(table: Table, final: str | None) -> str:
    if final is not None:
        beaten = (
            "" if final == table[0].player else f"; {table[0].player} led the league, but the final decides"
        )
        return f"{final} is champion, having won the final{beaten}."
    leaders = [standing.player for standing in table if standing.rank == 1]
    if champion(table) is None:
        return f"No champion: {', '.join(leaders)} share the first place, level in all that counts."
    return f"{leaders[0]} is champion, first of {len(table)}."


def _rule(rules: Rules) -> str:
    values = f"a win counts {rules.win:g}, a draw {rules.draw:g}, a loss {rules.loss:g}"
    if rules.per == "game":
        return f"By the rules, {values}, for each game."
    return f"By the rules, {values}, for each match of two players; who wins more of its games wins it."


def _sum(standing: Standing, rules: Rules) -> str:
    parts = [
        f"{standing.won} won x {rules.win:g}",
        f"{standing.drawn} drawn x {rules.draw:g}",
        f"{standing.lost} lost x {rules.loss:g}",
    ]
    if standing.bonus:
        parts.append(f"{standing.bonus:g} without a game")
    return f"{standing.player}: {' + '.join(parts)} = {standing.points:g} points."


def _comparison(leader: Standing, other: Standing, rules: Rules) -> str:
    if leader.points != other.points:
        ahead = leader.points - other.points
        return f"{leader.player} is {ahead:g} point{'' if ahead == 1 else 's'} ahead of {other.player}."
    level: list[str] = []
    for name, own, others in zip(rules.ties, leader.ties, other.ties, strict=True):
        if own != others:
            through = f" after {', '.join(level)}" if level else ""
            return (
                f"Level on points{through}, {leader.player} is ahead by {name}: {own:g} against {others:g}."
            )
        level.append(name)
    return f"{leader.player} and {other.player} are level on points{''.join(f', {name}' for name in level)}."
