"""The entrances from outside: a bot around an engine or a program, run to its end."""

import signal
import threading
from collections.abc import Awaitable, Callable, Sequence

import trio

from clients.bot import Bot
from clients.process import Program
from clients.thinker import Thinker
from engines.base import Engine
from protocol.messages import Fate

Report = Callable[[str], None]


def run_engine(
    engine: Engine, url: str, name: str, token: str, games: int | None, report: Report
) -> list[Fate]:
    """Play with an engine; gives how each game ended. Raises Rejected, OSError."""
    engine.warm()
    bot = Bot(url, name, Thinker(engine), token, games, tries=TRIES, report=report)
    try:
        trio.run(_unless_stopped, bot.play)
    finally:
        engine.close()
    return bot.fates


def run_program(
    command: Sequence[str], url: str, name: str, token: str, games: int | None, report: Report
) -> list[Fate]:
    """Play with a program on stdin and stdout. Raises NoProgram, Rejected, OSError."""
    program = Program(command, report)
    bot = Bot(url, name, program, token, games, tries=TRIES, report=report)

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


TRIES = 20  # failures to connect in a row, about a minute and a half
