"""The least that a server of these games could do: for each move, send the lines that the referee would send.

It knows no rules, clocks or names, and keeps nothing. Run as a program: `python -m bench.relay tcp|ws`.
"""

import asyncio
import sys

from websockets.asyncio.server import ServerConnection, serve

BOARD = "14R24B34R44B15R25B35B45R41u31u21u11u40u30u20u10u"
MOVED = b"moved 100 first A,N\n"
GO = f"go 100 600000 {BOARD} 100 first\n".encode()


class TcpRelay(asyncio.Protocol):
    waiting: "TcpRelay | None" = None
    other: "TcpRelay"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if TcpRelay.waiting is None:
            TcpRelay.waiting = self
        else:
            self.other, TcpRelay.waiting.other, TcpRelay.waiting = TcpRelay.waiting, self, None
            self.other.transport.write(GO)

    def connection_lost(self, exc: Exception | None) -> None:
        self.other.transport.close()

    def data_received(self, data: bytes) -> None:
        self.transport.write(MOVED)
        self.other.transport.write(MOVED + GO)


class WsRelay:
    def __init__(self) -> None:
        self._waiting: tuple[ServerConnection, asyncio.Future[ServerConnection]] | None = None

    async def handle(self, socket: ServerConnection) -> None:
        if self._waiting is None:
            self._waiting = socket, asyncio.get_running_loop().create_future()
            other = await self._waiting[1]
        else:
            (other, met), self._waiting = self._waiting, None
            met.set_result(socket)
            await other.send(GO[:-1], text=True)
        async for _ in socket:
            await socket.send(MOVED[:-1], text=True)
            await other.send(MOVED[:-1], text=True)
            await other.send(GO[:-1], text=True)
        await other.close()


async def main(kind: str) -> None:
    if kind == "tcp":
        server = await asyncio.get_running_loop().create_server(TcpRelay, "127.0.0.1", 0, backlog=1024)
        socket = server.sockets[0]
    else:
        relay = await serve(WsRelay().handle, "127.0.0.1", 0, compression=None, backlog=1024)
        socket = next(iter(relay.sockets))
    print(f"listening {kind} 127.0.0.1:{socket.getsockname()[1]}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
