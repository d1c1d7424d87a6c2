"""Lines to stdout by a thread of its own: a reader that stops reading must not stop the referee."""

import queue
import threading
from contextlib import suppress

ROOM = 10_000  # lines that may wait for a slow reader


class Printer:
    def __init__(self) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue(ROOM)
        self._lost = 0
        self._thread = threading.Thread(target=self._print_all, name="printer", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Print soon; a line for which there is no room is dropped, and counted."""
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            self._lost += 1

    def close(self) -> None:
        """Print what is left, but wait only so long for a reader."""
        if self._lost:
            self.write(f"{self._lost} lines were dropped: nobody read them")
        with suppress(queue.Full):
            self._lines.put(None, timeout=1)
            self._thread.join(timeout=2)

    def _print_all(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                print(line, flush=True)
            except BrokenPipeError:
                return
