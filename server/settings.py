"""Everything that an organiser can set on a running referee."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from games.base import Game
from ladder.formats import Format, Pairing
from protocol.match import Terms
from server.doors import Address, Door


@dataclass(frozen=True, slots=True)
class Plan:
    """An event to be played, instead of free play."""

    event: str
    format: Format
    games: Mapping[str, Game]  # by the names that the format uses
    concurrency: int
    absence: float  # seconds that a player may be late for a game
    tokens: Mapping[str, str] = field(default_factory=dict)  # by which the players of the event log in
    summon: Callable[[Pairing], None] = lambda _: None  # a game is called: bring its players


@dataclass(frozen=True, slots=True)
class Settings:
    game: Game
    terms: Terms
    tcp: Address | None = None
    ws: Address | None = None
    doors: tuple[Door, ...] = ()  # for other dialects
    plan: Plan | None = None
    matches: int | None = None  # stop after so many finished games
    seed: int | None = None  # of the dice; None draws one
    login_limit: float = 30.0  # seconds until a connection must say who it is
    ping: float = 20.0  # seconds between two pings of a websocket, and until one must be answered
    linger: float = 10.0  # seconds that a client of one game has to hang up after it
    grace: float = 30.0  # seconds that running games have when the referee is told to stop
    line_limit: int = 1024  # bytes a line
    send_bound: int = 1 << 18  # bytes that a client may leave unread
    per_address: int = 64  # connections from one address
    feed_delay: float = 0.0  # seconds by which those who watch are behind
    burst: int = field(default=200)  # lines that a client may waste at once
    waste: float = field(default=20.0)  # and per second
