"""Real parts for tests: a referee on free ports of this machine, and scripted clients on real sockets."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

import games
from ladder.store import Store
from protocol.clock import Control
from protocol.match import Terms
from protocol.messages import Message
from server.app import App
from server.settings import Address, GatDoor, Settings

PATIENCE = 20.0  # seconds after which a test that waits for a line fails
ANY = Address("127.0.0.1", 0)


class Referee:
    """A running App with its results file and what it told those who watch from inside."""

    def __init__(self, app: App, store: Store, heard: list[Message]) -> None:
        self.app = app
        self.store = store
        self.heard = heard

    def port(self, what: str) -> int:
        return next(address.port for name, address in self.app.ports if name.startswith(what))

    def url(self, scheme: str) -> str:
        return f"{scheme}://127.0.0.1:{self.port(scheme)}"

    async def client(self, what: str = "tcp") -> "Client":
        """A raw client of the port that `what` begins: "tcp", "gat gat-first", ..."""
        return Client(*await asyncio.open_connection("127.0.0.1", self.port(what)))

    async def player(self, name: str) -> "Client":
        """A native client that has logged in, by the token NAME-token, and said ready."""
        client = await self.client()
        await client.login(name, f"{name}-token")
        client.say("ready")
        return client

    async def pair(self, first: str = "alice", second: str = "bob") -> tuple["Client", "Client"]:
        """Two native clients that are about to hear of their game."""
        return await self.player(first), await self.player(second)

    async def placed(self) -> tuple["Client", "Client"]:
        """alice and bob at a table of Geister, A..D red on both sides; alice has just been asked to move."""
        clients = await self.pair()
        for client in clients:
            await client.hear_until("go")
            client.say("move ABCD")
        await clients[0].hear_until("go 2")
        await clients[1].hear_until("moved 1")
        return clients

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[ClientConnection]:
        async with connect(self.url("ws"), compression=None) as socket:
            yield socket


@asynccontextmanager
async def referee(folder: Path, control: str = "60", **changes: Any) -> AsyncIterator[Referee]:
    """A referee with all its listeners. Keyword arguments go to Settings, or to Terms."""
    terms = {name: changes.pop(name) for name in ("margin", "illegal_loses") if name in changes}
    defaults: dict[str, Any] = {
        "game": games.load("geister"),
        "terms": Terms(Control.parse(control), **terms),
        "tcp": ANY,
        "ws": ANY,
        "gat": (GatDoor(ANY, ANY),),
        "gat_gap": 0.0,
    }
    store = Store(str(folder / "results.db"))
    heard: list[Message] = []
    try:
        async with App(Settings(**(defaults | changes)), store, [heard.append]) as app:
            yield Referee(app, store, heard)
    finally:
        store.close()


class Client:
    """Lines over a real TCP socket; `hear` gives them without their ends."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def say(self, line: str, end: str = "\n") -> None:
        self.writer.write((line + end).encode())

    async def hear(self) -> str:
        """The next line; "" at the end of the connection."""
        async with asyncio.timeout(PATIENCE):
            return (await self.reader.readline()).decode().rstrip("\r\n")

    async def hear_until(self, word: str) -> str:
        """The next line that begins so; a closed connection fails the test."""
        while True:
            line = await self.hear()
            assert line, f"the connection ended before {word!r}"
            if line.startswith(word):
                return line

    async def login(self, name: str, token: str = "") -> str:
        """Say hello; gives the token."""
        assert (await self.hear()).startswith("referee 1 ")
        self.say(f"hello {name} {token}".rstrip())
        return (await self.hear_until("welcome")).split()[2]

    async def at_end(self) -> bool:
        """Whether the referee hangs up, after whatever it still says."""
        while await self.hear():
            pass
        return True

    async def close(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()

    def reset(self) -> None:
        """Break the connection with an RST."""
        self.writer.transport.abort()
