"""Swiss: a round pairs equal scores, top half against bottom half, with no rematch unless it is unavoidable.

Our own and small. py4swiss 0.3.1 follows FIDE's Dutch rules closely, but reads tournament report files, needs
pydantic and pairs single games; here a meeting may be several, and rounds may outnumber opponents.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from ladder.formats.base import Format, Pairing, by_slot, first_open, series_game, taken
from ladder.formats.matching import ALONE, augment, largest
from ladder.result import Result

REST = ""  # the opponent of who rests
Meetings = frozenset[tuple[frozenset[str], int]]


@dataclass(frozen=True, slots=True)
class Swiss(Format):
    """A round starts when the one before is recorded, and pairs by games won, a draw being half.

    Of an odd number one rests, and is paired on as if he had won all the games of a meeting.
    """

    rounds: int = 5
    cycles: int = 2  # games in a meeting, seats swapped in turn

    @property
    def total(self) -> int:
        return len(self.players) // 2 * self.cycles * self.rounds

    def next(
        self, results: Sequence[Result], running: Collection[Pairing], free: Collection[str]
    ) -> Pairing | None:
        played = self._played(results)
        if len(played) == self.rounds or len(self.players) < 2:
            return None
        return first_open(self._games(played), taken(results, running), free)

    def rests(self, results: Sequence[Result]) -> list[str]:
        """Who rested in each complete round; nobody if the number of players is even."""
        return [player for games in self._played(results) for player in self._resting(games)]

    def _played(self, results: Sequence[Result]) -> list[list[Result]]:
        """The results of each complete round."""
        rounds: list[list[Result]] = [[] for _ in range(self.rounds)]
        for slot, result in by_slot(results).items():
            rounds[int(slot.partition("/")[0]) - 1].append(result)
        size = len(self.players) // 2 * self.cycles
        complete = next((turn for turn, games in enumerate(rounds) if len(games) < size), self.rounds)
        return rounds[:complete]

    def _resting(self, games: list[Result]) -> list[str]:
        busy = {player for game in games for player in (game.first, game.second)}
        return [player for player in self.players if player not in busy]

    def _games(self, played: list[list[Result]]) -> Iterator[Pairing]:
        """The round that follows."""
        points, begun = dict.fromkeys(self.players, 0.0), Counter[str]()
        met = Counter[frozenset[str]]()
        for games in played:
            for game in games:
                points[game.first] += game.first_score
                points[game.second] += 1 - game.first_score
                begun[game.first] += 1
            for player in self._resting(games):
                points[player] += self.cycles
                met[frozenset((player, REST))] += 1
            met.update({frozenset((game.first, game.second)) for game in games})
        for board, (one, two) in enumerate(pair_round(tuple(points.items()), frozenset(met.items()))):
            if (begun[one], board % 2) > (begun[two], 0):
                one, two = two, one
            for number in range(self.cycles):
                yield series_game(one, two, self.games, number, f"{len(played) + 1}/")


@lru_cache(maxsize=8)  # every game of a round asks the same
def pair_round(points: tuple[tuple[str, float], ...], meetings: Meetings) -> tuple[tuple[str, str], ...]:
    """Who meets whom, from the points (in the order of seeding) and who met whom in how many rounds."""
    met = dict(meetings)
    ranked = sorted(points, key=lambda player: -player[1])
    names, scores = [name for name, _ in ranked], [score for _, score in ranked]
    if len(names) % 2:
        names, scores = [*names, REST], [*scores, -1.0]
    times = [[met.get(frozenset((one, two)), 0) for two in names] for one in names]
    pairs = _settle(scores, times)
    named = ((names[one], names[two]) for one, two in pairs)
    return tuple(pair for pair in named if REST not in pair)


def _settle(scores: list[float], times: list[list[int]]) -> list[tuple[int, int]]:
    """Players by rank choose in turn, but only so that the others can still be paired."""
    edges, mates = _pairable(times)
    left = list(range(len(scores)))
    pairs = []
    while left:
        # Who rests is settled first, from below; the last rank is REST itself where there is one.
        chooser = left[-1] if scores[left[-1]] < 0 else left[0]
        wishes = _wishes(chooser, left, scores, times[chooser])
        mate = next(other for other in wishes if _fix(edges, mates, chooser, other))
        left = [rank for rank in left if rank not in (chooser, mate)]
        pairs.append((chooser, mate))
    return pairs


def _pairable(times: list[list[int]]) -> tuple[list[set[int]], list[int]]:
    """Who may meet, with the fewest repetitions that leave nobody over, and one way to pair all of them."""
    for most in count():
        edges = [
            {two for two, met in enumerate(row) if met <= most and two != one}
            for one, row in enumerate(times)
        ]
        mates = largest(edges)
        if ALONE not in mates:
            break
    return edges, mates


def _wishes(chooser: int, left: list[int], scores: list[float], met: list[int]) -> list[int]:
    """The others: least met first, then nearest in points, then around the middle of the chooser's group."""
    group = [rank for rank in left if scores[rank] == scores[chooser]]
    middle = group[len(group) // 2]
    others = [rank for rank in left if rank != chooser]
    return sorted(
        others, key=lambda rank: (met[rank], abs(scores[rank] - scores[chooser]), abs(rank - middle))
    )


def _fix(edges: list[set[int]], mates: list[int], one: int, two: int) -> bool:
    """Settle a pair and take it out of the graph, if all the others can still be paired."""
    if two not in edges[one]:
        return False
    for rank in (one, two):
        for other in edges[rank]:
            edges[other].discard(rank)
    if mates[one] == two or _rejoin(edges, mates, one, two):
        return True
    for rank in (two, one):
        for other in edges[rank]:
            edges[other].add(rank)
    return False


def _rejoin(edges: list[set[int]], mates: list[int], one: int, two: int) -> bool:
    """Pair the mates whom two players leave for each other; False, and nothing changed, if it cannot be."""
    former, latter = mates[one], mates[two]
    mates[one], mates[two], mates[former], mates[latter] = two, one, ALONE, ALONE
    if augment(edges, mates, former):
        return True
    mates[one], mates[two], mates[former], mates[latter] = former, latter, one, two
    return False
