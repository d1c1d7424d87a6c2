"""The scoreboard's state, made from what a referee tells those who watch; and the same as plain log lines."""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime
from time import monotonic

from rich.console import Console, RenderableType

import games
from cli.paced import Paced
from games.base import Game
from ladder import result as memory
from ladder.event import Event
from ladder.highlights import ENOUGH, highlights, lead_change
from ladder.news import Ended, Line, Running, fate, progress, ranked
from ladder.placing import place
from ladder.points import Cell, Standing, champion, cross_table
from ladder.rating import rate
from ladder.result import counted
from ladder.show import Scene, of_event, of_lines, scoreboard
from protocol.messages import Board, Message, Result, Score, Table

LATEST = 12  # endings and highlights that are kept for show
RATED_EVERY = 3.0  # seconds, at least
CROSSED = 16  # players, beyond whom a cross table fits nowhere


class Scoreboard:
    """Hears messages and shows how things stand. Hearing is cheap; what costs is worked out when drawn.

    `total` is the number of games, where it is known; `event` gives the rules, and `past` its games so far.
    """

    def __init__(
        self,
        console: Console,
        total: int | None = None,
        event: Event | None = None,
        past: Sequence[memory.Result] = (),
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._console, self._total, self._event, self._now = console, total, event, now
        self._results = list(past)
        self._lines: dict[str, Line] = {}
        self._tables: dict[int, Table] = {}
        self._boards: dict[int, Board] = {}
        self._ended: deque[Ended] = deque(maxlen=LATEST)
        self._highlights: deque[str] = deque(maxlen=LATEST)
        self._games: dict[str, Game] = {}
        self._fresh, self._began = 0, now()
        self._leader: str | None = None
        self._elo = Paced(lambda: rate(self._results[:]).elo(), RATED_EVERY, now)
        self._cells = Paced(self._crossed, 0.0, now)
        self._placed = Paced(self._place, 0.0, now)

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
                    self._over(table, ended(table, message))

    def _over(self, table: Table, game: Ended) -> None:
        self._ended.appendleft(game)
        result = remembered(table, game)
        if not result.scored:
            return
        self._highlights.extendleft(highlights(game, self._lines, self._elo.last or {}))
        self._results.append(result)
        self._fresh += 1
        # Both at once: between the two scores that the referee sends next, the wrong one might lead.
        for name in (game.first, game.second):
            self._lines[name] = self._lines.get(name, Line(name)).after(fate(game.victor, name))

    def __rich__(self) -> RenderableType:
        size, lines = len(self._results), list(self._lines.values())
        table = self._placed.value(size)
        self._lead(champion(table) if table else leader(lines))
        scene = Scene(
            progress=self._progress(size),
            grid=of_event(table, self._event.rules) if self._event else of_lines(lines),
            running=self._running(),
            ended=list(self._ended),
            highlights=list(self._highlights),
            elo=self._elo.value(size),
            cells=self._cells.value(size),
        )
        return scoreboard(scene, *self._console.size)

    def _place(self) -> Sequence[Standing]:
        return place(self._event, self._results[:]) if self._event else ()

    def _crossed(self) -> dict[tuple[str, str], Cell]:
        players = {name for game in self._results[:] for name in (game.first, game.second)}
        return cross_table(self._results[:], sorted(players)) if len(players) <= CROSSED else {}

    def _progress(self, seen: int) -> str:
        lines = list(self._lines.values())
        done = len(counted(self._results[:])) if self._event else sum(line.games for line in lines) // 2
        words = progress(done, self._total, self._fresh, self._now() - self._began)
        return words if seen >= done else f"{words}; Elo from the {seen} seen here"

    def _lead(self, now: str | None) -> None:
        if line := lead_change(self._leader, now, list(self._ended)):
            self._highlights.appendleft(line)
        self._leader = now or self._leader

    def _running(self) -> list[Running]:
        """Games may end in another thread meanwhile."""
        found = ((board, self._tables.get(board.id)) for board in list(self._boards.values()))
        return [self._shown(board, table) for board, table in found if table]

    def _shown(self, board: Board, table: Table) -> Running:
        clocks = (board.first_left / 1000, board.second_left / 1000)
        names, picture = (table.first, table.second), self._game(table.game).picture(board.view)
        return Running(board.id, *names, clocks, board.mover, board.ply, board.move, picture)

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


def leader(lines: Sequence[Line]) -> str | None:
    """Who alone has the best share, of enough games."""
    best = [line for line in ranked(lines) if line.games >= ENOUGH][:2]
    return best[0].name if best and (len(best) == 1 or best[0].score > best[1].score) else None


def remembered(table: Table, game: Ended) -> memory.Result:
    """A game that was heard, as if it were stored; of its time nothing is known."""
    return memory.Result(
        id=game.id,
        game=table.game,
        first=game.first,
        second=game.second,
        winner="first" if game.winner == "first" else "second" if game.winner else None,
        ending=game.ending,
        reason=game.why,
        plies=game.plies,
        first_used=0.0,
        second_used=0.0,
        lag=0.0,
        event="",
        slot="",
    )


def ended(table: Table, result: Result) -> Ended:
    winner = None if result.winner == "-" else result.winner
    return Ended(table.id, table.first, table.second, winner, str(result.ending), result.plies, result.why)


def told(game: Ended) -> str:
    """How a game ended, in one line."""
    names = {"first": game.first, "second": game.second}
    who = f"{names[game.winner]} won" if game.winner else "nobody won"
    return f"{who} after {game.plies} plies ({game.ending}): {game.why}"
