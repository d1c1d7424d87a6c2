"""Messages and their lines, both ways."""

from dataclasses import fields
from enum import StrEnum
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import Chance, Seat
from protocol.codec import Decoder, ProtocolError, decode_client, decode_server, encode
from protocol.messages import CLIENT, SERVER, Go, Hello, Message, Moved, Play, Text

WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=20)
TEXTS = st.lists(WORDS, max_size=5).map(" ".join)


def values(kind: Any) -> st.SearchStrategy[Any]:
    if kind is Text:
        return TEXTS
    if kind is int:
        return st.integers(-(10**12), 10**12)
    if kind == Seat | Chance:
        return st.sampled_from([*Seat, *Chance])
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return st.sampled_from(list(kind))
    return WORDS


def names_of(kind: type[Message]) -> list[str]:
    """The fields that stand in the line."""
    return [field.name for field in fields(kind) if field.metadata.get("line", True)]


def messages(kinds: tuple[type[Message], ...]) -> st.SearchStrategy[Message]:
    return st.one_of(
        *(st.builds(kind, *[values(get_type_hints(kind)[name]) for name in names_of(kind)]) for kind in kinds)
    )


@given(messages(CLIENT))
def test_every_client_message_comes_back_from_its_line(message: Message) -> None:
    assert decode_client(encode(message)) == message


@given(messages(SERVER))
def test_every_referee_message_comes_back_from_its_line(message: Message) -> None:
    assert decode_server(encode(message)) == message


@given(st.text())
def test_any_text_is_a_message_or_a_protocol_error(line: str) -> None:
    for decode in (decode_client, decode_server):
        try:
            decode(line)
        except ProtocolError as error:
            assert error.why


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "unknown word ''"),
        ("HELLO alice", "unknown word 'HELLO'"),
        ("hello", "expected: hello name token"),
        ("hello a b c", "expected: hello name token"),
        ("hello  alice", "expected: hello name token"),
        ("move", "expected: move move"),
        ("move A,N B,N", "expected: move move"),
        ("ready now", "expected: ready"),
    ],
)
def test_a_wrong_line_is_refused_with_what_was_expected(line: str, why: str) -> None:
    with pytest.raises(ProtocolError, match=why.replace("?", r"\?")):
        decode_client(line)


def test_optional_fields_may_be_left_out() -> None:
    assert decode_client("hello alice") == Hello("alice")
    assert encode(Hello("alice")) == "hello alice"


def test_a_text_field_keeps_its_spaces() -> None:
    assert decode_server("go 3 1000 a view of words") == Go(3, 1000, Text("a view of words"))
    assert decode_server("moved 0 chance hit") == Moved(0, Chance.CHANCE, "hit")


def test_a_side_understands_only_what_the_other_may_say() -> None:
    decode = Decoder((Play,))
    assert decode("move A,N") == Play("A,N")
    with pytest.raises(ProtocolError):
        decode("go 1 2 view")
