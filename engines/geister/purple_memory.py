"""What a search over purple pieces holds: its stack, the positions it remembers, what it learnt of moves.

A record of arrays: a tuple of arrays made the search over ten times slower, probably by the counting of
references at each call. A position is remembered by a hash; near the end of the game the ply is part of it.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import LAST_PLY, MOST_MOVES
from engines.boards.jit import kernel
from engines.geister.purple_value import PROVEN, Tables

DEEPEST = 60
OPEN = 1 << 20  # not a value: the position must be searched
SLOTS = 1 << 20
LAST_GAME_PLY = np.int64(LAST_PLY)
BLUES, REDS, PURPLES, LEFT_REDS, KEY = range(5)  # columns of boards
ALPHA, BETA, FLOOR, DEPTH, BEST, MOVE, COUNT, NEXT, SCOUT, WIDE = range(10)  # columns of frames
PLY, NODES, START, DONE = range(4)  # of now: height of the stack, nodes so far, the root's ply, all done

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

_EXACT, _LOWER, _UPPER = range(3)  # what a stored value is
_32 = np.uint64(32)
_SALT, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_SLOT_MASK = np.uint64(SLOTS - 1)


class Tree(Protocol):
    boards: Words  # per depth: our blues, our reds, the purples, the reds among them at most, hash
    frames: Numbers  # per depth: an alpha-beta node
    moves: Words  # per depth: its moves, 4 * square + way
    order: Numbers  # per depth: how early to try each
    killers: Numbers  # per depth: two moves that refuted others
    history: Numbers  # per side and move: how often it refuted
    keys: Words  # transposition table
    stored: Numbers
    tables: Tables
    bias: Numbers  # per move of the root: added to its value unless that is proven
    now: Numbers


_LAYOUT = np.dtype(
    [
        ("boards", np.uint64, (DEEPEST + 1, 5)),
        ("frames", np.int64, (DEEPEST + 1, 10)),
        ("moves", np.uint64, (DEEPEST + 1, MOST_MOVES)),
        ("order", np.int64, (DEEPEST + 1, MOST_MOVES)),
        ("killers", np.int64, (DEEPEST + 1, 2)),
        ("history", np.int64, (2, 256)),
        ("keys", np.uint64, SLOTS),
        ("stored", np.int64, SLOTS),
        ("tables", np.int64, (4, 64)),
        ("bias", np.int64, 256),
        ("now", np.int64, 4),
    ]
)


def tree(tables: Tables) -> Tree:
    made: Tree = np.zeros(1, dtype=_LAYOUT).view(np.recarray)[0]
    made.tables[:] = tables
    return made


@kernel
def _mixed(x: np.uint64) -> np.uint64:
    x ^= x >> _32
    x *= _MIX
    return x ^ (x >> _32)


@kernel
def hashed(tree: Tree, ply: int) -> np.uint64:
    """Of a position; near the end of the game also of the ply, on which its value then hangs."""
    boards, left = tree.boards, LAST_GAME_PLY - tree.now[START] - ply
    late = left if left < 2 * DEEPEST else 0
    extra = np.uint64(32 * late + 2 * np.int64(boards[ply, LEFT_REDS]) + (ply & 1))
    key = _mixed(boards[ply, BLUES] + _SALT)
    key = _mixed(key ^ boards[ply, REDS])
    key = _mixed(key ^ boards[ply, PURPLES])
    return _mixed(key ^ (extra * _SALT))


@kernel
def remembered(tree: Tree, ply: int, alpha: int, beta: int, depth: int) -> tuple[int, int]:
    """A stored value that settles the position, else OPEN; and the stored move, else -1."""
    key = tree.boards[ply, KEY]
    slot = key & _SLOT_MASK
    if tree.keys[slot] != key:
        return OPEN, -1
    entry = tree.stored[slot]
    value, kind, move = (entry >> 24) - OPEN, entry & 3, (entry >> 8) & 0xFFFF
    if (entry >> 2) & 63 != depth:
        return OPEN, move
    if abs(value) > PROVEN:  # stored as seen from that position, not from the root
        value -= ply if value > 0 else -ply
    if kind == _EXACT or (kind == _LOWER and value >= beta) or (kind == _UPPER and value <= alpha):
        return value, move
    return OPEN, move


@kernel
def remember(tree: Tree, ply: int) -> None:
    frames, key = tree.frames, tree.boards[ply, KEY]
    value = frames[ply, BEST]
    kind = _LOWER if value >= frames[ply, BETA] else _UPPER if value <= frames[ply, FLOOR] else _EXACT
    if abs(value) > PROVEN:
        value += ply if value > 0 else -ply
    slot = key & _SLOT_MASK
    tree.keys[slot] = key
    tree.stored[slot] = (value + OPEN) << 24 | frames[ply, MOVE] << 8 | frames[ply, DEPTH] << 2 | kind


def plant(tree: Tree, bits: tuple[int, int, int], reds: int, ply: int) -> None:
    """Begin with a position: our blues, our reds, the purples as we see the board; forget all before."""
    tree.boards[0] = [*bits, reds, 0]
    tree.killers[:] = -1
    tree.history[:] = tree.keys[:] = 0
    tree.now[:] = [0, 0, ply, 0]


def best(tree: Tree) -> tuple[int, int]:
    """The best move of the iteration so far, -1 if none is known yet, and its value."""
    return int(tree.frames[0, MOVE]), int(tree.frames[0, BEST])
