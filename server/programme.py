"""The programme of an event: which game comes next, and who of those here plays it. Decides, never waits.

What is played follows from the format and the recorded results alone, so a restarted referee goes on where it
was. A game is called first; it begins when both players are waiting in seats that they can take.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from games.base import Game, Seat
from ladder.formats import Format, Pairing
from ladder.result import Result
from protocol.messages import Ending
from server.lobby import Guest, Meeting, Waiting

VOID = 3  # failures of our own at one game, after which the event is stopped


class Programme(Waiting):
    def __init__(
        self,
        event: str,
        format: Format,
        games: Mapping[str, Game],
        results: list[Result],
        concurrency: int,
        on_call: Callable[[Pairing], None] = lambda _: None,
    ) -> None:
        super().__init__()
        self.event = event
        self._format = format
        self._games = games
        self._results = results
        self._concurrency = concurrency
        self._on_call = on_call  # a game is called: its players should come
        self._called: dict[str, Pairing] = {}  # by slot
        self._running: dict[str, Pairing] = {}
        self._void: Counter[str] = Counter()  # how often we failed at a slot

    def pair(self) -> Meeting | None:
        """The next game that can begin."""
        if self._stuck():
            return None
        self._call()
        for slot, pairing in self._called.items():
            first = self._guest(pairing.first, Seat.FIRST)
            second = self._guest(pairing.second, Seat.SECOND)
            if first and second:
                self._running[slot] = self._called.pop(slot)
                self.leave(first)
                self.leave(second)
                return Meeting(first, second, self._games[pairing.game], self.event, slot)
        return None

    def over(self, result: Result) -> None:
        """A game of the event has ended; one that does not score will be called again, but not for ever."""
        self._running.pop(result.slot, None)
        self._called.pop(result.slot, None)
        self._results.append(result)
        if result.ending == Ending.VOID:
            self._void[result.slot] += 1

    def finished(self) -> bool:
        """Whether nothing is left to play, or we fail at it again and again."""
        if self._stuck():
            return not self._running
        return not self._running and not self._called and self._format.finished(self._results)

    def _stuck(self) -> bool:
        return any(times >= VOID for times in self._void.values())

    def missing(self, slot: str) -> tuple[Meeting, list[Seat]] | None:
        """A called game that has not begun, and who is not here for it; the game is not called any more."""
        pairing = self._called.get(slot)
        if pairing is None:
            return None
        names = {Seat.FIRST: pairing.first, Seat.SECOND: pairing.second}
        seats = [seat for seat, name in names.items() if self._guest(name, seat) is None]
        meeting = Meeting(
            Guest(pairing.first), Guest(pairing.second), self._games[pairing.game], self.event, slot
        )
        return (meeting, seats) if seats else None

    def _call(self) -> None:
        busy = [*self._called.values(), *self._running.values()]
        while len(busy) < self._concurrency:
            taken = {name for pairing in busy for name in (pairing.first, pairing.second)}
            free = [name for name in self._format.players if name not in taken]
            pairing = self._format.next(self._results, busy, free)
            if pairing is None:
                return
            self._called[pairing.slot] = pairing
            busy.append(pairing)
            self._on_call(pairing)

    def _guest(self, name: str, seat: Seat) -> Guest | None:
        fits = (guest for guest in self._waiting if guest.name == name and guest.only in (None, seat))
        return next(fits, None)
