"""A record held against the rulebook: every move by whom the rules ask, and legal."""

from collections.abc import Iterable

from games.base import BadText, Game, IllegalMove, Move, Position


def replay(game: Game, moves: Iterable[tuple[str, Move]]) -> list[Position]:
    """The start and the position after each move, which comes with its mover. Raises BadText."""
    positions = [game.start()]
    for ply, (by, move) in enumerate(moves):
        mover = positions[-1].to_move()
        if by != mover:
            raise BadText(f"ply {ply}: {by} moved, but {_due(mover)}")
        try:
            positions.append(positions[-1].play(move))
        except IllegalMove as error:
            raise BadText(f"ply {ply}: {error}") from None
    return positions


def _due(mover: str | None) -> str:
    return f"{mover} is to move" if mover else "the game is over"
