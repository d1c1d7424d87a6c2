"""Swapped pairs of two players until they are decided: the GAT final, and the matches of a knockout."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile

from ladder.formats.base import Format, Pairing, by_slot, first_open, series_game, taken
from ladder.result import Result

BYE = ""  # an empty place of a bracket


@dataclass(frozen=True, slots=True)
class Series:
    """First `pairs` swapped pairs, then one more at a time while level, up to `most` in all."""

    one: str  # the better seed
    two: str
    games: tuple[str, ...]
    pairs: int
    most: int
    within: str = ""

    def winner(self, done: Mapping[str, Result]) -> str | None:
        """Who is ahead when it is over: still level after the last pair, the better seed. None before."""
        complete = self._complete(done)
        if complete < self.pairs:
            return None
        ahead = sum(done[game.slot].score_of(self.one) - 0.5 for game in self._games(complete))
        if ahead == 0 and complete < self.most:
            return None
        return self.one if ahead >= 0 else self.two

    def due(self, done: Mapping[str, Result]) -> list[Pairing]:
        """The games of the pairs that may be played by now, those played included; none when it is over."""
        if self.winner(done) is not None:
            return []
        return list(self._games(max(self.pairs, self._complete(done) + 1)))

    def _complete(self, done: Mapping[str, Result]) -> int:
        """How many pairs are recorded."""
        return sum(1 for _ in takewhile(lambda number: self._game(number).slot in done, count())) // 2

    def _games(self, pairs: int) -> Iterator[Pairing]:
        return (self._game(number) for number in range(2 * pairs))

    def _game(self, number: int) -> Pairing:
        return series_game(self.one, self.two, self.games, number, self.within)


@dataclass(frozen=True, slots=True)
class Final(Format):
    """Swapped pairs on changing maps until one is not level; after `most` level ones the first named wins."""

    most: int = 50

    def next(
        self, results: Sequence[Result], running: Collection[Pairing], free: Collection[str]
    ) -> Pairing | None:
        return first_open(self._series().due(by_slot(results)), taken(results, running), free)

    def winner(self, results: Sequence[Result]) -> str | None:
        """None while undecided."""
        return self._series().winner(by_slot(results))

    def _series(self) -> Series:
        one, two = self.players
        return Series(one, two, self.games, 1, self.most)


@dataclass(frozen=True, slots=True)
class Knockout(Format):
    """A bracket by seeds: 1 and 2 can meet only at the end, the best seeds rest where places stay empty."""

    pairs: int = 1  # swapped pairs in a match
    most: int = 50  # after so many, all together level, the better seed goes on

    def next(
        self, results: Sequence[Result], running: Collection[Pairing], free: Collection[str]
    ) -> Pairing | None:
        done = by_slot(results)
        matches, _ = self._bracket(done)
        games = (game for match in matches for game in match.due(done))
        return first_open(games, taken(results, running), free)

    def winner(self, results: Sequence[Result]) -> str | None:
        """None while undecided."""
        return self._bracket(by_slot(results))[1]

    def _bracket(self, done: Mapping[str, Result]) -> tuple[list[Series], str | None]:
        """The matches of which both players are known, and who won the last one."""
        matches: list[Series] = []
        level = self._places()
        for turn in count(1):
            if len(level) == 1:
                break
            above: list[str | None] = []
            for one, two in zip(level[::2], level[1::2], strict=True):
                if one and two:
                    matches.append(self._match(turn, one, two))
                    above.append(matches[-1].winner(done))
                else:
                    above.append(one if two == BYE else None)
            level = above
        return matches, level[0]

    def _match(self, turn: int, *players: str) -> Series:
        one, two = sorted(players, key=self.players.index)
        return Series(one, two, self.games, self.pairs, self.most, f"{turn}/")

    def _places(self) -> list[str | None]:
        """The first round from top to bottom; the better seed comes first in each match."""
        seeds = [0]
        while len(seeds) < len(self.players):
            seeds = [place for seed in seeds for place in (seed, 2 * len(seeds) - 1 - seed)]
        return [self.players[seed] if seed < len(self.players) else BYE for seed in seeds]
