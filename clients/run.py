"""The entrances from outside: a bot around an engine or a program, run to its end."""

import signal
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import trio

from clients.bot import Bot, Brain
from clients.botzone import Botzone
from clients.gtp import Gtp
from clients.outsider import Outsider
from clients.process import Program
from clients.thinker import Thinker
from clients.tubstap_net import NetBot
from engines.base import Engine
from protocol import botzone
from protocol.gtp_player import START
from protocol.messages import Fate

TRIES = 20  # failures to connect in a row, about a minute and a half

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Account:
    """Where to play, as whom, and how often."""

    url: str
    name: str
    token: str = ""
    games: int | None = None

    def bot(self, brain: Brain, report: Report, only: str = "") -> Bot:
        return Bot(self.url, self.name, brain, self.token, self.games, TRIES, report, only)


def run_engine(
    engine: Engine, account: Account, report: Report, pace: float = 0.0, seed: int | None = None
) -> list[Fate]:
    """Play with an engine; gives how each game ended. Raises Rejected, OSError."""
    return _run_engine(engine, account.bot(Thinker(engine, pace, seed), report))


def run_tubstap(engine: Engine, account: Account, pace: float, report: Report) -> list[Fate]:
    """Play with an engine on a server of TUBSTAP's own protocol. Raises Rejected, OSError."""
    brain, games = Thinker(engine, pace), account.games or 1
    return _run_engine(engine, NetBot(account.url, account.name, brain, games, TRIES, report))


def _run_engine(engine: Engine, bot: Bot | NetBot) -> list[Fate]:
    engine.warm()
    try:
        trio.run(_unless_stopped, bot.play)
    finally:
        engine.close()
    return bot.fates


def run_program(command: Sequence[str], account: Account, report: Report) -> list[Fate]:
    """Play with a program on stdin and stdout. Raises NoProgram, Rejected, OSError."""
    program = Program(command, report)
    return _run(program, account.bot(program, report))


def run_gtp(command: Sequence[str], account: Account, report: Report, start: float = START) -> list[Fate]:
    """Play go9 with a GTP engine, whose first answers come in `start` s. Raises Failed, Rejected, OSError."""
    engine = Gtp(command, report, start)
    return _run(engine, account.bot(engine, report, "go9"))


def run_botzone(
    command: Sequence[str], account: Account, report: Report, keep_running: bool = False
) -> list[Fate]:
    """Play Amazons on 8x8 with a Botzone program. Raises NoProgram, Rejected, OSError."""
    program = Botzone(command, report, keep_running)
    return _run(program, account.bot(program, report, botzone.GAME))


def _run(program: Outsider, bot: Bot) -> list[Fate]:
    async def play() -> None:
        await program.start()
        try:
            await bot.play()
        finally:
            with trio.CancelScope(shield=True):
                await program.close()

    trio.run(_unless_stopped, play)
    return bot.fates


async def _unless_stopped(play: Callable[[], Awaitable[None]]) -> None:
    """Play to the end, or clean up and exit at the first signal; the second one has its usual effect."""
    token = trio.lowlevel.current_trio_token()
    stopped: list[int] = []
    with trio.CancelScope() as scope:

        def stop(number: int, _: object) -> None:
            stopped.append(number)
            signal.signal(number, before[number])
            token.run_sync_soon(scope.cancel)

        before = {number: signal.getsignal(number) for number in _signals()}
        for number in before:
            signal.signal(number, stop)
        try:
            await play()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
    if stopped:
        raise SystemExit(128 + stopped[0])


def _signals() -> tuple[int, ...]:
    """Those that mean stop; only the main thread can mind them."""
    main = threading.current_thread() is threading.main_thread()
    return (signal.SIGINT, signal.SIGTERM) if main else ()
