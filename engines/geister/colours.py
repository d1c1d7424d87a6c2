"""What a player may know of a position, and what it may suppose of the rest."""

from collections.abc import Collection
from dataclasses import replace

from games.base import Seat
from games.geister import HIDDEN, REDS, TAKEN, GeisterPosition


def enemies(position: GeisterPosition, seat: Seat) -> list[int]:
    """The enemy's pieces on the board, as the rulebook numbers them."""
    theirs = range(8, 16) if seat is Seat.FIRST else range(8)
    return [piece for piece in theirs if position.squares[piece] < TAKEN]


def reds_among(position: GeisterPosition, seat: Seat) -> int:
    """How many of the enemy's pieces on the board are red; both players know that."""
    theirs = range(8, 16) if seat is Seat.FIRST else range(8)
    return REDS - sum(position.squares[p] == TAKEN and position.colours[p] == "R" for p in theirs)


def coloured(position: GeisterPosition, reds: Collection[int]) -> GeisterPosition:
    """The position in which, of the hidden pieces, just these are red."""
    colours = [
        ("R" if piece in reds else "B") if colour == HIDDEN else colour
        for piece, colour in enumerate(position.colours)
    ]
    return replace(position, colours="".join(colours))


def enemy_step(before: GeisterPosition | None, now: GeisterPosition, seat: Seat) -> int | None:
    """Which enemy piece went from the one position to the other; None if that is not one enemy move."""
    if before is None or now.ply != before.ply + 1:
        return None
    moved = [piece for piece in enemies(before, seat) if before.squares[piece] != now.squares[piece]]
    return moved[0] if len(moved) == 1 else None
