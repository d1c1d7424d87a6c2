"""The ways in which an enemy may play: softmax policies, learnt from self-play or by imitation."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.geister.features import matrix

_FOLDER = Path(__file__).parent / "weights"
MODELS = ("policy", "purple", "rule")  # files of weights
# model and sharpness; with sharpness 0 all moves are alike, which is for a player like none that we know
MANNERS = (
    ("policy", 0.0),
    ("policy", 0.3),
    ("policy", 1.0),
    ("policy", 3.0),
    ("purple", 0.5),
    ("purple", 1.0),
    ("rule", 1.0),
)


class Manners(NamedTuple):
    models: NDArray[np.float32]  # models x SIDE x SIDE
    model: NDArray[np.uint64]  # of each manner
    sharpness: NDArray[np.float32]


@cache
def manners() -> Manners:
    return Manners(
        np.stack([matrix(np.load(_FOLDER / f"{model}.npy").astype(np.float32)) for model in MODELS]),
        np.array([MODELS.index(model) for model, _ in MANNERS], dtype=np.uint64),
        np.array([sharpness for _, sharpness in MANNERS], dtype=np.float32),
    )
