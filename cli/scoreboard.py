"""The scoreboard's state, made from what a referee tells those who watch; and the same as plain log lines."""

from collections import deque
from collections.abc import Callable
from datetime import datetime

from rich.console import Console, RenderableType

import games
from games.base import Game
from ladder.show import Ended, Line, Running, scoreboard
from protocol.messages import Board, Message, Result, Score, Table

LATEST = 6  # endings on show


class Scoreboard:
    """Hears messages and shows how things stand."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._lines: dict[str, Line] = {}
        self._tables: dict[int, Table] = {}
        self._boards: dict[int, Board] = {}
        self._ended: deque[Ended] = deque(maxlen=LATEST)
        self._games: dict[str, Game] = {}

    def hear(self, message: Message) -> None:
        match message:
            case Score():
                self._lines[message.name] = Line(message.name, message.won, message.drew, message.lost)
            case Table():
                self._tables[message.id] = message
            case Board():
                self._boards[message.id] = message
            case Result():
                self._boards.pop(message.id, None)
                if table := self._tables.pop(message.id, None):
                    self._ended.appendleft(ended(table, message))

    def __rich__(self) -> RenderableType:
        running = [self._running(board) for board in list(self._boards.values()) if board.id in self._tables]
        width, height = self._console.size
        room = max(1, width // 26) * max(1, (height - len(self._lines) - LATEST - 12) // 14)
        return scoreboard(list(self._lines.values()), running, list(self._ended), room)

    def _running(self, board: Board) -> Running:
        table = self._tables[board.id]
        clocks = (board.first_left / 1000, board.second_left / 1000)
        picture = self._game(table.game).picture(board.view)
        return Running(
            board.id, table.first, table.second, clocks, board.mover, board.ply, board.move, picture
        )

    def _game(self, name: str) -> Game:
        if name not in self._games:
            self._games[name] = games.load(name)
        return self._games[name]


class Log:
    """The same, as one line a game's beginning and end."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._tables: dict[int, Table] = {}

    def hear(self, message: Message) -> None:
        match message:
            case Table():
                self._tables[message.id] = message
                self._line(
                    f"game {message.id} begins: {message.first} against {message.second}, {message.game}"
                )
            case Result():
                self._line(f"game {message.id} over: {told(ended(self._tables.pop(message.id), message))}")

    def _line(self, text: str) -> None:
        self._write(f"{datetime.now():%H:%M:%S} {text}")


def ended(table: Table, result: Result) -> Ended:
    winner = None if result.winner == "-" else result.winner
    return Ended(table.id, table.first, table.second, winner, str(result.ending), result.plies, result.why)


def told(game: Ended) -> str:
    """How a game ended, in one line."""
    names = {"first": game.first, "second": game.second}
    who = f"{names[game.winner]} won" if game.winner else "nobody won"
    return f"{who} after {game.plies} plies ({game.ending}): {game.why}"
