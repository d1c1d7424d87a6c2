"""TUBSTAP's maps: the ground, the units at the start, the limits; `.tbsmap` text read and written.

Cells are (x, y) from the upper left, the border of no-entry ground included. Maps of our own lie in maps/.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from games.base import Seat, UnknownGame
from games.tubstap.tables import KIND_NAMED, NO_ENTRY, TERRAINS, Kind
from games.tubstap.tags import MAX_BYTES, Tag, bad, decode, plain, short, tags

Cell = tuple[int, int]

MIN_SIZE, MAX_SIZE = 3, 64  # a row of ground fits in one machine word
MAX_UNITS, MAX_HP = 60, 99  # a view of them all stays one short line
MAX_PLIES, MAX_THRESHOLD = 9999, 99999
SUFFIX = ".tbsmap"
SEATS = (Seat.FIRST, Seat.SECOND)  # by team: Red is 0, Blue is 1
_SCALARS = {
    "SIZEX": (MIN_SIZE, MAX_SIZE),
    "SIZEY": (MIN_SIZE, MAX_SIZE),
    "TURNLIMIT": (1, MAX_PLIES),
    "HPTHRESHOLD": (0, MAX_THRESHOLD),
}


@dataclass(frozen=True, slots=True)
class Unit:
    number: int
    kind: Kind
    seat: Seat
    hp: int
    x: int
    y: int
    acted: bool

    @property
    def cell(self) -> Cell:
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Map:
    rows: tuple[tuple[int, ...], ...]  # terrain codes, rows[y][x]
    units: tuple[Unit, ...]  # by number
    limit: int  # plies: turns of one side
    threshold: int  # HP sums must differ by more, or the limit makes a draw
    author: str = ""
    comment: str = ""

    def terrain(self, cell: Cell) -> int:
        """The terrain code there; no-entry outside."""
        x, y = cell
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])
        return self.rows[y][x] if inside else NO_ENTRY

    def stars(self, cell: Cell) -> int:
        return TERRAINS[self.terrain(cell)].stars


def read_map(data: bytes | str, where: str = "map") -> Map:
    """The map in a file's content; `where` names it in messages. Raises BadText."""
    text = decode(data, where) if isinstance(data, bytes) else data
    return map_of(list(tags(text, where)), where)


def map_of(found: list[Tag], where: str) -> Map:
    """The map that these tags describe, others left aside. Raises BadText."""
    scalars = {tag.name: tag.number(*_SCALARS[tag.name]) for tag in found if tag.name in _SCALARS}
    last = found[-1].line if found else 1
    for name in _SCALARS:
        if name not in scalars:
            raise bad(where, last, f"{name} is missing")
    rows = tuple(_row(tag, scalars["SIZEX"]) for tag in found if tag.name == "MAP")
    if len(rows) != scalars["SIZEY"]:
        raise bad(where, last, f"{len(rows)} MAP rows where SIZEY says {scalars['SIZEY']}")
    _check_border(rows, [tag for tag in found if tag.name == "MAP"])
    texts = {tag.name: tag.content.replace("\n", "") for tag in found if tag.name in ("AUTHOR", "MAPCOM")}
    units = _units([tag for tag in found if tag.name == "UNIT"], rows)
    if {unit.seat for unit in units} != set(Seat):
        raise bad(where, last, "each side needs a UNIT")
    limits = scalars["TURNLIMIT"], scalars["HPTHRESHOLD"]
    return Map(rows, units, *limits, texts.get("AUTHOR", ""), texts.get("MAPCOM", ""))


def write_map(field: Map, end: str = "\n") -> str:
    """The map as text; with `end` empty, as the one line that the network sends."""
    return "".join(piece + end for piece in _pieces(field))


def built_in() -> list[str]:
    """The names of the maps that come with the program."""
    found = [entry.name for entry in files("games.tubstap").joinpath("maps").iterdir()]
    return sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX))


def find_map(variant: str) -> Map:
    """A built-in map by name. Raises UnknownGame."""
    if variant not in built_in():
        raise UnknownGame(f"tubstap has no map {short(variant)}; there are {', '.join(built_in())}")
    return read_map(files("games.tubstap").joinpath("maps", variant + SUFFIX).read_bytes(), variant)


def open_map(path: str) -> Map:
    """A user's map. Raises UnknownGame, and BadText where the map is at fault."""
    return read_map(_load(Path(path)), path)


def _load(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise UnknownGame(f"tubstap cannot read the map {str(path)!r}: {error}") from None


def _row(tag: Tag, width: int) -> tuple[int, ...]:
    return tuple(tag.to_number(code, 0, len(TERRAINS) - 1, "a terrain") for code in tag.fields(width))


def _check_border(rows: tuple[tuple[int, ...], ...], found: list[Tag]) -> None:
    for y, row in enumerate(rows):
        edge = row if y in (0, len(rows) - 1) else (row[0], row[-1])
        if any(code != NO_ENTRY for code in edge):
            raise found[y].bad("the border must be no-entry ground, 0")


def _units(found: list[Tag], rows: tuple[tuple[int, ...], ...]) -> tuple[Unit, ...]:
    if len(found) > MAX_UNITS:
        raise found[MAX_UNITS].bad(f"more than {MAX_UNITS} units")
    taken: set[Cell] = set()
    units = []
    for number, tag in enumerate(found):
        unit = _unit(number, tag, rows)
        if unit.cell in taken:
            raise tag.bad(f"two units at {unit.x},{unit.y}")
        taken.add(unit.cell)
        units.append(unit)
    return tuple(units)


def _unit(number: int, tag: Tag, rows: tuple[tuple[int, ...], ...]) -> Unit:
    x_text, y_text, name, team, hp, acted = tag.fields(6)
    x = tag.to_number(x_text, 0, len(rows[0]) - 1, "x")
    y = tag.to_number(y_text, 0, len(rows) - 1, "y")
    if name not in KIND_NAMED:
        raise tag.bad(f"no kind of unit is called {short(name)}; there are {', '.join(KIND_NAMED)}")
    if rows[y][x] == NO_ENTRY:
        raise tag.bad(f"a unit on no-entry ground at {x},{y}")
    seat = SEATS[tag.to_number(team, 0, 1, "the team")]
    health = tag.to_number(hp, 1, MAX_HP, "HP")
    return Unit(number, KIND_NAMED[name], seat, health, x, y, bool(tag.to_number(acted, 0, 1, "finished")))


def _pieces(field: Map) -> Iterator[str]:
    yield f"SIZEX[{len(field.rows[0])}];SIZEY[{len(field.rows)}];"
    yield f"TURNLIMIT[{field.limit}];HPTHRESHOLD[{field.threshold}];"
    red = sum(unit.seat is Seat.FIRST for unit in field.units)
    yield f"UNITNUMRED[{red}];UNITNUMBLUE[{len(field.units) - red}];"
    yield f"AUTHOR[{plain(field.author)}];"
    yield f"MAPCOM[{plain(field.comment)}];"
    for unit in field.units:
        team = SEATS.index(unit.seat)
        yield f"UNIT[{unit.x},{unit.y},{unit.kind.name},{team},{unit.hp},{int(unit.acted)}];"
    for row in field.rows:
        yield f"MAP[{','.join(map(str, row))}];"
