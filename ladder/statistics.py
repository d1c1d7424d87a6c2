"""What a number of games proves: win rate, Elo difference, likelihood of superiority.

Counts are by score from worst to best, evenly spaced: (losses, draws, wins), or the five of swapped pairs.
Pairs need fewer games for the same certainty: what a map gives to one seat, each player has once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import erf, inf, log10, sqrt
from typing import TypeVar

from ladder.result import Result, counted

Z95 = 1.959964
Pair = tuple[str, str]  # its event, and its name there: a slot means something within its event only
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    value: float
    high: float


def wilson(score: float, games: int, z: float = Z95) -> Interval:
    """The win rate with Wilson's interval; with half points in `score` it is a little too wide."""
    if games == 0:
        return Interval(0.0, 0.5, 1.0)
    rate, weight = score / games, z * z / games
    centre = (rate + weight / 2) / (1 + weight)
    half = z / (1 + weight) * sqrt(rate * (1 - rate) / games + weight / (4 * games))
    low, high = 0.0 if score == 0 else centre - half, 1.0 if score == games else centre + half
    return Interval(low, rate, high)


def elo(score: float) -> float:
    """The Elo difference that expects this score per game."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return -400 * log10(1 / score - 1)


def expected(difference: float) -> float:
    """The score per game that an Elo difference expects."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def difference(counts: Sequence[int], z: float = Z95) -> Interval:
    """The Elo difference with its interval: normal in the score, then read off the curve."""
    total = sum(counts)
    if total == 0:
        return Interval(-inf, 0.0, inf)
    mean, variance = moments(counts)
    half = z * sqrt(variance / total)
    if variance == 0:  # all alike says less than it seems: ask Wilson, who knows small samples
        rate = wilson(mean * total, total, z)
        return Interval(elo(rate.low), elo(mean), elo(rate.high))
    return Interval(elo(mean - half), elo(mean), elo(mean + half))


def moments(counts: Sequence[int]) -> tuple[float, float]:
    """Mean and variance of the score, each between 0 and 1."""
    top, total = len(counts) - 1, sum(counts)
    mean = sum(step * count for step, count in enumerate(counts)) / top / total
    variance = sum(count * (step / top - mean) ** 2 for step, count in enumerate(counts)) / total
    return mean, variance


def superiority(wins: int, losses: int) -> float:
    """The likelihood of superiority: that who won `wins` is the stronger. Draws say nothing about it."""
    if wins + losses == 0:
        return 0.5
    return (1 + erf((wins - losses) / sqrt(2 * (wins + losses)))) / 2


def pair_scores(results: Iterable[Result], player: str) -> dict[Pair, float]:
    """The points of the player, 0 to 2, in each swapped pair of which both games are scored."""
    pairs: dict[Pair, list[float]] = {}
    for result in counted(results):
        if result.pair and player in (result.first, result.second):
            pairs.setdefault((result.event, result.pair), []).append(result.score_of(player))
    return {pair: sum(scores) for pair, scores in pairs.items() if len(scores) == 2}


def pentanomial(scores: Iterable[float]) -> list[int]:
    """How many pairs brought 0, 1/2, 1, 3/2 and 2 points."""
    counts = [0] * 5
    for score in scores:
        counts[round(2 * score)] += 1
    return counts


def in_order(scores: Mapping[K, float], schedule: Iterable[K]) -> Iterator[float]:
    """The pairs in schedule order up to the first missing one: a later pair that finished earlier waits.

    Short games report first and are not like the long ones, so the order of finishing would bias a test.
    """
    return (scores[pair] for pair in takewhile(lambda pair: pair in scores, schedule))
