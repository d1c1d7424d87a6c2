"""The protocol of the Computer Go Server for players ("e1"), as its Python server speaks it (2024-03-04).

Name and password are the name and the token of our registry; who has logged in waits for a game, and says
"ready" after each. Only the answer to "genmove" is a move. Lines out of place get an "info", or nothing where
the original says nothing; "quit" hangs up, which the original does not know.
"""

import re
from collections.abc import Callable, Sequence

from games.base import Seat
from protocol import cgos_text
from protocol.cgos_viewer import CgosViewer
from protocol.dialect import NOTHING, Step, together
from protocol.gtp import colour_of, move_of
from protocol.messages import (
    REPLACED,
    Bye,
    Fate,
    Go,
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
    Watch,
)

ANALYZE = "genmove_analyze"
_PLAIN = re.compile(r"[A-Za-z0-9_.-]*")
_LEAST, _MOST = 3, 18  # characters of a name; a password has at least as few
TWICE = "another login is being attempted using this user name"


class Cgos:
    line_end = "\n"
    crlf_only = False
    returns = True

    def __init__(self, today: Callable[[], str]) -> None:
        self._today = today  # gives the date as "2024-03-04"
        self._next: Callable[[str], Step] = self._protocol  # hears the next line
        self._viewer: CgosViewer | None = None
        self._analyze = False  # moves come with an analysis, which has no place here
        self._name = ""
        self._seated: Seated | None = None
        self._genmove = ""
        self._view = ""

    def greet(self) -> Step:
        return Step((f"protocol {ANALYZE}",))

    def heard(self, line: str) -> Step:
        words = line.strip()
        return self._next(words) if words else NOTHING

    def refuse(self, refused: Refused) -> Step:
        if self._entering():
            return _error("invalid response")
        # As an answer to genmove, noise is a move like any other wrong one.
        return self._answer(refused.why) if self._next == self._answer else NOTHING

    def tell(self, messages: Sequence[Message]) -> Step:
        if self._viewer:
            return self._viewer.tell(messages)
        match messages:
            case [Seated() as seated, *rest]:
                moves = [message for message in rest if isinstance(message, Moved)]
                others = [message for message in rest if not isinstance(message, Moved)]
                return together([self._setup(seated, moves), *map(self._tell, others)])
            case [Refused(code=Refusal.ILLEGAL, why=why)]:  # and the game goes on: ask again
                self._next = self._answer
                return Step((f"info {why}", self._genmove))
        return together(map(self._tell, messages))

    def _entering(self) -> bool:
        return self._next in (self._protocol, self._username, self._password)

    # What the client says, by what it was asked last.

    def _protocol(self, line: str) -> Step:
        match line.split():
            case ["e1", *words]:
                self._analyze = ANALYZE in words
                self._next = self._username
                return Step(("username",))
            case ["v1", *_]:
                self._viewer = CgosViewer()
                self._next = self._viewer.heard
                return Step(messages=(Watch(),))
        return _error("invalid response")

    def _username(self, line: str) -> Step:
        if fault := _fault(line):
            return _error(fault)
        self._name, self._next = line, self._password
        return Step(("password",))

    def _password(self, line: str) -> Step:
        password, _, new = line.partition(" ")
        if len(password) < _LEAST:
            return _error(f"Password must be at least {_LEAST} characters.")
        self._next = self._between_games
        lines = ("info passwords cannot be changed here; the old one stays",) if new else ()
        return Step(lines, (Hello(self._name, password), Ready()))

    def _between_games(self, line: str) -> Step:
        match line:
            case "ready":
                return Step(messages=(Ready(),))
            case "quit":
                return Step(messages=(Quit(),))
        return NOTHING  # a late move, as a rule

    def _out_of_turn(self, line: str) -> Step:
        if line == "quit":
            return Step(messages=(Quit(),))
        return Step(("info that was ignored: a move is the answer to genmove",))

    def _answer(self, line: str) -> Step:
        if line == "quit":
            return Step(messages=(Quit(),))
        if line == "ready":  # belongs to the game before: the client was here again just when that ended
            return NOTHING
        self._next = self._out_of_turn
        move = line.partition(" ")[0] if self._analyze else line
        if move.lower() == "resign":
            return Step(messages=(Resign(),))
        try:
            return Step(messages=(Play(move_of(move)),))
        except ValueError:
            return Step(messages=(Play(line),))  # for the referee to refuse

    # What the referee says.

    def _setup(self, seated: Seated, moves: Sequence[Moved]) -> Step:
        self._seated, self._next = seated, self._out_of_turn
        about = f"{cgos_text.board(seated)} {cgos_text.level(seated)} {cgos_text.players(seated)}"
        played = "".join(f" {moved.move} {moved.left}" for moved in moves)
        return Step((f"setup {seated.id} {about}{played}",))

    def _tell(self, message: Message) -> Step:
        match message:
            case Moved(by=Seat() as by) if self._seated and by is not self._seated.seat:
                return Step((f"play {colour_of(by)} {message.move} {message.left}",))
            case Go() if self._seated:
                return self._go(self._seated, message)
            case Opened():
                self._view = message.view
            case Over() if self._seated:
                return self._over(self._seated, message)
            case Refused(code=Refusal.TOKEN):
                return _error("Sorry, password doesn't match")
            case Refused(code=Refusal.NAME):
                return _error(message.why)
            case Bye():
                return self._bye(message)
        return NOTHING

    def _go(self, seated: Seated, go: Go) -> Step:
        self._next = self._answer
        self._genmove = f"genmove {colour_of(seated.seat)} {cgos_text.clock(seated, go.left)}"
        return Step((self._genmove,))

    def _over(self, seated: Seated, over: Over) -> Step:
        self._next = self._between_games
        winner = {Fate.WON: seated.seat, Fate.LOST: seated.seat.other}.get(over.fate)
        result = cgos_text.result(seated, self._view, winner, over.ending)
        return Step((f"gameover {self._today()} {result} {cgos_text.remark(over.ending, over.why)}",))

    def _bye(self, bye: Bye) -> Step:
        if self._entering():
            return _error(bye.why)
        return Step((f"info {TWICE if bye.why == REPLACED else bye.why}",), close=True)


def _error(text: str) -> Step:
    return Step((f"Error: {text}",), close=True)


def _fault(name: str) -> str:
    """What is wrong with a name, in the words of CGOS; "" for nothing."""
    if not name.isascii():
        return "User name must consist of only ascii characters."
    if not _PLAIN.fullmatch(name):
        return "User name must only alphanumeric, underscore, hyphen, period or digits characters."
    if len(name) < _LEAST:
        return f"User name must be {_LEAST} characters or more."
    if len(name) > _MOST:
        return f"User name must be no more than {_MOST} characters long."
    if not name[0].isalpha():
        return "User name must start alphabet. Consisting of only numbers is invalid."
    return ""
