"""The brain around a Botzone program: started anew for each turn, or kept running and halted in between."""

import shutil
from collections.abc import Callable, Sequence

import trio

from clients.bot import Say
from clients.child import Child, Failed, NoProgram
from clients.outsider import Heard, Outsider
from protocol.botzone import KEEP_RUNNING, BotzonePlayer
from protocol.messages import Go, Play, Resign

MOST_LINES = 1000  # of one turn


class Botzone(Outsider):
    def __init__(self, command: Sequence[str], report: Callable[[str], None], keep_running: bool) -> None:
        super().__init__(command, report)
        self._keep_running = keep_running
        self._remembered = ""
        self._child: Child | None = None

    async def start(self) -> None:
        if shutil.which(self.command[0]) is None:
            raise NoProgram(f"cannot start {self.command[0]!r}: no such program")

    async def play(self, heard: Heard, say: Say) -> None:
        player = BotzonePlayer(self._remembered)
        word: Play | Resign | None = None
        try:
            while not isinstance(word, Resign):
                message = await heard()
                player.hear(message)
                if isinstance(message, Go):
                    word = player.answered(await self._turn(player))
                    await say(word)
        finally:
            self._remembered = player.remembered
            await self.close()

    async def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            with trio.CancelScope(shield=True):
                await child.end()

    async def _turn(self, player: BotzonePlayer) -> list[str]:
        """The lines of its output. Raises Failed."""
        if self._child is not None:
            self._child.resume()
            await self._child.write(player.newest())
        else:
            self._child = await Child.start(self.command)
            await self._child.write(player.history())
            if not self._keep_running:
                await self._child.hang_up()
        lines, kept = await _output(self._child)
        if kept and self._keep_running:
            self._child.pause()
        else:
            await self.close()
        return lines


async def _output(child: Child) -> tuple[list[str], bool]:
    """The lines from the first that is not blank, and whether it asks to be kept running."""
    lines: list[str] = []
    for _ in range(MOST_LINES):
        try:
            line = await child.read()
        except Failed:
            if lines:  # it has ended, or been ended, but moved before
                return lines, False
            raise
        if line.strip() == KEEP_RUNNING:
            return lines, True
        if line or lines:
            lines.append(line)
    raise Failed(f"the program wrote more than {MOST_LINES} lines")
