"""A number and its interval drawn in one line of text, on a scale that a whole table shares."""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

NARROW, WIDE = 9, 40


@dataclass(frozen=True, slots=True)
class Scale:
    """What the left and the right end stand for."""

    left: float
    right: float

    @classmethod
    def over(cls, values: Iterable[float]) -> "Scale":
        known = list(values)
        return cls(min(known), max(known)) if known else cls(0.0, 0.0)

    def cell(self, value: float, width: int) -> int:
        if self.right <= self.left:
            return width // 2
        share = (value - self.left) / (self.right - self.left)
        return round(min(1.0, max(0.0, share)) * (width - 1))


@dataclass(frozen=True, slots=True)
class Bar:
    """The value as a dot: with an error between its ends, without one at the tip of a bar from the left."""

    value: float
    error: float | None
    scale: Scale

    def drawn(self, width: int) -> str:
        dot = self.scale.cell(self.value, width)
        if self.error is None:
            return ("━" * dot + "●").ljust(width)
        low, high = (self.scale.cell(self.value + sign * self.error, width) for sign in (-1, 1))
        cells = [" "] * low + ["─"] * (high - low + 1) + [" "] * (width - high - 1)
        cells[low], cells[high], cells[dot] = "├", "┤", "●"
        return "".join(cells)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self.drawn(min(WIDE, options.max_width)), no_wrap=True)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(NARROW, WIDE)
