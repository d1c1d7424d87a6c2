"""A client of the GAT Geister protocol, with nothing but the standard library.

python3 examples/gat_client.py 127.0.0.1 10000 [GAMES]
"""

import random
import socket
import sys

WAYS = {"N": (0, -1), "E": (1, 0), "W": (-1, 0), "S": (0, 1)}


def choose(board: str) -> str:
    own = {"ABCDEFGH"[i]: board[3 * i : 3 * i + 3] for i in range(8)}
    taken_by_own = {piece[:2] for piece in own.values()}
    moves = []
    for letter, piece in own.items():
        x, y, colour = int(piece[0]), int(piece[1]), piece[2]
        if x > 5:
            continue
        if colour == "B" and y == 0 and x in (0, 5):
            return f"{letter},NORTH"
        for way, (dx, dy) in WAYS.items():
            to = x + dx, y + dy
            if 0 <= to[0] < 6 and 0 <= to[1] < 6 and f"{to[0]}{to[1]}" not in taken_by_own:
                moves.append(f"{letter},{way}")
    return random.choice(moves)


def play(host: str, port: int) -> str:
    """One game; gives the line that ended it."""
    with socket.create_connection((host, port)) as wire, wire.makefile(encoding="ascii") as lines:
        for line in lines:
            if line.startswith("SET?"):
                wire.sendall(f"SET:{''.join(random.sample('ABCDEFGH', 4))}\r\n".encode())
            elif line.startswith("MOV?"):
                wire.sendall(f"MOV:{choose(line[4:52])}\r\n".encode())
            elif line[:4] in ("WON:", "LST:", "DRW:"):
                return line.strip()
    return ""


if __name__ == "__main__":
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 1):
        try:
            print(play(sys.argv[1], int(sys.argv[2])) or "the referee hung up", flush=True)
        except ConnectionError:
            break
