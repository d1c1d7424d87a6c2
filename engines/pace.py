"""How long to think, and work cut into steps so short that no deadline is missed."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from engines.base import Limit

STEP = 0.0005  # seconds of work between two looks at the clock
EVEN = 64  # the most work between two looks where the clock must not matter
MOVES_TO_GO = 30  # for how many more moves a budget is to last
LAG = 0.015  # seconds between an answer and the referee's hearing of it
SHARE = 0.9  # of the time on the clock: a busy machine stops a process at the worst moment


def seconds(limit: Limit) -> float:
    """What this move may take: all that comes again, and a small part of what does not."""
    wanted = limit.again + (limit.left - limit.again) / MOVES_TO_GO
    return max(0.0, min(wanted, SHARE * limit.left - LAG))


def after(limit: Limit, used: float) -> Limit:
    """The limit of the same move when so many seconds of it are gone."""
    left = max(0.0, limit.left - used)
    return replace(limit, left=left, again=min(limit.again, left))


def steps(limit: Limit) -> Iterator[None]:
    """One turn after the other until the time is up or nobody wants the answer; there may be none at all.

    With `limit.nodes` the clock is not looked at, and it is for the caller to end.
    """
    end = time.monotonic() + seconds(limit)
    while not limit.stopped() and (limit.nodes is not None or time.monotonic() < end):
        yield


def repeat(limit: Limit, work: Callable[[int], object]) -> int:
    """Call `work(n)` for all the steps there are, n nodes that take about STEP together; the nodes in all.

    With `limit.nodes` just that many are done, by calls that do not depend on the clock: such runs repeat.
    """
    n, done = 1, 0
    for _ in steps(limit):
        n = n if limit.nodes is None else min(n, limit.nodes - done)
        if n == 0:
            break
        before = time.monotonic()
        work(n)
        done += n
        n = min(2 * n, EVEN) if limit.nodes is not None else grown(n, time.monotonic() - before)
    return done


def grown(n: int, took: float) -> int:
    """How much to do next, where `n` took so many seconds."""
    return max(1, min(2 * n, int(n * STEP / took))) if took > 0 else 2 * n
