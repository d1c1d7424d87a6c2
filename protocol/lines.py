"""Bytes into lines, whatever a client does with them: any line end, any packet borders, a bound on length.

CRLF, LF and CR all end a line. Where CR and LF come in two packets a blank line appears between, harmless.
"""

BOM = b"\xef\xbb\xbf"


class TooLong(Exception):
    """No line end within the limit; what follows cannot be trusted."""


class NotText(Exception):
    """A line that is not UTF-8, or holds control characters."""


class LineSplitter:
    """Feed it bytes as they come."""

    def __init__(self, limit: int, crlf_only: bool = False) -> None:
        self._limit = limit
        self._crlf_only = crlf_only
        self._rest = b""
        self._begun = False  # a line was complete; the first may open with a mark

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete now. Raises TooLong."""
        buffer = self._rest + data
        if self._crlf_only:
            lines = buffer.split(b"\r\n")
        else:
            lines = buffer.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._rest = lines.pop()
        if len(self._rest) > self._limit or any(len(line) > self._limit for line in lines):
            raise TooLong(f"a line is longer than {self._limit} bytes")
        if lines and not self._begun:
            self._begun = True
            lines[0] = lines[0].removeprefix(BOM)
        return lines


def text_of(line: bytes) -> str:
    """A line as text. Raises NotText."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise NotText("the line is not UTF-8") from None
    if not text.isprintable():
        raise NotText("the line holds control characters")
    return text
