"""The referee of one game: rules, turns, clocks and what each side may know. No I/O, no time of its own.

Say what happened (`begin`, `receive`, `left`, `tick` ...) and send what comes back. A clock runs from
`asked`, which the shell calls with the time at which the question really went out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.base import SEATS, Chance, Game, IllegalMove, Move, Seat
from protocol.clock import Clock, Control
from protocol.messages import (
    Board,
    Ending,
    Fate,
    Go,
    Message,
    Moved,
    Opened,
    Over,
    Play,
    Refusal,
    Refused,
    Resign,
    Result,
    Seated,
    Table,
    Text,
)


@dataclass(frozen=True, slots=True)
class Send:
    to: Seat
    message: Message


@dataclass(frozen=True, slots=True)
class Played:
    """A move of the record, whole; the record replays without clocks and dice."""

    ply: int
    by: Seat | Chance
    move: Move
    used: float  # seconds of thought
    lag: float  # seconds the referee took before it asked for this move


@dataclass(frozen=True, slots=True)
class Verdict:
    winner: Seat | None
    ending: Ending
    why: str

    @property
    def scored(self) -> bool:
        return self.ending not in (Ending.STOPPED, Ending.VOID)

    def fate(self, seat: Seat) -> Fate:
        if not self.scored:
            return Fate.NONE
        if self.winner is None:
            return Fate.DREW
        return Fate.WON if self.winner is seat else Fate.LOST


@dataclass(frozen=True, slots=True)
class Terms:
    """What both players agreed to by coming."""

    control: Control
    margin: float = 0.05  # seconds past the limit that are forgiven: the referee's own unevenness
    illegal_loses: bool = True  # else the move is asked for again, the clock running


class Match:
    def __init__(
        self, id: int, game: Game, players: dict[Seat, str], terms: Terms, random: Random, place: str = ""
    ) -> None:
        self.place = place  # in an event, one word
        self.id = id
        self.game = game
        self.players = players
        self.terms = terms
        self.deadline: float | None = None  # when `tick` is due
        self.position = game.start()
        self.mover = self.position.to_move()  # kept beside the position: asked for at every turn
        self.played: list[Played] = []
        self.used = dict.fromkeys(Seat, 0.0)
        self.lag = 0.0
        self.verdict: Verdict | None = None
        self._random = random
        self._clocks = {seat: Clock.full(terms.control) for seat in Seat}
        self._asked: float | None = None  # when the mover's clock began to run
        self._due: float = 0.0  # when the referee could first have asked
        self._seen: dict[Seat, list[Moved]] = {seat: [] for seat in Seat}
        self._last = "-"

    def begin(self, now: float) -> list[Send]:
        sends = [Send(seat, self._seated(seat)) for seat in Seat]
        return sends + self._proceed(now)

    def asked(self, at: float) -> None:
        """The question to the mover went out at that time."""
        mover = self.mover
        if self.verdict or not isinstance(mover, Seat):
            return
        self._asked = at
        self.deadline = at + self._clocks[mover].limit + self.terms.margin

    @property
    def running(self) -> bool:
        """Whether the mover has been asked and its clock runs."""
        return self._asked is not None

    def receive(self, seat: Seat, message: Message, now: float) -> list[Send]:
        """A player said something that arrived at `now`."""
        sends = self.tick(now)
        if self.verdict:
            return [*sends, Send(seat, Refused(Refusal.LATE, Text("the game is over")))]
        if isinstance(message, Play):
            return self._move(seat, message.move, now)
        if isinstance(message, Resign):
            why = f"{self.players[seat]} resigned" + (f": {message.why}" if message.why else "")
            return self._finish(Verdict(seat.other, Ending.RESIGNED, why))
        return [Send(seat, Refused(Refusal.PHASE, Text("that has no meaning during a game")))]

    def left(self, seat: Seat, fault: str = "") -> list[Send]:
        """That seat's client is gone and has no way back; `fault` is why the referee hung up on it."""
        did = f"was cut off: {fault}" if fault else "closed the connection during the game"
        why = f"{self.players[seat]} {did}"
        return self._finish(Verdict(seat.other, Ending.LEFT, why))

    def absent(self, seats: Sequence[Seat]) -> list[Send]:
        """Those seats' players did not come; the game is decided before it began."""
        names = " and ".join(self.players[seat] for seat in seats)
        winner = seats[0].other if len(seats) == 1 else None
        return self._finish(Verdict(winner, Ending.ABSENT, f"{names} did not come to the game"))

    def returned(self, seat: Seat, now: float) -> list[Send]:
        """That seat's client came back: all it needs to go on. The clock has run meanwhile."""
        over = [send for send in self.tick(now) if send.to is not seat]
        messages: list[Message] = [self._seated(seat), *self._seen[seat]]
        if self.verdict:
            messages += self._ending(seat, self.verdict)
        elif self.mover is seat:
            messages.append(self._go(seat, self._left(seat, now)))
        return [*(Send(seat, message) for message in messages), *over]

    def tick(self, now: float) -> list[Send]:
        """Time has passed: flags the mover if its deadline is gone."""
        if self.deadline is None or now <= self.deadline:
            return []
        mover = self.mover
        assert isinstance(mover, Seat) and self._asked is not None
        used, limit = now - self._asked, self._clocks[mover].limit
        self.used[mover] += used
        why = f"{self.players[mover]} lost on time: no move within {limit:.3f} s at ply {len(self.played)}"
        return self._finish(Verdict(mover.other, Ending.TIME, why))

    def stop(self, ending: Ending, why: str) -> list[Send]:
        """End the game with no score."""
        return self._finish(Verdict(None, ending, why))

    def table(self) -> Table:
        """Who plays what here, for those who watch."""
        first, second = (self.players[seat] for seat in Seat)
        return Table(self.id, self.game.name, first, second, str(self.terms.control))

    def board(self, now: float) -> Board:
        """The position for those who watch: public while the game runs, all open when it is over."""
        mover = None if self.verdict else self.mover
        left = [_milliseconds(self._left(seat, now)) for seat in Seat]
        view = self.position.view(None, reveal=self.verdict is not None)
        return Board(self.id, len(self.played), str(mover or "-"), left[0], left[1], self._last, Text(view))

    def result(self) -> Result:
        """The verdict, for those who watch."""
        assert self.verdict is not None
        winner = str(self.verdict.winner or "-")
        return Result(self.id, winner, self.verdict.ending, len(self.played), Text(self.verdict.why))

    def _move(self, seat: Seat, move: Move, now: float) -> list[Send]:
        if self._asked is None or now < self._asked or self.mover is not seat:
            return [Send(seat, Refused(Refusal.TURN, Text("wait until you are asked to go")))]
        used = now - self._asked
        try:
            sends = self._play(seat, move, used)
        except IllegalMove as error:
            return self._illegal(seat, str(error))
        sends += self._roll()
        turn_over = self.mover is not seat
        self._clocks[seat] = self._clocks[seat].after(used, turn_over)
        return sends + self._proceed(now)

    def _illegal(self, seat: Seat, why: str) -> list[Send]:
        refused = Send(seat, Refused(Refusal.ILLEGAL, Text(why)))
        if not self.terms.illegal_loses:
            return [refused]
        verdict = Verdict(seat.other, Ending.ILLEGAL, f"{self.players[seat]} played an illegal move: {why}")
        return [refused, *self._finish(verdict)]

    def _play(self, by: Seat | Chance, move: Move, used: float) -> list[Send]:
        before, ply = self.position, len(self.played)
        self.position = before.play(move)
        self.mover = self.position.to_move()
        lag = 0.0 if self._asked is None else max(0.0, self._asked - self._due)
        self.played.append(Played(ply, by, move, used, lag))
        self._asked = self.deadline = None
        self.lag += lag
        if isinstance(by, Seat):
            self.used[by] += used
        self._last = before.seen(move, None)
        sends = []
        left = self._clocks[by].left_after(used) if isinstance(by, Seat) else 0.0
        for seat in SEATS:
            moved = Moved(ply, by, before.seen(move, seat), _milliseconds(left))
            self._seen[seat].append(moved)
            sends.append(Send(seat, moved))
        return sends

    def _roll(self) -> list[Send]:
        sends = []
        while self.mover is Chance.CHANCE:
            moves, weights = zip(*self.position.chances(), strict=True)
            sends += self._play(Chance.CHANCE, self._random.choices(moves, weights)[0], 0.0)
        return sends

    def _proceed(self, now: float) -> list[Send]:
        """Roll the dice if they are due, then ask the next mover, or finish."""
        sends = self._roll()
        if self.mover is None:
            outcome = self.position.outcome()
            assert outcome is not None
            return sends + self._finish(Verdict(outcome.winner, Ending.RULES, outcome.reason))
        assert isinstance(self.mover, Seat)
        self._due = now
        return [*sends, Send(self.mover, self._go(self.mover, self._clocks[self.mover].limit))]

    def _finish(self, verdict: Verdict) -> list[Send]:
        if self.verdict:
            return []
        self.verdict = verdict
        self._asked = self.deadline = None
        return [Send(seat, message) for seat in Seat for message in self._ending(seat, verdict)]

    def _ending(self, seat: Seat, verdict: Verdict) -> list[Message]:
        opened = Opened(Text(self.position.view(seat, reveal=True)))
        return [opened, Over(verdict.fate(seat), verdict.ending, Text(verdict.why))]

    def _seated(self, seat: Seat) -> Seated:
        first, second = self.players[Seat.FIRST], self.players[Seat.SECOND]
        return Seated(self.id, self.game.name, seat, first, second, str(self.terms.control), self.place)

    def _go(self, seat: Seat, left: float) -> Go:
        return Go(len(self.played), _milliseconds(left), Text(self.position.view(seat)))

    def _left(self, seat: Seat, now: float) -> float:
        limit = self._clocks[seat].limit
        if self._asked is None or self.mover is not seat:
            return limit
        return limit - (now - self._asked)


def _milliseconds(seconds: float) -> int:
    return max(0, round(seconds * 1000))
