"""Random Geister games a CPU-second: the numba kernel against the same algorithm in C."""

import ctypes
from collections.abc import Callable
from pathlib import Path

from bench.base import Row, compile_c, interleaved
from engines.boards.geister import GeisterBoard, State, playouts
from engines.boards.jit import RandomState, random_state
from games import load

BATCH = 1000
Playouts = Callable[[State, RandomState, int], int]


def run() -> list[Row]:
    game = load("geister")
    state = GeisterBoard.load(game, game.start().play("ABCD").play("ABCD")).state
    reference = from_c()
    if reference is not None:
        check(state, reference)
    ours, theirs = interleaved(work(playouts, state), reference and work(reference, state))
    return [Row("Geister random games, numba against C", ours, theirs, "games", 0.9)]


def from_c() -> Playouts | None:
    library = compile_c(Path(__file__).parent / "c" / "geister.c")
    if library is None:
        return None
    function = library.playouts
    function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    function.restype = ctypes.c_int64
    return lambda state, random, n: int(function(state.ctypes.data, random.ctypes.data, n))


def check(state: State, reference: Playouts) -> None:
    """The same seed must give the same games: the same results, and as many random numbers drawn."""
    ours, theirs = random_state(1), random_state(1)
    assert playouts(state, ours, 20 * BATCH) == reference(state, theirs, 20 * BATCH)
    assert ours[0] == theirs[0]


def work(function: Playouts, state: State) -> Callable[[], int]:
    random = random_state(2)

    def batch() -> int:
        function(state, random, BATCH)
        return BATCH

    return batch
