"""Two players compared by the games between them alone: game by game, and by swapped pairs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count

from ladder.result import Result, counted
from ladder.statistics import Pair, in_order, pair_scores, pentanomial


@dataclass(frozen=True, slots=True)
class Versus:
    one: str
    two: str
    games: tuple[int, int, int]  # lost, drawn and won by `one`
    pairs: tuple[int, ...]  # that brought `one` 0, 1/2, 1, 3/2 and 2 points
    scores: tuple[float, ...]  # of the pairs in schedule order, up to the first one missing


def versus(results: Iterable[Result], one: str, two: str) -> Versus:
    between = [game for game in counted(results) if {game.first, game.second} == {one, two}]
    points = [game.score_of(one) for game in between]
    pairs = pair_scores(between, one)
    tally = (points.count(0.0), points.count(0.5), points.count(1.0))
    return Versus(one, two, tally, tuple(pentanomial(pairs.values())), tuple(_scheduled(pairs)))


def _scheduled(pairs: Mapping[Pair, float]) -> list[float]:
    """Series by series, each in the order of its numbers; behind a missing pair the later ones wait."""
    series = dict.fromkeys((event, pair.rpartition("/")[0]) for event, pair in pairs)
    return [
        score
        for event, name in series
        for score in in_order(pairs, ((event, f"{name}/{number}") for number in count(1)))
    ]
