"""A player at a server of CGOS: its lines become the words of our referee, and ours become its lines.

Pure. So every bot of ours plays there as it plays here. CGOS does not repeat one's own moves, and says no
word to a login that succeeds: both are filled in. A game that our rules cannot follow is resigned.
"""

from collections.abc import Sequence

import games
from games.base import Seat, UnknownGame
from games.go9.rules import KOMI, SIZE, Go9, Go9Position
from protocol.cgos import TWICE
from protocol.clock import Control
from protocol.dialect import NOTHING, Step
from protocol.gtp import move_of, seat_of
from protocol.messages import (
    REPLACED,
    VERSION,
    Bye,
    Ending,
    Fate,
    Go,
    Greeting,
    Hello,
    Message,
    Moved,
    Opened,
    Over,
    Play,
    Quit,
    Ready,
    Refusal,
    Refused,
    Resign,
    Seated,
    Text,
    Welcome,
)

_ENDINGS = {"Resign": Ending.RESIGNED, "Time": Ending.TIME, "Illegal": Ending.ILLEGAL}
_WINNERS = {"B": Seat.FIRST, "W": Seat.SECOND}


class CgosClient:
    """In the steps, `lines` are for the server and `messages` for the bot."""

    def __init__(self) -> None:
        self._name = self._password = ""
        self._seat = Seat.FIRST
        self._position: Go9Position | None = None  # None where the game is lost to us
        self._asked = False
        self._over = False  # and not yet ready for the next
        self._replaced = False

    def heard(self, line: str) -> Step:
        try:
            return self._heard(line)
        except ValueError:  # a line that cannot be read is passed over
            return NOTHING

    def closed(self) -> Step:
        """The server hung up; no message means that there is a way back."""
        return Step(messages=(Bye(REPLACED),)) if self._replaced else NOTHING

    def said(self, message: Message) -> Step:
        match message:
            case Hello():
                self._name, self._password = message.name, message.token
                return Step(("e1 referee",))
            case Play() if self._asked:
                self._asked = False
                return Step((message.move,), self._moved(self._seat, message.move))
            case Resign() if self._asked:
                self._asked = False
                return Step(("resign",))
            case Resign():
                self._position = None  # said when the server asks
            case Ready() if self._over:
                self._over = False
                return Step(("ready",))
            case Quit():
                return _leave("goodbye")
        return NOTHING

    def _heard(self, line: str) -> Step:
        match line.split():
            case ["protocol", *_]:
                return Step(messages=(Greeting(VERSION, "go9"),))
            case ["username"]:
                return Step((self._name,))
            case ["password"]:
                return Step((self._password,), (Welcome(self._name, self._password),))
            case ["setup", _, size, *_] if size != str(SIZE):
                return _leave(f"the server plays on a board of {size}, not of {SIZE}")
            case ["setup", id, _, komi, level, white, black, *moves]:
                players = [player.rpartition("(")[0] for player in (black, white)]
                return self._setup(int(id), float(komi), int(level), players, moves[::2])
            case ["play", colour, move, _]:
                return Step(messages=self._moved(seat_of(colour), move))
            case ["genmove", _, left]:
                return self._genmove(int(left))
            case ["gameover", _, result, *words]:
                return Step(messages=self._gameover(result, " ".join([result, *words])))
            case ["Error:", *words]:
                return Step(messages=(Refused(Refusal.NAME, Text(" ".join(words))),))
            case ["info", *words]:
                self._replaced = " ".join(words) == TWICE
        return NOTHING

    def _setup(self, id: int, komi: float, level: int, players: Sequence[str], moves: Sequence[str]) -> Step:
        name = "go9" if komi == KOMI else f"go9/komi{komi:g}"
        try:
            game = games.load(name)
        except UnknownGame as error:
            return _leave(str(error))
        assert isinstance(game, Go9)
        self._asked = self._over = False
        self._seat = Seat.FIRST if players[0] == self._name else Seat.SECOND
        self._position = game.start()
        control = Control(main=level / 1000)
        messages: list[Message] = [Seated(id, name, self._seat, players[0], players[1], str(control))]
        for number, move in enumerate(moves):
            messages += self._moved(Seat.SECOND if number % 2 else Seat.FIRST, move)
        return Step(messages=tuple(messages))

    def _moved(self, by: Seat, vertex: str) -> tuple[Message, ...]:
        if self._position is None or self._position.to_move() is not by:
            self._position = None
            return ()
        ply = len(self._position.moves)
        try:
            move = move_of(vertex)
            self._position = self._position.play(move)
        except ValueError:
            self._position = None
            return ()
        return (Moved(ply, by, move),)

    def _genmove(self, left: int) -> Step:
        position = self._position
        if position is None or position.to_move() is not self._seat:
            return Step(("resign",))
        self._asked = True
        return Step(messages=(Go(len(position.moves), max(0, left), Text(position.view(self._seat))),))

    def _gameover(self, result: str, why: str) -> tuple[Message, ...]:
        self._asked, self._over = False, True
        opened = (Opened(Text(self._position.view(self._seat))),) if self._position else ()
        fate, ending = self._verdict(result)
        return (*opened, Over(fate, ending, Text(why)))

    def _verdict(self, result: str) -> tuple[Fate, Ending]:
        winner, plus, how = result.partition("+")
        if result == "Draw":
            return Fate.DREW, Ending.RULES
        if not plus or winner not in _WINNERS:
            return Fate.NONE, Ending.VOID
        fate = Fate.WON if _WINNERS[winner] is self._seat else Fate.LOST
        return fate, _ENDINGS.get(how, Ending.RULES)


def _leave(why: str) -> Step:
    return Step(messages=(Bye(Text(why)),))
