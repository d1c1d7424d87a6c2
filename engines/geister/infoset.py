"""Search over what the player knows: each simulation supposes other colours of the enemy, all share one tree.

A node is the moves that led to it; where its move took a piece, the colour that came to light parts what
follows in two. Own moves have the policy's prior; the enemy's have that of its own policy, which sees the
colours supposed and so is asked anew each time. A leaf is judged by the learnt value.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import (
    FIRST_EXITS,
    MOST_MOVES,
    RUNNING,
    SECOND_EXITS,
    TURNS,
    State,
    count,
    moves,
    play,
    result,
    turned,
)
from engines.boards.jit import RandomState, below, kernel
from engines.geister.features import MOST_BITS, SIDE, Bits, Sums, Weights, change, gain, gather
from engines.geister.manners import Manners
from engines.geister.selfplay import draw, softmax
from engines.geister.value import value

DEEPEST = 64  # plies below the root, where a line is judged as it stands
EVEN = np.float32(0.1)  # of a prior, shared by all moves alike: no policy is to be trusted blindly
_0, _1, _2, _3 = (np.uint64(n) for n in (0, 1, 2, 3))
_UNIT, _STEPS = np.float32(1 / (1 << 24)), np.uint64(1 << 24)


class Tree(NamedTuple):
    child: NDArray[np.uint32]  # nodes x 2: the first child, for what came to light: nothing or blue, red
    children: NDArray[np.uint8]  # nodes x 2
    passed: NDArray[np.uint32]  # nodes x 2: how often the search went on from there
    move: NDArray[np.uint8]
    visits: NDArray[np.uint32]
    points: NDArray[np.float64]  # of the player who moved here; single precision loses count of millions
    prior: NDArray[np.float32]
    size: NDArray[np.uint64]  # of one number


class Guess(NamedTuple):
    """What the enemy may be: where its reds are, how it plays, and the chance of this or one before it."""

    reds: NDArray[np.uint64]
    manner: NDArray[np.uint64]
    upto: NDArray[np.float32]


class Advice(NamedTuple):
    policy: Weights
    manners: Manners  # of the enemy
    value: NDArray[np.float32]
    explore: np.float32  # how much a prior counts against what was found
    trust: np.uint64  # of 256 enemy moves, so many are its policy's and are not searched


def tree(nodes: int) -> Tree:
    """Room for so many nodes; memory is taken at once: a search must not wait for it."""
    return Tree(
        np.full((nodes, 2), 0, np.uint32),
        np.full((nodes, 2), 0, np.uint8),
        np.full((nodes, 2), 0, np.uint32),
        np.full(nodes, 0, np.uint8),
        np.full(nodes, 0, np.uint32),
        np.full(nodes, 0, np.float64),
        np.full(nodes, 0, np.float32),
        np.full(1, 0, np.uint64),
    )


@kernel
def sow(tree: Tree, node: np.uint64, move: np.uint64, prior: np.float32) -> None:
    """A node without visits."""
    for red in range(2):
        tree.child[node, red] = tree.children[node, red] = tree.passed[node, red] = 0
    tree.visits[node] = 0
    tree.points[node] = 0
    tree.move[node] = move
    tree.prior[node] = prior


@kernel
def plant(tree: Tree) -> None:
    """Only a root."""
    sow(tree, _0, _0, np.float32(1))
    tree.size[0] = _1


@kernel
def suppose(state: State, seat: np.uint64, guess: Guess, random: RandomState) -> np.uint64:
    """Colour the enemy's pieces by one of the guesses; gives its manner."""
    foe = _2 - seat * _2
    at = np.float32(below(random, _STEPS)) * _UNIT
    i = 0
    while i < guess.reds.size - 1 and guess.upto[i] <= at:
        i += 1
    pieces = state[foe] | state[foe + _1]
    state[foe] = pieces & ~guess.reds[i]
    state[foe + _1] = guess.reds[i]
    manner: np.uint64 = guess.manner[i]
    return manner


@kernel
def open_node(
    tree: Tree,
    node: np.uint64,
    red: int,
    state: State,
    seat: np.uint64,
    advice: Advice,
    bits: Bits,
    sums: Sums,
) -> None:
    """Give a node its children: every move that some colours allow. A full tree stays as it is."""
    found, priors = np.empty(MOST_MOVES, np.uint64), np.empty(MOST_MOVES, np.float32)
    foe, first = _2 - seat * _2, tree.size[0]
    own = state[4] & _1 == seat
    blue, reds = state[foe], state[foe + _1]
    if not own:  # any of them might escape
        state[foe], state[foe + _1] = blue | reds, _0
    n = moves(state, found)
    state[foe], state[foe + _1] = blue, reds
    if first + np.uint64(n) > np.uint64(tree.move.size):
        return
    if own:
        gather(advice.policy, state, seat, bits, sums)
        for i in range(n):
            change(state, seat, found[i], bits)
            priors[i] = gain(advice.policy, sums, bits)
        softmax(priors, n, np.float32(1))
    else:
        priors[:] = np.float32(0)  # asked for anew at each visit
    for i in range(n):
        sow(tree, first + np.uint64(i), found[i], priors[i])
    tree.child[node, red], tree.children[node, red] = first, n
    tree.size[0] = first + np.uint64(n)


@kernel
def allowed(state: State, move: np.uint64) -> bool:
    """Whether the mover, with the colours supposed, may do it: only a blue escapes."""
    own = (state[4] & _1) * _2
    piece = _1 << (move >> _2)
    target = turned(piece, TURNS[move & _3])
    return not (target & (FIRST_EXITS | SECOND_EXITS)) or bool(state[own] & piece)


@kernel
def weigh(
    tree: Tree,
    first: np.uint64,
    n: int,
    state: State,
    advice: Advice,
    manner: np.uint64,
    bits: Bits,
    sums: Sums,
    out: Sums,
) -> None:
    """The enemy's prior for each child: by its own policy, which does not know our colours; 0 if barred."""
    mover = state[4] & _1
    weights = advice.manners.models[advice.manners.model[manner]]
    sharpness = advice.manners.sharpness[manner]
    gather(weights, state, mover, bits, sums)
    for i in range(n):
        move = np.uint64(tree.move[first + np.uint64(i)])
        if allowed(state, move):
            change(state, mover, move, bits)
            out[i] = sharpness * gain(weights, sums, bits)
        else:
            out[i] = np.float32(-1e9)
    softmax(out, n, np.float32(1))


@kernel
def choose(
    tree: Tree,
    node: np.uint64,
    red: int,
    first: np.uint64,
    n: int,
    priors: Sums,
    own: bool,
    explore: np.float32,
) -> np.uint64:
    """The child with the highest bound; one never visited is taken to be as good as its parent."""
    passed = float(tree.passed[node, red])
    parent = np.float32(0.5)
    if tree.visits[node] > 0:
        parent = np.float32(1) - tree.points[node] / np.float32(tree.visits[node])
    scale = explore * sqrt(passed + 1)
    best, most = first, -1.0
    for i in range(n):
        at = first + np.uint64(i)
        prior = tree.prior[at] if own else priors[i]
        if not own and prior <= 0:
            continue
        prior += EVEN * (np.float32(1 / n) - prior)
        visits = np.float32(tree.visits[at])
        rate = tree.points[at] / visits if visits > 0 else parent
        bound = rate + scale * prior / (1 + visits)
        if bound > most:
            best, most = at, bound
    return best


@kernel
def simulate(
    tree: Tree, root: State, seat: np.uint64, guess: Guess, advice: Advice, random: RandomState, n: int
) -> None:
    """Suppose, descend, judge and count, `n` times."""
    state, path = np.empty(5, np.uint64), np.empty(DEEPEST + 1, np.uint64)
    bits, sums, priors = (
        np.empty(MOST_BITS, np.uint64),
        np.empty(SIDE, np.float32),
        np.empty(MOST_MOVES, np.float32),
    )
    foe = _2 - seat * _2
    for _ in range(n):
        state[:] = root
        manner = suppose(state, seat, guess, random)
        node, red, depth, ended = _0, 0, 0, RUNNING
        path[0] = _0
        while depth < DEEPEST:
            k = int(tree.children[node, red])
            tree.passed[node, red] += 1
            if k == 0:
                open_node(tree, node, red, state, seat, advice, bits, sums)
                if depth > 0 or tree.children[node, red] == 0:
                    break
                k = int(tree.children[node, red])
            first, own = np.uint64(tree.child[node, red]), state[4] & _1 == seat
            if not own:
                weigh(tree, first, k, state, advice, manner, bits, sums, priors)
            if not own and below(random, np.uint64(256)) < advice.trust:
                node = first + np.uint64(draw(priors, k, random))
            else:
                node = choose(tree, node, red, first, k, priors, own, advice.explore)
            before = count(state[foe + _1])
            play(state, np.uint64(tree.move[node]))
            red = 1 if count(state[foe + _1]) < before else 0
            depth += 1
            path[depth] = node
            ended = result(state)
            if ended != RUNNING:
                break
        if ended == RUNNING:
            chance = value(advice.value, state, bits)
            first_points = chance if state[4] & _1 == _0 else np.float32(1) - chance
        else:
            first_points = np.float32((1 + ended) / 2)
        for i in range(depth + 1):
            at = path[i]
            tree.visits[at] += 1
            came = (root[4] + np.uint64(i) + _1) & _1
            tree.points[at] += first_points if came == _0 else np.float32(1) - first_points
