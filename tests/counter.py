"""A trainer that counts: slow enough to be stopped, with a checkpoint for every ten games."""

import time
from collections.abc import Iterator
from pathlib import Path

from cli.whole import write_whole
from engines.training import Progress

CHECKPOINT = "count.txt"
EVERY = 10  # games between two checkpoints, at which it is measured too


def train(folder: Path, games: int, seed: int) -> Iterator[Progress]:
    file = folder / CHECKPOINT
    done = int(file.read_text()) if file.exists() else 0
    yield Progress(done, games)
    while done < games:
        done += 1
        time.sleep(0.002)  # a game
        if done % EVERY and done < games:
            yield Progress(done, games)
        else:
            write_whole(file, str(done))
            yield Progress(done, games, {"share": done / games, "seed": float(seed)})
