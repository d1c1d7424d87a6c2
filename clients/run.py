"""The entrances from outside: a bot around an engine or a program, run to its end."""

from collections.abc import Callable, Sequence

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
        trio.run(bot.play)
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

    trio.run(play)
    return bot.fates


TRIES = 20  # failures to connect in a row, about a minute and a half
