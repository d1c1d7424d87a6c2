"""What a Geister position of "purple" pieces is worth: an enemy piece counts as red and blue at once.

We sit as the first player, our exits beyond the upper corners. The enemy sees our colours, its every piece
may leave, and each piece we take is red as long as it has reds: taking the last is a loss. So nothing is won
by taking: the wins are our blue's escape and the loss of our last red.
"""

import numpy as np
from numpy.typing import NDArray

from engines.boards.geister import BOARD, beside, count, rest
from engines.boards.jit import kernel

Tables = NDArray[np.int64]

WIN = 30_000  # less the plies until then
PROVEN = 20_000  # a value beyond this is a win or a loss for sure
FAR = 11  # more steps than there are to any corner
CORNERS = (9, 14, 54, 49)  # our two, then the enemy's
BLUE, RED, PURPLE, WEIGHTS = range(4)  # rows of the tables
LAST_BLUE, HANGING, RISK = range(3)  # columns of the row WEIGHTS; from RISK on, by the reds that are left

_0, _1 = np.uint64(0), np.uint64(1)


def _steps(a: int, b: int) -> int:
    return abs(a % 8 - b % 8) + abs(a // 8 - b // 8)


def _ball(corner: int, steps: int) -> int:
    squares = [square for square in range(64) if int(BOARD) >> square & 1]
    return sum(1 << square for square in squares if _steps(square, corner) <= steps)


BALLS = np.array([[_ball(corner, n) for n in range(FAR + 1)] for corner in CORNERS], dtype=np.uint64)


@kernel
def run(runners: np.uint64, wall: np.uint64, catchers: np.uint64, corner: int, late: int) -> int:
    """Steps to the corner of a runner that nobody can stop, else FAR; `late` is 1 if the others move first.

    A catcher farther from the corner than the runner is farther from every square of its way as well.
    """
    free = BOARD & ~wall
    reach = BALLS[corner, 0] & free
    for steps in range(FAR):
        if BALLS[corner, steps + late] & catchers:
            return FAR
        if reach & runners:
            return steps
        reach = (reach | beside(reach)) & free
    return FAR


@kernel
def near(runners: np.uint64, corner: int, steps: int) -> bool:
    """Whether a runner is within so many steps of this corner or the next one."""
    return steps >= 0 and ((BALLS[corner, steps] | BALLS[corner + 1, steps]) & runners) != _0


@kernel
def race(blue: np.uint64, red: np.uint64, purple: np.uint64, ours: bool) -> int:
    """n if the mover is out in n plies whatever the other does, -n if the other is, 0 if neither is sure."""
    late = 0 if ours else 1
    we = min(run(blue, red, purple, 0, late), run(blue, red, purple, 1, late))
    they = min(run(purple, _0, blue | red, 2, 1 - late), run(purple, _0, blue | red, 3, 1 - late))
    if we < FAR and not near(purple, 2, we - 1 + late):
        return 2 * we + 1 if ours else -2 * we - 2
    if they < FAR and not near(blue, 0, they - late):
        return -2 * they - 2 if ours else 2 * they + 1
    return 0


@kernel
def total(bits: np.uint64, table: Tables, row: int) -> int:
    """The sum of what a row of the tables says of these squares."""
    value = 0
    while bits:
        value += table[row, count(~bits & (bits - _1))]
        bits = rest(bits)
    return value


@kernel
def evaluate(
    blue: np.uint64, red: np.uint64, purple: np.uint64, reds: np.uint64, tables: Tables, ours: bool
) -> int:
    """What a position without a sure race is worth to us."""
    value = total(blue, tables, BLUE) + total(red, tables, RED) + total(purple, tables, PURPLE)
    value -= int(tables[WEIGHTS, np.int64(reds) + RISK])
    if rest(blue) == _0:
        value -= int(tables[WEIGHTS, LAST_BLUE])
    threatened = blue & beside(purple)
    if ours:  # one of them can step aside
        threatened = rest(threatened)
    return value - int(tables[WEIGHTS, HANGING]) * int(count(threatened))


def _table(piece: int, by_steps: tuple[int, ...], corners: tuple[int, ...]) -> list[int]:
    nearest = [min(_steps(square, corner) for corner in corners) for square in range(64)]
    return [piece + by_steps[min(steps, len(by_steps) - 1)] for steps in nearest]


def tables(
    blue: int = 200,
    red: int = -100,  # a red on the board keeps us from winning by its loss
    purple: int = -10,  # hardly anything: what is taken may well be red
    escape: tuple[int, ...] = (40, 30, 22, 17, 12, 8, 5, 2, 0),  # a blue by its steps to our nearest exit
    bait: tuple[int, ...] = (72, 66, 60, 48, 36, 24, 12, 0),  # a red: who fears its escape must take it
    danger: tuple[int, ...] = (-60, -45, -32, -22, -14, -8, -4, 0),  # a purple by its steps to its exit
    last_blue: int = 200,  # when one more loss is the end
    hanging: int = 70,  # a blue that can be taken at once
    risk: tuple[int, ...] = (0, 600, 200, 60),  # by how many of the purples are red in the worst case
) -> Tables:
    """The values for `evaluate`. They were tuned in matches: a blue is worth 200."""
    weights = [last_blue, hanging, *risk] + [0] * (62 - len(risk))
    rows = [_table(blue, escape, CORNERS[:2]), _table(red, bait, CORNERS[:2])]
    return np.array([*rows, _table(purple, danger, CORNERS[2:]), weights], dtype=np.int64)
