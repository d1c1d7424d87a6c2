"""One connection: bytes in, bytes out, a bound on everything. It stamps what arrives and decides nothing.

What a client says goes to the Listener with the time at which it was read; what the referee says goes through
the connection's dialect. `tell` never waits: a client that does not read is cut off.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Protocol

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from protocol.dialect import Dialect, Step
from protocol.lines import LineSplitter, NotText, TooLong, text_of
from protocol.messages import Bye, Message, Refusal, Refused, Text
from server.patience import Patience
from server.settings import Settings

FAREWELL = 5.0  # seconds that a client has to read the last lines


class Listener(Protocol):
    """Who is told what happens on a wire."""

    def connected(self, wire: "Wire") -> None: ...
    def said(self, wire: "Wire", message: Message, now: float) -> None: ...
    def closing(self, wire: "Wire") -> None: ...
    def gone(self, wire: "Wire") -> None: ...


class Wire:
    """What TCP and websocket share: the dialect, the bounds and the gap between lines."""

    def __init__(self, listener: Listener, dialect: Dialect, settings: Settings, gap: float) -> None:
        self.dialect = dialect
        self.patience = Patience(settings.burst, settings.waste)
        self.address = ""
        self.closing = False
        self.fault = ""  # why we hung up on it
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._settings = settings
        self._gap = gap
        self._free = 0.0  # when the next line may go out

    def tell(self, messages: Sequence[Message]) -> tuple[float, Sequence[Message]]:
        """Send; gives the time from which an answer may be due, and what the dialect answers by itself."""
        step = self.dialect.tell(messages)
        at = self._write(step.lines)
        if step.close:
            self.close()
        return at, step.messages

    def dismiss(self, fault: str) -> None:
        """Hang up on a client for what it did."""
        self.fault = fault
        self.tell([Bye(Text(fault))])

    def close(self) -> None:
        """Hang up when everything is out, or soon in any case."""
        if not self.closing:
            self.closing = True
            self._listener.closing(self)
            end = self._loop.time() + FAREWELL
            self._loop.call_at(min(self._free, end), self._hang_up)
            self._loop.call_at(end, self._cut)

    def _begin(self) -> None:
        self._listener.connected(self)
        if not self.closing:
            self._follow(self.dialect.greet(), self._loop.time())

    def _hear(self, line: bytes, now: float) -> None:
        try:
            text = text_of(line)
        except NotText as error:
            return self._refuse(str(error), now)
        if self._bears(now):
            self._follow(self.dialect.heard(text), now)
        return None

    def _refuse(self, why: str, now: float) -> None:
        """The client sent something that is no line of text."""
        if self._bears(now):
            self._follow(self.dialect.refuse(Refused(Refusal.MALFORMED, Text(why))), now)

    def _bears(self, now: float) -> bool:
        """Whether to hear one more thing; hangs up when it is one too many."""
        if not self.closing and not self.patience.spend(now):
            self.dismiss("too many lines that mean nothing")
        return not self.closing

    def _follow(self, step: Step, now: float) -> None:
        self._write(step.lines)
        for message in step.messages:
            self._listener.said(self, message, now)
        if step.close:
            self.close()

    def _write(self, lines: Iterable[str]) -> float:
        now = self._loop.time()
        data = [(line + self.dialect.line_end).encode() for line in lines]
        if self.closing or not data:
            return now
        if not self._gap:
            self._put(data)
            return now
        for line in data:  # one write each: some clients take one packet for one line
            at = max(now, self._free)
            self._free = at + self._gap
            if at <= now:
                self._put([line])
            else:
                self._loop.call_at(at, self._put, [line])
        return min(at, now + self._gap)  # the rest of a queue is the client's own doing

    def _overflow(self) -> None:
        self.fault = f"more than {self._settings.send_bound} bytes were left unread"
        self._cut()

    def _put(self, data: list[bytes]) -> None:
        raise NotImplementedError

    def _hang_up(self) -> None:
        raise NotImplementedError

    def _cut(self) -> None:
        raise NotImplementedError


class TcpWire(Wire, asyncio.Protocol):
    _transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._lines = LineSplitter(self._settings.line_limit, self.dialect.crlf_only)
        self.address = transport.get_extra_info("peername")[0]
        self._begin()

    def data_received(self, data: bytes) -> None:
        now = self._loop.time()
        try:
            for line in self._lines.feed(data):
                self._hear(line, now)
        except TooLong as error:
            self.dismiss(str(error))

    def eof_received(self) -> bool:
        """It will say nothing more, but may still read."""
        self.tell([Bye(Text("you closed your side of the connection"))])
        return True  # the transport stays until we have hung up

    def connection_lost(self, exc: Exception | None) -> None:
        self.closing = True
        self._listener.gone(self)

    def _put(self, data: list[bytes]) -> None:
        self._transport.write(b"".join(data))
        if self._transport.get_write_buffer_size() > self._settings.send_bound:
            self._overflow()

    def _hang_up(self) -> None:
        self._transport.close()

    def _cut(self) -> None:
        self._transport.abort()


class WsWire(Wire):
    """One text frame is one line."""

    def __init__(
        self, socket: ServerConnection, listener: Listener, dialect: Dialect, settings: Settings
    ) -> None:
        super().__init__(listener, dialect, settings, gap=0.0)
        self.address = socket.remote_address[0]
        self._socket = socket
        self._unsent: list[bytes | None] = []  # None hangs up
        self._size = 0
        self._more = asyncio.Event()

    async def run(self) -> None:
        """Carry the connection to its end."""
        writer = asyncio.create_task(self._write_all())
        self._begin()
        try:
            async for frame in self._socket:
                now = self._loop.time()
                if isinstance(frame, bytes):
                    self._refuse("send text frames", now)
                else:
                    self._hear(frame.removeprefix("\ufeff").rstrip("\r\n").encode(), now)
        except ConnectionClosed:
            pass
        finally:
            self.closing = True
            writer.cancel()
            self._listener.gone(self)

    def _put(self, data: list[bytes]) -> None:
        self._unsent += data
        self._size += sum(map(len, data))
        self._more.set()
        if self._size > self._settings.send_bound:
            self._overflow()

    def _hang_up(self) -> None:
        self._unsent.append(None)
        self._more.set()

    def _cut(self) -> None:
        self._socket.transport.abort()

    async def _write_all(self) -> None:
        try:
            while True:
                await self._more.wait()
                self._more.clear()
                while self._unsent:
                    line = self._unsent.pop(0)
                    if line is None:
                        await self._socket.close()
                        return
                    await self._socket.send(line.rstrip(b"\n"), text=True)
                    self._size -= len(line)
        except ConnectionClosed:
            pass
