"""A viewer of CGOS ("v1"): hears of every game's beginning and end, and of the moves of those it observes.

Pure. The feed tells how boards stand, not each move: moves that came between two boards are read from the
newer one, and carry its clocks. Games of the past are not told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.base import Move, Seat
from protocol import cgos_text
from protocol.dialect import NOTHING, Step
from protocol.messages import Board, Bye, Message, Quit, Result, Table


@dataclass
class _Game:
    table: Table
    board: Board | None = None
    moves: list[str] = field(default_factory=list)  # each with its mover's clock
    observed: bool = False

    def match(self) -> str:
        return f"match {self.table.id} - - {cgos_text.board(self.table)} {cgos_text.players(self.table)} -"

    def setup(self) -> str:
        about = f"{cgos_text.board(self.table)} {cgos_text.players(self.table)} {cgos_text.level(self.table)}"
        return f"setup {self.table.id} - - {about} {' '.join(self.moves)}"

    def show(self, board: Board) -> list[str]:
        """The updates for who observes."""
        known, self.board = len(self.moves), board
        clocks = [cgos_text.clock(self.table, left) for left in (board.first_left, board.second_left)]
        for move in self._new(board):
            self.moves.append(f"{move} {clocks[len(self.moves) % 2]}")
        return [f"update {self.table.id} {move}" for move in self.moves[known:] if self.observed]

    def end(self, result: Result) -> list[str]:
        assert self.board is not None
        winner = None if result.winner == "-" else Seat(result.winner)
        text = cgos_text.result(self.table, self.board.view, winner, result.ending)
        black, white = (
            max(0, cgos_text.level(self.table) - cgos_text.clock(self.table, left))
            for left in (self.board.first_left, self.board.second_left)
        )
        over = f"gameover {result.id} {text} {white} {black}"
        return [over, f"update {result.id} {text}"] if self.observed else [over]

    def _new(self, board: Board) -> Sequence[Move]:
        if board.ply == len(self.moves) + 1:
            return [board.move]
        if board.ply <= len(self.moves):
            return []
        return cgos_text.position(self.table, board.view).moves[len(self.moves) :]


class CgosViewer:
    def __init__(self) -> None:
        self._games: dict[int, _Game] = {}
        self._told = False

    def heard(self, line: str) -> Step:
        match line.split():
            case ["observe", id] if id.isdecimal() and int(id) in self._games:
                game = self._games[int(id)]
                game.observed = True
                return Step((game.setup(),))
            case ["observe", id]:
                return Step((f"setup {id} ?",))
            case ["quit"]:
                return Step(messages=(Quit(),))
        return NOTHING

    def tell(self, messages: Sequence[Message]) -> Step:
        lines = [line for message in messages for line in self._lines(message)]
        if not self._told and not lines:
            lines = [""]  # no game is running
        self._told = True
        return Step(tuple(lines), close=any(isinstance(it, Bye) for it in messages))

    def _lines(self, message: Message) -> list[str]:
        match message:
            case Table() if message.id not in self._games:
                self._games[message.id] = _Game(message)
                return [self._games[message.id].match()]
            case Board() if message.id in self._games:
                return self._games[message.id].show(message)
            case Result() if message.id in self._games:
                return self._games.pop(message.id).end(message)
            case Bye():
                return [f"info {message.why}"]
        return []
