"""One stored game, replayed: the store's rows with a position for each ply, all of one mind."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import games
from cli.errors import Failure, Usage
from games.base import BadText, Game, Outcome, Position, UnknownGame
from games.replay import replay
from ladder.result import Result
from ladder.store import GameRow, MoveRow, Store, StoreError
from protocol.messages import Ending


@dataclass(frozen=True, slots=True)
class Record:
    about: GameRow
    moves: list[MoveRow]
    result: Result | None  # None while the game has not ended
    game: Game
    positions: list[Position]  # the start, and one after each move


@contextmanager
def stored(where: str) -> Iterator[Store]:
    """The results file, which must be there. Raises Usage, for whatever goes wrong with it too."""
    try:
        store = Store(where, create=False)
        try:
            yield store
        finally:
            store.close()
    except StoreError as error:
        raise Usage(str(error)) from error


def load(store: Store, id: int) -> Record:
    """The game of that id. Raises Usage if there is none, Failure if it disagrees with the rules."""
    about = store.game(id)
    if about is None:
        raise Usage(f"{store.where}: no game has the id {id}")
    # The result first: should the game end in between, it is whole and not yet over, never the reverse.
    result, moves = store.result(id), store.moves(id)
    try:
        game = games.load(about.game)
        check_plies(moves, result)
        positions = replay(game, [(move.by, move.move) for move in moves])
        if result is not None:
            check_verdict(result, positions[-1].outcome())
    except (BadText, UnknownGame) as error:
        raise Failure(f"game {id} does not replay: {error}") from error
    return Record(about, moves, result, game, positions)


def check_plies(moves: list[MoveRow], result: Result | None) -> None:
    """Raises BadText if a move is missing."""
    for ply, move in enumerate(moves):
        if move.ply != ply:
            raise BadText(f"ply {ply} is missing")
    if result is not None and result.plies != len(moves):
        raise BadText(f"{len(moves)} moves are stored, but the result counts {result.plies}")


def check_verdict(result: Result, outcome: Outcome | None) -> None:
    """Raises BadText unless the result says of the last position what the rules say of it."""
    by_rules = result.ending == Ending.RULES
    if outcome is None and by_rules:
        raise BadText("the result says that the rules decided it, but they did not")
    if outcome is not None and not by_rules:
        raise BadText(f"the result says {result.ending!r}, but the rules decided it: {outcome.reason}")
    if outcome is not None and outcome.winner != result.winner:
        raise BadText(f"the result says {result.winner or 'a draw'}, the rules say: {outcome.reason}")
