"""Geister's searches beside plain playouts, the policy's short cuts beside the long way, and how soon a
thought that is not wanted ends."""

import time
from collections.abc import Callable
from random import Random
from threading import Event, Timer

import numpy as np

from bench.base import Row, interleaved
from engines import load
from engines.base import Engine, Limit
from engines.boards.geister import MOST_MOVES, RUNNING, State, moves, play, playouts, result
from engines.boards.jit import RandomState, below, kernel, random_state
from engines.geister.features import (
    MOST_BITS,
    NO_BIT,
    SIDE,
    Weights,
    advance,
    change,
    gather,
    lit,
    priorities,
)
from engines.geister.playouts import guided, quick
from engines.geister.policy import example, shipped
from games import load as load_game
from games.base import Seat

SEARCHES = ["geister-uct", "geister-uct-a", "geister-uct-b", "geister-uct-c", "geister-best"]
NODES = 20_000  # simulations of a thought
TRIES, AIM = 50, 5.0  # of stopping, and the milliseconds it should take at most


def run() -> list[Row]:
    return [*(search_row(name) for name in SEARCHES), *policy_rows(), *playout_rows(), *stop_rows()]


def begun(name: str) -> Engine:
    engine = load(name, Random(1))
    engine.warm()
    engine.begin(load_game("geister"), Seat.FIRST)
    return engine


def opening() -> str:
    return load_game("geister").start().play("ABCD").play("ABCD").view(Seat.FIRST)


def search_row(name: str) -> Row:
    engine, view = begun(name), opening()

    def thought() -> int:
        engine.choose(view, Limit(60.0, again=60.0, nodes=NODES))
        return NODES

    ours, theirs = interleaved(thought, plain(), repeats=3)
    return Row(f"{name}, simulations; plain playouts", ours, theirs, "sims")


def plain() -> Callable[[], int]:
    state, random = example(), random_state(2)

    def games() -> int:
        playouts(state, random, 5000)
        return 5000

    return games


@kernel
def even_game(weights: Weights, random: RandomState, start: State, carried: bool) -> int:
    """Score every move of a random game, by sums carried along or by all pairs of bits; the positions."""
    state, found = start.copy(), np.empty(MOST_MOVES, np.uint64)
    bits, sums = np.empty(MOST_BITS, np.uint64), np.empty(SIDE, np.float32)
    values, scored = np.empty(MOST_MOVES, np.float32), 0
    gather(weights, state, np.uint64(0), bits, sums)
    while result(state) == RUNNING:
        n = moves(state, found)
        if carried:
            priorities(weights, sums, state, np.uint64(0), found, n, bits, values)
        else:
            long_way(weights, state, np.uint64(0), found, n, values)
        move = found[below(random, np.uint64(n))]
        if carried:
            advance(weights, sums, state, np.uint64(0), move, bits)
        play(state, move)
        scored += 1
    return scored


@kernel
def long_way(
    weights: Weights,
    state: State,
    seat: np.uint64,
    found: np.ndarray,
    n: int,
    out: np.ndarray,
) -> None:
    """The score of each after-state as the sum over all pairs of its bits."""
    before, after = np.empty(MOST_BITS, np.uint64), np.empty(MOST_BITS, np.uint64)
    bits = np.empty(4, np.uint64)
    lit_before = lit(state, seat, before)
    for i in range(n):
        change(state, seat, found[i], bits)
        k = 0
        for j in range(lit_before):
            if before[j] != bits[0] and before[j] != bits[1] and before[j] != NO_BIT:
                after[k] = before[j]
                k += 1
        for j in range(2, 4):
            if bits[j] != NO_BIT:
                after[k] = bits[j]
                k += 1
        total = np.float32(0)
        for a in range(k):
            for b in range(a + 1):
                total += weights[after[a], after[b]]
        out[i] = total


def policy_rows() -> list[Row]:
    weights, start = shipped(), example()
    check(weights)
    randoms = random_state(3), random_state(3)
    ours, theirs = interleaved(
        lambda: sum(even_game(weights, randoms[0], start, True) for _ in range(100)),
        lambda: sum(even_game(weights, randoms[1], start, False) for _ in range(100)),
        repeats=3,
    )
    return [Row("policy, positions scored; by all pairs of bits", ours, theirs, "positions")]


def check(weights: Weights) -> None:
    """Both ways must agree on what a move is worth beside the others."""
    state, found = example(), np.zeros(MOST_MOVES, np.uint64)
    bits, sums = np.zeros(MOST_BITS, np.uint64), np.zeros(SIDE, np.float32)
    short, long = np.zeros(MOST_MOVES, np.float32), np.zeros(MOST_MOVES, np.float32)
    n = moves(state, found)
    gather(weights, state, np.uint64(0), bits, sums)
    priorities(weights, sums, state, np.uint64(0), found, n, bits, short)
    long_way(weights, state, np.uint64(0), found, n, long)
    assert np.allclose(short[:n] - short[0], long[:n] - long[0], atol=1e-3)


@kernel
def by_policy(weights: Weights, start: State, random: RandomState, n: int) -> int:
    bits, sums = np.empty(MOST_BITS, np.uint64), np.empty(SIDE, np.float32)
    found, chances = np.empty(MOST_MOVES, np.uint64), np.empty(MOST_MOVES, np.float32)
    for _ in range(n):
        state = start.copy()
        gather(weights, state, np.uint64(0), bits, sums)
        guided(weights, state, np.uint64(0), sums, found, chances, bits, random)
    return n


@kernel
def by_two_draws(start: State, random: RandomState, n: int) -> int:
    for _ in range(n):
        quick(start, random)
    return n


def playout_rows() -> list[Row]:
    weights, start, random = shipped(), example(), random_state(4)
    by_policy(weights, start, random, 1)
    by_two_draws(start, random, 1)
    led = interleaved(lambda: by_policy(weights, start, random, 500), plain(), repeats=3)
    drawn = interleaved(lambda: by_two_draws(start, random, 5000), plain(), repeats=3)
    return [
        Row("playouts by the policy; plain ones", *led, "games"),
        Row("playouts by target and piece; plain ones", *drawn, "games"),
    ]


def stop_rows() -> list[Row]:
    """These are times, not rates: the ratio is of the time taken to the aim, and should be below 1."""
    what = f"ms from stop to answer, worst of {TRIES}; the aim"
    return [Row(f"{name}, {what}", worst(name), AIM, "ms") for name in SEARCHES]


def worst(name: str) -> float:
    engine, view, random, longest = begun(name), opening(), Random(5), 0.0
    for _ in range(TRIES):
        stop, at = Event(), list[float]()

        def now(stop: Event = stop, at: list[float] = at) -> None:
            at.append(time.perf_counter())
            stop.set()

        timer = Timer(random.uniform(0.02, 0.08), now)
        timer.start()
        engine.choose(view, Limit(60.0, again=60.0, stopped=stop.is_set))
        longest = max(longest, time.perf_counter() - at[0])
        timer.join()
    return 1000 * longest
