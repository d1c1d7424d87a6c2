"""The brain around an engine: it thinks in a worker thread while the line stays alive."""

import traceback
from threading import Event

import trio

import games
from clients.bot import Say
from engines.base import Engine, Limit
from games.base import Move
from protocol.clock import BadControl, Control
from protocol.messages import Go, Message, Moved, Over, Play, Resign, Seated, Text


class Thinker:
    def __init__(self, engine: Engine, pace: float = 0.0, seed: int | None = None) -> None:
        self._engine = engine
        self._seed = seed  # with one, a game of an event goes the same way whenever it is played
        self._pace = pace  # seconds that a move takes at least, so that people can follow
        self._again = 0.0  # seconds that each move of this game has anew
        self._stop = Event()
        self._idle = trio.Event()
        self._idle.set()

    async def hear(self, message: Message, say: Say, nursery: trio.Nursery) -> None:
        match message:
            case Seated():
                await self._halt()
                self._again = again(message.control)
                if self._seed is not None and message.place:
                    self._engine.random.seed(f"{self._seed} {message.place} {message.seat}")
                await trio.to_thread.run_sync(self._engine.begin, games.load(message.game), message.seat)
            case Moved():
                self._engine.saw(str(message.by), message.move)
            case Go():
                self._stop.clear()
                self._idle = trio.Event()
                nursery.start_soon(self._think, message, say)
            case Over():
                await self._halt()
                self._engine.end()

    async def rest(self) -> None:
        """Nothing to do."""

    async def _think(self, go: Go, say: Say) -> None:
        left = go.left / 1000
        limit = Limit(left, min(left, self._again), stopped=self._stop.is_set)
        try:
            slow_enough = trio.current_time() + min(self._pace, go.left / 2000)
            move = await trio.to_thread.run_sync(self._choose, go.view, limit)
            await trio.sleep_until(slow_enough)
        finally:
            self._idle.set()
        if not self._stop.is_set():
            await say(Play(move) if move else Resign(Text("the engine failed")))

    def _choose(self, view: str, limit: Limit) -> Move | None:
        try:
            return self._engine.choose(view, limit)
        except Exception:  # an engine's fault costs this game, not the bot
            traceback.print_exc()
            return None

    async def _halt(self) -> None:
        """An engine is never called twice at once: let a thought that is no longer wanted end first."""
        self._stop.set()
        await self._idle.wait()


def again(control: str) -> float:
    """The seconds that each move has anew; 0 where the control is not one of ours."""
    try:
        parsed = Control.parse(control)
    except BadControl:
        return 0.0
    return parsed.byoyomi + parsed.increment + parsed.gift
