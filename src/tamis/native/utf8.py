"""UTF-8 to text, by Python; with a compiler ``utf8.pyx`` takes its place."""

from __future__ import annotations


def decode(data: bytes) -> str | None:
    """The text of bytes that are UTF-8; ``None`` if they are not."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None
