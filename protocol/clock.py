"""Time controls and the clock of one player. Nothing here knows what time it is.

A control's text: "600,10/move" (a budget, then byo-yomi for each move), "1/move", "10/turn" (for all moves
of a turn), "300" (sudden death), "300+3" (Fischer), "60~0.25" (a gift: so much of each move is free).
"""

import re
from dataclasses import dataclass

_NUMBER = r"\d{1,7}(?:\.\d{1,3})?"
_FORM = re.compile(
    rf"(?:(?P<main>{_NUMBER})(?:\+(?P<increment>{_NUMBER}))?(?:~(?P<gift>{_NUMBER}))?(?:,(?=\d)|$))?"
    rf"(?:(?P<byoyomi>{_NUMBER})/(?P<each>move|turn))?"
)


_USAGE = 'write "600,10/move", "1/move", "10/turn", "300", "300+3" or "60~0.25"'


class BadControl(ValueError):
    """A text that names no time control."""


@dataclass(frozen=True, slots=True)
class Control:
    """All in seconds."""

    main: float = 0.0
    increment: float = 0.0  # added when a turn is over
    gift: float = 0.0  # of each move, not charged
    byoyomi: float = 0.0  # when main is used up
    per_turn: bool = False  # byo-yomi is for all moves of a turn together

    @classmethod
    def parse(cls, text: str) -> "Control":
        found = _FORM.fullmatch(text)
        if found is None:
            raise BadControl(f"no time control: {text!r}; {_USAGE}")
        main, increment, gift, byoyomi = (
            float(found[name] or 0) for name in ("main", "increment", "gift", "byoyomi")
        )
        if main + byoyomi <= 0:
            raise BadControl(f"a time control needs some time: {text!r}")
        return cls(main, increment, gift, byoyomi, found["each"] == "turn")

    def __str__(self) -> str:
        main = f"{self.main:g}" if self.main else ""
        main += f"+{self.increment:g}" if self.increment else ""
        main += f"~{self.gift:g}" if self.gift else ""
        if not self.byoyomi:
            return main
        return f"{main}{',' if main else ''}{self.byoyomi:g}/{'turn' if self.per_turn else 'move'}"


@dataclass(frozen=True, slots=True)
class Clock:
    """One player's time: what is left of the budget, and of the byo-yomi in hand."""

    control: Control
    main: float
    byoyomi: float

    @classmethod
    def full(cls, control: Control) -> "Clock":
        return cls(control, control.main, control.byoyomi)

    @property
    def limit(self) -> float:
        """Seconds that the next move may take."""
        return self.main + self.byoyomi + self.control.gift

    def left_after(self, used: float) -> float:
        """Seconds on the clock when a move came that took so long."""
        return min(self.main + self.byoyomi, self.limit - used)

    def after(self, used: float, turn_over: bool) -> "Clock":
        """The clock when a move took `used` seconds."""
        charged = max(0.0, used - self.control.gift)
        main = max(0.0, self.main - charged)
        byoyomi = max(0.0, self.byoyomi - max(0.0, charged - self.main))
        if turn_over:
            main += self.control.increment
        if turn_over or not self.control.per_turn:
            byoyomi = self.control.byoyomi
        return Clock(self.control, main, byoyomi)
