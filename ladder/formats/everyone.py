"""Formats in which everyone meets everyone: round robin by the circle method, and the gauntlet."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ladder.formats.base import Format, Pairing, first_open, series_game, taken
from ladder.result import Result


@dataclass(frozen=True, slots=True)
class RoundRobin(Format):
    """Each two players meet `cycles` times: 1 is single, 2 double with seats swapped, 100 the 50 + 50 match.

    Every map is played in both seats if `cycles` is a multiple of twice the number of maps.
    """

    cycles: int = 2
    together: bool = False  # all games of two players in a row, instead of cycle by cycle

    @property
    def total(self) -> int:
        return len(self.players) * (len(self.players) - 1) // 2 * self.cycles

    def next(
        self, results: Sequence[Result], running: Collection[Pairing], free: Collection[str]
    ) -> Pairing | None:
        waiting = frozenset(free)
        shut = taken(results, running)
        return first_open(self._schedule(waiting), shut, waiting) if len(waiting) > 1 else None

    def _schedule(self, waiting: frozenset[str]) -> Iterator[Pairing]:
        """All games between those waiting, in order."""
        numbers = [number for number, player in enumerate(self.players) if player in waiting]
        circle = circle_size(len(self.players))
        if self.together:
            order = ((turn, cycle) for turn in range(circle) for cycle in range(self.cycles))
        else:
            order = ((turn, cycle) for cycle in range(self.cycles) for turn in range(circle))
        for turn, cycle in order:
            for one in numbers:
                two = opponent(one, turn, circle)
                if two < len(self.players) and begins(one, two, circle):
                    yield series_game(self.players[one], self.players[two], self.games, cycle)


@dataclass(frozen=True, slots=True)
class Gauntlet(Format):
    """The first `heroes` players meet all the others, `cycles` times each."""

    cycles: int = 2
    heroes: int = 1

    @property
    def total(self) -> int:
        return self.heroes * (len(self.players) - self.heroes) * self.cycles

    def next(
        self, results: Sequence[Result], running: Collection[Pairing], free: Collection[str]
    ) -> Pairing | None:
        return first_open(self._schedule(), taken(results, running), frozenset(free))

    def _schedule(self) -> Iterator[Pairing]:
        for cycle in range(self.cycles):
            for number, other in enumerate(self.players[self.heroes :]):
                for hero_number, hero in enumerate(self.players[: self.heroes]):
                    # Alternating, so that a single cycle is fair to the seats as well.
                    one, two = (other, hero) if (number + hero_number) % 2 else (hero, other)
                    yield series_game(one, two, self.games, cycle)


def circle_size(players: int) -> int:
    """How many sit on the circle, always an odd number; with an even number of players one sits outside."""
    return players - 1 + players % 2


def opponent(player: int, turn: int, circle: int) -> int:
    """Whom a player meets in a turn; with an odd number of players, who meets number `circle` rests."""
    if player == circle:
        return turn * (circle + 1) // 2 % circle  # half of the turn, on the circle
    other = (turn - player) % circle
    return circle if other == player else other


def begins(one: int, two: int, circle: int) -> bool:
    """Whether `one` has the first seat in the first cycle: so against the half circle that follows him."""
    if one == circle:
        return two % 2 == 1
    if two == circle:
        return one % 2 == 0
    return (two - one) % circle <= circle // 2
