"""Everything that an organiser can set on a running referee."""

from dataclasses import dataclass, field

from games.base import Game
from protocol.match import Terms


@dataclass(frozen=True, slots=True)
class Address:
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> "Address":
        """From "HOST:PORT" or "PORT". Raises ValueError."""
        host, _, port = text.rpartition(":")
        if not port.isdecimal() or int(port) > 65535:
            raise ValueError(f"not an address: {text!r}; write HOST:PORT")
        return cls(host.strip("[]") or "127.0.0.1", int(port))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class GatDoor:
    """Two ports for GAT clients: the first is for who plays first. With a name, both are one player's."""

    first: Address
    second: Address
    name: str = ""

    @classmethod
    def parse(cls, text: str) -> "GatDoor":
        """From "[NAME@]HOST:PORT,HOST:PORT". Raises ValueError."""
        name, _, addresses = text.rpartition("@")
        first, comma, second = addresses.partition(",")
        if not comma:
            raise ValueError(f"not two addresses: {text!r}; write [NAME@]HOST:PORT,HOST:PORT")
        return cls(Address.parse(first), Address.parse(second), name)


@dataclass(frozen=True, slots=True)
class Settings:
    game: Game
    terms: Terms
    tcp: Address | None = None
    ws: Address | None = None
    gat: tuple[GatDoor, ...] = ()
    gat_gap: float = 0.05  # seconds between two lines to one GAT client; some read one line per packet
    gat_quirks: bool = False
    matches: int | None = None  # stop after so many finished games
    seed: int | None = None  # of the dice; None draws one
    login_limit: float = 30.0  # seconds until a connection must say who it is
    ping: float = 20.0  # seconds between two pings of a websocket, and until one must be answered
    linger: float = 10.0  # seconds that a finished GAT client has to hang up
    grace: float = 30.0  # seconds that running games have when the referee is told to stop
    line_limit: int = 1024  # bytes a line
    send_bound: int = 1 << 18  # bytes that a client may leave unread
    per_address: int = 64  # connections from one address
    feed_delay: float = 0.0  # seconds by which those who watch are behind
    burst: int = field(default=200)  # lines that a client may waste at once
    waste: float = field(default=20.0)  # and per second
