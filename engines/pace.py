"""How long to think. A search works in steps of a millisecond and asks between them whether to go on."""

import time
from collections.abc import Iterator

from engines.base import Limit

MOVES_TO_GO = 30  # for how many more moves a budget is to last
LAG = 0.012  # seconds between an answer and the referee's hearing of it
SHARE = 0.95  # of the time on the clock: a busy machine stops a process at the worst moment


def seconds(limit: Limit) -> float:
    """What this move may take: all that comes again, and a small part of what does not."""
    wanted = limit.again + (limit.left - limit.again) / MOVES_TO_GO
    return max(0.0, min(wanted, SHARE * limit.left - LAG))


def steps(limit: Limit) -> Iterator[int]:
    """Count steps from 0 until the time is up or the thought is no longer wanted. There may be none."""
    end = time.monotonic() + seconds(limit)
    step = 0
    while time.monotonic() < end and not limit.stopped():
        yield step
        step += 1
