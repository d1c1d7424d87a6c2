"""Named pairs that meet so often, as in the table of a paper; nobody else meets.

A player may have copies, so that several of its games run at once: "name", "name.2", "name.3". Slots speak of
the originals, so which copy played, and how many there are, changes nothing in what is still to be played.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ladder.formats.base import Format, Pairing, series_game, taken
from ladder.result import Result

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Meetings(Format):
    pairs: Pairs = ()
    cycles: int = 2  # games of each pair; an even number is fair to the seats

    @property
    def total(self) -> int:
        return len(self.pairs) * self.cycles

    def next(
        self, results: Sequence[Result], running: Collection[Pairing], free: Collection[str]
    ) -> Pairing | None:
        shut, copy = taken(results, running), {original(name): name for name in reversed(list(free))}
        for game in self._schedule():
            if game.slot not in shut and game.first in copy and game.second in copy:
                return replace(game, first=copy[game.first], second=copy[game.second])
        return None

    def own(self, results: Iterable[Result]) -> list[Result]:
        """Those of its games: an earlier run may have wanted more of each pair."""
        slots = {game.slot for game in self._schedule()}
        return [result for result in results if result.slot in slots]

    def _schedule(self) -> Iterator[Pairing]:
        order = ((cycle, pair) for cycle in range(self.cycles) for pair in self.pairs)
        return (series_game(*pair, self.games, cycle) for cycle, pair in order)


def original(name: str) -> str:
    """The player of whom this is a copy."""
    return name.partition(".")[0]


def with_copies(pairs: Pairs, concurrency: int) -> tuple[str, ...]:
    """The players of the pairs, each as often as `concurrency` games, taken in turn, need it at once."""
    names = dict.fromkeys(name for pair in pairs for name in pair)
    return tuple(copy for name in names for copy in _copies(name, pairs, concurrency))


def _copies(name: str, pairs: Pairs, concurrency: int) -> list[str]:
    mine = sum(name in pair for pair in pairs)
    needed = -(-concurrency * mine // len(pairs))
    return [name, *(f"{name}.{number}" for number in range(2, needed + 1))]
