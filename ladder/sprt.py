"""A sequential test on swapped pairs: is a player better by `high` Elo, or only by `low`?

Wald's test of two means, with the variance of the pairs themselves. Nothing is taken off the bounds for
stepping over them: that costs a few pairs, most where the steps are long, and keeps both error rates.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from ladder.statistics import expected

Number = TypeVar("Number", float, NDArray[np.float64])

# The variance of a few pairs may be far too small by luck: until there are many, it is mixed with that of
# so many pairs of independent games without draws, which is about the largest that occurs.
DOUBT = 10
WIDEST = 1 / 8


@dataclass(frozen=True, slots=True)
class Verdict:
    accepted: Literal["low", "high"] | None  # None = not decided yet
    pairs: int  # consumed
    ratio: float  # the logarithm of the likelihood ratio


@dataclass(frozen=True, slots=True)
class Sprt:
    low: float = 0.0  # Elo
    high: float = 10.0
    alpha: float = 0.05  # how often "high" may be accepted where "low" is true
    beta: float = 0.05  # how often "low" where "high" is true

    @property
    def bounds(self) -> tuple[float, float]:
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Number, total: Number, squares: Number) -> Number:
        """From the number of pairs, the sum of their scores (each 0 to 2) and the sum of the squares."""
        low, high = expected(self.low), expected(self.high)
        mean = total / (2 * pairs)
        variance = (squares / 4 - pairs * mean * mean + DOUBT * WIDEST) / (pairs + DOUBT)
        return pairs * (high - low) * (mean - (low + high) / 2) / variance

    def judge(self, scores: Iterable[float]) -> Verdict:
        """The verdict on pair scores in schedule order; pairs after the decision change nothing."""
        pairs, total, squares, ratio = 0, 0.0, 0.0, 0.0
        lower, upper = self.bounds
        for score in scores:
            pairs, total, squares = pairs + 1, total + score, squares + score * score
            ratio = self.ratio(float(pairs), total, squares)
            if ratio <= lower or ratio >= upper:
                return Verdict("low" if ratio <= lower else "high", pairs, ratio)
        return Verdict(None, pairs, ratio)
