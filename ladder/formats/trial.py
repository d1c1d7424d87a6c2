"""Two versions, tested: swapped pairs until the sequential test says whether the first is better."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ladder.formats.base import Format, Pairing, first_open, series_game, taken
from ladder.result import Result
from ladder.sprt import Sprt, Verdict
from ladder.statistics import in_order, pair_scores


@dataclass(frozen=True, slots=True)
class Trial(Format):
    test: Sprt = field(default_factory=Sprt)
    most: int = 10_000  # pairs, after which it ends undecided

    def next(
        self, results: Sequence[Result], running: Collection[Pairing], free: Collection[str]
    ) -> Pairing | None:
        if self.verdict(results).accepted is not None:
            return None
        return first_open(self._schedule(), taken(results, running), free)

    def verdict(self, results: Sequence[Result]) -> Verdict:
        """On the pairs in the order of the schedule, whatever order they finished in."""
        pairs = (game.slot.rpartition("/")[0] for game in islice(self._schedule(), 0, None, 2))
        scores = {pair: score for (_, pair), score in pair_scores(results, self.players[0]).items()}
        return self.test.judge(in_order(scores, pairs))

    def _schedule(self) -> Iterator[Pairing]:
        one, two = self.players
        return (series_game(one, two, self.games, number) for number in range(2 * self.most))
