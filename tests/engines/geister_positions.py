"""Geister positions for tests, written as pieces and squares instead of views."""

import numpy as np

from engines.boards.geister import GeisterBoard, State
from games import load
from games.base import Seat
from games.geister import SIZE, TAKEN, GeisterPosition

GAME = load("geister")
Pieces = dict[str, tuple[int, int]]  # "A" -> (x, y) as the first player sees the board


def position(first: Pieces, second: Pieces, reds: str, ply: int) -> GeisterPosition:
    """Pieces not named are taken; `reds` as "ABCD EFGH", the first player's and the second's."""
    squares, colours = [], ""
    for pieces, red in zip((first, second), reds.split(), strict=True):
        for letter in "ABCDEFGH":
            x, y = pieces.get(letter, (-1, -1))
            squares.append(TAKEN if x < 0 else x + SIZE * y)
            colours += "R" if letter in red else "B"
    return GeisterPosition(tuple(squares), colours, ply)


def state_of(position: GeisterPosition) -> State:
    return GeisterBoard.load(GAME, position).state


def seen_by(position: GeisterPosition, seat: Seat) -> GeisterPosition:
    """The position as that seat knows it."""
    known = GAME.read(position.view(seat))
    assert isinstance(known, GeisterPosition)
    return known


def dealt(first: str = "ABCD", second: str = "ABCD") -> GeisterPosition:
    placed = GAME.start().play(first).play(second)
    assert isinstance(placed, GeisterPosition)
    return placed


def chi_square(counts: dict[int, int], chances: dict[int, float]) -> float:
    """How far counts are from what the chances make of their total, in units of (degrees of freedom)."""
    total = sum(counts.values())
    assert set(counts) <= set(chances)
    parts = [(counts.get(key, 0) - total * chance) ** 2 / (total * chance) for key, chance in chances.items()]
    return float(np.sum(parts)) / (len(chances) - 1)
