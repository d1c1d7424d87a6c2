"""Real parts for tests: a referee on free ports of this machine, and scripted clients on real sockets."""

import asyncio
import socket
import struct
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
from server.doors import Address, gat_doors
from server.settings import Settings

PATIENCE = 20.0  # seconds after which a test that waits for a line fails
THOUGHT = 0.02  # seconds that a bystander thinks about a move
ANY = Address("127.0.0.1", 0)
PLACED = "14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u"  # A..D red on both sides
OPENED = "14R24R34R44R15B25B35B45B41r31r21r11r40b30b20b10b"  # the same when the game is over


class Referee:
    """A running App with its results file and what it told those who watch from inside."""

    def __init__(self, app: App, store: Store, heard: list[Message]) -> None:
        self.app = app
        self.store = store
        self.heard = heard
        self.clients: list[Client] = []  # held, because a stream that nobody holds is closed

    def port(self, what: str) -> int:
        return next(address.port for name, address in self.app.ports if name.startswith(what))

    def url(self, scheme: str) -> str:
        return f"{scheme}://127.0.0.1:{self.port(scheme)}"

    async def client(self, what: str = "tcp") -> "Client":
        """A raw client of the port that `what` begins: "tcp", "gat gat-first", ..."""
        self.clients.append(Client(*await asyncio.open_connection("127.0.0.1", self.port(what))))
        return self.clients[-1]

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

    async def gat(self, seat: str) -> "Client":
        """A GAT client that has been asked for its reds."""
        client = await self.client(f"gat gat-{seat}")
        assert await client.hear() == "SET?"
        return client

    async def gat_set(self, seat: str) -> "Client":
        """A GAT client that has named its reds and waits."""
        client = await self.gat(seat)
        client.say("SET:ABCD", "\r\n")
        assert await client.hear() == "OK "
        return client

    async def gat_pair(self) -> tuple["Client", "Client"]:
        """Two GAT clients at a table; the first has just been asked to move."""
        clients = await self.gat_set("first"), await self.gat_set("second")
        assert await clients[0].hear() == f"MOV?{PLACED}"
        return clients

    async def deaf(self, what: str = "tcp") -> socket.socket:
        """A connection with a small buffer that nobody reads."""
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.setblocking(False)
        await asyncio.get_running_loop().sock_connect(deaf, ("127.0.0.1", self.port(what)))
        return deaf

    async def turn(self) -> None:
        """Until the referee has read what was sent so far: it shares this loop, so a round of it will do."""
        for _ in range(3):
            await asyncio.sleep(0)

    @asynccontextmanager
    async def socket(self, **options: Any) -> AsyncIterator[ClientConnection]:
        async with connect(self.url("ws"), **({"compression": None} | options)) as socket:
            yield socket

    @asynccontextmanager
    async def bystanders(self) -> AsyncIterator[None]:
        """Two others play on at a table of their own meanwhile; their game, number 1, ends as it should."""
        first, second = await self.pair("calm", "quiet")
        for client in (first, second):
            await client.hear_until("go")
            client.say("move ABCD")
        await first.hear_until("go 2")
        await second.hear_until("moved 1")
        async with self.beside(Bystanders(first, second)):
            yield

    @asynccontextmanager
    async def go_bystanders(self) -> AsyncIterator[None]:
        """The same where 9x9 Go is played."""
        first, second = await self.pair("calm", "quiet")
        await first.hear_until("go 0")
        await second.hear_until("game")
        async with self.beside(GoBystanders(first, second)):
            yield

    @asynccontextmanager
    async def beside(self, game: "Bystanders") -> AsyncIterator[None]:
        """The game of calm against quiet, number 1, plays on meanwhile."""
        await game.move()
        playing = asyncio.create_task(game.play())
        try:
            yield
            await game.finish(playing)
        finally:
            playing.cancel()
        assert self.result(1) == ("calm", "quiet", game.winner, "resigned", f"{game.loser} resigned")

    def result(self, id: int) -> tuple[str, str, str | None, str, str]:
        """A finished game in the store: first, second, winner, ending, reason."""
        found = next(result for result in self.store.results() if result.id == id)
        return found.first, found.second, found.winner, found.ending, found.reason


@asynccontextmanager
async def referee(folder: Path, control: str = "60", **changes: Any) -> AsyncIterator[Referee]:
    """A referee with all its listeners. Keyword arguments go to Settings, or to Terms."""
    terms = {name: changes.pop(name) for name in ("margin", "illegal_loses") if name in changes}
    defaults: dict[str, Any] = {
        "game": games.load("geister"),
        "terms": Terms(Control.parse(control), **terms),
        "tcp": ANY,
        "ws": ANY,
        "doors": gat_doors(
            "127.0.0.1:0,127.0.0.1:0", changes.pop("gat_gap", 0.0), changes.pop("gat_quirks", False)
        ),
    }
    store = Store(str(folder / "results.db"))
    heard: list[Message] = []
    try:
        async with App(Settings(**(defaults | changes)), store, [heard.append]) as app:
            running = Referee(app, store, heard)
            yield running
        for client in running.clients:
            client.writer.close()
    finally:
        store.close()


class Bystanders:
    """Two clients who step to and fro, each line as it should be and none late."""

    begin, end = 2, 300  # plies

    def __init__(self, first: "Client", second: "Client") -> None:
        self._clients = first, second
        self._ply = self.begin
        self._last = self.end
        self.winner = self.loser = ""

    async def play(self) -> None:
        while self._ply < self._last:
            await asyncio.sleep(THOUGHT)
            await self.move()

    async def move(self) -> None:
        """The next move, heard by both within a second."""
        seat = self._ply % 2
        mover, other = self._clients[seat], self._clients[1 - seat]
        step = self.step()
        async with asyncio.timeout(1):
            mover.say(f"move {step}")
            moved = f"moved {self._ply} {('first', 'second')[seat]} {step}"
            assert (await mover.hear(), await other.hear()) == (moved, moved)
            self._ply += 1
            assert (await other.hear()).startswith(f"go {self._ply} ")

    def step(self) -> str:
        return "A,N" if self._ply // 2 % 2 else "A,S"

    async def finish(self, playing: "asyncio.Task[None]") -> None:
        """Two more moves, then the mover resigns."""
        self._last = self._ply + 2
        await playing
        seat = self._ply % 2
        self.loser, self.winner = ("calm", "quiet")[seat], ("second", "first")[seat]
        self._clients[seat].say("resign")
        for client, fate in ((self._clients[seat], "lost"), (self._clients[1 - seat], "won")):
            assert await client.hear_until("over") == f"over {fate} resigned {self.loser} resigned"
            await client.close()


class GoBystanders(Bystanders):
    """Black fills the left side of the board and White the right."""

    begin, end = 0, 70

    def step(self) -> str:
        column, row = divmod(self._ply // 2, 9)
        return f"{('ABCD', 'FGHJ')[self._ply % 2][column]}{row + 1}"


class Client:
    """Lines over a real TCP socket; `hear` gives them without their ends."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def say(self, line: str, end: str = "\n") -> None:
        self.writer.write((line + end).encode())

    async def ask(self, line: str, end: str = "\n") -> str:
        """Say a line; gives the next line that is heard."""
        self.say(line, end)
        return await self.hear()

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
        wire: socket.socket = self.writer.get_extra_info("socket")
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()
