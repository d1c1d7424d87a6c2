"""Learning the policy's weights from nothing, by games against itself.

The rate halves every HALVING games whatever the total: a run that is stopped or prolonged is the same run.
Self-play goes in circles, each style beating the one before; what is shipped is a running mean over them.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from engines.boards.jit import random_state
from engines.geister.features import PAIRS, matrix, pairs
from engines.geister.reinforce import learn
from engines.geister.selfplay import BEST, contest
from engines.training import Progress

BATCH = 16  # games by one set of weights
RATE, HALVING = 0.001, 5_000_000
REPORT = 10_000  # games between two reports
MEAN = 1_000_000  # games over which the mean runs
CHECK = 250_000  # games between two measurements and checkpoints
MEASURE = 1000  # games of each measurement
CHECKPOINT = "checkpoint.npz"
WEIGHTS = "weights.npy"


def train(folder: Path, games: int, seed: int) -> Iterator[Progress]:
    """Go on from the folder's checkpoint, or from nothing, until so many games are learnt from."""
    weights, mean, random, done = _resume(folder, seed)
    yield Progress(done, games, {})
    tally = np.zeros(4, dtype=np.int64)
    before = mean.copy()
    while done < games:
        for _ in range(REPORT // BATCH):
            learn(weights, random, BATCH, np.float32(RATE * 0.5 ** (done / HALVING)), tally)
            done += BATCH
        mean += (weights - mean) * np.float32(REPORT / min(MEAN, done))
        scores: dict[str, float] = {}
        if done % CHECK == 0 or done >= games:
            scores = measure(mean, before, tally)
            before, tally[:] = mean.copy(), 0
            _keep(folder, weights, mean, random, done)
        yield Progress(done, games, scores)


def measure(weights: np.ndarray, before: np.ndarray, tally: np.ndarray) -> dict[str, float]:
    """Shares of points, draws as half; the checks have a seed of their own, so as not to disturb the run."""
    random = random_state(0)

    def score(foe: np.ndarray, sharpness: float) -> float:
        sharp = np.array([BEST, sharpness], dtype=np.float32)
        return 0.5 + contest(np.stack([weights, foe]), sharp, random, MEASURE) / (2 * MEASURE)

    games = max(1, int(tally[:3].sum()))
    return {
        "against random": score(weights, 0.0),
        "against its last check": score(before, float(BEST)),
        "games without a result": float(tally[2]) / games,
        "plies a game": float(tally[3]) / games,
    }


def _resume(folder: Path, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    path = folder / CHECKPOINT
    if not path.exists():
        return matrix(np.zeros(PAIRS, np.float32)), matrix(np.zeros(PAIRS, np.float32)), random_state(seed), 0
    try:
        with np.load(path) as kept:
            return matrix(kept["pairs"]), matrix(kept["mean"]), kept["random"], int(kept["done"])
    except (ValueError, KeyError, EOFError, TypeError, AttributeError, BadZipFile) as error:
        raise ValueError(f"{path}: no checkpoint of this training: {error}") from error


def _keep(folder: Path, weights: np.ndarray, mean: np.ndarray, random: np.ndarray, done: int) -> None:
    """Written beside and moved over the old one: a crash leaves one or the other, whole."""
    beside = folder / f"{CHECKPOINT}.new"
    with beside.open("wb") as file:
        np.savez(file, pairs=pairs(weights), mean=pairs(mean), random=random, done=np.int64(done))
    os.replace(beside, folder / CHECKPOINT)
    np.save(folder / WEIGHTS, pairs(mean))
