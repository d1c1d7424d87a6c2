"""Rows on their way to the store. Nothing is said to a client before what it rests on is written.

One thread writes; what gathers while it is busy goes into its next transaction: many games share a commit.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ladder.store import Row, Store

Then = Callable[[], None]


class Ledger:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="ledger")
        self._rows: list[Row] = []
        self._then: list[Then] = []
        self._work = asyncio.Event()
        self._closing = False

    def append(self, rows: list[Row], then: Then) -> None:
        """Write the rows, then call `then`; calls come in the order of the appends, rows or not."""
        self._rows += rows
        self._then.append(then)
        self._work.set()

    async def run(self) -> None:
        """Write until closed. Raises StoreError when the store fails."""
        loop = asyncio.get_running_loop()
        while not (self._closing and not self._then):
            await self._work.wait()
            self._work.clear()
            while self._then:
                rows, thens = self._rows, self._then
                self._rows, self._then = [], []
                if rows:
                    await loop.run_in_executor(self._writer, self._store.append, rows)
                for then in thens:
                    then()
        self._writer.shutdown()

    def close(self) -> None:
        """Let `run` end when all is written."""
        self._closing = True
        self._work.set()
