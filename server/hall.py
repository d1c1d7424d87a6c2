"""Who is here and what their words do: logging in, waiting, playing, watching. Decides, never waits."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from games.base import Seat
from ladder.result import Result
from protocol.match import Match
from protocol.messages import (
    Bye,
    Ending,
    Enter,
    Hello,
    Message,
    Ping,
    Play,
    Pong,
    Quit,
    Ready,
    Refusal,
    Resign,
    Text,
    Watch,
)
from server.feed import Feed, Watcher
from server.ledger import Ledger
from server.lobby import Meeting, Scheduler
from server.logins import Logins, Player, refuse
from server.registry import Registry
from server.settings import Settings
from server.standings import Standings
from server.table import Place, Table, Timer
from server.wire import Wire


class Hall:
    def __init__(
        self,
        settings: Settings,
        ledger: Ledger,
        timer: Timer,
        watchers: list[Watcher],
        *,
        registry: Registry,
        scheduler: Scheduler,
        past: list[Result],
        next_id: int,
        on_idle: Callable[[], None],
        on_empty: Callable[[], None],
    ) -> None:
        self._settings = settings
        self._ledger = ledger
        self._timer = timer
        self._next_id = next_id
        self._on_idle = on_idle  # nothing runs and nothing more will
        self._on_empty = on_empty  # nobody is connected
        self._random = Random(settings.seed)
        self._lobby = scheduler
        self._feed = Feed(timer, settings.feed_delay, watchers)
        self._logins = Logins(registry, ledger, self._admitted)
        self._wires: set[Wire] = set()
        self._hosts: Counter[str] = Counter()
        self._tables: dict[int, Table] = {}
        self._standings = Standings()
        self._finished = 0
        self.draining = False
        for result in past:
            if result.scored:
                self._standings.add(result.first, result.second, result.winner)
        self._feed.publish(*self._standings.all())

    # What happens on the wires.

    def connected(self, wire: Wire) -> None:
        self._wires.add(wire)
        self._hosts[wire.address] += 1
        if self._hosts[wire.address] > self._settings.per_address:
            wire.tell([Bye(Text(f"more than {self._settings.per_address} connections from {wire.address}"))])
            wire.close()
        self._timer.call_at(self._timer.time() + self._settings.login_limit, partial(self._too_late, wire))

    def said(self, wire: Wire, message: Message, now: float) -> None:
        if wire.closing:
            return None
        if self._logins.pending(wire):
            return self._ledger.append([], partial(self.said, wire, message, now))
        player = self._logins.at(wire)
        match message:
            case Enter():
                self._logins.enter(wire, message)
            case Hello():
                self._hello(wire, message)
            case Watch():
                self._watch(wire)
            case Ping():
                wire.tell([Pong(message.text)])
            case Quit():
                wire.tell([Bye(Text("goodbye"))])
            case Ready():
                self._ready(wire, player)
            case Play() | Resign() if player and player.table:
                player.table.said(player.seat, message, now)
            case Play() | Resign():
                code = Refusal.LATE if player else Refusal.PHASE
                refuse(wire, code, "you are in no game; say ready for the next one")
            case _:
                refuse(wire, Refusal.PHASE, "that has no meaning here")
        return None

    def gone(self, wire: Wire) -> None:
        self.closing(wire)
        self._wires.discard(wire)
        self._hosts -= Counter([wire.address])
        if not self._wires:
            self._on_empty()

    def closing(self, wire: Wire) -> None:
        """Nothing more will be heard from it."""
        self._feed.leave(wire)
        player = self._logins.leave(wire)
        if player is not None:
            if player.table:
                player.table.gone(player.seat)
            else:
                self._forget(player)
                self._pair()

    def open(self) -> None:
        """Call the first games of an event."""
        self._pair()
        self._check_idle()

    # The end.

    def drain(self) -> None:
        """Start no more games."""
        self.draining = True
        self._check_idle()

    def stop(self, ending: Ending, why: str) -> None:
        """End every game now."""
        self.draining = True
        for table in list(self._tables.values()):
            table.stop(ending, why)

    def dismiss(self, why: str) -> bool:
        """Send everybody away; whether anybody was here."""
        for wire in list(self._wires):
            wire.tell([Bye(Text(why))])
            wire.close()
        return bool(self._wires)

    # Logging in.

    def _hello(self, wire: Wire, hello: Hello) -> None:
        if player := self._logins.at(wire):
            refuse(wire, Refusal.PHASE, f"you are {player.name} already")
        elif self._feed.watched_by(wire):
            refuse(wire, Refusal.PHASE, "you watch; connect again to play")
        else:
            self._logins.hello(wire, hello)

    def _admitted(self, player: Player, wire: Wire) -> None:
        if player.table:
            player.table.back(player.seat, wire)
        else:
            self._lobby.leave(player)

    def _too_late(self, wire: Wire) -> None:
        player = self._logins.at(wire)
        mute = player is not None and not (
            player.table or self._lobby.waits(player) or self._logins.named(player)
        )
        if wire in self._wires and (player is None or mute) and not self._feed.watched_by(wire):
            wire.tell([Bye(Text(f"say who you are within {self._settings.login_limit:g} s"))])
            wire.close()

    # Playing.

    def _ready(self, wire: Wire, player: Player | None) -> None:
        if player is None:
            return refuse(wire, Refusal.PHASE, "say hello first")
        if player.table:
            return refuse(wire, Refusal.PHASE, "you are in a game")
        self._lobby.wait(player)
        return self._pair()

    def _pair(self) -> None:
        while self._may_start() and (meeting := self._lobby.pair()):
            self._start(meeting)

    def _may_start(self) -> bool:
        limit = self._settings.matches
        return not self.draining and (limit is None or self._finished + len(self._tables) < limit)

    def _start(self, meeting: Meeting) -> None:
        first, second = meeting.first, meeting.second
        assert isinstance(first, Player) and isinstance(second, Player)
        players = {Seat.FIRST: first, Seat.SECOND: second}
        table = self._table(meeting, players)
        for seat, player in players.items():
            player.table, player.seat = table, seat
        table.begin({seat: player.wire for seat, player in players.items() if player.wire})

    def absent(self, slot: str) -> None:
        """The time to come to that game is over: who is not here has lost it."""
        found = self._lobby.missing(slot)
        if found is None or self.draining:
            return
        meeting, seats = found
        self._table(meeting, {}).forfeit(seats)

    def _table(self, meeting: Meeting, players: dict[Seat, Player]) -> Table:
        """A new table, known to those who watch; `players` are those who are here for it."""
        match, place = self._match(meeting), Place(meeting.event, meeting.slot)
        table = Table(match, place, self._ledger, self._timer, partial(self._changed, players))
        self._tables[match.id] = table
        self._feed.publish(match.table())
        return table

    def _match(self, meeting: Meeting) -> Match:
        # An event's dice follow from its seed and the slot: a game that is played again rolls alike.
        slot = meeting.slot
        seed = f"{self._settings.seed} {slot}" if slot else self._random.getrandbits(64)
        place = f"{meeting.event}/{slot}".replace(" ", "_") if slot else ""
        id, self._next_id = self._next_id, self._next_id + 1
        names = {Seat.FIRST: meeting.first.name, Seat.SECOND: meeting.second.name}
        return Match(id, meeting.game, names, self._settings.terms, Random(seed), place)

    def _changed(self, players: dict[Seat, Player], table: Table) -> None:
        match = table.match
        if match.verdict is None:
            self._feed.stir(match)
        elif self._tables.pop(match.id, None):
            self._over(players, table)

    def _over(self, players: dict[Seat, Player], table: Table) -> None:
        match = table.match
        assert match.verdict is not None
        for player in players.values():
            player.table = None
            self._forget(player)
            if player.wire and not player.wire.dialect.returns:
                self._timer.call_at(self._timer.time() + self._settings.linger, player.wire.close)
        if match.verdict.scored:
            self._finished += 1
            winner = match.verdict.winner
            first, second = (match.players[seat] for seat in Seat)
            self._standings.add(first, second, winner and str(winner))
        self._lobby.over(table.result())
        self._feed.finish(match)
        for seat in Seat:
            self._feed.publish(self._standings.of(match.players[seat]))
        self._pair()
        self._check_idle()

    def _forget(self, player: Player) -> None:
        self._lobby.leave(player)
        self._logins.forget(player)

    def _check_idle(self) -> None:
        enough = self._settings.matches is not None and self._finished >= self._settings.matches
        if not self._tables and (self.draining or enough or self._lobby.finished()):
            self._on_idle()

    # Watching.

    def _watch(self, wire: Wire) -> None:
        if self._logins.at(wire) or self._feed.watched_by(wire):
            return refuse(wire, Refusal.PHASE, "players do not watch, and you watch already")
        now = self._timer.time()
        state: list[Message] = [*self._standings.all()]
        for table in self._tables.values():
            state += [table.match.table(), table.match.board(now)]
        return self._feed.watch(wire, state)
