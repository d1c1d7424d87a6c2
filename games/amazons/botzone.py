"""Botzone's way to write an Amazons move: x0 y0 x1 y1 x2 y2 for from, to and arrow, counted from 0.

Its black moves first and has the small y, so x is our file and y + 1 our rank.
"""

from collections.abc import Sequence

from games.amazons.rules import FILES
from games.base import BadText, Move

_RANKS = [str(rank + 1) for rank in range(len(FILES))]


def to_botzone(move: Move) -> list[int]:
    """The six integers of a move's text. Raises BadText."""
    points = move.replace("/", "-").split("-")
    if len(points) != 3 or not all(_is_point(point) for point in points):
        raise BadText(f"not an Amazons move: {move!r}")
    return [number for point in points for number in (FILES.index(point[0]), _RANKS.index(point[1:]))]


def from_botzone(numbers: Sequence[int]) -> Move:
    """The text of a move in six integers; the rules still have to accept it. Raises BadText."""
    if len(numbers) != 6 or not all(0 <= number < len(FILES) for number in numbers):
        raise BadText(f"not six coordinates of an Amazons move: {list(numbers)!r}")
    start, to, arrow = (FILES[x] + _RANKS[y] for x, y in zip(numbers[::2], numbers[1::2], strict=True))
    return f"{start}-{to}/{arrow}"


def _is_point(text: str) -> bool:
    return len(text) > 1 and text[0] in FILES and text[1:] in _RANKS
