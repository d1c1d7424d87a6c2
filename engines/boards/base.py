"""The Python face of a fast board: enough to hold it against its rulebook and to start a playout.

Searches call the kernels of a game's file directly; this face speaks the moves' text and is not fast.
"""

from abc import ABC, abstractmethod

from engines.boards.jit import RandomState
from games.base import Chance, Game, Move, Position, Seat


class Board(ABC):
    """A mutable position of one game over flat arrays."""

    @classmethod
    @abstractmethod
    def load(cls, game: Game, position: Position) -> "Board":
        """The board of a position in which nothing is hidden."""

    @abstractmethod
    def to_move(self) -> Seat | Chance | None: ...

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """In any order; the dice's moves when Chance is to move."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Play a legal move in place; an illegal one is the caller's bug."""

    @abstractmethod
    def winner(self) -> Seat | None:
        """Who won; None for a draw. Only when `to_move` is None."""

    @abstractmethod
    def playout(self, state: RandomState) -> int:
        """Play a copy to the end by even random moves: 1 if the first player won, -1 the second, 0 a draw."""
