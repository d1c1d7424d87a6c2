"""Which engines can be trained, and what a training tells of itself."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Progress:
    done: int  # games learnt from so far, in all
    total: int
    scores: dict[str, float] = field(default_factory=dict)  # named measurements; empty between checks


# engine -> the module whose `train(folder, games, seed)` yields Progress until it is done
TRAINERS = {"geister-policy": "engines.geister.training"}
