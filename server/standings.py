"""Wins, draws and losses of everybody so far. Decides, never waits."""

from protocol.messages import Score


class Standings:
    def __init__(self) -> None:
        self._tally: dict[str, list[int]] = {}

    def add(self, first: str, second: str, winner: str | None) -> None:
        """A game that scores; the winner is "first", "second" or None."""
        for name, seat in ((first, "first"), (second, "second")):
            column = 1 if winner is None else 0 if winner == seat else 2
            self._tally.setdefault(name, [0, 0, 0])[column] += 1

    def of(self, name: str) -> Score:
        return Score(name, *self._tally.get(name, (0, 0, 0)))

    def all(self) -> list[Score]:
        return [self.of(name) for name in self._tally]
