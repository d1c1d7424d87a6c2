"""The network protocol of TUBSTAP (ver0108), both sides: the server asks, the client answers "= text" and a
blank line, one question at a time.

There is no token and no result: a client says its name, plays one game, and the connection's end is the
game's. Where that server crashes or is fooled, our rulebook judges.
"""

from collections import deque
from collections.abc import Sequence

import games
from games.base import BadText, IllegalMove, Move, Seat
from games.tubstap.game import Tubstap, carrying
from games.tubstap.maps import SEATS, read_map, write_map
from games.tubstap.position import END, SURRENDER, TubstapPosition
from games.tubstap.records import read_action, write_action
from protocol.dialect import NOTHING, Step
from protocol.messages import (
    Bye,
    Ending,
    Enter,
    Fate,
    Go,
    Message,
    Moved,
    Over,
    Play,
    Ready,
    Refusal,
    Refused,
    Seated,
    Text,
)

PORT = 7777
NAME, OPPONENT, MAP, COLOR, GENMOVE, PLAY = "name", "opponent", "MAP", "Color", "Genmove", "play"
_TURN = 10.0  # seconds that a turn may take
_ROUND_TRIP = 0.1  # seconds of them that each action of ours costs besides: both ends poll


class TubstapNet:
    """The server's side."""

    line_end = "\r\n"
    crlf_only = False
    returns = False

    def __init__(self, game: Tubstap) -> None:
        self._game = game  # its map has the author's comments, which the game's name has not
        self._position = game.start()
        self._seat = Seat.FIRST
        self._questions: deque[str] = deque([NAME])  # still to be asked
        self._due = ""  # the question whose answer is due
        self._over = False

    def greet(self) -> Step:
        return self._next()

    def heard(self, line: str) -> Step:
        if not line.strip() or not self._due:
            return NOTHING  # the end of an answer, or an answer to no question: never kept for a later one
        if self._due == GENMOVE:
            self._due = ""
            return Step(messages=(Play(_move(self._position, line)),))
        if not line.startswith("="):
            return NOTHING
        asked, self._due = self._due, ""
        if asked == NAME:
            return Step(messages=(Enter(line[1:].strip(), None), Ready()))
        return self._next()

    def refuse(self, refused: Refused) -> Step:
        # In place of a move noise is a wrong move; elsewhere it is no answer.
        return self.heard(refused.why) if self._due == GENMOVE else NOTHING

    def tell(self, messages: Sequence[Message]) -> Step:
        for message in messages:
            self._note(message)
        if any(isinstance(message, Bye) for message in messages):
            return Step(close=True)
        return self._next()

    def _note(self, message: Message) -> None:
        match message:
            case Seated():
                self._begin(message)
            case Moved():
                self._moved(message)
            case Go() | Refused(code=Refusal.ILLEGAL):
                self._questions.append(GENMOVE)
            case Over():
                self._end()

    def _begin(self, seated: Seated) -> None:
        if seated.game != self._game.name:
            game = games.load(seated.game)
            assert isinstance(game, Tubstap)
            self._game = game
        self._position, self._seat = self._game.start(), seated.seat
        opponent = seated.second if seated.seat is Seat.FIRST else seated.first
        field = write_map(self._game.map, end="")
        colour = SEATS.index(seated.seat)
        self._questions += [f"{OPPONENT} {opponent}", f"{MAP} {field}", f"{COLOR} {colour}"]

    def _moved(self, moved: Moved) -> None:
        # A surrender is told by the connection's end: as an action it has no unit, which that program needs.
        if moved.by is not self._seat and moved.move != SURRENDER:
            action = write_action(self._position, moved.move, damages=False)
            self._questions.append(f"{PLAY} {action}")
        self._position = self._position.play(moved.move)

    def _end(self) -> None:
        """No move is wanted any more; what was played is still told."""
        self._over = True
        self._questions = deque(question for question in self._questions if question != GENMOVE)
        if self._due == GENMOVE:
            self._due = ""

    def _next(self) -> Step:
        """Ask, if no answer is due; when all is said after the end, hang up."""
        if self._due:
            return NOTHING
        if self._questions:
            self._due = self._questions.popleft()
            return Step((self._due,))
        return Step(close=self._over)


def _move(position: TubstapPosition, line: str) -> Move:
    """The native move of an answer to Genmove; one that is none, as a text that no rulebook takes for one."""
    try:
        if line.startswith("="):
            return read_action(position, line[1:].strip())
    except (BadText, IllegalMove):
        pass
    return f"?{line.replace(' ', '_')}"


class NotTubstap(Exception):
    """The server said something that this protocol, or the rules, do not know."""


class TubstapClient:
    """The client's side: a server's lines as native messages, and an engine's moves as answers."""

    line_end = "\r\n"

    def __init__(self, name: str) -> None:
        self._name = name
        self._opponent = "opponent"
        self._game: Tubstap | None = None
        self._seat: Seat | None = None  # None until the game has begun
        self._position: TubstapPosition | None = None
        self._due = False  # the engine is thinking about our answer
        self._ply = 0  # actions so far
        self._turn = -1  # the turn whose time is being counted
        self._flag = 0.0  # when that time is over

    def heard(self, line: str, now: float) -> Step:
        """What to answer, and what the engine hears. Raises NotTubstap."""
        word, _, rest = line.strip().partition(" ")
        if self._due and word:
            raise NotTubstap(f"the server sent {line[:60]!r} before we had answered")
        try:
            return self._heard(word, rest, now)
        except (BadText, IllegalMove) as error:
            raise NotTubstap(f"the server sent {line[:60]!r}: {error}") from error

    def said(self, message: Message) -> Step:
        """The engine's answer. A failed engine, or one that surrenders, gives up its turn: a surrender
        would crash that server."""
        assert self._position is not None and self._seat is not None
        self._due = False
        move = message.move if isinstance(message, Play) and message.move != SURRENDER else END
        answer = write_action(self._position, move, damages=False)
        return Step(_answer(answer), (self._played(self._seat, move),))

    def closed(self) -> Over | None:
        """The connection ended: how the game ended, by our own count; None where none had begun."""
        if self._position is None or self._seat is None:
            return None
        outcome = self._position.outcome()
        if outcome is None:
            return Over(Fate.NONE, Ending.LEFT, Text("the server closed the connection during the game"))
        fate = Fate.WON if outcome.winner is self._seat else Fate.LOST
        return Over(fate if outcome.winner else Fate.DREW, Ending.RULES, Text(outcome.reason))

    def _heard(self, word: str, rest: str, now: float) -> Step:
        match word:
            case "":
                return NOTHING
            case "name":
                return Step(_answer(self._name))
            case "opponent":
                self._opponent = rest
                return Step(_answer())
            case "MAP":
                self._game = carrying(read_map(rest))
                return Step(_answer())
            case "Color":
                return Step(_answer(), (self._begin(rest),))
            case "play" if self._seat:
                return Step(_answer(), (self._played(self._seat.other, self._read(rest)),))
            case "Genmove" if self._seat:
                return Step(messages=(self._go(now),))
        raise NotTubstap(f"the server sent {word[:40]!r}, which has no meaning here")

    def _begin(self, colour: str) -> Seated:
        if self._game is None or self._seat is not None or colour not in ("0", "1"):
            raise NotTubstap(f"the server sent the colour {colour[:40]!r}, which has no meaning here")
        self._seat, self._position = SEATS[int(colour)], self._game.start()
        names = (self._name, self._opponent) if self._seat is Seat.FIRST else (self._opponent, self._name)
        return Seated(0, self._game.name, self._seat, *names, f"{_TURN:g}/turn")

    def _read(self, action: str) -> Move:
        assert self._position is not None
        return read_action(self._position, action)

    def _played(self, by: Seat, move: Move) -> Moved:
        assert self._position is not None
        if self._position.to_move() is not by:
            raise IllegalMove(f"it is not the turn of {by}")
        self._position = self._position.play(move)
        self._ply += 1
        return Moved(self._ply - 1, by, move)

    def _go(self, now: float) -> Go:
        position = self._position
        assert position is not None
        if position.to_move() is not self._seat:
            raise IllegalMove("it is not our turn")
        self._due = True
        if position.ply != self._turn:
            self._turn, self._flag = position.ply, now + _TURN
        idle = sum(unit.seat is self._seat and not unit.acted for unit in position.units)
        left = max(0.0, self._flag - now - _ROUND_TRIP * idle)
        return Go(self._ply, round(left * 1000), Text(position.view(self._seat)))


def _answer(text: str = "") -> tuple[str, str]:
    return f"= {text}", ""
