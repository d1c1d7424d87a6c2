"""One finished game, as the store gives it and every table is computed from."""

from dataclasses import dataclass

UNSCORED = ("stopped", "void")


@dataclass(frozen=True, slots=True)
class Result:
    id: int
    game: str
    first: str  # players
    second: str
    winner: str | None  # "first", "second"; None for a draw, or where nobody scores
    ending: str
    reason: str
    plies: int
    first_used: float  # seconds of thought
    second_used: float
    lag: float  # seconds that the referee itself took
    event: str = ""  # the tournament it belongs to
    slot: str = ""  # its place in the tournament's schedule

    @property
    def scored(self) -> bool:
        """Whether it counts; a game that was stopped or void counts for nothing."""
        return self.ending not in UNSCORED
