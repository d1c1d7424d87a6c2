"""What every AI presents to the world, however it works inside. Sync; it never sees a network."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.base import Game, Move, Seat


@dataclass(frozen=True, slots=True)
class Limit:
    left: float  # seconds until the flag falls on this move
    again: float = 0.0  # of them, what every later move has anew; the rest must last for the whole game
    nodes: int | None = None  # stop after so many nodes, for runs that must repeat exactly
    stopped: Callable[[], bool] = lambda: False  # ask often: when True, any move will do, at once


class Engine(ABC):
    """One player. Only `choose` must be written; all chance comes from `random`."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def warm(self) -> None:  # noqa: B027
        """Load and compile all that is slow, before any clock runs."""

    def begin(self, game: Game, seat: Seat) -> None:
        """A new game starts."""
        self.game = game
        self.seat = seat

    def saw(self, by: str, move: Move) -> None:  # noqa: B027
        """`move` was played by "first", "second" or "chance" (own moves too), as this seat may know it."""

    @abstractmethod
    def choose(self, view: str, limit: Limit) -> Move:
        """A legal move at `view`, well before `limit.left` seconds are gone."""

    def end(self) -> None:  # noqa: B027
        """The game is over."""

    def close(self) -> None:  # noqa: B027
        """No further game comes."""
