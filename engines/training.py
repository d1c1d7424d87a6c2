"""Engines that learn. `TRAINERS` names, for an engine, the module whose `train` lets it learn.

    def train(folder: Path, games: int, seed: int) -> Iterator[Progress]

goes on from the checkpoint in `folder`, if there is one, until `games` are learnt from in all. It yields
where it stands at first, then about once a second; writes checkpoints whole; may be closed after any yield.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

# engine -> module
TRAINERS = {
    "geister-policy": "engines.geister.training",
    "geister-best": "engines.geister.best_training",
}


class UnknownTrainer(ValueError):
    """Nothing trains the engine of this name."""


@dataclass(frozen=True, slots=True)
class Progress:
    done: int  # games learnt from so far, in all
    total: int
    scores: dict[str, float] = field(default_factory=dict)  # measured at this point; empty between checks


def train(name: str, folder: Path, games: int, seed: int) -> Iterator[Progress]:
    """Let an engine learn. Raises UnknownTrainer, ImportError, OSError, ValueError for a bad checkpoint."""
    if name not in TRAINERS:
        raise UnknownTrainer(f"{name!r} cannot be trained; there are {', '.join(TRAINERS)}")
    progress: Iterator[Progress] = import_module(TRAINERS[name]).train(folder, games, seed)
    return progress
