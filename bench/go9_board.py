"""9x9 Go: random playouts from the empty board by the kernel and by the same algorithm in C."""

import ctypes
from collections.abc import Callable
from pathlib import Path

from bench.base import Row, compile_c, interleaved
from engines.boards.go9 import Go9Board, playouts
from engines.boards.jit import RandomState, random_state

SOURCE = Path(__file__).parent / "c" / "go9.c"
BATCH = 500
CHECKED = 5000  # playouts that must come out the same before anything is timed

Playouts = Callable[[RandomState, int], int]


def run() -> list[Row]:
    board = Go9Board(7.0)

    def ours(state: RandomState, times: int) -> int:
        return int(playouts(board.state, board.left, board.double_komi, times, state))

    reference = in_c(board)
    if reference is not None:
        check_same(ours, reference)
    rates = interleaved(batch(ours), None if reference is None else batch(reference))
    return [Row("go9 random playouts, numba / C", *rates, "playouts", 0.9)]


def in_c(board: Go9Board) -> Playouts | None:
    library = compile_c(SOURCE)
    if library is None:
        return None
    function = library.playouts
    function.restype = ctypes.c_int64
    number, pointer = ctypes.c_int64, ctypes.c_void_p
    function.argtypes = [pointer, number, number, number, pointer]

    def call(state: RandomState, times: int) -> int:
        return int(function(board.state.ctypes.data, board.left, board.double_komi, times, state.ctypes.data))

    return call


def check_same(ours: Playouts, reference: Playouts) -> None:
    states = random_state(1), random_state(1)
    assert ours(states[0], CHECKED) == reference(states[1], CHECKED)
    assert states[0][0] == states[1][0]  # so every move was the same too


def batch(function: Playouts) -> Callable[[], int]:
    state = random_state(2)

    def work() -> int:
        function(state, BATCH)
        return BATCH

    return work
