"""Our own decoder of UTF-8 says what Python's does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.native import utf8

EDGES = "\0\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ue000\ufffd\uffff\U00010000\U0010ffff"


def expected(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def test_every_lead_and_second_byte() -> None:
    for lead in range(256):
        for second in range(256):
            for rest in (b"", b"\x80", b"\xbf\x80", b"\x80\x80\x80", b"\x80a"):
                data = bytes([lead, second]) + rest
                assert utf8.decode(data) == expected(data), data


@pytest.mark.parametrize("letter", EDGES)
@pytest.mark.parametrize("before", [0, 1, 7, 31, 32, 33, 64])
def test_letters_at_any_place(letter: str, before: int) -> None:
    for after in (0, 1, 31, 32, 40):
        text = "x" * before + letter + "y" * after
        found = utf8.decode(text.encode())
        assert found == text and hash(found) == hash(text)
        assert utf8.decode(text.encode() + b"\xe2\x82") is None


@given(st.text(alphabet=st.one_of(st.sampled_from("abc <>" + EDGES), st.characters(exclude_categories=["Cs"]))))
def test_any_text(text: str) -> None:
    assert utf8.decode(text.encode()) == text


@given(st.text(min_size=20), st.integers(0), st.integers(0, 255))
def test_a_byte_that_is_wrong(text: str, at: int, byte: int) -> None:
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    data[at % len(data)] = byte
    assert utf8.decode(bytes(data)) == expected(bytes(data))
