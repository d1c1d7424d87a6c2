"""A GTP engine as a player of go9: what to ask it at each message of the referee, and what its answers mean.

Pure. One engine plays one game. Whatever it does wrong costs that game, with the reason in the resignation;
what it plays is for the referee to judge.
"""

from dataclasses import dataclass

import games
from games.base import Seat
from games.go9.rules import SIZE, Go9
from protocol.clock import Control
from protocol.gtp import Answer, Command, colour_of, move_of, time_left, time_settings
from protocol.messages import Go, Message, Moved, Play, Resign, Seated, Text

START = 60.0  # seconds for the first answers: a large engine loads its network
ANSWER = 10.0  # seconds for any other answer but a move
GRACE = 5.0  # seconds for a move beyond the clock: the referee says first that the flag fell
_OPTIONAL = ("time_settings", "time_left")


@dataclass(frozen=True, slots=True)
class Ask:
    command: Command
    limit: float = ANSWER  # seconds to answer


class GtpPlayer:
    def __init__(self, start: float = START) -> None:
        self._start = start  # seconds for the first answers
        self._known: frozenset[str] = frozenset()
        self._seat = Seat.FIRST
        self._control = Control()
        self._chosen = ""  # by genmove, and so on the engine's board already

    def open(self) -> list[Ask]:
        """Before any game."""
        commands = Command("list_commands"), Command("boardsize", (str(SIZE),))
        return [Ask(command, self._start) for command in commands]

    def hear(self, message: Message) -> list[Ask]:
        match message:
            case Seated():
                return self._begin(message)
            case Moved(by=Seat() as by):
                return self._moved(by, message.move)
            case Go():
                return self._go(message.left / 1000)
        return []

    def answered(self, command: Command, answer: Answer) -> Play | Resign | None:
        """What to tell the referee, if anything."""
        if command.name == "list_commands":
            self._known = frozenset(answer.text.split()) if answer.ok else frozenset()
            return None
        if not answer.ok and command.name not in _OPTIONAL:
            return Resign(Text(f"the engine refused {str(command)!r}: {answer.text}"))
        return self._choice(answer.text) if command.name == "genmove" else None

    def _begin(self, seated: Seated) -> list[Ask]:
        game = games.load(seated.game)
        assert isinstance(game, Go9)
        self._seat, self._control, self._chosen = seated.seat, Control.parse(seated.control), ""
        return [
            Ask(Command("clear_board")),
            Ask(Command("komi", (str(game.komi),))),
            *self._optional("time_settings", *time_settings(self._control)),
        ]

    def _moved(self, by: Seat, move: str) -> list[Ask]:
        chosen, self._chosen = self._chosen, ""
        if by is self._seat and move == chosen:
            return []
        return [Ask(Command("play", (colour_of(by), move)))]

    def _go(self, left: float) -> list[Ask]:
        colour = colour_of(self._seat)
        return [
            *self._optional("time_left", colour, *time_left(self._control, left)),
            Ask(Command("genmove", (colour,)), left + GRACE),
        ]

    def _optional(self, name: str, *arguments: str) -> list[Ask]:
        return [Ask(Command(name, arguments))] if self._known >= set(_OPTIONAL) else []

    def _choice(self, text: str) -> Play | Resign:
        if text.strip().lower() == "resign":
            return Resign()
        try:
            self._chosen = move_of(text.strip())
        except ValueError:
            return Resign(Text(f"the engine's move is none: {text[:40]!r}"))
        return Play(self._chosen)
