"""Character references: ``&amp;``, ``&#8217;``.

What is written in full means the same wherever it stands, and is read here. For the rest (``&copy`` without its
semicolon, numbers that mean no character) the parser is asked, so that nothing is read in two ways. Most pages have
none of the rest, and so the first page of a process does not wait for the parser to be imported, a third of NumPy's
time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from sys import modules
from typing import Final

_REFERENCE: Final = re.compile(r"&(#[0-9]{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z][A-Za-z0-9]{0,40})?;?")
_COMMON: Final = {"amp": "&", "nbsp": "\xa0", "quot": '"', "gt": ">", "lt": "<"}
"""nine of ten names on wcxb-dev's pages; Python's table of all of them takes a while to import"""


class _NotInFullError(Exception):
    """A reference that only the parser knows."""


def quickest() -> Callable[[str], str]:
    """What to read references with: once the parser is there, its own is quicker."""
    # Another thread may be importing it just now.
    own: Callable[[str], str] = getattr(modules.get("turbohtml"), "unescape", unescape)
    return own


def unescape(text: str) -> str:
    """What a text with character references says.

    >>> unescape("salt &amp; pepper &#x2019; &copyleft")
    'salt & pepper ’ ©left'
    """
    if (found := read_in_full(text)) is not None:
        return found
    from tamis.html import parser

    return parser.unescape(text)


def unescape_value(value: str) -> str:
    """What an attribute's value says; there, references that are not written in full have rules of their own.

    >>> unescape_value("?a=1&copy=2&amp;b=3")
    '?a=1&copy=2&b=3'
    """
    if "&" not in value:
        return value
    if (found := read_in_full(value)) is not None:
        return found
    from tamis.html.parser import tokenize

    quoted = value.replace('"', "&quot;")
    token = next(iter(tokenize(f'<a b="{quoted}">')))
    return (token.attrs or [("b", value)])[0][1]


def read_in_full(text: str) -> str | None:
    """What a text says if all its references are written in full; ``None`` if they are not.

    >>> read_in_full("salt &amp; pepper"), read_in_full("&copyleft")
    ('salt & pepper', None)
    """
    try:
        return _REFERENCE.sub(_character, text)
    except _NotInFullError:
        return None


def _character(reference: re.Match[str]) -> str:
    name = reference[1]
    if name is None:
        return reference[0]  # nothing but the sign
    if reference[0][-1] != ";":
        raise _NotInFullError
    if name[0] == "#":
        code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
        if 32 <= code < 127 or 160 <= code < 0xD800:
            return chr(code)
        raise _NotInFullError
    return _COMMON.get(name) or _named(name)


def _named(name: str) -> str:
    from html.entities import html5

    if (found := html5.get(f"{name};")) is None:
        raise _NotInFullError
    return found
