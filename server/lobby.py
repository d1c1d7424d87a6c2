"""Who is waiting for a game, and who should meet whom next. Decides, never waits.

Everybody meets everybody, colours swapped: a pair is two games. Nobody runs more than one pair ahead of
another player who is here, so two fast bots do not play each other all day while the rest think.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Protocol

from games.base import Game, Seat
from ladder.result import Result


@dataclass(eq=False, slots=True)
class Guest:
    """Someone who plays; the same name may sit at several tables only through several guests."""

    name: str
    only: Seat | None = None  # a client whose port is its seat


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game that begins."""

    first: Guest
    second: Guest
    game: Game
    event: str = ""
    slot: str = ""


class Scheduler(Protocol):
    """Who says which game is next: the lobby of free play, or the programme of an event."""

    def wait(self, guest: Guest) -> None: ...
    def waits(self, guest: Guest) -> bool: ...
    def leave(self, guest: Guest) -> None: ...
    def pair(self) -> Meeting | None: ...
    def over(self, result: Result) -> None: ...
    def missing(self, slot: str) -> tuple[Meeting, list[Seat]] | None: ...
    def finished(self) -> bool: ...


class Waiting:
    """Those who wait for a game, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: list[Guest] = []

    def wait(self, guest: Guest) -> None:
        if guest not in self._waiting:
            self._waiting.append(guest)

    def waits(self, guest: Guest) -> bool:
        return guest in self._waiting

    def leave(self, guest: Guest) -> None:
        """The guest is gone, or its game is over."""
        if guest in self._waiting:
            self._waiting.remove(guest)


class Lobby(Waiting):
    """Free play, without end."""

    def __init__(self, game: Game, past: list[Result]) -> None:
        super().__init__()
        self._game = game
        self._playing: list[Guest] = []
        # games that (first, second) have begun, in earlier lives of the referee too
        self._first = Counter((result.first, result.second) for result in past)

    def leave(self, guest: Guest) -> None:
        super().leave(guest)
        if guest in self._playing:
            self._playing.remove(guest)

    def over(self, result: Result) -> None:
        """Nothing follows from it: who wants to play on says so."""

    def missing(self, slot: str) -> tuple[Meeting, list[Seat]] | None:
        """Nobody is expected."""
        return None

    def finished(self) -> bool:
        return False

    def pair(self) -> Meeting | None:
        """The next two to play; both are playing from now on."""
        least = {guest: self._least(guest) for guest in self._waiting}
        best: tuple[int, int, int] | None = None
        for i, a in enumerate(self._waiting):
            for j in range(i):
                b = self._waiting[j]
                pairs = self._pairs(a, b)
                if _fit(a, b) and pairs <= min(least[a], least[b]) + 1 and (best is None or pairs < best[0]):
                    best = pairs, j, i
        return None if best is None else self._seat(self._waiting[best[1]], self._waiting[best[2]])

    def _seat(self, a: Guest, b: Guest) -> Meeting:
        for guest in (a, b):
            self._waiting.remove(guest)
            self._playing.append(guest)
        owed = self._first[a.name, b.name] > self._first[b.name, a.name]
        if b.only is Seat.FIRST or a.only is Seat.SECOND or (owed and not a.only and not b.only):
            a, b = b, a
        self._first[a.name, b.name] += 1
        return Meeting(a, b, self._game)

    def _pairs(self, a: Guest, b: Guest) -> int:
        return (self._first[a.name, b.name] + self._first[b.name, a.name]) // 2

    def _least(self, guest: Guest) -> int:
        here = [other for group in (self._waiting, self._playing) for other in group]
        return min((self._pairs(guest, other) for other in here if _fit(guest, other)), default=0)


def _fit(a: Guest, b: Guest) -> bool:
    return a.name != b.name and (a.only is None or a.only is not b.only)
