"""SGF, both ways: one game of 9x9 Go, FF[4], from the empty board, Black and White in turn.

`read` follows the main line, replays it by the rules, and refuses set-up stones and handicaps. Whatever is
wrong with a text, it raises BadText with the file, the line and the reason in one line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.base import BadText, IllegalMove, Move
from games.go9.rules import COLUMNS, PASS, SIZE, Go9, Go9Position

_LETTERS = "abcdefghi"
_POINT_OF = {
    x + y: f"{column}{SIZE - row}"
    for column, x in zip(COLUMNS, _LETTERS, strict=True)
    for row, y in enumerate(_LETTERS)
}
_SGF_OF = {point: letters for letters, point in _POINT_OF.items()} | {PASS: ""}
_MOVE_OF = _POINT_OF | {"": PASS, "tt": PASS}
_COLOURS = ("B", "W")
_SETUP = ("AB", "AW", "AE", "PL")
_TOKEN = re.compile(r"\s*(?:([();])|([A-Z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)
_MAX_KOMI = SIZE * SIZE


@dataclass(frozen=True, slots=True)
class Record:
    position: Go9Position  # the last one; it knows the moves and the komi
    black: str = ""  # players
    white: str = ""
    result: str = ""  # "B+3.0", "W+Resign", "Draw"; empty if unknown


def write(record: Record) -> str:
    """The record as SGF, one line for the root and ten moves to each line after it."""
    fields = {
        "KM": f"{record.position.komi:.1f}",
        "PB": record.black,
        "PW": record.white,
        "RE": record.result,
    }
    root = "".join(f"{name}[{_escape(value)}]" for name, value in fields.items() if value)
    nodes = [f";{_COLOURS[i % 2]}[{_SGF_OF[move]}]" for i, move in enumerate(record.position.moves)]
    lines = ["".join(nodes[i : i + 10]) for i in range(0, len(nodes), 10)]
    return "\n".join([f"(;GM[1]FF[4]CA[UTF-8]SZ[{SIZE}]{root}", *lines]) + ")\n"


def read(text: str, file: str = "sgf") -> Record:
    """The record in an SGF text; `file` names it in errors. Raises BadText."""
    try:
        nodes = _main_line(text)
        komi = _root_facts(nodes[0])
        record = Record(Go9(komi=komi).start(), *(_simple(nodes[0], name) for name in ("PB", "PW", "RE")))
        return _replay(record, _moves(nodes))
    except _Wrong as wrong:
        line = text.count("\n", 0, wrong.at) + 1
        raise BadText(f"{' '.join(file.split())}:{line}: {wrong.reason}") from None


class _Wrong(Exception):
    def __init__(self, at: int, reason: str) -> None:
        self.at, self.reason = at, reason


class _Token(NamedTuple):
    at: int
    sign: str  # "(", ")" or ";"; or
    name: str  # of a property; or
    value: str | None


class _Value(NamedTuple):
    at: int
    text: str


_Node = dict[str, _Value]  # only the first value of a property; nothing read here has more


def _tokens(text: str) -> Iterator[_Token]:
    at, end = len(text) - len(text.lstrip("\ufeff")), len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise _Wrong(
                at, "a value is never closed" if text[at] == "[" else f"{text[at]!r} has no place here"
            )
        at = match.end()
        yield _Token(match.start(match.lastindex or 0), match[1] or "", match[2] or "", match[3])


def _main_line(text: str) -> list[_Node]:
    """The nodes before the first ")": there the main line ends, and variations begin."""
    nodes: list[_Node] = []
    name, depth, closed, at = "", 0, False, 0
    for token in _tokens(text):
        at = token.at
        if depth == 0 and (closed or token.sign != "("):
            raise _Wrong(at, "one game is expected, from ( to )")
        depth += (token.sign == "(") - (token.sign == ")")
        if not closed:
            name = _add(nodes, token, name)
        closed = closed or token.sign == ")"
    if depth or not closed:
        raise _Wrong(at, "the game is never closed by )")
    if not nodes:
        raise _Wrong(at, "the game is empty")
    return nodes


def _add(nodes: list[_Node], token: _Token, name: str) -> str:
    """Put a token of the main line into its node; the name of the property whose values may follow."""
    if name and token.value is None and name not in nodes[-1]:
        raise _Wrong(token.at, f"{name} has no value")
    if token.sign == ";":
        nodes.append({})
    if token.sign:
        return ""
    if not nodes:
        raise _Wrong(token.at, "a property stands before the first node")
    if token.name:
        if token.name in nodes[-1]:
            raise _Wrong(token.at, f"{token.name} stands twice in one node")
        return token.name
    if not name:
        raise _Wrong(token.at, "a value without a property")
    nodes[-1].setdefault(name, _Value(token.at, _unescape(token.value or "")))
    return name


def _root_facts(root: _Node) -> float:
    """The komi, once all else in the root is seen to be 9x9 Go."""
    for name, needed, default in (
        ("GM", "1", "1"),
        ("FF", "4", "4"),
        ("SZ", str(SIZE), "19"),
        ("HA", "0", "0"),
    ):
        value = root.get(name, _Value(0, default))
        if value.text.strip() != needed:
            raise _Wrong(value.at, f"{name} is {_short(value.text)}, must be {needed}")
    komi = root.get("KM", _Value(0, "missing"))
    if not re.fullmatch(r"\s*[0-9]{1,2}(\.[05]0*)?\s*", komi.text) or float(komi.text) > _MAX_KOMI:
        raise _Wrong(komi.at, f"KM is {_short(komi.text)}, must be a komi in half points")
    return float(komi.text)


def _moves(nodes: list[_Node]) -> Iterator[tuple[int, Move]]:
    """Where each move stands, and the move."""
    number = 0
    for node in nodes:
        for name in _SETUP:
            if name in node:
                raise _Wrong(node[name].at, f"{name}: set-up stones are not supported")
        for colour in _COLOURS:
            if colour in node:
                yield _move(node[colour], colour, number)
                number += 1


def _move(value: _Value, colour: str, number: int) -> tuple[int, Move]:
    if colour != _COLOURS[number % 2]:
        raise _Wrong(value.at, f"move {number + 1} is {colour}'s, must be {_COLOURS[number % 2]}'s")
    if value.text.strip() not in _MOVE_OF:
        raise _Wrong(value.at, f"move {number + 1} is {_short(value.text)}, must be a point aa..ii or empty")
    return value.at, _MOVE_OF[value.text.strip()]


def _replay(record: Record, moves: Iterator[tuple[int, Move]]) -> Record:
    position = before = record.position
    for at, move in moves:
        try:
            before, position = position, position.play(move)
        except IllegalMove as error:
            raise _Wrong(at, f"move {len(position.moves) + 1} is illegal: {error}") from None
    if _resigned(record.result, position):
        position = before
    return Record(position, record.black, record.white, record.result)


def _resigned(result: str, position: Go9Position) -> bool:
    """Whether the last move is the pass that CGOS writes for a resignation."""
    other = _COLOURS[len(position.moves) % 2]
    return position.moves[-1:] == (PASS,) and result in (f"{other}+R", f"{other}+Resign")


def _simple(node: _Node, name: str) -> str:
    """A one-line text: white space is blank, and none is left around it (CGOS pads its results)."""
    return re.sub(r"\s", " ", node[name].text).strip() if name in node else ""


def _escape(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", re.sub(r"\s", " ", text))


def _unescape(value: str) -> str:
    """Without the backslashes; one before a line end takes the line end with it."""
    return re.sub(r"\\(\r\n|\n\r|.)", lambda match: match[1].strip("\r\n"), value, flags=re.DOTALL)


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...")
