"""A brain at a server that speaks TUBSTAP's network protocol: one connection is one game."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import trio

from clients.bot import WAITS, Brain, Rejected
from clients.line import LIMIT
from protocol.dialect import Step
from protocol.lines import LineSplitter, TooLong
from protocol.messages import Fate, Message, Over
from protocol.tubstap_net import PORT, NotTubstap, TubstapClient

SCHEME = "tubstap"


@dataclass
class NetBot:
    url: str  # tubstap://HOST[:PORT]
    name: str
    brain: Brain
    games: int = 1
    tries: int = 1  # to connect, for each game
    report: Callable[[str], None] = lambda _: None
    fates: list[Fate] = field(default_factory=list)

    async def play(self) -> None:
        """All the games, or as many as the server has. Raises Rejected, OSError."""
        while len(self.fates) < self.games:
            async with await self._connect() as stream:
                over = await _Game(self, stream).play()
            if over is None:
                return self._no_game()
            self.fates.append(over.fate)
            self.report(f"game {len(self.fates)}: {over.fate} ({over.ending}): {over.why}")
        return None

    def _no_game(self) -> None:
        why = f"{self.url} hung up before a game began"
        if not self.fates:
            raise Rejected(why)
        self.report(why)

    async def _connect(self) -> trio.SocketStream:
        parts = urlsplit(self.url)
        assert parts.hostname
        for failures in range(1, self.tries + 1):
            try:
                return await trio.open_tcp_stream(parts.hostname, parts.port or PORT)
            except OSError as error:
                if failures == self.tries:
                    raise OSError(f"no server at {self.url}: {error}") from error
                wait = WAITS[min(failures, len(WAITS)) - 1]
                self.report(f"no server at {self.url} ({error}); trying again in {wait:g} s")
                await trio.sleep(wait)
        raise AssertionError("a bot tries at least once")


class _Game:
    """One connection to its end."""

    def __init__(self, bot: NetBot, stream: trio.SocketStream) -> None:
        self._bot = bot
        self._stream = stream
        self._client = TubstapClient(bot.name)
        self._sending = trio.Lock()

    async def play(self) -> Over | None:
        """How it ended; None where no game began. Raises Rejected."""
        try:
            async with trio.open_nursery() as nursery:
                await self._converse(nursery)
                over = self._client.closed()
                if over is not None:
                    await self._bot.brain.hear(over, _nobody, nursery)
                nursery.cancel_scope.cancel()
        except* (NotTubstap, TooLong) as group:
            raise Rejected(str(group.exceptions[0])) from None
        return over

    async def _converse(self, nursery: trio.Nursery) -> None:
        """Until the server hangs up."""
        splitter = LineSplitter(LIMIT)

        async def say(message: Message) -> None:
            await follow(self._client.said(message))

        async def follow(step: Step) -> None:
            # The engine hears before the server does: its next question may come at once.
            for message in step.messages:
                await self._bot.brain.hear(message, say, nursery)
            await self._write(step.lines)

        while data := await self._read():
            for line in splitter.feed(data):
                await follow(self._client.heard(line.decode(errors="replace"), trio.current_time()))

    async def _read(self) -> bytes:
        try:
            return bytes(await self._stream.receive_some())
        except trio.BrokenResourceError:
            return b""

    async def _write(self, lines: tuple[str, ...]) -> None:
        data = "".join(line + self._client.line_end for line in lines).encode()
        # The engine's task may not be back from its answer when the server asks the next question.
        async with self._sending:
            with suppress(trio.BrokenResourceError):  # the reader sees the end, after whatever came before it
                await self._stream.send_all(data)


async def _nobody(_: Message) -> None:
    """The game is over: nobody listens."""


def check_net_url(url: str) -> None:
    """Raises ValueError unless it is tubstap://HOST or tubstap://HOST:PORT."""
    parts = urlsplit(url)
    if parts.scheme != SCHEME or not parts.hostname or parts.path or parts.port == 0:
        raise ValueError(f"not an address of a TUBSTAP server: {url!r}; write tubstap://HOST:PORT")
