"""Every message of the native protocol, version 1, as a frozen value; PROTOCOL.md says what each means.

The fields stand in the order of the line. A field of type Text takes the rest of the line, spaces and all;
every other field is one word. Times are whole milliseconds.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, NewType

from games.base import Chance, Seat

VERSION = 1
Text = NewType("Text", str)
NOTHING = Text("")


class Ending(StrEnum):
    """How a game ended, for machines."""

    RULES = "rules"  # the position itself is decided
    TIME = "time"
    ILLEGAL = "illegal"
    RESIGNED = "resigned"
    LEFT = "left"  # a client that cannot come back closed its connection
    ABSENT = "absent"  # a player of an event did not come to its game
    STOPPED = "stopped"  # the referee was stopped; nobody scores
    VOID = "void"  # the referee's own fault; nobody scores


class Fate(StrEnum):
    """How a game ended for one player."""

    WON = "won"
    LOST = "lost"
    DREW = "drew"
    NONE = "none"  # nobody scores


class Refusal(StrEnum):
    """Why a line changed nothing."""

    MALFORMED = "malformed"  # not a message of this protocol
    NAME = "name"  # not a name, or taken
    TOKEN = "token"  # the name is known and this is not its token
    PHASE = "phase"  # a message that has no meaning now
    TURN = "turn"  # a move that nobody asked for
    ILLEGAL = "illegal"  # a move against the rules
    LATE = "late"  # a move for a game that is over


@dataclass(frozen=True, slots=True)
class Message:
    verb: ClassVar[str]


# What a client says.


@dataclass(frozen=True, slots=True)
class Hello(Message):
    verb: ClassVar[str] = "hello"
    name: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class Watch(Message):
    verb: ClassVar[str] = "watch"


@dataclass(frozen=True, slots=True)
class Ready(Message):
    verb: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Play(Message):
    verb: ClassVar[str] = "move"
    move: str


@dataclass(frozen=True, slots=True)
class Resign(Message):
    verb: ClassVar[str] = "resign"
    why: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Ping(Message):
    verb: ClassVar[str] = "ping"
    text: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Quit(Message):
    verb: ClassVar[str] = "quit"


@dataclass(frozen=True, slots=True)
class Enter(Message):
    """Never a line: how a dialect brings in a client whose port, or whose word, says who it is."""

    verb: ClassVar[str] = "enter"
    name: str
    seat: Seat | None  # the only one it can take


# What the referee says to anyone.


@dataclass(frozen=True, slots=True)
class Greeting(Message):
    verb: ClassVar[str] = "referee"
    version: int
    game: str


@dataclass(frozen=True, slots=True)
class Welcome(Message):
    verb: ClassVar[str] = "welcome"
    name: str
    token: str


@dataclass(frozen=True, slots=True)
class Refused(Message):
    verb: ClassVar[str] = "refused"
    code: Refusal
    why: Text


@dataclass(frozen=True, slots=True)
class Pong(Message):
    verb: ClassVar[str] = "pong"
    text: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Bye(Message):
    verb: ClassVar[str] = "bye"
    why: Text


# A reason of `bye` that dialects have words of their own for.
REPLACED = Text("another login with your token takes your place")


# What the referee says to a player of a game.


@dataclass(frozen=True, slots=True)
class Seated(Message):
    verb: ClassVar[str] = "game"
    id: int
    game: str
    seat: Seat
    first: str
    second: str
    control: str
    place: str = ""  # in an event: its name and the slot


@dataclass(frozen=True, slots=True)
class Go(Message):
    verb: ClassVar[str] = "go"
    ply: int
    left: int
    view: Text


@dataclass(frozen=True, slots=True)
class Moved(Message):
    verb: ClassVar[str] = "moved"
    ply: int
    by: Seat | Chance
    move: str
    # What was left on the mover's clock: for dialects that tell it, no part of the native line.
    left: int = field(default=0, compare=False, metadata={"line": False})


@dataclass(frozen=True, slots=True)
class Opened(Message):
    verb: ClassVar[str] = "opened"
    view: Text


@dataclass(frozen=True, slots=True)
class Over(Message):
    verb: ClassVar[str] = "over"
    fate: Fate
    ending: Ending
    why: Text


# What the referee says to those who watch.


@dataclass(frozen=True, slots=True)
class Score(Message):
    verb: ClassVar[str] = "score"
    name: str
    won: int
    drew: int
    lost: int


@dataclass(frozen=True, slots=True)
class Table(Message):
    verb: ClassVar[str] = "table"
    id: int
    game: str
    first: str
    second: str
    control: str


@dataclass(frozen=True, slots=True)
class Board(Message):
    verb: ClassVar[str] = "board"
    id: int
    ply: int
    mover: str  # "first", "second", "chance"; "-" when the game is over
    first_left: int
    second_left: int
    move: str  # the last one, as the public may know it; "-" before any
    view: Text


@dataclass(frozen=True, slots=True)
class Result(Message):
    verb: ClassVar[str] = "result"
    id: int
    winner: str  # "first", "second" or "-"
    ending: Ending
    plies: int
    why: Text


CLIENT: tuple[type[Message], ...] = (Hello, Watch, Ready, Play, Resign, Ping, Quit)
SERVER: tuple[type[Message], ...] = (
    *(Greeting, Welcome, Refused, Pong, Bye),
    *(Seated, Go, Moved, Opened, Over),
    *(Score, Table, Board, Result),
)
