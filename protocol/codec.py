"""The text of messages, both ways: a line is the verb and the fields, one space between."""

from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields
from enum import StrEnum
from operator import attrgetter
from types import UnionType
from typing import Any, get_args, get_type_hints

from protocol.messages import CLIENT, SERVER, Message, Refusal, Text


class ProtocolError(Exception):
    """A line that a peer should not have sent."""

    def __init__(self, code: Refusal, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


def _integer(word: str) -> int:
    if not (word.isascii() and word.removeprefix("-").isdigit() and len(word) < 16):
        raise ValueError
    return int(word)


def _reader(kind: Any) -> Callable[[str], Any]:
    if isinstance(kind, UnionType):
        names = {str(member): member for part in get_args(kind) for member in part}
        return names.__getitem__
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind
    return _integer if kind is int else str


class _Form:
    """How one kind of message is written."""

    def __init__(self, kind: type[Message]) -> None:
        hints = get_type_hints(kind)
        written = [field for field in fields(kind) if field.metadata.get("line", True)]
        self.kind = kind
        self.names = [field.name for field in written]
        self.readers = [_reader(hints[name]) for name in self.names]
        self.least = sum(field.default is MISSING for field in written)
        self.ends_in_text = bool(self.names) and hints[self.names[-1]] is Text
        self.usage = " ".join([kind.verb, *self.names])
        self.pattern = " ".join([kind.verb, *["%s"] * len(self.names)])
        self.values = attrgetter(*self.names) if self.names else lambda _: ()

    def read(self, rest: str) -> Message:
        words = rest.split(" ", len(self.names) - 1) if self.ends_in_text else rest.split(" ")
        if rest == "":
            words = []
        if self.ends_in_text and len(words) == len(self.names) - 1:
            words.append("")
        if not self.least <= len(words) <= len(self.names) or (not self.ends_in_text and "" in words):
            raise ValueError
        return self.kind(*[read(word) for read, word in zip(self.readers, words, strict=False)])


_FORMS = {kind: _Form(kind) for kind in (*CLIENT, *SERVER)}


def encode(message: Message) -> str:
    """The line of a message, without a line end."""
    form = _FORMS[type(message)]
    return (form.pattern % form.values(message)).rstrip(" ")


class Decoder:
    """Reads the lines of one side."""

    def __init__(self, kinds: Iterable[type[Message]]) -> None:
        self._forms = {kind.verb: _FORMS[kind] for kind in kinds}

    def __call__(self, line: str) -> Message:
        """The message of a line. Raises ProtocolError."""
        verb, _, rest = line.partition(" ")
        form = self._forms.get(verb)
        if form is None:
            known = ", ".join(self._forms)
            raise ProtocolError(Refusal.MALFORMED, f"unknown word {verb[:40]!r}; there are {known}")
        try:
            return form.read(rest)
        except (ValueError, KeyError):
            raise ProtocolError(Refusal.MALFORMED, f"expected: {form.usage}") from None


decode_client = Decoder(CLIENT)
decode_server = Decoder(SERVER)
