"""The endless ladder: whoever waits is paired with a near rating, sooner with one he has met less often."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ladder.formats.base import Format, Pairing, series_game, taken
from ladder.rating import rate
from ladder.result import Result

REACH = 8  # neighbours in the order of ratings that are looked at, on each side
VARIETY = 40.0  # Elo of distance that one meeting less outweighs
UNKNOWN = 0.0  # the rating of who has not played yet


@dataclass(frozen=True, slots=True)
class Endless(Format):
    """`players` may be empty: anybody who waits is paired."""

    def next(
        self, results: Sequence[Result], running: Collection[Pairing], free: Collection[str]
    ) -> Pairing | None:
        if len(free) < 2:
            return None
        return next(iter(self.round(results, running, free, rate(results).elo())), None)

    def finished(self, results: Sequence[Result]) -> bool:
        return False

    def round(
        self,
        results: Sequence[Result],
        running: Collection[Pairing],
        free: Collection[str],
        ratings: Mapping[str, float],
    ) -> list[Pairing]:
        """Games for all who wait, but for one if their number is odd; who has played least chooses first."""
        shut, met = taken(results, running), _meetings(results, running)
        return [
            self._game(one, two, shut, met[frozenset((one, two))])
            for one, two in near_pairs(free, ratings, met)
        ]

    def _game(self, one: str, two: str, shut: Collection[str], meetings: int) -> Pairing:
        """The lowest open number of their series, which is at most the number of their meetings."""
        one, two = sorted((one, two))
        games = (series_game(one, two, self.games, number) for number in range(meetings + 1))
        return next(game for game in games if game.slot not in shut)


def _meetings(results: Iterable[Result], running: Iterable[Pairing]) -> Counter[frozenset[str]]:
    met = Counter(frozenset((game.first, game.second)) for game in running)
    met.update(frozenset((result.first, result.second)) for result in results if result.scored)
    return met


def near_pairs(
    free: Iterable[str], ratings: Mapping[str, float], met: Mapping[frozenset[str], int]
) -> list[tuple[str, str]]:
    """Pairs of near ratings in the order they were chosen."""
    games = Counter[str]()
    for pair, times in met.items():
        games.update(dict.fromkeys(pair, times))
    line = _Line(sorted(set(free), key=lambda player: (ratings.get(player, UNKNOWN), player)))
    pairs = []
    for one in sorted(line.players, key=lambda player: (games[player], player)):
        rating = ratings.get(one, UNKNOWN)
        if near := line.neighbours(one):
            distance = {
                two: abs(ratings.get(two, UNKNOWN) - rating) + VARIETY * met.get(frozenset((one, two)), 0)
                for two in near
            }
            two = min(near, key=distance.__getitem__)
            line.remove(one, two)
            pairs.append((one, two))
    return pairs


class _Line:
    """Players in the order of their ratings, from which pairs step out; every step is short."""

    def __init__(self, players: list[str]) -> None:
        self.players = players
        self._above: dict[str, str | None] = dict(zip(players, [*players[1:], None], strict=True))
        self._below: dict[str, str | None] = dict(zip(players, [None, *players[:-1]], strict=True))

    def neighbours(self, player: str) -> list[str]:
        """Those next to the player, up to REACH on each side; none if he has stepped out."""
        if player not in self._above:
            return []
        return [*self._walk(player, self._below), *self._walk(player, self._above)]

    def remove(self, *players: str) -> None:
        for player in players:
            above, below = self._above.pop(player), self._below.pop(player)
            if above is not None:
                self._below[above] = below
            if below is not None:
                self._above[below] = above

    def _walk(self, player: str, way: Mapping[str, str | None]) -> list[str]:
        found: list[str] = []
        at = way[player]
        while at is not None and len(found) < REACH:
            found.append(at)
            at = way[at]
        return found
