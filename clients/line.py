"""A line to a referee, over TCP or websocket, in the same words; or to a server of CGOS, translated."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from urllib.parse import urlsplit

import trio
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.trio.client import ClientConnection, connect

from protocol.cgos_client import CgosClient
from protocol.codec import ProtocolError, decode_server, encode
from protocol.dialect import Step
from protocol.lines import LineSplitter, NotText, text_of
from protocol.messages import Message

LIMIT = 1 << 16  # bytes a line; a view is far shorter
REFEREES = ("tcp", "ws")
SERVERS = (*REFEREES, "cgos")  # all that a bot can play at


class LineClosed(Exception):
    """The referee hung up."""


class Line(ABC):
    async def send(self, message: Message) -> None:
        await self._write(encode(message))

    async def receive(self) -> Message:
        """The next message; lines that we do not know are passed over. Raises LineClosed."""
        while True:
            with suppress(ProtocolError):
                return decode_server(await self._read())

    @abstractmethod
    async def _write(self, line: str) -> None: ...

    @abstractmethod
    async def _read(self) -> str: ...


class _TcpLine(Line):
    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._lines = LineSplitter(LIMIT)
        self._read_ahead: deque[bytes] = deque()
        self._sending = trio.Lock()  # a stream lets only one task send at a time

    async def _write(self, line: str) -> None:
        try:
            async with self._sending:
                await self._stream.send_all(line.encode() + b"\n")
        except trio.BrokenResourceError as error:
            raise LineClosed(str(error)) from error

    async def _read(self) -> str:
        while not self._read_ahead:
            try:
                data = await self._stream.receive_some()
            except trio.BrokenResourceError as error:
                raise LineClosed(str(error)) from error
            if not data:
                raise LineClosed("the referee closed the connection")
            self._read_ahead += [line for line in self._lines.feed(bytes(data)) if line]
        return text_of(self._read_ahead.popleft())


class _CgosLine(_TcpLine):
    def __init__(self, stream: trio.SocketStream) -> None:
        super().__init__(stream)
        self._client = CgosClient()
        self._messages: deque[Message] = deque()

    async def send(self, message: Message) -> None:
        await self._follow(self._client.said(message))

    async def receive(self) -> Message:
        while not self._messages:
            try:
                await self._follow(self._client.heard(await self._read()))
            except NotText:
                continue
            except LineClosed:
                self._messages += self._client.closed().messages
                if not self._messages:
                    raise
        return self._messages.popleft()

    async def _follow(self, step: Step) -> None:
        self._messages += step.messages
        for line in step.lines:
            await self._write(line)


class _WsLine(Line):
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def _write(self, line: str) -> None:
        try:
            await self._socket.send(line)
        except ConnectionClosed as error:
            raise LineClosed(str(error)) from error

    async def _read(self) -> str:
        try:
            return str(await self._socket.recv())
        except ConnectionClosed as error:
            raise LineClosed(str(error)) from error


def check_url(url: str, schemes: Sequence[str] = REFEREES) -> None:
    """Raises ValueError unless it is SCHEME://HOST:PORT."""
    parts = urlsplit(url)
    if parts.scheme not in schemes or not parts.hostname or parts.port is None:
        forms = " or ".join(f"{scheme}://HOST:PORT" for scheme in schemes)
        raise ValueError(f"not an address of a referee: {url!r}; write {forms}")


@asynccontextmanager
async def open_line(url: str) -> AsyncIterator[Line]:
    """A line to the referee at a checked URL. Raises OSError when there is none."""
    parts = urlsplit(url)
    assert parts.hostname and parts.port is not None
    if parts.scheme in ("tcp", "cgos"):
        stream = await trio.open_tcp_stream(parts.hostname, parts.port)
        async with stream:
            yield _TcpLine(stream) if parts.scheme == "tcp" else _CgosLine(stream)
    else:
        async with AsyncExitStack() as stack:
            try:
                socket = await stack.enter_async_context(
                    connect(url, compression=None, max_size=LIMIT, proxy=None)
                )
            except WebSocketException as error:
                raise OSError(f"no websocket at {url}: {error}") from error
            yield _WsLine(socket)
