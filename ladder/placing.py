"""The table and the champion of an event, by its own file. Pure; `results` are those of the event alone."""

from collections import Counter
from collections.abc import Sequence

from ladder.event import Event
from ladder.explain import explain, explain_test
from ladder.formats import Final, Knockout, Swiss, Trial
from ladder.points import Standing, standings
from ladder.result import Result, counted


def place(event: Event, results: Sequence[Result]) -> list[Standing]:
    """The table by the event's rules, best first."""
    return standings(results, event.format.players, event.rules, rests(event, results))


def rests(event: Event, results: Sequence[Result]) -> dict[str, float]:
    """Points without a game: a rest counts like a meeting of which every game is won.

    Round follows round, so the complete ones come first in any order of recording; slots are not needed.
    """
    form, rules = event.format, event.rules
    if not isinstance(form, Swiss):
        return {}
    size, played = len(form.players) // 2 * form.cycles, counted(results)
    rounds = len(played) // size
    games = Counter(name for game in played[: rounds * size] for name in (game.first, game.second))
    worth = rules.win * (form.cycles if rules.per == "game" else 1)
    return {player: worth * (rounds - games[player] // form.cycles) for player in form.players}


def why(event: Event, results: Sequence[Result]) -> str:
    """Who is champion and why, or how things stand while the event is not over."""
    form = event.format
    final = form.winner(results) if isinstance(form, Final | Knockout) else None
    words = explain(place(event, results), event.rules, final, form.finished(results))
    if isinstance(form, Trial):
        words += "\n" + explain_test(form.test, form.verdict(results), *form.players)
    return words
