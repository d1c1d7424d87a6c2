"""How long to think, and work cut into steps so short that no deadline is missed."""

import time
from collections.abc import Callable

from engines.base import Limit

STEP = 0.001  # seconds of work between two looks at the clock
EVEN = 64  # the most work between two looks where the clock must not matter
MOVES_TO_GO = 30  # for how many more moves a budget is to last
LAG = 0.012  # seconds between an answer and the referee's hearing of it
SHARE = 0.95  # of the time on the clock: a busy machine stops a process at the worst moment


def seconds(limit: Limit) -> float:
    """What this move may take: all that comes again, and a small part of what does not."""
    wanted = limit.again + (limit.left - limit.again) / MOVES_TO_GO
    return max(0.0, min(wanted, SHARE * limit.left - LAG))


def repeat(limit: Limit, work: Callable[[int], object], most: int | None = None) -> int:
    """Call `work(n)` until the time is up, nobody wants it or `most` is done; how much was done.

    n grows until a call takes about STEP, for a kernel cannot be interrupted. There may be no call at all,
    but with `limit.nodes` that number is done, by calls that do not depend on the clock: such runs repeat.
    """
    end, n, done = time.monotonic() + seconds(limit), 1, 0
    most = limit.nodes if limit.nodes is not None else most
    while (most is None or done < most) and not limit.stopped():
        before = time.monotonic()
        if limit.nodes is None and before >= end:
            break
        n = n if most is None else min(n, most - done)
        work(n)
        done += n
        n = min(2 * n, EVEN) if limit.nodes is not None else grown(n, time.monotonic() - before)
    return done


def grown(n: int, took: float) -> int:
    """How much to do next, where `n` took so many seconds."""
    return max(1, min(2 * n, int(n * STEP / took))) if took > 0 else 2 * n
