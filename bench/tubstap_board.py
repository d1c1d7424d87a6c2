"""TUBSTAP playouts: the numba kernel against the same algorithm in C, on small and large maps."""

import ctypes
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.base import Row, compile_c, interleaved
from engines.boards.jit import random_state
from engines.boards.tubstap import Words, make, playouts
from games.tubstap import load

MAPS = ("open-2v2", "frontier", "river")
BATCH = 200
TARGET = 0.9
Runner = Callable[[], Words]  # plays a batch and gives the tally of all so far


def run() -> list[Row]:
    library = compile_c(Path(__file__).parent / "c" / "tubstap.c")
    return [_row(name, library) for name in MAPS]


def _row(name: str, library: ctypes.CDLL | None) -> Row:
    ours = _runner(name, playouts)
    theirs = None if library is None else _runner(name, _in_c(library))
    if theirs is not None:
        for _ in range(5):
            assert (ours() == theirs()).all(), "C and numba play differently"
    rates = interleaved(_work(ours), None if theirs is None else _work(theirs))
    return Row(f"TUBSTAP playouts, {name}, against C", *rates, "games", TARGET)


def _runner(name: str, play: Callable[..., None]) -> Runner:
    start, random, tally = make(load(name).start()), random_state(1), np.zeros(4, dtype=np.uint64)
    board = start.copy()

    def batch() -> Words:
        play(start, board, random, np.uint64(BATCH), tally)
        return tally.copy()

    return batch


def _in_c(library: ctypes.CDLL) -> Callable[..., None]:
    def play(start: Words, board: Words, random: Words, games: np.uint64, tally: Words) -> None:
        arrays = [ctypes.c_void_p(array.ctypes.data) for array in (start, board, random, tally)]
        library.playouts(*arrays[:3], ctypes.c_uint64(int(games)), arrays[3])

    return play


def _work(runner: Runner) -> Callable[[], int]:
    def work() -> int:
        runner()
        return BATCH

    return work
