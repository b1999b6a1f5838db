"""Character references: ``&amp;``, ``&#8217;``."""

from __future__ import annotations

from tamis.native.attributes import read_value
from tamis.native.references import decode


def unescape(text: str) -> str:
    """What a text with character references says.

    >>> unescape("salt &amp; pepper &#x2019; &copyleft")
    'salt & pepper ’ ©left'
    """
    return decode(text, False)


def unescape_value(value: str) -> str:
    """What an attribute's value says; there, references that are not written in full have rules of their own.

    >>> unescape_value("?a=1&copy=2&amp;b=3")
    '?a=1&copy=2&b=3'
    """
    return read_value(value)
