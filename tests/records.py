"""Results files for tests, made by the store itself: random games, whole or cut short."""

from random import Random

import games
from games.base import Chance, Position, Seat
from ladder.store import GameRow, MoveRow, ResultRow, Row, Store

STARTED = "2026-11-18T09:30:00.250+00:00"


def random_rows(id: int, name: str, most: int = 5000) -> list[Row]:
    """A random game of that name as it is stored; one cut short after `most` plies is lost on time."""
    random, position, moves = Random(f"{id} {name}"), games.load(name).start(), list[MoveRow]()
    while (mover := position.to_move()) and len(moves) < most:
        move = _draw(position, random)
        moves.append(MoveRow(id, len(moves), str(mover), move, random.random(), 0.001))
        position = position.play(move)
    about = GameRow(id, name, "alice", "bob", "600,10/move", STARTED, "cup", f"round1/{id}")
    return [about, *moves, _result(id, position, len(moves))]


def make(path: str, *rows: Row) -> None:
    """A results file with these rows."""
    store = Store(path)
    store.append(rows)
    store.close()


def _draw(position: Position, random: Random) -> str:
    if position.to_move() is Chance.CHANCE:
        moves, weights = zip(*position.chances(), strict=True)
        return str(random.choices(moves, weights)[0])
    return random.choice(position.legal_moves())


def _result(id: int, position: Position, plies: int) -> ResultRow:
    outcome, mover = position.outcome(), position.to_move()
    if outcome:
        winner, ending, reason = outcome.winner, "rules", outcome.reason
    else:
        winner = mover.other if isinstance(mover, Seat) else None
        ending, reason = ("time", "too slow") if winner else ("stopped", "the referee was stopped")
    return ResultRow(id, winner and str(winner), ending, reason, plies, 1.25, 2.5, 0.125, STARTED)
