"""Carries one Match over two wires: stores each move before anybody hears of it, and minds the deadline.

It never waits: what must come later is handed to the ledger or to the timer.
"""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Literal, Protocol

from games.base import SEATS, Seat
from ladder.result import Result
from ladder.store import GameRow, MoveRow, ResultRow, Row
from protocol.match import Match, Send
from protocol.messages import Ending, Go, Message
from server.ledger import Ledger
from server.wire import Wire


class Alarm(Protocol):
    def when(self) -> float: ...
    def cancel(self) -> None: ...


class Timer(Protocol):
    """The two things that anything here asks of a clock; asyncio's loop is one."""

    def time(self) -> float: ...
    def call_at(self, when: float, callback: Callable[[], object]) -> Alarm: ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game belongs: its event, and its slot in it; free play has neither."""

    event: str = ""
    slot: str = ""


class Table:
    def __init__(
        self, match: Match, place: Place, ledger: Ledger, timer: Timer, on_change: Callable[["Table"], None]
    ) -> None:
        self.match = match
        self.place = place
        self.wires: dict[Seat, Wire | None] = dict.fromkeys(SEATS)
        self._ledger = ledger
        self._timer = timer
        self._on_change = on_change
        self._stored = 0  # moves written so far
        self._closed = False  # the result is written
        self._alarm: Alarm | None = None

    def begin(self, wires: dict[Seat, Wire]) -> None:
        self.wires.update(wires)
        self._act(self.match.begin(self._timer.time()), [self._started()])

    def forfeit(self, missing: Sequence[Seat]) -> None:
        """Record a game that could not begin."""
        self._act(self.match.absent(missing), [self._started()])

    def result(self) -> Result:
        """What is remembered of the game when it is over."""
        row, about = _result(self.match), self._started()
        assert self.match.verdict is not None
        return Result(
            row.game_id,
            about.game,
            about.first,
            about.second,
            _WINNERS[self.match.verdict.winner],
            row.ending,
            row.reason,
            row.plies,
            row.first_used,
            row.second_used,
            row.lag,
            about.event,
            about.slot,
        )

    def said(self, seat: Seat, message: Message, now: float) -> None:
        plies = len(self.match.played)
        try:
            sends = self.match.receive(seat, message, now)
        except Exception as error:  # a fault of ours: no player pays for it, and no other table
            traceback.print_exc()
            sends = self.match.stop(Ending.VOID, f"the referee failed: {type(error).__name__}: {error}")
        self._act(sends)
        wire = self.wires[seat]
        if wire is not None and len(self.match.played) > plies:
            wire.patience.restore()

    def gone(self, seat: Seat) -> None:
        """The client's connection closed; one that can come back finds its game, the clock running."""
        wire, self.wires[seat] = self.wires[seat], None
        if wire is not None and not wire.dialect.returns:
            self._act(self.match.left(seat, wire.fault))

    def back(self, seat: Seat, wire: Wire) -> None:
        """The client is here again, on another wire; it hears after all that is still being written."""
        sends = self.match.returned(seat, self._timer.time())
        self._ledger.append(self._unwritten(), partial(self._welcome, seat, wire, sends))

    def _welcome(self, seat: Seat, wire: Wire, sends: list[Send]) -> None:
        self.wires[seat] = None if wire.closing else wire
        self._deliver(sends)

    def stop(self, ending: Ending, why: str) -> None:
        self._act(self.match.stop(ending, why))

    def _act(self, sends: list[Send], rows: list[Row] | None = None) -> None:
        rows = (rows or []) + self._unwritten()
        if sends or rows:
            self._ledger.append(rows, partial(self._deliver, sends))

    def _started(self) -> GameRow:
        about, place = self.match.table(), self.place
        return GameRow(
            about.id, about.game, about.first, about.second, about.control, _today(), place.event, place.slot
        )

    def _unwritten(self) -> list[Row]:
        match = self.match
        rows: list[Row] = [
            MoveRow(match.id, played.ply, str(played.by), played.move, played.used, played.lag)
            for played in match.played[self._stored :]
        ]
        self._stored = len(match.played)
        if match.verdict and not self._closed:
            self._closed = True
            rows.append(_result(match))
        return rows

    def _deliver(self, sends: list[Send]) -> None:
        """The rows are written: now the players may hear."""
        for seat in SEATS:
            messages = [send.message for send in sends if send.to is seat]
            if messages:
                self._tell(seat, messages)
        if self.match.verdict:
            self._mute()
        self._on_change(self)

    def _tell(self, seat: Seat, messages: list[Message]) -> None:
        wire = self.wires[seat]
        at, answers = wire.tell(messages) if wire else (self._timer.time(), [])
        if isinstance(messages[-1], Go) and not self.match.running:
            self.match.asked(at)
            self._mind_deadline()
        for answer in answers:
            self.said(seat, answer, at)

    def _mind_deadline(self) -> None:
        # An alarm that rings too early is set again then: cheaper than a new one for every move.
        deadline = self.match.deadline
        if deadline is not None and (self._alarm is None or deadline < self._alarm.when()):
            self._mute()
            self._alarm = self._timer.call_at(deadline, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._act(self.match.tick(self._timer.time()))
        self._mind_deadline()

    def _mute(self) -> None:
        # An alarm that waits would keep the whole game in memory.
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


_WINNERS: dict[Seat | None, Literal["first", "second"] | None] = {
    Seat.FIRST: "first",
    Seat.SECOND: "second",
    None: None,
}


def _result(match: Match) -> ResultRow:
    verdict = match.verdict
    assert verdict is not None
    return ResultRow(
        game_id=match.id,
        winner=verdict.winner and str(verdict.winner),
        ending=str(verdict.ending),
        reason=verdict.why,
        plies=len(match.played),
        first_used=match.used[Seat.FIRST],
        second_used=match.used[Seat.SECOND],
        lag=match.lag,
        finished=_today(),
    )


def _today() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
