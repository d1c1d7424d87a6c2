"""Who is on which wire: saying hello, coming back, being forgotten. Decides, never waits."""

from collections.abc import Callable
from functools import partial

from games.base import Seat
from ladder.store import PlayerRow, Row
from protocol.codec import ProtocolError
from protocol.messages import REPLACED, Bye, Enter, Hello, Refusal, Refused, Text, Welcome
from server.ledger import Ledger
from server.lobby import Guest
from server.registry import Registry
from server.table import Table
from server.wire import Wire


class Player(Guest):
    """A guest with its connection and its game."""

    __slots__ = ("seat", "table", "wire")

    def __init__(self, name: str, wire: Wire, only: Seat | None = None) -> None:
        super().__init__(name, only)
        self.wire: Wire | None = wire
        self.table: Table | None = None
        self.seat = Seat.FIRST  # at the table


class Logins:
    def __init__(
        self, registry: Registry, ledger: Ledger, on_admitted: Callable[[Player, Wire], None]
    ) -> None:
        self._registry = registry
        self._ledger = ledger
        self._on_admitted = on_admitted  # the player has been welcomed
        self._players: dict[str, Player] = {}  # those with a name of their own, here or in a game
        self._at: dict[Wire, Player] = {}
        self._entering: set[Wire] = set()  # those whose login is being written

    def at(self, wire: Wire) -> Player | None:
        return self._at.get(wire)

    def pending(self, wire: Wire) -> bool:
        return wire in self._entering

    def named(self, player: Player) -> bool:
        """Whether it has logged in, and is not just somebody at a door."""
        return self._players.get(player.name) is player

    def hello(self, wire: Wire, hello: Hello) -> None:
        """Let it in when its name is written, or refuse it."""
        try:
            login = self._registry.login(hello.name, hello.token)
        except ProtocolError as error:
            return refuse(wire, error.code, error.why)
        rows: list[Row] = [PlayerRow(login.name, login.new)] if login.new else []
        self._entering.add(wire)
        return self._ledger.append(rows, partial(self._admit, wire, login.name, login.token))

    def enter(self, wire: Wire, enter: Enter) -> None:
        """A door with one seat has a name of its own; at any other the client's word is all we know."""
        here = {player.name for player in self._at.values()}
        name = enter.name if enter.seat else self._registry.guest(enter.name, here)
        self._at[wire] = Player(name, wire, enter.seat)

    def leave(self, wire: Wire) -> Player | None:
        """The wire is gone; the player who is now without one, if any."""
        player = self._at.pop(wire, None)
        if player is None or player.wire is not wire:
            return None
        player.wire = None
        return player

    def forget(self, player: Player) -> None:
        """Who is neither here nor in a game is nobody."""
        if player.wire is None and self.named(player):
            del self._players[player.name]

    def _admit(self, wire: Wire, name: str, token: str) -> None:
        self._entering.discard(wire)
        if wire.closing:
            return
        player = self._players.get(name)
        if player is None:
            player = self._players[name] = Player(name, wire)
        elif player.wire is not None:
            old = player.wire
            self._at.pop(old, None)
            old.tell([Bye(REPLACED)])
        player.wire = wire
        self._at[wire] = player
        wire.tell([Welcome(name, token)])
        self._on_admitted(player, wire)


def refuse(wire: Wire, code: Refusal, why: str) -> None:
    wire.tell([Refused(code, Text(why))])
