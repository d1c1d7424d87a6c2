"""A Botzone program that plays the first legal move it finds. With a fault it fails so at its second turn.

python3 botzone_script.py LOG [FAULT]      each process adds a line to the log: what it was given at first
"""

import subprocess
import sys
import time
from pathlib import Path

log, fault = Path(sys.argv[1]), (*sys.argv[2:], "")[0]
WAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
Point = tuple[int, int]

amazons: list[set[Point]] = [{(0, 2), (2, 0), (5, 0), (7, 2)}, {(0, 5), (2, 7), (5, 7), (7, 5)}]
arrows: set[Point] = set()


def apply(move: list[int]) -> None:
    start, to, arrow = (move[0], move[1]), (move[2], move[3]), (move[4], move[5])
    side = next(side for side in amazons if start in side)
    side.remove(start)
    side.add(to)
    arrows.add(arrow)


def steps(at: Point, without: Point) -> list[Point]:
    """One step of a queen from `at`, on a board where nothing stands on `without`."""
    taken = (amazons[0] | amazons[1] | arrows) - {without}
    around = [(at[0] + dx, at[1] + dy) for dx, dy in WAYS]
    return [p for p in around if min(p) >= 0 and max(p) < 8 and p not in taken]


def choose(own: set[Point]) -> list[int]:
    for start in sorted(own):
        for to in steps(start, start):
            return [*start, *to, *start]  # shoots back where it came from
    return [-1] * 6


def fail(turn: int) -> None:
    if turn < 2:
        return
    match fault:
        case "garbage":
            print("hello", flush=True)
        case "die":
            sys.exit(3)
        case "hang":
            time.sleep(1000)
        case "flood":
            print("\n" * 100_000, flush=True)
        case "long":
            print("1 " * 1_000_000, flush=True)
        case "orphan":
            subprocess.Popen(["sleep", "1000"])
            sys.exit(3)


def main() -> None:
    turns = int(input())
    lines = [[int(word) for word in input().split()] for _ in range(2 * turns - 1)]
    with log.open("a") as file:
        file.write(f"{turns}\n")
    mine = amazons[0] if lines[0][0] < 0 else amazons[1]
    for line in lines:
        if line[0] >= 0:
            apply(line)
    while True:
        fail(turns)
        move = choose(mine)
        print(*move)
        if fault != "keep":
            return
        print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
        apply(move)
        apply([int(word) for word in input().split()])


main()
