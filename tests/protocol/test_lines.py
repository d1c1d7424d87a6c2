"""Bytes into lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.lines import LineSplitter, NotText, TooLong, text_of


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_any_line_end_will_do(end: bytes) -> None:
    lines = LineSplitter(100)
    assert lines.feed(b"one" + end + b"two" + end + b"thr") == [b"one", b"two"]
    assert lines.feed(b"ee" + end) == [b"three"]


@given(
    st.lists(st.binary(max_size=8).filter(lambda b: b"\n" not in b and b"\r" not in b), max_size=8), st.data()
)
def test_packet_borders_do_not_matter(lines: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(line + b"\n" for line in lines)
    splitter, got = LineSplitter(100), []
    if whole.startswith(b"\xef\xbb\xbf"):
        return
    while whole:
        size = data.draw(st.integers(1, len(whole)))
        got += splitter.feed(whole[:size])
        whole = whole[size:]
    assert got == lines


def test_a_byte_order_mark_is_passed_over() -> None:
    assert LineSplitter(100).feed(b"\xef\xbb\xbfhello\n") == [b"hello"]


def test_a_line_without_end_is_cut_off_at_the_limit() -> None:
    lines = LineSplitter(10)
    lines.feed(b"0123456789")
    with pytest.raises(TooLong):
        lines.feed(b"0")


def test_by_request_only_crlf_ends_a_line() -> None:
    lines = LineSplitter(100, crlf_only=True)
    assert lines.feed(b"one\ntwo\r\n") == [b"one\ntwo"]


@pytest.mark.parametrize("line", [b"\xff\xfe", b"a\0b", b"\x1b[2J", b"tab\there"])
def test_noise_is_not_text(line: bytes) -> None:
    with pytest.raises(NotText):
        text_of(line)
