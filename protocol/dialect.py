"""How one connection talks: a dialect stands between its lines and the messages of the referee.

Every wire format is a class with this interface, the native one below included. Pure: bytes and time are
the shell's.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from protocol.codec import ProtocolError, decode_client, encode
from protocol.messages import VERSION, Bye, Greeting, Message, Refused, Text


@dataclass(frozen=True, slots=True)
class Step:
    """What follows from a line or a message."""

    lines: tuple[str, ...] = ()  # for the client
    messages: tuple[Message, ...] = ()  # for the referee, as if the client had said them
    close: bool = False  # hang up when the lines are out


NOTHING = Step()


class Dialect(Protocol):
    line_end: str
    crlf_only: bool  # whether a bare LF does not end a client's line
    returns: bool  # whether a client that went away can prove who it is and come back

    def greet(self) -> Step:
        """What to do when the client has connected."""

    def heard(self, line: str) -> Step:
        """The client sent a line."""

    def refuse(self, refused: Refused) -> Step:
        """The client sent something that is not even a line of text."""

    def tell(self, messages: Sequence[Message]) -> Step:
        """The referee has messages for the client, which belong together."""


class Native:
    """Version 1 of the protocol in PROTOCOL.md."""

    line_end = "\n"
    crlf_only = False
    returns = True

    def __init__(self, game: str) -> None:
        self._game = game

    def greet(self) -> Step:
        return self.tell([Greeting(VERSION, self._game)])

    def heard(self, line: str) -> Step:
        words = line.strip(" ")
        if not words:
            return NOTHING
        try:
            return Step(messages=(decode_client(words),))
        except ProtocolError as error:
            return self.refuse(Refused(error.code, Text(error.why)))

    def refuse(self, refused: Refused) -> Step:
        return self.tell([refused])

    def tell(self, messages: Sequence[Message]) -> Step:
        return Step(tuple(map(encode, messages)), close=any(isinstance(it, Bye) for it in messages))


def together(steps: Iterable[Step]) -> Step:
    """One after the other, as one step."""
    lines: list[str] = []
    messages: list[Message] = []
    close = False
    for step in steps:
        lines += step.lines
        messages += step.messages
        close |= step.close
    return Step(tuple(lines), tuple(messages), close)
