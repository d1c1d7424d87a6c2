"""Sangoku's random playouts, numba against the same algorithm in C; equal seeds must give equal results."""

import ctypes
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.base import Row, compile_c, interleaved
from engines.boards.jit import RandomState, random_state
from engines.boards.sangoku import Array, SangokuBoard, playouts
from games.sangoku import load

BATCH = 1000
Results = np.ndarray[tuple[int], np.dtype[np.int64]]
Playouts = Callable[[Array, RandomState, int, Results], None]


def run() -> list[Row]:
    game = load("")
    state = SangokuBoard.load(game, game.start()).state
    reference = _reference()
    if reference is not None:
        _same(state, reference)
    rates = interleaved(_work(state, playouts), reference and _work(state, reference))
    return [Row("sangoku random playouts, numba / C", *rates, "playouts", 0.9)]


def _work(state: Array, run: Playouts) -> Callable[[], int]:
    random, results = random_state(1), np.zeros(3, np.int64)

    def work() -> int:
        run(state, random, BATCH, results)
        return BATCH

    return work


def _same(state: Array, reference: Playouts) -> None:
    """Same seed, same games: the results agree, and so do the random numbers used up."""
    for seed in range(5):
        ends = []
        for run in (playouts, reference):
            random, results = random_state(seed), np.zeros(3, np.int64)
            run(state, random, BATCH, results)
            ends.append((int(random[0]), results.tolist()))
        assert ends[0] == ends[1], f"numba and C differ at seed {seed}: {ends}"


def _reference() -> Playouts | None:
    library = compile_c(Path(__file__).parent / "c" / "sangoku.c")
    if library is None:
        return None
    address = ctypes.c_void_p
    library.playouts.argtypes = [address, address, ctypes.c_int64, address]
    library.playouts.restype = None

    def run(state: Array, random: RandomState, times: int, results: Results) -> None:
        library.playouts(state.ctypes.data, random.ctypes.data, times, results.ctypes.data)

    return run
