"""Pages that are broken as a browser would read them: something in which nothing is markup has no end.

An unclosed title, text area, style, script or comment swallows all that follows, up to the end of the next of its kind
or of the page. Browsers show nothing then. :mod:`tamis.blocks.embedded` decides when such a page is read as if what is
unclosed ended before the next block-level tag. It is blanked out, so that all else keeps its place in the source.
"""

from __future__ import annotations

import re
from typing import Final

from tamis.text.patterns import late

_RAW: Final = late(r"<(?:(title|textarea|style|script|xmp|iframe|noframes|noembed)(?=[\s/>])|!--)", re.IGNORECASE)
_BLOCK: Final = late(
    r"</?(?:body|p|div|table|td|tr|h[1-6]|ul|ol|li|article|section|main|header|nav|center|form|hr|blockquote)(?=[\s/>])",
    re.IGNORECASE,
)
_MOST: Final = 5
"""unclosed elements of a page that are looked for"""


def repaired(source: str) -> tuple[str, list[str]] | None:
    """A page's source with unclosed titles, scripts and comments blanked out, and their names; ``None`` without any.

    >>> repaired("<title>Rye<body><p>Rye is a grass.")
    ('          <body><p>Rye is a grass.', ['title'])
    >>> repaired("<title>Rye</title><!-- <p>old --><p>Rye is a grass.") is None
    True
    """
    pieces: list[str] = []
    names: list[str] = []
    done = at = 0
    while len(names) < _MOST and (opened := _RAW.search(source, at)):
        name = (opened[1] or "comment").lower()
        end = _end(source, name, opened.end())
        inner = source[opened.end() : end].lower()
        again = "<!--" if name == "comment" else f"<{name}"
        if (end == len(source) or again in inner) and (block := _BLOCK.search(source, opened.end(), end)):
            pieces += source[done : opened.start()], " " * (block.start() - opened.start())
            names.append(name)
            done = at = block.start()
        else:
            at = end
    return ("".join([*pieces, source[done:]]), names) if names else None


def _end(source: str, name: str, at: int) -> int:
    """Where what has begun ends; the end of the source if it does not."""
    if name == "comment":
        end = source.find("-->", at)
        return len(source) if end < 0 else end
    closed = _CLOSERS[name].search(source, at)
    return closed.start() if closed else len(source)


_CLOSERS: Final = {
    name: late(rf"</{name}(?=[\s/>])", re.IGNORECASE)
    for name in ("title", "textarea", "style", "script", "xmp", "iframe", "noframes", "noembed")
}
