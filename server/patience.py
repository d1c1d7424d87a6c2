"""How many useless lines a client may send: so many at once, and so many a second. Decides, never waits."""


class Patience:
    def __init__(self, burst: int, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left = float(burst)
        self._last = 0.0

    def spend(self, now: float) -> bool:
        """A line came; False when it is one too many."""
        self._left = min(self._burst, self._left + (now - self._last) * self._per_second) - 1
        self._last = now
        return self._left >= 0

    def restore(self) -> None:
        """The client did something useful."""
        self._left = float(self._burst)
