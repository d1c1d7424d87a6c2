"""A win that no colours of the enemy and no skill of its can prevent, where the purple search finds one."""

from engines.base import Limit
from engines.geister.colours import reds_among
from engines.geister.purple import CHUNK, bits_of, leaving, squares_of, text
from engines.geister.purple_memory import DEEPEST, DONE, Tree, best, plant
from engines.geister.purple_tree import advance, deepen
from engines.geister.purple_value import PROVEN
from engines.pace import steps
from games.base import Move, Seat
from games.geister import GeisterPosition


def sure_win(tree: Tree, position: GeisterPosition, seat: Seat, limit: Limit, nodes: int) -> Move | None:
    """The first move of a forced win, if one shows within about so many nodes."""
    squares = squares_of(position, seat)
    bits = bits_of(position, seat, squares)
    if away := leaving(squares, bits):
        return away
    plant(tree, bits, reds_among(position, seat), position.ply)
    tree.bias[:] = 0
    depth, spent = 1, 0
    deepen(tree, depth, -1)
    for _ in steps(limit):
        if spent >= nodes or depth == DEEPEST:
            break
        advance(tree, CHUNK)
        spent += CHUNK
        if not tree.now[DONE]:
            continue
        move, value = best(tree)
        if value > PROVEN:
            return text(squares, move)
        if value < -PROVEN:
            break
        depth += 1
        deepen(tree, depth, move)
    return None
