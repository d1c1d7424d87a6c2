"""UCT over one supposition of the enemy's colours: formulas (1) to (3) of Aoki and Hashimoto's paper.

A tree is arrays of nodes, a node's children one after the other; node 0 is the root. A node's points are
those of the player who moved there: 1 for a win, a half for a draw. The policy's priorities are always
those of `seat`, who searches; for the enemy's moves their sign is turned.
"""

from math import log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import MOST_MOVES, RUNNING, State, moves, play, result
from engines.boards.jit import RandomState, below, kernel
from engines.geister.features import MOST_BITS, SIDE, Weights, gather, priorities
from engines.geister.playouts import guided, quick
from engines.geister.selfplay import softmax

EXPLORE = sqrt(2.0)  # c of formula (1)
BASE, INIT = 19652.0, 1.25  # of formula (3)
DEEPEST = 302
_0, _1 = np.uint64(0), np.uint64(1)

# Where the policy guides: nowhere, at the root, at every node, at every node and in playouts.
NOWHERE, ROOT, NODES, PLAYOUTS = range(4)


class Tree(NamedTuple):
    child: NDArray[np.uint32]  # the first child; 0 where there are none yet
    children: NDArray[np.uint8]
    move: NDArray[np.uint8]  # that led here
    visits: NDArray[np.uint32]
    points: NDArray[np.float64]  # of single precision, millions of visits would go astray
    prior: NDArray[np.float32]
    size: NDArray[np.uint64]  # of one number: the nodes in use


def tree(nodes: int) -> Tree:
    """Room for so many nodes; memory is taken at once: a search must not wait for it."""
    return Tree(
        np.full(nodes, 0, np.uint32),
        np.full(nodes, 0, np.uint8),
        np.full(nodes, 0, np.uint8),
        np.full(nodes, 0, np.uint32),
        np.full(nodes, 0, np.float64),
        np.full(nodes, 0, np.float32),
        np.full(1, 0, np.uint64),
    )


@kernel
def plant(tree: Tree) -> None:
    """Only a root, not visited yet."""
    tree.child[0] = tree.children[0] = tree.visits[0] = 0
    tree.points[0] = 0
    tree.size[0] = _1


@kernel
def expand(
    tree: Tree, node: np.uint64, state: State, guided_: bool, weights: Weights, seat: np.uint64
) -> bool:
    """Give a node its children, with priors where the policy guides; False when the tree is full."""
    found, first = np.empty(MOST_MOVES, np.uint64), tree.size[0]
    n = moves(state, found)
    if first + np.uint64(n) > np.uint64(tree.child.size):
        return False
    priors = np.empty(MOST_MOVES, np.float32)
    if guided_:
        bits, sums = np.empty(MOST_BITS, np.uint64), np.empty(SIDE, np.float32)
        gather(weights, state, seat, bits, sums)
        priorities(weights, sums, state, seat, found, n, bits, priors)
        softmax(priors, n, np.float32(1) if state[4] & _1 == seat else np.float32(-1))
    for i in range(n):
        at = first + np.uint64(i)
        tree.child[at] = tree.children[at] = tree.visits[at] = 0
        tree.points[at] = 0
        tree.move[at] = found[i]
        tree.prior[at] = priors[i] if guided_ else np.float32(0)
    tree.child[node], tree.children[node] = first, n
    tree.size[0] = first + np.uint64(n)
    return True


@kernel
def by_count(tree: Tree, node: np.uint64, random: RandomState) -> np.uint64:
    """The child with the highest UCB, formula (1); one that was never visited comes first, by chance."""
    first, n = np.uint64(tree.child[node]), np.uint64(tree.children[node])
    fresh = _0
    best, most = first, -1.0
    spread = log(tree.visits[node])
    for i in range(n):
        at = first + np.uint64(i)
        visits = tree.visits[at]
        if visits == 0:
            fresh += _1
            if below(random, fresh) == _0:  # each of the fresh ones with the same chance
                best = at
        elif fresh == _0:
            value = tree.points[at] / visits + EXPLORE * sqrt(spread / visits)
            if value > most:
                best, most = at, value
    return best


@kernel
def by_prior(tree: Tree, node: np.uint64) -> np.uint64:
    """The child with the highest UCB, formula (3); in a root not yet visited, with the highest prior."""
    first, n = np.uint64(tree.child[node]), np.uint64(tree.children[node])
    parent = float(tree.visits[node])
    scale = (log((parent + BASE + 1) / BASE) + INIT) * sqrt(max(parent, 1.0))
    best, most = first, -1.0
    for i in range(n):
        at = first + np.uint64(i)
        visits = float(tree.visits[at])
        value = scale * tree.prior[at] / (1 + visits)
        if visits > 0:
            value += tree.points[at] / visits
        if value > most:
            best, most = at, value
    return best


@kernel
def simulate(
    tree: Tree, root: State, seat: np.uint64, guidance: int, weights: Weights, random: RandomState, n: int
) -> None:
    """Descend, expand, play out and count, `n` times."""
    state, path = np.empty(5, np.uint64), np.empty(DEEPEST, np.uint64)
    found, chances = np.empty(MOST_MOVES, np.uint64), np.empty(MOST_MOVES, np.float32)
    bits, sums = np.empty(MOST_BITS, np.uint64), np.empty(SIDE, np.float32)
    for _ in range(n):
        state[:] = root
        node, depth = _0, 0
        path[0] = _0
        while result(state) == RUNNING:
            by_policy = guidance >= NODES or (guidance == ROOT and depth == 0)
            if tree.children[node] == 0 and not (
                (tree.visits[node] > 0 or depth == 0) and expand(tree, node, state, by_policy, weights, seat)
            ):
                break
            node = by_prior(tree, node) if by_policy else by_count(tree, node, random)
            play(state, np.uint64(tree.move[node]))
            depth += 1
            path[depth] = node
        if guidance == PLAYOUTS:
            gather(weights, state, seat, bits, sums)
            ended = guided(weights, state, seat, sums, found, chances, bits, random)
        else:
            ended = quick(state, random)
        count_path(tree, path, depth, ended, root[4] & _1)


@kernel
def count_path(tree: Tree, path: NDArray[np.uint64], depth: int, ended: int, mover: np.uint64) -> None:
    """Tell every node of a path how the game ended; `mover` is to move at the root."""
    first = np.float32((1 + ended) / 2)  # the points of the first player
    for i in range(depth + 1):
        node = path[i]
        tree.visits[node] += 1
        came = (mover + np.uint64(i) + _1) & _1  # who moved to this node
        tree.points[node] += first if came == _0 else np.float32(1) - first
