"""Alpha-beta over purple pieces on a stack of its own, so that a search can rest after any node and go on.

We move at even depths of the stack. Values are the mover's; `advance` searches some nodes more of an
iteration. A stored value counts only at the very depth it was searched to: a search is then worth exactly
what minimax to its depth is. An escape is never a move here, `race` sees it before.
"""

import numpy as np

from engines.boards.geister import TURNS, count, moved, movers, rest, turned
from engines.boards.jit import kernel
from engines.geister.purple_memory import (
    ALPHA,
    BEST,
    BETA,
    BLUES,
    COUNT,
    DEPTH,
    DONE,
    FLOOR,
    KEY,
    LAST_GAME_PLY,
    LEFT_REDS,
    MOVE,
    NEXT,
    NODES,
    OPEN,
    PLY,
    PURPLES,
    REDS,
    SCOUT,
    START,
    WIDE,
    Tree,
    hashed,
    remember,
    remembered,
)
from engines.geister.purple_value import PROVEN, WIN, evaluate, race

WINDOW = WIN + 1

_0, _1, _2, _3, _4 = (np.uint64(n) for n in (0, 1, 2, 3, 4))
_FIRST, _TAKE, _KILLER, _LAST = 1 << 40, 1 << 36, 1 << 32, -(1 << 40)  # the order of moves; history is below
_NO_EXITS = _0


@kernel
def _priority(tree: Tree, ply: int, move: np.uint64, hint: int) -> int:
    """How early to try a move: the best of the last iteration, what takes, what refuted other moves."""
    target = turned(_1 << (move >> _2), TURNS[move & _3])
    code, priority = np.int64(move), int(tree.history[ply & 1, move])
    if code == hint:
        return _FIRST
    if ply & 1 == 0 and target & tree.boards[ply, PURPLES]:
        return _TAKE if tree.boards[ply, LEFT_REDS] > _1 else _LAST
    if ply & 1 and target & tree.boards[ply, BLUES]:
        return 2 * _TAKE
    if ply & 1 and target & tree.boards[ply, REDS] and rest(tree.boards[ply, REDS]) == _0:
        return _LAST
    if code == tree.killers[ply, 0] or code == tree.killers[ply, 1]:
        return _KILLER + priority
    return priority


@kernel
def _list(tree: Tree, ply: int, hint: int) -> int:
    """Write the mover's moves and their order; how many they are."""
    boards, n = tree.boards, 0
    blue, red = boards[ply, BLUES], boards[ply, REDS]
    if ply & 1:
        blue, red = boards[ply, PURPLES], _0
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
    frames[ply, ALPHA] = frames[ply, FLOOR] = alpha
    frames[ply, BETA], frames[ply, DEPTH] = beta, depth
    frames[ply, BEST], frames[ply, MOVE] = -WINDOW, -1
    frames[ply, NEXT] = frames[ply, SCOUT] = frames[ply, WIDE] = 0
    frames[ply, COUNT] = _list(tree, ply, hint)


@kernel
def _raced(tree: Tree, ply: int) -> int:
    """The value if a race is decided and ends in time, else OPEN."""
    boards = tree.boards
    plies = race(boards[ply, BLUES], boards[ply, REDS], boards[ply, PURPLES], ply & 1 == 0)
    if plies == 0 or tree.now[START] + ply + abs(plies) > LAST_GAME_PLY:
        return OPEN
    return WIN - ply - plies if plies > 0 else ply - plies - WIN


@kernel
def _leaf(tree: Tree, ply: int) -> int:
    boards, ours = tree.boards, ply & 1 == 0
    blue, red, purple, reds = boards[ply, 0], boards[ply, 1], boards[ply, 2], boards[ply, 3]
    value = evaluate(blue, red, purple, reds, tree.tables, ours)
    return value if ours else -value


@kernel
def _enter(tree: Tree, ply: int, alpha: int, beta: int, depth: int) -> int:
    """The value of the position at `ply` if it needs no search, else OPEN with its node on the stack."""
    if tree.now[START] + ply >= LAST_GAME_PLY:
        return 0
    sure = _raced(tree, ply)
    if sure != OPEN and (depth == 0 or sure == WIN - ply - 1):
        return sure
    if sure != OPEN and (0 < beta <= sure or sure <= alpha < 0):  # it may also be over sooner
        return sure
    if depth == 0:
        return _leaf(tree, ply)
    tree.boards[ply, KEY] = hashed(tree, ply)
    value, move = remembered(tree, ply, alpha, beta, depth)
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
    return value + sign * int(tree.bias[tree.moves[0, tree.frames[0, NEXT]]])


@kernel
def _pick(tree: Tree, ply: int) -> np.uint64:
    """The next move to try, brought to its place in the list."""
    moves, order, n = tree.moves, tree.order, tree.frames[ply, NEXT]
    best = n
    for i in range(n + 1, tree.frames[ply, COUNT]):
        if order[ply, i] > order[ply, best]:
            best = i
    moves[ply, n], moves[ply, best] = moves[ply, best], moves[ply, n]
    order[ply, n], order[ply, best] = order[ply, best], order[ply, n]
    return np.uint64(moves[ply, n])


@kernel
def _descend(tree: Tree, ply: int) -> int:
    """Try the next move: its value for the mover, or OPEN with its node on the stack."""
    frames = tree.frames
    move = tree.moves[ply, frames[ply, NEXT]] if frames[ply, WIDE] else _pick(tree, ply)
    tree.now[NODES] += 1
    value = _step(tree, ply, move)
    if value != OPEN:
        return value
    alpha, beta = _biased(tree, ply, frames[ply, ALPHA], -1), _biased(tree, ply, frames[ply, BETA], -1)
    frames[ply, SCOUT] = frames[ply, NEXT] > 0 and not frames[ply, WIDE]
    if frames[ply, SCOUT]:  # is it better than the best at all? the narrowest window answers soonest
        beta = alpha + 1
    value = _enter(tree, ply + 1, -beta, -alpha, frames[ply, DEPTH] - 1)
    return value if value == OPEN else -value


@kernel
def _refuted(tree: Tree, ply: int, move: int) -> None:
    depth = tree.frames[ply, DEPTH]
    tree.history[ply & 1, move] += depth * depth
    if tree.killers[ply, 0] != move:
        tree.killers[ply, 1], tree.killers[ply, 0] = tree.killers[ply, 0], move


@kernel
def _accept(tree: Tree, ply: int, found: int) -> None:
    """Take in the value of the move just tried."""
    frames, value = tree.frames, _biased(tree, ply, found, 1)
    if frames[ply, SCOUT] and frames[ply, ALPHA] < value < frames[ply, BETA]:
        frames[ply, WIDE] = 1  # search it again, for its true value
        return
    frames[ply, WIDE], n = 0, frames[ply, NEXT]
    move = int(tree.moves[ply, n])
    frames[ply, NEXT] += 1
    if value > frames[ply, BEST]:
        frames[ply, BEST], frames[ply, MOVE] = value, move
    if value > frames[ply, ALPHA]:
        frames[ply, ALPHA] = value
    if value >= frames[ply, BETA]:
        _refuted(tree, ply, move)
        frames[ply, NEXT] = frames[ply, COUNT]


@kernel
def advance(tree: Tree, nodes: int) -> None:
    """Search about so many nodes more; now[DONE] says when the iteration is over."""
    now, frames = tree.now, tree.frames
    ply, end = now[PLY], now[NODES] + nodes
    while now[NODES] < end:
        if frames[ply, NEXT] < frames[ply, COUNT]:
            value = _descend(tree, ply)
            if value == OPEN:
                ply += 1
            else:
                _accept(tree, ply, value)
        elif ply == 0:
            now[DONE] = 1
            break
        else:
            remember(tree, ply)
            ply -= 1
            _accept(tree, ply, -frames[ply + 1, BEST])
    now[PLY] = ply


@kernel
def deepen(tree: Tree, depth: int, hint: int) -> None:
    """Begin an iteration to this depth, with the best move of the last or -1."""
    tree.now[PLY] = tree.now[DONE] = 0
    _open(tree, 0, -WINDOW, WINDOW, depth, hint)
