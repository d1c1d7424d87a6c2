"""The running referee: opens the store and the listeners, carries signals, and closes everything in order."""

import asyncio
import signal
from collections.abc import Callable
from functools import partial

from websockets.asyncio.server import ServerConnection, serve

from ladder.formats import Pairing
from ladder.result import Result
from ladder.store import Store, StoreError
from protocol.dialect import Native
from protocol.messages import Ending
from server.doors import Address, Door, Ports
from server.feed import Watcher
from server.hall import Hall
from server.ledger import Ledger
from server.lobby import Lobby, Scheduler
from server.programme import Programme
from server.registry import Registry
from server.settings import Settings
from server.stable import Stable
from server.wire import TcpWire, WsWire

BACKLOG = 1024  # clients that may knock at the same moment


class App:
    """Use as `async with App(...) as app: await app.wait()`."""

    def __init__(self, settings: Settings, store: Store, watchers: list[Watcher]) -> None:
        self.settings = settings
        self.ports: Ports = []
        self._store = store
        self._watchers = watchers
        self._closers: list[Callable[[], None]] = []
        self._alarms: dict[str, asyncio.TimerHandle] = {}  # by slot: until when its players may come
        self._idle = asyncio.Event()
        self._empty = asyncio.Event()
        self._failure: StoreError | None = None

    async def __aenter__(self) -> "App":
        store = self._store
        loop = asyncio.get_running_loop()
        self._ledger = Ledger(store)
        self._registry = Registry(store.tokens())
        past = store.results()
        self._hall = Hall(
            self.settings,
            self._ledger,
            loop,
            self._watchers,
            registry=self._registry,
            scheduler=self._scheduler(past),
            past=past,
            next_id=store.next_id(),
            on_idle=self._idle.set,
            on_empty=self._empty.set,
        )
        self._writing = asyncio.create_task(self._write())
        try:
            await self._listen()
        except BaseException:
            await self._close()
            raise
        self._hall.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stop_games()
        await self._close()

    async def wait(self) -> None:
        """Until the last game that is wanted is over. Raises StoreError when results cannot be kept."""
        await self._idle.wait()
        if self._failure:
            raise self._failure

    def interrupt(self) -> None:
        """Let the running games finish, for a while; asked again, stop them."""
        if self._hall.draining:
            self._stop_games()
        else:
            self._hall.drain()
            asyncio.get_running_loop().call_later(self.settings.grace, self._stop_games)

    @property
    def interrupted(self) -> bool:
        return self._hall.draining

    def _stop_games(self) -> None:
        self._hall.stop(Ending.STOPPED, "the referee was stopped")

    async def _write(self) -> None:
        try:
            await self._ledger.run()
        except StoreError as error:
            self._failure = error
        finally:
            self._idle.set()

    def _scheduler(self, past: list[Result]) -> Scheduler:
        plan = self.settings.plan
        if plan is None:
            return Lobby(self.settings.game, past)
        for name, token in plan.tokens.items():
            self._registry.adopt(name, token)
        mine = [result for result in past if result.event == plan.event]
        return Programme(plan.event, plan.format, plan.games, mine, plan.concurrency, self._call)

    def _call(self, pairing: Pairing) -> None:
        plan = self.settings.plan
        assert plan is not None
        plan.summon(pairing)
        slot, loop = pairing.slot, asyncio.get_running_loop()
        if slot in self._alarms:  # of an earlier call
            self._alarms[slot].cancel()
        self._alarms[slot] = loop.call_later(plan.absence, self._absent, slot)

    def _absent(self, slot: str) -> None:
        del self._alarms[slot]
        self._hall.absent(slot)

    async def _listen(self) -> None:
        settings = self.settings
        if settings.tcp:
            await self._open(Door("tcp", settings.tcp, self._native))
        if settings.ws:
            server = await serve(
                self._ws_client,
                settings.ws.host,
                settings.ws.port,
                compression=None,
                max_size=settings.line_limit,
                open_timeout=settings.login_limit,
                ping_interval=settings.ping,
                ping_timeout=settings.ping,
                server_header=None,
                backlog=BACKLOG,
            )
            self._closers.append(partial(server.close, close_connections=False))
            self._bound("ws", server.sockets[0].getsockname())
        for door in settings.doors:
            await self._open(door)

    async def _open(self, door: Door) -> None:
        if door.name:
            self._registry.reserve(door.name)
        loop, address = asyncio.get_running_loop(), door.address
        server = await loop.create_server(
            partial(self._wire, door), address.host, address.port, backlog=BACKLOG
        )
        self._closers.append(server.close)
        self._bound(door.what, server.sockets[0].getsockname())

    def _wire(self, door: Door) -> TcpWire:
        return TcpWire(self._hall, door.dialect(), self.settings, door.gap)

    def _native(self) -> Native:
        return Native(self.settings.game.name)

    async def _ws_client(self, socket: ServerConnection) -> None:
        await WsWire(socket, self._hall, self._native(), self.settings).run()

    def _bound(self, what: str, name: tuple[str, int]) -> None:
        self.ports.append((what, Address(name[0], name[1])))

    async def _close(self) -> None:
        """Write what is still to be written, then send everybody home."""
        self._ledger.close()
        await self._writing
        for close in self._closers:
            close()
        why = f"the referee cannot keep results: {self._failure}" if self._failure else "the referee stops"
        self._empty.clear()
        if self._hall.dismiss(why):
            await self._empty.wait()


def run(settings: Settings, store: Store, watchers: list[Watcher], ready: Callable[[Ports], None]) -> None:
    """Serve until done or told to stop; `ready` gets the ports. Raises OSError, StoreError."""
    asyncio.run(_run(settings, store, watchers, ready, None))


def run_event(
    settings: Settings,
    store: Store,
    watchers: list[Watcher],
    stable: Stable,
    ready: Callable[[Ports], None],
) -> bool:
    """Play an event with the bots of a stable; whether it was interrupted. Raises OSError, StoreError."""
    return asyncio.run(_run(settings, store, watchers, ready, stable))


async def _run(
    settings: Settings,
    store: Store,
    watchers: list[Watcher],
    ready: Callable[[Ports], None],
    stable: Stable | None,
) -> bool:
    async with App(settings, store, watchers) as app:
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, app.interrupt)
        ready(app.ports)
        if stable is None:
            await app.wait()
        else:
            async with stable.running(app.ports):
                await app.wait()
        return app.interrupted
