"""SGF records of Amazons (GM[18]), read and written: the main line of the first game of a file.

SGF's Black is our first player. A point is a column from the left and a row from the top: dj is d1 on 10x10.
A move is three points: from, to, arrow. Without AB, AW, AE or AA in the root the usual start stands.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from games.amazons.rules import AMAZON, ARROW, EMPTY, FILES, HOMES, Amazons, AmazonsPosition
from games.base import BadText, IllegalMove, Move, Seat

COLOUR = {Seat.FIRST: "B", Seat.SECOND: "W"}
SETUP = {"AB": AMAZON[Seat.FIRST], "AW": AMAZON[Seat.SECOND], "AE": EMPTY, "AA": ARROW}

_TOKEN = re.compile(
    r"\s*+(?:(?P<mark>[();])|(?P<name>[A-Za-z]++)|\[(?P<value>(?:\\.|[^\]\\])*+)\])", re.DOTALL
)
# A backslash swallows a line end and keeps any other character as it is; white space is a space.
_SPECIAL = re.compile(r"\\(?:(?P<soft>\r\n|\n\r|\n|\r)|(?P<escaped>[^\t\v\f]))|\\?[\t\n\v\f\r]", re.DOTALL)
_MOVES_A_LINE = 8


@dataclass(frozen=True, slots=True)
class Record:
    """A game as SGF holds it; names and result are one line of text, the result in SGF's words ("B+R")."""

    start: AmazonsPosition
    moves: tuple[Move, ...]
    first: str = ""
    second: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class _Property:
    name: str
    values: list[str]
    line: int


_Node = dict[str, _Property]


def write(record: Record) -> str:
    """The record as SGF text."""
    size = record.start.size
    root = f"GM[18]FF[4]CA[UTF-8]SZ[{size}]{_written_setup(record.start)}"
    for name, text in (("PB", record.first), ("PW", record.second), ("RE", record.result)):
        root += f"{name}[{_escaped(text)}]" if text else ""
    moves = list(_written_moves(record))
    lines = ["".join(moves[i : i + _MOVES_A_LINE]) for i in range(0, len(moves), _MOVES_A_LINE)]
    return "\n".join([f"(;{root}", *lines, ")\n"])


def read(text: str, file: str = "record") -> Record:
    """The record in SGF text. Raises BadText, one line that names `file`, the line and the reason."""
    return _Reader(text, file).record()


def _written_moves(record: Record) -> Iterator[str]:
    mover, size = record.start.mover, record.start.size
    for move in record.moves:
        yield f";{COLOUR[mover]}[{''.join(_point(text, size) for text in move.replace('/', '-').split('-'))}]"
        mover = mover.other


def _written_setup(start: AmazonsPosition) -> str:
    """Nothing for the start that SGF itself defines, which is on 10x10 only."""
    if start == Amazons(10).start():
        return ""
    lists = ((name, _points_of(start, cell)) for name, cell in SETUP.items() if cell != EMPTY)
    return "".join(name + points for name, points in lists if points) + f"PL[{COLOUR[start.mover]}]"


def _points_of(start: AmazonsPosition, cell: str) -> str:
    size = start.size
    found = [divmod(square, size) for square in range(size * size) if start.cells[square] == cell]
    return "".join(f"[{FILES[file]}{FILES[size - 1 - rank]}]" for rank, file in found)


def _point(text: str, size: int) -> str:
    return text[0] + FILES[size - int(text[1:])]


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)


def _plain(value: str) -> str:
    """A text value as it is meant: escapes resolved, one line."""
    return _SPECIAL.sub(lambda match: match["escaped"] or ("" if match["soft"] else " "), value).strip()


class _Reader:
    """Reads one file; every complaint goes through `refuse`, which knows where it is."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.size = 10

    def record(self) -> Record:
        nodes = self.nodes()
        root = nodes[0]
        self.check_game(root)
        start = self.start(root)
        moves = self.moves(start, nodes)
        first, second, result = (
            _plain(root[name].values[0]) if name in root else "" for name in ("PB", "PW", "RE")
        )
        return Record(start, moves, first, second, result)

    def refuse(self, line: int, reason: str) -> NoReturn:
        raise BadText(f"{self.file}, line {line}: {reason}")

    def nodes(self) -> list[_Node]:
        """The main line: all nodes before a bracket first closes, as the first variation is the main one."""
        nodes: list[_Node] = []
        current: _Property | None = None
        for kind, token, line in self.tokens():
            if kind == "value":
                if current is None:
                    self.refuse(line, "a value stands without a property's name")
                current.values.append(token)
                continue
            self.check_filled(current)
            current = self.named(nodes, token, line) if kind == "name" else None
            if token == ";":
                nodes.append({})
        return nodes

    def tokens(self) -> Iterator[tuple[str, str, int]]:
        """Kind, text and line of each token from the first "(;" to the first ")", that one included."""
        opening = re.search(r"\(\s*+;", self.text)
        if opening is None:
            self.refuse(1, 'not SGF: no "(;" opens a game')
        at, line, closed = opening.start(), 1 + self.text.count("\n", 0, opening.start()), False
        while not closed:
            match = _TOKEN.match(self.text, at)
            if match is None:
                self.refuse_rest(at, line)
            kind = str(match.lastgroup)
            line += self.text.count("\n", at, match.start(kind))
            yield kind, match[kind], line
            line += self.text.count("\n", match.start(kind), match.end())
            at, closed = match.end(), match["mark"] == ")"

    def refuse_rest(self, at: int, line: int) -> NoReturn:
        rest = self.text[at:].lstrip()
        if not rest:
            self.refuse(line, "the record breaks off before its closing bracket")
        line += self.text.count("\n", at, len(self.text) - len(rest))
        self.refuse(
            line, "a value is not closed by ]" if rest[0] == "[" else f"{rest[0]!r} does not belong here"
        )

    def check_filled(self, current: _Property | None) -> None:
        if current is not None and not current.values:
            self.refuse(current.line, f"{current.name} has no value")

    def named(self, nodes: list[_Node], token: str, line: int) -> _Property:
        name = "".join(letter for letter in token if letter.isupper())  # old files write SiZe for SZ
        if not name:
            self.refuse(line, f"{token[:20]} is not the name of a property")
        if not nodes:
            self.refuse(line, f"{token[:20]} stands before the first node")
        if name in nodes[-1]:
            self.refuse(line, f"{name[:20]} stands twice in one node")
        nodes[-1][name] = _Property(name[:20], [], line)
        return nodes[-1][name]

    def check_game(self, root: _Node) -> None:
        game, size = root.get("GM"), root.get("SZ")
        if game is None:
            self.refuse(1, "GM is missing; a record of Amazons has GM[18]")
        if game.values[0].strip() != "18":
            self.refuse(game.line, f"GM is {game.values[0][:20]!r}, another game; Amazons is GM[18]")
        if size is not None:
            if size.values[0].strip() not in map(str, HOMES):
                self.refuse(size.line, f"SZ is {size.values[0][:20]!r}; the sizes are 10, 8 and 6")
            self.size = int(size.values[0].strip())

    def start(self, root: _Node) -> AmazonsPosition:
        """The root's position: the usual one, or what its setup properties build on an empty board."""
        game = Amazons(self.size)
        cells = list(game.start().cells) if root.keys().isdisjoint(SETUP) else [EMPTY] * self.size**2
        for name, cell in SETUP.items():
            for square in self.listed(root[name]) if name in root else ():
                cells[square] = cell
        mover = self.beginner(root)
        ranks = ["".join(cells[i : i + self.size]) for i in range(0, self.size**2, self.size)]
        try:
            return game.read(f"{'/'.join(reversed(ranks))} {mover}")
        except BadText:
            self.refuse(1, "the setup (AB, AW) must give each player one to four amazons")

    def beginner(self, root: _Node) -> Seat:
        if "PL" not in root:
            return Seat.FIRST
        colour = root["PL"].values[0].strip()
        if colour not in COLOUR.values():
            self.refuse(root["PL"].line, f"PL is {colour[:20]!r}, neither B nor W")
        return Seat.FIRST if colour == COLOUR[Seat.FIRST] else Seat.SECOND

    def listed(self, points: _Property) -> Iterator[int]:
        """The squares of a list of points; "aa:cc" is a rectangle."""
        for value in points.values:
            corner, _, opposite = value.strip().partition(":")
            low, high = self.square(corner, points.line), self.square(opposite or corner, points.line)
            (y0, x0), (y1, x1) = divmod(low, self.size), divmod(high, self.size)
            for y in range(min(y0, y1), max(y0, y1) + 1):
                yield from range(y * self.size + min(x0, x1), y * self.size + max(x0, x1) + 1)

    def square(self, point: str, line: int) -> int:
        letters = FILES[: self.size]
        if len(point) != 2 or not set(point) <= set(letters):
            self.refuse(line, f"{point[:20]!r} is not a point of this board")
        return letters.index(point[0]) + self.size * (self.size - 1 - letters.index(point[1]))

    def moves(self, start: AmazonsPosition, nodes: Sequence[_Node]) -> tuple[Move, ...]:
        position, moves = start, list[Move]()
        for number, node in enumerate(nodes):
            if number and not node.keys().isdisjoint(SETUP):
                self.refuse(next(iter(node.values())).line, "setup after the root is not read")
            for property_ in (node[name] for name in node if name in COLOUR.values()):
                move = self.move(position.mover, property_)
                try:
                    position = position.play(move)
                except IllegalMove as refusal:
                    self.refuse(property_.line, f"move {len(moves) + 1}: {refusal}")
                moves.append(move)
        return tuple(moves)

    def move(self, mover: Seat, found: _Property) -> Move:
        value = found.values[0].strip()
        if found.name != COLOUR[mover]:
            self.refuse(found.line, f"{found.name} moves, but it is {COLOUR[mover]}'s turn")
        if len(found.values) > 1:
            self.refuse(found.line, f"{found.name} has more than one value")
        if len(value) != 6:
            self.refuse(found.line, f"{value[:20]!r}: a move is three points, such as djddgd")
        start, to, arrow = (self.text_of(self.square(value[i : i + 2], found.line)) for i in (0, 2, 4))
        return f"{start}-{to}/{arrow}"

    def text_of(self, square: int) -> str:
        return f"{FILES[square % self.size]}{square // self.size + 1}"
