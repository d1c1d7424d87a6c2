"""What is remembered of a game: who met whom, who won, how it ended and what it cost."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

UNSCORED = frozenset({"stopped", "void"})  # endings that count for nothing: the game is to be played again


@dataclass(frozen=True, slots=True)
class Result:
    id: int
    game: str  # "geister", "tubstap/map07"
    first: str  # the player who began
    second: str
    winner: Literal["first", "second"] | None  # None = draw
    ending: str  # for machines
    reason: str  # for people
    plies: int
    first_used: float  # seconds of thinking
    second_used: float
    lag: float  # seconds the referee itself lost
    event: str
    slot: str  # the place of the game in its event

    @property
    def scored(self) -> bool:
        return self.ending not in UNSCORED

    @property
    def pair(self) -> str:
        """What the two games of a swapped pair have in common: the slot but for its last part."""
        return self.slot.rpartition("/")[0]

    @property
    def first_score(self) -> float:
        """1 for a win of the first player, 0.5 for a draw, 0 for a loss."""
        return {"first": 1.0, None: 0.5, "second": 0.0}[self.winner]

    @property
    def victor(self) -> str | None:
        """The winning player."""
        return {"first": self.first, None: None, "second": self.second}[self.winner]

    def score_of(self, player: str) -> float:
        return self.first_score if player == self.first else 1.0 - self.first_score

    def opponent_of(self, player: str) -> str:
        return self.second if player == self.first else self.first


def counted(results: Iterable[Result]) -> list[Result]:
    """The results that count: the scored ones; should a slot of an event have two, the first recorded."""
    seen: set[tuple[str, str]] = set()
    counting = []
    for result in results:
        place = (result.event, result.slot)
        if result.scored and place not in seen:
            counting.append(result)
            if result.slot:
                seen.add(place)
    return counting
