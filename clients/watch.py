"""Follows what a referee tells those who watch."""

from collections.abc import Callable

import trio

from clients.line import LineClosed, open_line
from protocol.messages import Bye, Message, Watch


def watch(url: str, show: Callable[[Message], None]) -> str:
    """Show every message until the referee stops; gives its last words. Raises OSError."""
    return trio.run(_watch, url, show)


async def _watch(url: str, show: Callable[[Message], None]) -> str:
    async with open_line(url) as line:
        await line.send(Watch())
        try:
            while not isinstance(message := await line.receive(), Bye):
                show(message)
        except LineClosed as error:
            return str(error)
        return message.why
