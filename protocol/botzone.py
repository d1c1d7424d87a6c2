"""A Botzone program as a player of Amazons on 8x8, by simple interaction: the text for each of its turns.

Pure. A turn's input is the number n of the turn, then n requests (the other's moves) with the n - 1 responses
(its own) in between, then what it wished to remember; a program that is kept running gets the newest request
alone. Its output is a move, a line for debugging, and what to remember for this game and for all games.
"""

from collections.abc import Sequence
from itertools import chain, zip_longest

from games.amazons.botzone import from_botzone, to_botzone
from games.base import Seat
from protocol.messages import Message, Moved, Play, Resign, Seated, Text

GAME = "amazons/8"
KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
NO_MOVE = "-1 -1 -1 -1 -1 -1"  # the first request to who begins; said by a program that cannot move


class BotzonePlayer:
    def __init__(self, remembered: str = "") -> None:
        self.remembered = remembered  # of all games so far
        self._data = ""  # remembered of this one
        self._seat = Seat.FIRST
        self._requests: list[str] = []
        self._responses: list[str] = []

    def hear(self, message: Message) -> None:
        match message:
            case Seated():
                self._seat, self._data = message.seat, ""
                self._requests = [NO_MOVE] if message.seat is Seat.FIRST else []
                self._responses = []
            case Moved():
                moves = self._responses if message.by is self._seat else self._requests
                moves.append(" ".join(map(str, to_botzone(message.move))))

    def history(self) -> str:
        """The input of a program that is started for this turn."""
        turns = chain.from_iterable(zip_longest(self._requests, self._responses))
        lines = [str(len(self._requests)), *filter(None, turns), self._data, self.remembered]
        return "\n".join(lines).rstrip("\n") + "\n"

    def newest(self) -> str:
        """The input of a program that has kept running."""
        return f"{self._requests[-1]}\n"

    def answered(self, lines: Sequence[str]) -> Play | Resign:
        """What a turn's output tells the referee."""
        move, _, self._data, remembered = (*lines, "", "", "", "")[:4]
        self.remembered = remembered or self.remembered
        if move.split() == NO_MOVE.split():
            return Resign(Text("the program says that it cannot move"))
        try:
            return Play(from_botzone([int(word) for word in move.split()]))
        except ValueError:
            return Resign(Text(f"the program's move is none: {move[:40]!r}"))
