"""What those who watch are told: never more than the public may know, and no faster than eyes. Never waits.

A board is a state, not an event: of those that come within a tenth of a second the last is sent.
"""

from collections.abc import Callable
from functools import partial

from protocol.match import Match
from protocol.messages import Message
from server.table import Timer
from server.wire import Wire

PACE = 0.1  # seconds between two boards of a game

Watcher = Callable[[Message], None]


class Feed:
    def __init__(self, timer: Timer, delay: float, watchers: list[Watcher]) -> None:
        self._timer = timer
        self._delay = delay
        self._watchers = watchers  # in this process: the scoreboard, the log
        self._wires: set[Wire] = set()
        self._stirred: dict[int, Match] = {}
        self._due = False

    def watch(self, wire: Wire, now: list[Message]) -> None:
        """From here on the wire is told everything; `now` is how things stand."""
        self._wires.add(wire)
        wire.tell(now)

    def watched_by(self, wire: Wire) -> bool:
        return wire in self._wires

    def leave(self, wire: Wire) -> None:
        self._wires.discard(wire)

    def stir(self, match: Match) -> None:
        """Something happened on that board."""
        if self._wires or self._watchers:
            self._stirred[match.id] = match
            if not self._due:
                self._due = True
                self._timer.call_at(self._timer.time() + PACE, self._show_boards)

    def finish(self, match: Match) -> None:
        """That game is over: its last board is open to all."""
        self._stirred.pop(match.id, None)
        self.publish(match.board(self._timer.time()), match.result())

    def publish(self, *messages: Message) -> None:
        if self._delay:
            self._timer.call_at(self._timer.time() + self._delay, partial(self._send, messages))
        else:
            self._send(messages)

    def _show_boards(self) -> None:
        self._due = False
        now = self._timer.time()
        boards = [match.board(now) for match in self._stirred.values()]
        self._stirred.clear()
        self.publish(*boards)

    def _send(self, messages: tuple[Message, ...]) -> None:
        for message in messages:
            for watcher in self._watchers:
                watcher(message)
        for wire in list(self._wires):
            wire.tell(messages)
