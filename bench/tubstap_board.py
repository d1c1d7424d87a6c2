"""TUBSTAP playouts: the numba kernel against the same algorithm in C, on a small and on a large map."""

import ctypes
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.base import Row, compile_c, interleaved
from engines.boards.jit import random_state
from engines.boards.tubstap import Words, make_field, make_scratch, make_state, playouts
from games.tubstap import load

MAPS = ("open-2v2", "frontier", "river")
BATCH = 200
TARGET = 0.9
Runner = Callable[[], Words]  # plays a batch and gives the tally of all so far


def run() -> list[Row]:
    library = compile_c(Path(__file__).parent / "c" / "tubstap.c")
    return [_row(name, library) for name in MAPS]


def _row(name: str, library: ctypes.CDLL | None) -> Row:
    ours = _ours(name)
    theirs = None if library is None else _theirs(name, library)
    if theirs is not None:
        tallies = [(ours(), theirs()) for _ in range(5)]
        assert all((mine == other).all() for mine, other in tallies), "C and numba play differently"
    rates = interleaved(_work(ours), None if theirs is None else _work(theirs))
    return Row(f"TUBSTAP playouts, {name}, against C", *rates, "games", TARGET)


def _work(runner: Runner) -> Callable[[], int]:
    def work() -> int:
        runner()
        return BATCH

    return work


def _arrays(name: str) -> tuple[Words, Words, Words, Words, Words]:
    game = load(name)
    field, start = make_field(game.map), make_state(game.start())
    return field, start, start.copy(), make_scratch(field), np.zeros(4, dtype=np.uint64)


def _ours(name: str) -> Runner:
    field, start, state, scratch, tally = _arrays(name)
    random = random_state(1)

    def batch() -> Words:
        playouts(field, start, state, scratch, random, np.uint64(BATCH), tally)
        return tally.copy()

    return batch


def _theirs(name: str, library: ctypes.CDLL) -> Runner:
    field, start, state, scratch, tally = _arrays(name)
    random = random_state(1)
    size = ctypes.c_uint64(len(start))

    def batch() -> Words:
        pointers = [
            ctypes.c_void_p(array.ctypes.data) for array in (field, start, state, scratch, random, tally)
        ]
        library.playouts(*pointers[:3], size, *pointers[3:5], ctypes.c_uint64(BATCH), pointers[5])
        return tally.copy()

    return batch
