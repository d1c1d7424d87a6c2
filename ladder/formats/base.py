"""What every format shares: it is asked for the next game, knows only its parameters, and remembers nothing.

The answer follows from the results recorded and the games running, so a crash changes nothing: ask again.
A slot is "[round/]one two/pair/1" or "/2": the two games of a pair have one map and swapped seats.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ladder.result import Result, counted


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to start."""

    first: str
    second: str
    game: str
    slot: str  # names the game within its event, the same after a restart


@dataclass(frozen=True, slots=True)
class Format(ABC):
    players: tuple[str, ...]  # the order is the seeding, where there is one
    games: tuple[str, ...]  # start positions or maps, taken in turn

    def __post_init__(self) -> None:
        if len(set(self.players)) != len(self.players) or not self.games:
            raise ValueError("an event needs different players and at least one game")
        for player in self.players:
            if not player or "/" in player or player.split() != [player]:
                raise ValueError(f"not a name for an event: {player!r} (one word, without a slash)")

    @property
    def total(self) -> int | None:
        """How many games it has in all, where that is known beforehand."""
        return None

    @abstractmethod
    def next(
        self, results: Sequence[Result], running: Collection[Pairing], free: Collection[str]
    ) -> Pairing | None:
        """A game that may start now between `free` players; None if there is none.

        `results` are those of this event alone. The caller decides whether one can play two games at once:
        whoever is in `free` may be paired.
        """

    def finished(self, results: Sequence[Result]) -> bool:
        """Whether every game is recorded."""
        return self.next(results, (), self.players) is None


def series_game(one: str, two: str, games: Sequence[str], number: int, within: str = "") -> Pairing:
    """Game `number`, from 0, of a series: `one` begins the even ones, and each swapped pair has its map."""
    pair, swapped = divmod(number, 2)
    first, second = (two, one) if swapped else (one, two)
    names = " ".join(sorted((one, two)))
    return Pairing(first, second, games[pair % len(games)], f"{within}{names}/{pair + 1}/{swapped + 1}")


def by_slot(results: Iterable[Result]) -> dict[str, Result]:
    """What counts, by slot."""
    return {result.slot: result for result in counted(results)}


def taken(results: Iterable[Result], running: Iterable[Pairing]) -> set[str]:
    """The slots that are not to be started: played or under way."""
    return {result.slot for result in results if result.scored} | {pairing.slot for pairing in running}


def first_open(pairings: Iterable[Pairing], shut: Collection[str], free: Collection[str]) -> Pairing | None:
    """The first pairing whose slot is open and whose players are free."""
    for pairing in pairings:
        if pairing.first in free and pairing.second in free and pairing.slot not in shut:
            return pairing
    return None
