"""Where a page's ``noscript`` elements stand, and whether one would swallow the page.

The parser is run as by those who run no scripts, so that what such a reader is told is markup. Then the markup in a
``noscript`` may reach out of it, which no browser lets it do: a frame that is written ``<iframe … />`` has no end, and
all that follows is its content. Pages do that, as nobody sees it.

>>> page = "<noscript><iframe src=/count /></noscript><p>Rye is a grass."
>>> [page[begin:end] for begin, end in insides(page)], leaves_open(page, len("<noscript"))
(['<iframe src=/count />'], True)
>>> leaves_open("<noscript><iframe src=/count></iframe></noscript><p>Rye is a grass.", len("<noscript"))
False
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tamis.text.patterns import late

_OPEN: Final = late(r"<noscript[^>]{0,200}>", re.IGNORECASE)
_CLOSE: Final = late(r"</noscript", re.IGNORECASE)
_RAW: Final = late(r"<(iframe|style|script|noframes|noembed|xmp|textarea|title)(?=[\s/>])")
"""elements in which no other begins or ends"""
_NEAR: Final = 4096
"""characters; a page may have a million that do not end"""


def insides(source: str) -> Iterator[tuple[int, int]]:
    """Where the content of each begins and ends."""
    done = 0
    while opened := _OPEN.search(source, done):
        closed = _CLOSE.search(source, opened.end())
        done = closed.start() if closed else len(source)
        yield opened.end(), done


def leaves_open(source: str, begin: int) -> bool:
    """Whether the one whose attributes begin there, if it has an end not far away, holds the beginning of something
    that does not end in it.
    """
    end = source.find("</noscript", begin, begin + _NEAR)
    if end < 0:
        end = source.find("</NOSCRIPT", begin, begin + _NEAR)
    inside = source[begin:end].lower() if end >= 0 else ""
    raw = _RAW.search(inside)
    while raw:
        closed = inside.find(f"</{raw[1]}", raw.end())
        if closed < 0:
            return True
        raw = _RAW.search(inside, closed)
    return False
