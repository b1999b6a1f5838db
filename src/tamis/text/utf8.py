"""Texts with halves of surrogate pairs, as broken pages have them: to bytes, and to what files can hold."""

from __future__ import annotations


def to_bytes(text: str | bytes) -> bytes:
    """A text as UTF-8, halves of surrogate pairs included; bytes as they are."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


def byte_length(text: str | bytes) -> int:
    """The length of a text in UTF-8.

    >>> byte_length("Zoë"), byte_length(b"abc")
    (4, 3)
    """
    return len(text) if isinstance(text, bytes) or text.isascii() else len(to_bytes(text))


def encodable(text: str) -> str:
    r"""The text with halves of surrogate pairs replaced: no file can hold them.

    >>> encodable("a\ud800")
    'a?'
    """
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
