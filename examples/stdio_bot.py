"""A Geister bot on stdin and stdout, with nothing but the standard library: a pattern for any language.

referee bot process --connect tcp://127.0.0.1:7700 --name mine -- python3 examples/stdio_bot.py
"""

import random
import sys

WAYS = {"N": (0, -1), "E": (1, 0), "W": (-1, 0), "S": (0, 1)}


def choose(view: str) -> str:
    """A random legal move, but out of the corner with a blue piece if one stands there."""
    board, ply, _ = view.split(" ")
    if int(ply) < 2:
        return "".join(sorted(random.sample("ABCDEFGH", 4)))
    own = {"ABCDEFGH"[i]: board[3 * i : 3 * i + 3] for i in range(8)}
    taken_by_own = {piece[:2] for piece in own.values()}
    moves = []
    for letter, piece in own.items():
        x, y, colour = int(piece[0]), int(piece[1]), piece[2]
        if x > 5:
            continue
        if colour == "B" and y == 0 and x in (0, 5):
            return f"{letter},N"
        for way, (dx, dy) in WAYS.items():
            to = x + dx, y + dy
            if 0 <= to[0] < 6 and 0 <= to[1] < 6 and f"{to[0]}{to[1]}" not in taken_by_own:
                moves.append(f"{letter},{way}")
    return random.choice(moves)


for line in sys.stdin:
    if line.startswith("go "):
        print("move", choose(line.rstrip("\n").split(" ", 3)[3]), flush=True)
