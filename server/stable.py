"""The bots that the referee starts itself: kept up, listened to, and ended with all their children.

What a bot says is kept in one file a game. One that ends is started again, unless it never comes to a game.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ladder.formats import Pairing
from protocol.messages import Ending, Message, Result, Table
from server.doors import Ports

FAILURES = 4  # starts in a row that led to no game, after which a bot stays away
WAITS = (0.1, 0.1, 0.5, 2.0)  # seconds before it is started again, by those starts
FAREWELL = 2.0  # seconds to end by itself
RESTART = (Ending.TIME, Ending.ABSENT)  # endings after which the loser may hang: it is started afresh


@dataclass(frozen=True, slots=True)
class Bot:
    name: str
    command: Sequence[str]  # for one that stays; for one a game, {port} is filled in
    output: int  # bytes of what it says that are kept for a game
    home: Path  # where it is started
    seats: Mapping[str, int] | None = None  # "first" and "second" -> port, for a client of one game


class Stable:
    def __init__(
        self, make: Callable[[Ports], list[Bot]], folder: Path, report: Callable[[str], None]
    ) -> None:
        self._make = make  # the bots, when the ports are known
        self._bots: dict[str, Bot] = {}
        self._folder = folder  # of what the bots say
        self._report = report
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._logs: dict[str, Path] = {}  # where each bot's words go
        self._failures: dict[str, int] = {}  # starts since its latest game
        self._tables: dict[int, Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._early: list[Pairing] = []  # called before we were open
        self._open = False

    @asynccontextmanager
    async def running(self, ports: Ports) -> AsyncIterator[None]:
        """All bots up; all of them ended when it is left."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._bots = {bot.name: bot for bot in self._make(ports)}
        self._open = True
        for bot in self._bots.values():
            if bot.seats is None:
                self._spawn(self._keep(bot))
        for pairing in self._early:
            self.summon(pairing)
        try:
            yield
        finally:
            self._open = False
            await self._end_all()

    def summon(self, pairing: Pairing) -> None:
        """Start the clients that come for one game only."""
        if not self._open:
            self._early.append(pairing)
            return
        for seat, name in (("first", pairing.first), ("second", pairing.second)):
            bot = self._bots.get(name)
            if bot is not None and bot.seats is not None:
                command = [word.replace("{port}", str(bot.seats[seat])) for word in bot.command]
                self._spawn(self._once(bot, command))

    def hear(self, message: Message) -> None:
        """What the referee tells those who watch: a bot's words belong to the game it plays."""
        if isinstance(message, Table):
            self._tables[message.id] = message
            for name in (message.first, message.second):
                self._logs[name] = self._folder / f"{message.id:06}-{name}.log"
        elif isinstance(message, Result) and message.id in self._tables:
            table = self._tables.pop(message.id)
            if message.ending != Ending.ABSENT:  # nobody has played
                self._failures[table.first] = self._failures[table.second] = 0
            if message.ending in RESTART:
                losers = {"first": [table.second], "second": [table.first]}
                for name in losers.get(message.winner, [table.first, table.second]):
                    self._end(name)

    def log_of(self, name: str) -> Path:
        """Where the bot's latest words are."""
        return self._logs.get(name, self._folder / f"start-{name}.log")

    async def _keep(self, bot: Bot) -> None:
        """Run a bot for the whole event."""
        while self._open:
            self._failures[bot.name] = self._failures.get(bot.name, 0) + 1
            status = await self._once(bot, bot.command)
            if not self._open:
                return
            self._report(f"{bot.name} ended with status {status}; what it said is in {self.log_of(bot.name)}")
            failures = self._failures[bot.name]
            if failures >= FAILURES:
                self._report(f"{bot.name} was started {failures} times without a game and is given up")
                return
            await asyncio.sleep(WAITS[failures])

    async def _once(self, bot: Bot, command: Sequence[str]) -> int:
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=bot.home,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        self._processes[bot.name] = process
        try:
            await self._listen(bot, process)
            return await process.wait()
        finally:
            _kill_group(process, signal.SIGKILL)

    async def _listen(self, bot: Bot, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        told = False
        while data := await process.stdout.read(1 << 16):
            try:
                self._note(bot, data)
            except OSError as error:  # no fault of the bot's: it plays on
                if not told:
                    self._report(f"what {bot.name} says cannot be kept: {error}")
                told = True

    def _note(self, bot: Bot, data: bytes) -> None:
        log = self.log_of(bot.name)
        room = bot.output - (log.stat().st_size if log.exists() else 0)
        with log.open("ab") as file:
            file.write(data[: max(0, room)])

    def _spawn(self, work: Coroutine[object, object, object]) -> None:
        async def run() -> None:
            try:
                await work
            except OSError as error:
                self._report(f"a bot cannot be started: {error}")

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _end(self, name: str) -> None:
        """A bot may end by itself, with what it started; but not for long."""
        process = self._processes.pop(name, None)
        if process is not None:
            _kill_group(process, signal.SIGTERM)
            asyncio.get_running_loop().call_later(FAREWELL, _kill_group, process, signal.SIGKILL)

    async def _end_all(self) -> None:
        for name in list(self._processes):
            self._end(name)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2 * FAREWELL)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _kill_group(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    # Its group may outlive it; its id is not given to another process while the group lives.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
