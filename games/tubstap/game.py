"""TUBSTAP as a Game: found by its map, with its views read back and drawn."""

import re
from dataclasses import dataclass, replace

from games.base import BadText, Seat
from games.tubstap.maps import Cell, Map, Unit, built_in, find_map, open_map, read_map, write_map
from games.tubstap.position import COLOURS, SURRENDER, TubstapPosition, mark, shown
from games.tubstap.tables import NO_ENTRY, TERRAINS
from games.tubstap.tags import short

DEFAULT = "frontier"
_UNIT = re.compile(r"([0-9]{1,2})([A-Za-z])([0-9]{1,2})@([0-9]{1,2}),([0-9]{1,2})(\*?)")
_WIDE = 15  # so many columns can show a unit's HP in its cell
_STYLES = {Seat.FIRST: "red", Seat.SECOND: "blue"}


@dataclass(frozen=True, slots=True)
class Tubstap:
    name: str
    map: Map

    def start(self) -> TubstapPosition:
        return TubstapPosition(self.map, self.map.units, 0).settled()

    def read(self, view: str) -> TubstapPosition:
        words = view.split(" ")
        if not re.fullmatch("[0-9]{1,4}", words[0]):
            raise BadText(f"a TUBSTAP view begins with the ply, not with {short(words[0])}")
        surrendered = words[-1] == SURRENDER
        units = tuple(self._unit(word) for word in words[1 : len(words) - surrendered])
        position = TubstapPosition(self.map, units, int(words[0]), surrendered)
        self._check(position, view)
        return position

    def picture(self, view: str) -> str:
        position = self.read(view)
        wide = len(self.map.rows[0]) - 2 <= _WIDE
        return "\n".join([_headline(position), *(_large(position) if wide else _small(position))])

    def _unit(self, word: str) -> Unit:
        shape = _UNIT.fullmatch(word)
        if shape is None or int(shape[1]) >= len(self.map.units):
            raise BadText(f"not a unit of this TUBSTAP map: {short(word)}")
        hp, x, y = int(shape[3]), int(shape[4]), int(shape[5])
        unit = replace(self.map.units[int(shape[1])], hp=hp, x=x, y=y, acted=bool(shape[6]))
        if shown(unit) != word or not 1 <= hp <= self.map.units[unit.number].hp:
            raise BadText(f"not a unit of this TUBSTAP map: {short(word)}")
        return unit

    def _check(self, position: TubstapPosition, view: str) -> None:
        """Refuse what no game on this map can come to, as far as a look can tell."""
        numbers = [unit.number for unit in position.units]
        cells = {unit.cell for unit in position.units}
        fault = None
        if numbers != sorted(set(numbers)):
            fault = "its units are not in order"
        elif len(cells) < len(numbers) or any(self.map.terrain(cell) == NO_ENTRY for cell in cells):
            fault = "a unit stands on another or on no-entry ground"
        elif position.ply > self.map.limit:
            fault = f"its ply is over the limit, {self.map.limit}"
        elif position.settled() != position or position.view(None) != view:
            fault = "it is not as a game writes it"
        if fault:
            raise BadText(f"a bad TUBSTAP view, {fault}: {short(view)}")


def load(variant: str) -> Tubstap:
    """The game on a built-in map, or on a map's own one-line text.
    Raises UnknownGame, or BadText where the map is at fault."""
    if variant.endswith(";"):
        return carrying(read_map(variant))
    return Tubstap(f"tubstap/{variant or DEFAULT}", find_map(variant or DEFAULT))


def open_file(path: str) -> Tubstap:
    """The game on a user's map file. Raises UnknownGame, or BadText where the map is at fault."""
    return carrying(open_map(path))


def carrying(map: Map) -> Tubstap:
    """The game by a name that holds the whole map, so that it loads where the file is not at hand."""
    return Tubstap(f"tubstap/{write_map(replace(map, author='', comment=''), end='')}", map)


def names() -> list[str]:
    return [f"tubstap/{name}" for name in built_in()]


def _headline(position: TubstapPosition) -> str:
    hp = ":".join(f"[{_STYLES[seat]}]{position.hp(seat)}[/]" for seat in Seat)
    mover = position.to_move()
    state = f"{COLOURS[mover]} to move" if mover else "over"
    return f"turn {position.ply} of {position.map.limit}, HP {hp}, {state}"


def _large(position: TubstapPosition) -> list[str]:
    """Ground and unit in every cell: ".I10" is a Red infantry of 10 HP on plain."""
    columns = range(1, len(position.map.rows[0]) - 1)
    units = {unit.cell: _painted(unit, f"{mark(unit)}{unit.hp:<2}") for unit in position.units}
    lines = ["   " + " ".join(f"{x:<4}" for x in columns).rstrip()]
    for y in range(1, len(position.map.rows) - 1):
        cells = [_ground(position.map, (x, y)) + units.get((x, y), "   ") for x in columns]
        lines.append(f"{y:>2} " + " ".join(cells).rstrip())
    return lines


def _small(position: TubstapPosition) -> list[str]:
    """One letter a cell, then the units in rows."""
    units = {unit.cell: _painted(unit, mark(unit)) for unit in position.units}
    columns = range(1, len(position.map.rows[0]) - 1)
    lines = []
    for y in range(1, len(position.map.rows) - 1):
        cells = [units.get((x, y)) or _ground(position.map, (x, y)) for x in columns]
        lines.append(f"{y:>2} " + "".join(cells))
    texts = [_painted(unit, f"{shown(unit):<12}") for unit in position.units]
    return lines + ["".join(texts[i : i + 6]).rstrip() for i in range(0, len(texts), 6)]


def _painted(unit: Unit, text: str) -> str:
    style = _STYLES[unit.seat]
    return f"[{'dim' if unit.acted else 'bold'} {style}]{text}[/]"


def _ground(field: Map, cell: Cell) -> str:
    return f"[dim]{TERRAINS[field.terrain(cell)].symbol}[/]"
