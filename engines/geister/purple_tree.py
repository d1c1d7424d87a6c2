"""Alpha-beta over purple pieces on a stack of its own, so that a search can rest after any node and go on.

We move at even depths of the stack. Values are the mover's; `advance` searches some nodes more of an
iteration. A stored value counts only at the very depth it was searched to: a search is then worth exactly
what minimax to its depth is. An escape is never a move here, `race` sees it before.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import LAST_PLY, MOST_MOVES, TURNS, count, moved, movers, rest, turned
from engines.boards.jit import kernel
from engines.geister.purple_value import PROVEN, WIN, Tables, evaluate, race

DEEPEST = 60
OPEN = 1 << 20  # not a value: the position must be searched
SLOTS = 1 << 20
WINDOW = WIN + 1

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

_0, _1, _2, _3, _4, _32 = (np.uint64(n) for n in (0, 1, 2, 3, 4, 32))
_BLUE, _RED, _PURPLE, _REDS, _KEY = range(5)  # columns of boards
_ALPHA, _BETA, _FLOOR, _DEPTH, _BEST, _MOVE, _COUNT, _NEXT, _SCOUT, _WIDE = range(10)  # columns of frames
PLY, NODES, START, DONE = range(
    4
)  # of now: height of the stack, nodes so far, the root's ply, iteration over
_EXACT, _LOWER, _UPPER = range(3)  # what a stored value is
_FIRST, _TAKE, _KILLER, _LAST = 1 << 40, 1 << 36, 1 << 32, -(1 << 40)  # the order of moves; history is below
_LAST_GAME_PLY = np.int64(LAST_PLY)
_NO_EXITS = _0
_SALT, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_SLOT_MASK = np.uint64(SLOTS - 1)


class Tree(Protocol):
    """A record of arrays: unlike a tuple of arrays it costs a kernel no counting of references."""

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
def _hash(tree: Tree, ply: int) -> np.uint64:
    """Of a position; near the end of the game also of the ply, on which its value then hangs."""
    boards, left = tree.boards, _LAST_GAME_PLY - tree.now[START] - ply
    late = left if left < 2 * DEEPEST else 0
    extra = np.uint64(32 * late + 2 * np.int64(boards[ply, _REDS]) + (ply & 1))
    key = _mixed(boards[ply, _BLUE] + _SALT)
    key = _mixed(key ^ boards[ply, _RED])
    key = _mixed(key ^ boards[ply, _PURPLE])
    return _mixed(key ^ (extra * _SALT))


@kernel
def _priority(tree: Tree, ply: int, move: np.uint64, hint: int) -> int:
    """How early to try a move: the best of the last iteration, what takes, what refuted other moves."""
    target = turned(_1 << (move >> _2), TURNS[move & _3])
    code, priority = np.int64(move), int(tree.history[ply & 1, move])
    if code == hint:
        return _FIRST
    if ply & 1 == 0 and target & tree.boards[ply, _PURPLE]:
        return _TAKE if tree.boards[ply, _REDS] > _1 else _LAST
    if ply & 1 and target & tree.boards[ply, _BLUE]:
        return 2 * _TAKE
    if ply & 1 and target & tree.boards[ply, _RED] and rest(tree.boards[ply, _RED]) == _0:
        return _LAST
    if code == tree.killers[ply, 0] or code == tree.killers[ply, 1]:
        return _KILLER + priority
    return priority


@kernel
def _list(tree: Tree, ply: int, hint: int) -> int:
    """Write the mover's moves and their order; how many they are."""
    boards, n = tree.boards, 0
    blue, red = boards[ply, _BLUE], boards[ply, _RED]
    if ply & 1:
        blue, red = boards[ply, _PURPLE], _0
    for way in range(4):
        bits = movers(blue, red, _NO_EXITS, TURNS[way])
        while bits:
            move = count(~bits & (bits - _1)) * _4 + np.uint64(way)
            tree.moves[ply, n] = move
            tree.order[ply, n] = _priority(tree, ply, move, hint)
            bits = rest(bits)
            n += 1
    return n


@kernel
def _open(tree: Tree, ply: int, alpha: int, beta: int, depth: int, hint: int) -> None:
    """Lay an alpha-beta node on the stack."""
    frames = tree.frames
    frames[ply, _ALPHA] = frames[ply, _FLOOR] = alpha
    frames[ply, _BETA], frames[ply, _DEPTH] = beta, depth
    frames[ply, _BEST], frames[ply, _MOVE] = -WINDOW, -1
    frames[ply, _NEXT] = frames[ply, _SCOUT] = frames[ply, _WIDE] = 0
    frames[ply, _COUNT] = _list(tree, ply, hint)


@kernel
def _raced(tree: Tree, ply: int) -> int:
    """The value if a race is decided and ends in time, else OPEN."""
    boards = tree.boards
    plies = race(boards[ply, _BLUE], boards[ply, _RED], boards[ply, _PURPLE], ply & 1 == 0)
    if plies == 0 or tree.now[START] + ply + abs(plies) > _LAST_GAME_PLY:
        return OPEN
    return WIN - ply - plies if plies > 0 else ply - plies - WIN


@kernel
def _remembered(tree: Tree, ply: int, alpha: int, beta: int, depth: int) -> tuple[int, int]:
    """A stored value that settles the position, else OPEN; and the stored move, else -1."""
    key = tree.boards[ply, _KEY]
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
def _remember(tree: Tree, ply: int) -> None:
    frames, key = tree.frames, tree.boards[ply, _KEY]
    value = frames[ply, _BEST]
    kind = _LOWER if value >= frames[ply, _BETA] else _UPPER if value <= frames[ply, _FLOOR] else _EXACT
    if abs(value) > PROVEN:
        value += ply if value > 0 else -ply
    slot = key & _SLOT_MASK
    tree.keys[slot] = key
    tree.stored[slot] = (value + OPEN) << 24 | frames[ply, _MOVE] << 8 | frames[ply, _DEPTH] << 2 | kind


@kernel
def _leaf(tree: Tree, ply: int) -> int:
    boards, ours = tree.boards, ply & 1 == 0
    blue, red, purple, reds = boards[ply, 0], boards[ply, 1], boards[ply, 2], boards[ply, 3]
    value = evaluate(blue, red, purple, reds, tree.tables, ours)
    return value if ours else -value


@kernel
def _enter(tree: Tree, ply: int, alpha: int, beta: int, depth: int) -> int:
    """The value of the position at `ply` if it needs no search, else OPEN with its node on the stack."""
    if tree.now[START] + ply >= _LAST_GAME_PLY:
        return 0
    sure = _raced(tree, ply)
    if sure != OPEN and (depth == 0 or sure == WIN - ply - 1):
        return sure
    if sure != OPEN and (0 < beta <= sure or sure <= alpha < 0):  # it may also be over sooner
        return sure
    if depth == 0:
        return _leaf(tree, ply)
    tree.boards[ply, _KEY] = _hash(tree, ply)
    value, move = _remembered(tree, ply, alpha, beta, depth)
    if value == OPEN:
        _open(tree, ply, alpha, beta, depth, move)
    return value


@kernel
def _step(tree: Tree, ply: int, move: np.uint64) -> int:
    """Write the position after a move one higher on the stack; the mover's value if that ends the game."""
    boards, up = tree.boards, ply + 1
    piece, turn = _1 << (move >> _2), TURNS[move & _3]
    target = turned(piece, turn)
    blue, red, purple, reds = boards[ply, 0], boards[ply, 1], boards[ply, 2], boards[ply, 3]
    value = OPEN
    if ply & 1 == 0:
        blue, red = moved(blue, piece, turn), moved(red, piece, turn)
        if purple & target:
            reds -= _1
            value = up - WIN if reds == _0 else OPEN
    else:
        purple = moved(purple, piece, turn)
        if blue & target:
            value = WIN - up if rest(blue) == _0 else OPEN
        if red & target:
            value = up - WIN if rest(red) == _0 else OPEN
        blue, red = blue & ~target, red & ~target
    boards[up, 0], boards[up, 1], boards[up, 2], boards[up, 3] = blue, red, purple & ~(blue | red), reds
    return value


@kernel
def _biased(tree: Tree, ply: int, value: int, sign: int) -> int:
    """At the root, the value with the bias of the move being searched (or, by sign -1, without it)."""
    if ply > 0 or abs(value) > PROVEN:
        return value
    return value + sign * int(tree.bias[tree.moves[0, tree.frames[0, _NEXT]]])


@kernel
def _pick(tree: Tree, ply: int) -> np.uint64:
    """The next move to try, brought to its place in the list."""
    moves, order, n = tree.moves, tree.order, tree.frames[ply, _NEXT]
    best = n
    for i in range(n + 1, tree.frames[ply, _COUNT]):
        if order[ply, i] > order[ply, best]:
            best = i
    moves[ply, n], moves[ply, best] = moves[ply, best], moves[ply, n]
    order[ply, n], order[ply, best] = order[ply, best], order[ply, n]
    return np.uint64(moves[ply, n])


@kernel
def _descend(tree: Tree, ply: int) -> int:
    """Try the next move: its value for the mover, or OPEN with its node on the stack."""
    frames = tree.frames
    move = tree.moves[ply, frames[ply, _NEXT]] if frames[ply, _WIDE] else _pick(tree, ply)
    tree.now[NODES] += 1
    value = _step(tree, ply, move)
    if value != OPEN:
        return value
    alpha, beta = _biased(tree, ply, frames[ply, _ALPHA], -1), _biased(tree, ply, frames[ply, _BETA], -1)
    frames[ply, _SCOUT] = frames[ply, _NEXT] > 0 and not frames[ply, _WIDE]
    if frames[ply, _SCOUT]:  # is it better than the best at all? the narrowest window answers soonest
        beta = alpha + 1
    value = _enter(tree, ply + 1, -beta, -alpha, frames[ply, _DEPTH] - 1)
    return value if value == OPEN else -value


@kernel
def _refuted(tree: Tree, ply: int, move: int) -> None:
    depth = tree.frames[ply, _DEPTH]
    tree.history[ply & 1, move] += depth * depth
    if tree.killers[ply, 0] != move:
        tree.killers[ply, 1], tree.killers[ply, 0] = tree.killers[ply, 0], move


@kernel
def _accept(tree: Tree, ply: int, found: int) -> None:
    """Take in the value of the move just tried."""
    frames, value = tree.frames, _biased(tree, ply, found, 1)
    if frames[ply, _SCOUT] and frames[ply, _ALPHA] < value < frames[ply, _BETA]:
        frames[ply, _WIDE] = 1  # search it again, for its true value
        return
    frames[ply, _WIDE], n = 0, frames[ply, _NEXT]
    move = int(tree.moves[ply, n])
    frames[ply, _NEXT] += 1
    if value > frames[ply, _BEST]:
        frames[ply, _BEST], frames[ply, _MOVE] = value, move
    if value > frames[ply, _ALPHA]:
        frames[ply, _ALPHA] = value
    if value >= frames[ply, _BETA]:
        _refuted(tree, ply, move)
        frames[ply, _NEXT] = frames[ply, _COUNT]


@kernel
def advance(tree: Tree, nodes: int) -> None:
    """Search about so many nodes more; now[DONE] says when the iteration is over."""
    now, frames = tree.now, tree.frames
    ply, end = now[PLY], now[NODES] + nodes
    while now[NODES] < end:
        if frames[ply, _NEXT] < frames[ply, _COUNT]:
            value = _descend(tree, ply)
            if value == OPEN:
                ply += 1
            else:
                _accept(tree, ply, value)
        elif ply == 0:
            now[DONE] = 1
            break
        else:
            _remember(tree, ply)
            ply -= 1
            _accept(tree, ply, -frames[ply + 1, _BEST])
    now[PLY] = ply


@kernel
def deepen(tree: Tree, depth: int, hint: int) -> None:
    """Begin an iteration to this depth, with the best move of the last or -1."""
    tree.now[PLY] = tree.now[DONE] = 0
    _open(tree, 0, -WINDOW, WINDOW, depth, hint)


def plant(tree: Tree, bits: tuple[int, int, int], reds: int, ply: int) -> None:
    """Begin with a position: our blues, our reds, the purples as we see the board; forget all before."""
    tree.boards[0] = [*bits, reds, 0]
    tree.killers[:] = -1
    tree.history[:] = tree.keys[:] = 0
    tree.now[:] = [0, 0, ply, 0]


def best(tree: Tree) -> tuple[int, int]:
    """The best move of the iteration so far, -1 if none is known yet, and its value."""
    return int(tree.frames[0, _MOVE]), int(tree.frames[0, _BEST])
