"""A TUBSTAP position: the turn, the living units, who has acted; strict rules of moving and attacking.

A turn holds one action of each unit that has not acted; a side with no such unit is passed over.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.base import IllegalMove, Move, Outcome, Seat, Viewer
from games.tubstap.maps import SEATS, Cell, Map, Unit
from games.tubstap.tables import NO_ENTRY, TERRAINS, exchange

END, SURRENDER = "end", "surrender"
COLOURS = {Seat.FIRST: "Red", Seat.SECOND: "Blue"}
_HELP = f"a move is like 4:5,3 (unit 4 goes to 5,3), 4:5,3x9 (and attacks unit 9), {END} or {SURRENDER}"
_SHAPE = re.compile(r"(0|[1-9][0-9]?):([1-9][0-9]?),([1-9][0-9]?)(?:x(0|[1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class Action:
    """What one unit does: it goes to `cell`, maybe its own, and attacks `target` if that is not None."""

    unit: Unit
    cell: Cell
    target: Unit | None = None

    def text(self) -> Move:
        place = f"{self.unit.number}:{self.cell[0]},{self.cell[1]}"
        return place if self.target is None else f"{place}x{self.target.number}"


@dataclass(frozen=True, slots=True)
class TubstapPosition:
    map: Map
    units: tuple[Unit, ...]  # the living ones, by number
    ply: int  # turns that are over
    surrendered: bool = False  # by the side whose turn is just over

    def to_move(self) -> Seat | None:
        return None if self.outcome() else self._mover()

    def legal_moves(self) -> Sequence[Move]:
        if self.outcome():
            return []
        return [*[action.text() for action in self.actions()], END, SURRENDER]

    def actions(self) -> Iterator[Action]:
        """All that the mover's units may do, whatever the state of the game."""
        for unit in self.units:
            if unit.seat is self._mover() and not unit.acted:
                yield from self._actions_of(unit)

    def chances(self) -> Sequence[tuple[Move, float]]:
        return []

    def play(self, move: Move) -> "TubstapPosition":
        if self.outcome():
            raise IllegalMove(f"{move!r}: the game is over")
        if move in (END, SURRENDER):
            return self._next_turn(self.units, move == SURRENDER)
        return self._after(self.action(move))

    def outcome(self) -> Outcome | None:
        for seat in SEATS:
            if all(unit.seat is not seat for unit in self.units):
                return Outcome(seat.other, f"{seat} ({COLOURS[seat]}) has no units left")
        if self.surrendered:
            return Outcome(
                self._mover(), f"{self._mover().other} ({COLOURS[self._mover().other]}) surrendered"
            )
        return self._judged() if self.ply >= self.map.limit else None

    def view(self, viewer: Viewer, reveal: bool = False) -> str:
        units = " ".join(shown(unit) for unit in self.units)
        return f"{self.ply} {units}{' ' + SURRENDER if self.surrendered else ''}"

    def seen(self, move: Move, viewer: Viewer) -> Move:
        return move

    def hp(self, seat: Seat) -> int:
        """The sum over the living units of that side."""
        return sum(unit.hp for unit in self.units if unit.seat is seat)

    def unit(self, number: int) -> Unit | None:
        """The living unit of that number."""
        return next((unit for unit in self.units if unit.number == number), None)

    def reach(self, unit: Unit) -> set[Cell]:
        """Where it may end its move, its own cell included."""
        taken = {other.cell for other in self.units if other.number != unit.number}
        enemies = {other.cell for other in self.units if other.seat is not unit.seat}
        left = {unit.cell: unit.kind.steps}
        queue = [unit.cell]
        for cell in queue:  # grows; a cell comes again when a cheaper way to it is found
            for beside in neighbours(cell):
                rest = left[cell] - TERRAINS[self.map.terrain(beside)].costs[unit.kind.travel]
                if rest > left.get(beside, -1) and beside not in enemies:
                    left[beside] = rest
                    queue.append(beside)
        return left.keys() - taken

    def strike(self, action: Action) -> tuple[int, int]:
        """The damage of its attack and of the answer; nothing without a target."""
        unit, target = action.unit, action.target
        if target is None:
            return 0, 0
        ours, theirs = self.map.stars(action.cell), self.map.stars(target.cell)
        return exchange(unit.kind, unit.hp, ours, target.kind, target.hp, theirs)

    def action(self, move: Move) -> Action:
        """What the text of an action means here. Raises IllegalMove."""
        shape = _SHAPE.fullmatch(move)
        if shape is None:
            raise IllegalMove(f"{move[:40]!r}: {_HELP}")
        try:
            unit, cell = self._own(int(shape[1])), (int(shape[2]), int(shape[3]))
            self._check_way(unit, cell)
            return Action(unit, cell, None if shape[4] is None else self._foe(unit, cell, int(shape[4])))
        except IllegalMove as refusal:
            raise IllegalMove(f"{move!r}: {refusal}") from None

    def settled(self) -> "TubstapPosition":
        """Past the sides that have no unit to act with."""
        if self.outcome() or any(unit.seat is self._mover() and not unit.acted for unit in self.units):
            return self
        return self._next_turn(self.units)

    def _mover(self) -> Seat:
        return SEATS[self.ply % 2]

    def _own(self, number: int) -> Unit:
        unit = self.unit(number)
        if unit is None:
            raise IllegalMove(f"there is no unit {number}" + " any more" * (number < len(self.map.units)))
        if unit.seat is not self._mover():
            raise IllegalMove(f"unit {number} is the enemy's")
        if unit.acted:
            raise IllegalMove(f"unit {number} has acted in this turn")
        return unit

    def _check_way(self, unit: Unit, cell: Cell) -> None:
        if cell in self.reach(unit):
            return
        x, y = cell
        if self.map.terrain(cell) == NO_ENTRY:
            raise IllegalMove(f"{x},{y} is no ground to enter")
        if any(other.cell == cell for other in self.units):
            raise IllegalMove(f"a unit stands at {x},{y}")
        raise IllegalMove(f"unit {unit.number} cannot reach {x},{y}")

    def _foe(self, unit: Unit, cell: Cell, number: int) -> Unit:
        """The target of that number, if the unit may attack it from `cell`."""
        target = self.unit(number)
        if target is None:
            raise IllegalMove(f"there is no unit {number} to attack")
        if target.seat is unit.seat:
            raise IllegalMove(f"unit {number} is your own")
        if unit.kind.indirect and cell != unit.cell:
            raise IllegalMove(f"a {unit.kind.name} may not move and attack")
        if not _in_range(unit, cell, target):
            raise IllegalMove(f"unit {number} is out of range from {cell[0]},{cell[1]}")
        return target

    def _actions_of(self, unit: Unit) -> Iterator[Action]:
        cells = sorted(self.reach(unit), key=lambda cell: (cell[1], cell[0]))
        yield from (Action(unit, cell) for cell in cells)
        foes = [other for other in self.units if other.seat is not unit.seat]
        for cell in [unit.cell] if unit.kind.indirect else cells:
            yield from (Action(unit, cell, foe) for foe in foes if _in_range(unit, cell, foe))

    def _after(self, action: Action) -> "TubstapPosition":
        hit, answer = self.strike(action)
        x, y = action.cell
        changed = {action.unit.number: replace(action.unit, hp=action.unit.hp - answer, x=x, y=y, acted=True)}
        if action.target is not None:
            changed[action.target.number] = replace(action.target, hp=action.target.hp - hit)
        units = tuple(changed.get(unit.number, unit) for unit in self.units)
        after = replace(self, units=tuple(unit for unit in units if unit.hp > 0))
        idle = any(unit.seat is self._mover() and not unit.acted for unit in after.units)
        return after if idle and not after.outcome() else self._next_turn(after.units)

    def _next_turn(self, units: tuple[Unit, ...], surrendered: bool = False) -> "TubstapPosition":
        """The mover's turn is over: its units may act again in the next."""
        rested = (replace(unit, acted=False) if unit.seat is self._mover() else unit for unit in units)
        return TubstapPosition(self.map, tuple(rested), self.ply + 1, surrendered).settled()

    def _judged(self) -> Outcome:
        red, blue = self.hp(Seat.FIRST), self.hp(Seat.SECOND)
        reason = f"the turn limit came at {red} HP of first (Red) to {blue} of second (Blue)"
        if abs(red - blue) <= self.map.threshold:
            return Outcome(None, reason)
        return Outcome(Seat.FIRST if red > blue else Seat.SECOND, reason)


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def distance(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def mark(unit: Unit) -> str:
    """The letter of its kind, Blue's in lower case."""
    return unit.kind.mark if unit.seat is Seat.FIRST else unit.kind.mark.lower()


def shown(unit: Unit) -> str:
    """A unit in a view: number, mark, HP, cell, and "*" if it has acted."""
    return f"{unit.number}{mark(unit)}{unit.hp}@{unit.x},{unit.y}{'*' * unit.acted}"


def _in_range(unit: Unit, cell: Cell, target: Unit) -> bool:
    return unit.kind.near <= distance(cell, target.cell) <= unit.kind.far
