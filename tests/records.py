"""Results files for tests, made by the store itself: random games, whole or cut short."""

from itertools import combinations
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


def meetings(
    cells: dict[tuple[str, str], str], event: str = "cup", game: str = "geister", start: int = 1
) -> list[Row]:
    """Games without moves: W, D or L of the one named first, seats swapped, slots as in an event.

    S is a game that was stopped; the letter after it is the same game played again.
    """
    rows: list[Row] = []
    id = start
    for (one, two), letters in cells.items():
        number = 0
        for letter in letters:
            rows += _meeting(id, one, two, letter, number, event, game)
            id, number = id + 1, number + (letter != "S")
    return rows


def table_cells(rows: dict[str, tuple[str, ...]]) -> dict[tuple[str, str], str]:
    """Of a cross table the half above the diagonal: the other half is the same games."""
    names = list(rows)
    return {(one, two): rows[one][names.index(two)] for one, two in combinations(names, 2)}


def _meeting(id: int, one: str, two: str, letter: str, number: int, event: str, game: str) -> list[Row]:
    first, second = (two, one) if number % 2 else (one, two)
    winner = {"W": one, "L": two}.get(letter)
    seat = None if winner is None else "first" if winner == first else "second"
    slot = f"{' '.join(sorted((one, two)))}/{number // 2 + 1}/{number % 2 + 1}"
    ending, why = ("stopped", "the referee was stopped") if letter == "S" else ("rules", "so it ended")
    return [
        GameRow(id, game, first, second, "10/move", STARTED, event, slot),
        ResultRow(id, seat, ending, why, 60, 1.25, 2.5, 0.125, STARTED),
    ]


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
