"""The doors of a referee: each is an address, and the dialect that is spoken there."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from games.base import Game, Seat
from games.tubstap import Tubstap
from protocol.cgos import Cgos
from protocol.dialect import Dialect
from protocol.gat_geister import GatGeister
from protocol.tubstap_net import TubstapNet


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


Ports = list[tuple[str, Address]]  # what each listener is for, and where it really is


@dataclass(frozen=True, slots=True)
class Door:
    what: str  # for people
    address: Address
    dialect: Callable[[], Dialect]  # a fresh one for each client
    gap: float = 0.0  # seconds between two lines to one client; some read one line per packet
    name: str = ""  # of the player whose door it is: nobody else may log in by it


def gat_doors(text: str, gap: float = 0.05, quirks: bool = False) -> tuple[Door, Door]:
    """From "[NAME@]HOST:PORT,HOST:PORT", for who plays first and for who plays second. Raises ValueError."""
    name, _, addresses = text.rpartition("@")
    first, comma, second = addresses.partition(",")
    if not comma:
        raise ValueError(f"not two addresses: {text!r}; write [NAME@]HOST:PORT,HOST:PORT")
    return (
        _gat_door(name, Address.parse(first), Seat.FIRST, gap, quirks),
        _gat_door(name, Address.parse(second), Seat.SECOND, gap, quirks),
    )


def _gat_door(name: str, address: Address, seat: Seat, gap: float, quirks: bool) -> Door:
    player = name or f"gat-{seat}"
    return Door(f"gat {player} {seat}", address, partial(GatGeister, player, seat, quirks), gap, player)


def tubstap_doors(text: str, game: Game) -> tuple[Door]:
    """From "HOST:PORT", for the clients of TUBSTAP. Raises ValueError, also where another game is played."""
    if not isinstance(game, Tubstap):
        raise ValueError("--tubstap is for TUBSTAP")
    return (Door("tubstap", Address.parse(text), partial(TubstapNet, game)),)


def cgos_doors(text: str) -> tuple[Door]:
    """From "HOST:PORT", for players and viewers. Raises ValueError."""
    return (Door("cgos", Address.parse(text), partial(Cgos, _today)),)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
