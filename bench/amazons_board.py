"""The Amazons board beside the same algorithm in C: evaluations (`classes`) and random playouts."""

import ctypes
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np

from bench.base import Row, compile_c, interleaved
from engines.boards.amazons import CLASSES, Counts, Words, classes_of, playouts, words
from engines.boards.jit import RandomState, random_state
from games.amazons import Amazons

POSITIONS = 240
PLAYOUTS = 500
SOURCE = Path(__file__).parent / "c" / "amazons.c"


def run() -> list[Row]:
    library = compile_c(SOURCE)
    return [evaluations(library), random_games(library)]


def evaluations(library: ctypes.CDLL | None) -> Row:
    boards, out = sample(), np.zeros((POSITIONS, CLASSES), dtype=np.int64)
    reference = c_evaluations(library, boards) if library else None
    what = f"amazons: evaluations, {POSITIONS} positions of random 10x10 games"
    return Row(what, *interleaved(lambda: evaluate(boards, out), reference), "evaluations", 0.9)


def evaluate(boards: Words, out: Counts) -> int:
    classes_of(boards, out)
    return POSITIONS


def c_evaluations(library: ctypes.CDLL, boards: Words) -> Callable[[], int]:
    """The C side's work, once it has given the same counts."""
    ours, theirs = (np.zeros((POSITIONS, CLASSES), dtype=np.int64) for _ in range(2))

    def work() -> int:
        library.classes_of(_pointer(boards), ctypes.c_size_t(POSITIONS), _pointer(theirs))
        return POSITIONS

    work()
    evaluate(boards, ours)
    assert (ours == theirs).all(), "numba and C evaluate differently"
    return work


def random_games(library: ctypes.CDLL | None) -> Row:
    board, state = words(Amazons(10).start()), random_state(1)
    reference = c_random_games(library, board) if library else None
    what = "amazons: random playouts from the 10x10 start"
    return Row(what, *interleaved(lambda: play(board, state), reference), "playouts", 0.9)


def play(board: Words, state: RandomState) -> int:
    playouts(board, state, PLAYOUTS)
    return PLAYOUTS


def c_random_games(library: ctypes.CDLL, board: Words) -> Callable[[], int]:
    """The C side's work, once it has ended with the same sum and the same random state."""
    library.playouts.restype = ctypes.c_int64
    ours, theirs = random_state(2), random_state(2)

    def games() -> int:
        return int(library.playouts(_pointer(board), _pointer(theirs), ctypes.c_size_t(PLAYOUTS)))

    def work() -> int:
        games()
        return PLAYOUTS

    assert playouts(board, ours, PLAYOUTS) == games(), "numba and C play differently"
    assert ours[0] == theirs[0], "numba and C draw different numbers"
    return work


def sample() -> Words:
    """Positions from random games, one in three plies so that all stages of a game occur."""
    random, found = Random(1), list[Words]()
    while len(found) < POSITIONS:
        position, ply = Amazons(10).start(), 0
        while position.to_move() is not None:
            if ply % 3 == 0:
                found.append(words(position))
            position, ply = position.play(random.choice(position.legal_moves())), ply + 1
    return np.array(found[:POSITIONS])


def _pointer(array: Words | Counts) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)
