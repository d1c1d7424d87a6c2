"""What every kernel shares: the decorator that compiles it, and a random source it is handed.

The random state is an array of one uint64, passed in and changed in place, so that Python and compiled
code replay the same seed bit for bit. Indices are unsigned: a signed one costs a test at each access.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engines.boards.cache import place_for

F = TypeVar("F", bound=Callable[..., Any])
RandomState = NDArray[np.uint64]

_12, _25, _27, _32 = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)
_MULTIPLIER = np.uint64(2685821657736338717)


def kernel(function: F) -> F:
    """Compile with a cache on disk, and free of the interpreter's lock; without a place for the
    cache (a read-only install with no home folder), compile in memory."""
    with place_for(function.__code__.co_filename) as found:
        try:
            return cast(F, njit(cache=found, nogil=True)(function))
        except RuntimeError:
            return cast(F, njit(nogil=True)(function))


def random_state(seed: int) -> RandomState:
    """A state for `below`; any seed will do, the same seed gives the same numbers."""
    mixed = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & 0xFFFFFFFFFFFFFFFF
    return np.array([mixed or 1], dtype=np.uint64)


@kernel
def below(state: RandomState, n: np.uint64) -> np.uint64:
    """A number in 0..n-1 (xorshift64*, upper half scaled; n under 2**32)."""
    x = state[0]
    x ^= x >> _12
    x ^= x << _25
    x ^= x >> _27
    state[0] = x
    return np.uint64((((x * _MULTIPLIER) >> _32) * n) >> _32)
