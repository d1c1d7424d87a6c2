"""The text under TUBSTAP's maps and records: pieces that end in ";", each holding tags like SIZEX[8].

Structure is ASCII; comments are UTF-8 or Shift_JIS. What is wrong is said as "file:line: reason".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from games.base import BadText

MAX_BYTES = 4_000_000  # far above any real file; more is not worth the wait
COMMENTS = ("AUTHOR", "MAPCOM", "COM", "PLAYEDDATE", "PLAYERRED", "PLAYERBLUE")  # free text inside

_TAG = re.compile(r"\b([A-Z]+)\[(.*?)\]", re.DOTALL)
_OPEN = re.compile(r"\b([A-Z]+)\[")
_COMMENT = re.compile(r"\s*COM\[(.*)\]", re.DOTALL)  # may hold brackets itself
_NUMBER = re.compile(r"\s*-?[0-9]{1,6}\s*")


@dataclass(frozen=True, slots=True)
class Tag:
    name: str
    content: str
    where: str
    line: int

    def bad(self, reason: str) -> BadText:
        return bad(self.where, self.line, f"{self.name}: {reason}")

    def number(self, low: int, high: int, what: str = "") -> int:
        """Its whole content as a number. Raises BadText."""
        return self.to_number(self.content, low, high, what or "the value")

    def to_number(self, text: str, low: int, high: int, what: str) -> int:
        if not _NUMBER.fullmatch(text):
            raise self.bad(f"{what} is {short(text)}, not a number")
        if not low <= int(text) <= high:
            raise self.bad(f"{what} is {int(text)}, not in {low}..{high}")
        return int(text)

    def fields(self, count: int) -> list[str]:
        """Its content split at commas. Raises BadText unless there are `count` fields."""
        fields = self.content.replace("\n", "").split(",")
        if len(fields) != count:
            raise self.bad(f"{len(fields)} fields where {count} belong")
        return [field.strip() for field in fields]


def bad(where: str, line: int, reason: str) -> BadText:
    return BadText(f"{where}:{line}: {reason}")


def short(text: str) -> str:
    """A quotation fit for a one-line message."""
    return repr(text if len(text) <= 20 else text[:20] + "...")


def decode(data: bytes, where: str) -> str:
    """A file's text, with line ends made equal. Raises BadText."""
    if len(data) > MAX_BYTES:
        raise bad(where, 1, f"longer than {MAX_BYTES} bytes")
    for encoding in ("utf-8-sig", "cp932"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return text.replace("\r\n", "\n").replace("\r", "\n")
    raise bad(where, 1, "neither UTF-8 nor Shift_JIS text")


def tags(text: str, where: str) -> Iterator[Tag]:
    """All tags in order. Raises BadText at one that is never closed, unless it holds a comment."""
    line = 1
    for piece in text.split(";"):
        end = 0
        for name, match in _matches(piece):
            yield Tag(name, match[match.lastindex or 0], where, line + piece.count("\n", 0, match.start(1)))
            end = match.end()
        rest = _OPEN.search(piece, end)
        if rest and rest[1] not in COMMENTS:
            raise bad(where, line + piece.count("\n", 0, rest.start()), f"{rest[1]}[ is never closed")
        line += piece.count("\n")


def _matches(piece: str) -> list[tuple[str, re.Match[str]]]:
    if comment := _COMMENT.match(piece):
        return [("COM", comment)]
    return [(match[1], match) for match in _TAG.finditer(piece)]


def plain(text: str) -> str:
    """Free text without what would end its tag early."""
    return text.replace("]", ")").replace(";", ",")
