"""The contract of every game: a Game makes Positions, a Position knows the rules and all secrets.

A Position is immutable. Only `view` and `seen` let anything out of it, each as one viewer may know it.
Moves and views are text without line ends, so that they travel and are stored as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

Move = str  # one word: no spaces


class Seat(StrEnum):
    """A player's place at the table; FIRST begins."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Seat":
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST


SEATS = tuple(Seat)  # cheaper to go through than the enum itself


class Chance(StrEnum):
    """The mover when the rules roll dice."""

    CHANCE = "chance"


Viewer = Seat | None  # None is the public: it knows what both players know


class IllegalMove(ValueError):
    """The rules refuse this move; the message says why, in words for the bot's author."""


class UnknownGame(ValueError):
    """No game, or no variant of it, has this name."""


class BadText(ValueError):
    """A view, map or record that cannot be read; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    winner: Seat | None  # None = draw
    reason: str  # a sentence for people, with "first" and "second" for the players


class Position(Protocol):
    def to_move(self) -> Seat | Chance | None:
        """Who moves next; None when the game is over. A turn may hold several moves of one seat."""

    def legal_moves(self) -> Sequence[Move]:
        """The moves that `play` accepts, in a fixed order; empty at chance and when over."""

    def chances(self) -> Sequence[tuple[Move, float]]:
        """The dice's moves with their probabilities; empty unless Chance is to move."""

    def play(self, move: Move) -> "Position":
        """The position after `move`, a chance move included. Raises IllegalMove."""

    def outcome(self) -> Outcome | None: ...

    def view(self, viewer: Viewer, reveal: bool = False) -> str:
        """The position as `viewer` sits and knows it; with `reveal`, all secrets open."""

    def seen(self, move: Move, viewer: Viewer) -> Move:
        """The legal `move`, about to be played here, as `viewer` may know it."""


class Game(Protocol):
    @property
    def name(self) -> str:
        """What `games.load` finds it by: "geister", "tubstap/map07"."""

    def start(self) -> Position: ...

    def read(self, view: str) -> Position:
        """The position that a view shows, unknown parts unknown; its legal moves are the viewer's
        when the viewer is to move. Raises BadText."""

    def picture(self, view: str) -> str:
        """A view drawn for a terminal: lines under 80 columns, coloured by rich markup."""
