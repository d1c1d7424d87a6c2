"""A value that costs time to work out, and is therefore worked out anew only now and then."""

from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")
SHARE = 20  # of the time at most one part in so many goes into it


class Paced(Generic[Value]):
    def __init__(self, work: Callable[[], Value], pause: float, now: Callable[[], float]) -> None:
        self._work, self._pause, self._now = work, pause, now
        self._size, self._due = -1, float("-inf")
        self.last: Value | None = None

    def value(self, size: int) -> Value:
        """The value, worked out anew if what it is made of has grown to `size` and the pause is over."""
        start = self._now()
        if self.last is None or (size != self._size and start >= self._due):
            self.last, self._size = self._work(), size
            end = self._now()
            self._due = end + max(self._pause, SHARE * (end - start))
        return self.last
