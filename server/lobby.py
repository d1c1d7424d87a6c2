"""Who is waiting for a game, and who should meet whom next. Decides, never waits.

Everybody meets everybody, colours swapped: a pair is two games. Nobody runs more than one pair ahead of
another player who is here, so two fast bots do not play each other all day while the rest think.
"""

from collections import Counter
from dataclasses import dataclass

from games.base import Seat


@dataclass(eq=False, slots=True)
class Guest:
    """Someone who plays; the same name may sit at several tables only through several guests."""

    name: str
    only: Seat | None = None  # a client whose port is its seat


class Lobby:
    def __init__(self) -> None:
        self._waiting: list[Guest] = []
        self._playing: list[Guest] = []
        self._first: Counter[tuple[str, str]] = Counter()  # games that (first, second) have begun

    def met(self, first: str, second: str) -> None:
        """They began a game, perhaps in an earlier life of the referee."""
        self._first[first, second] += 1

    def wait(self, guest: Guest) -> None:
        if guest not in self._waiting:
            self._waiting.append(guest)

    def waits(self, guest: Guest) -> bool:
        return guest in self._waiting

    def leave(self, guest: Guest) -> None:
        """The guest is gone, or its game is over."""
        for group in (self._waiting, self._playing):
            if guest in group:
                group.remove(guest)

    def pair(self) -> tuple[Guest, Guest] | None:
        """The next two to play, first and second; both are playing from now on."""
        least = {guest: self._least(guest) for guest in self._waiting}
        best: tuple[int, int, int] | None = None
        for i, a in enumerate(self._waiting):
            for j in range(i):
                b = self._waiting[j]
                pairs = self._pairs(a, b)
                if _fit(a, b) and pairs <= min(least[a], least[b]) + 1 and (best is None or pairs < best[0]):
                    best = pairs, j, i
        return None if best is None else self._seat(self._waiting[best[1]], self._waiting[best[2]])

    def _seat(self, a: Guest, b: Guest) -> tuple[Guest, Guest]:
        for guest in (a, b):
            self._waiting.remove(guest)
            self._playing.append(guest)
        owed = self._first[a.name, b.name] > self._first[b.name, a.name]
        if b.only is Seat.FIRST or a.only is Seat.SECOND or (owed and not a.only and not b.only):
            a, b = b, a
        self.met(a.name, b.name)
        return a, b

    def _pairs(self, a: Guest, b: Guest) -> int:
        return (self._first[a.name, b.name] + self._first[b.name, a.name]) // 2

    def _least(self, guest: Guest) -> int:
        here = [other for group in (self._waiting, self._playing) for other in group]
        return min((self._pairs(guest, other) for other in here if _fit(guest, other)), default=0)


def _fit(a: Guest, b: Guest) -> bool:
    return a.name != b.name and (a.only is None or a.only is not b.only)
