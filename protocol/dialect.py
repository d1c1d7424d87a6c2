"""How one connection talks: a dialect stands between its lines and the messages of the referee.

Every wire format is a class with this interface, the native one below included. Pure: bytes and time are
the shell's.
"""

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

    def tell(self, message: Message) -> Step:
        """The referee has a message for the client."""


class Native:
    """Version 1 of the protocol in PROTOCOL.md."""

    line_end = "\n"
    crlf_only = False
    returns = True

    def __init__(self, game: str) -> None:
        self._game = game

    def greet(self) -> Step:
        return self.tell(Greeting(VERSION, self._game))

    def heard(self, line: str) -> Step:
        words = line.strip(" ")
        if not words:
            return NOTHING
        try:
            return Step(messages=(decode_client(words),))
        except ProtocolError as error:
            return self.refuse(Refused(error.code, Text(error.why)))

    def refuse(self, refused: Refused) -> Step:
        return self.tell(refused)

    def tell(self, message: Message) -> Step:
        return Step((encode(message),), close=isinstance(message, Bye))
