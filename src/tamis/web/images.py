"""Where a page keeps the address of an image: in ``src``, or where a script takes it from when it comes into view."""

from __future__ import annotations

import re
from typing import Final

from tamis.html.nodes import Element, ancestors
from tamis.web.urls import safe_url

_LAZY: Final = (
    "data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-hi-res-src", "data-full-src",
    "data-url", "data-image", "data-actualsrc", "data-echo",
)  # fmt: skip
"""attributes in which pages keep the address of an image that a script loads when it comes into view"""
_LAZY_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")
_PLACEHOLDER: Final = re.compile(
    r"^data:|(?:blank|spacer|pixel|placeholder|loading|lazy|transparent|1x1)[\w.-]{0,40}\.(?:gif|png|svg)", re.I
)


def image_source(image: Element, base: str | None) -> str | None:
    """The address of an image, wherever the page keeps it.

    >>> from tamis.html.parser import parse
    >>> page = parse("<img src='data:image/gif;base64,R0' data-src='/loaf.jpg'><img srcset='s.jpg 1x, l.jpg 2x'>")
    >>> [image_source(image, "https://example.com/") for image in page.select("img")]
    ['https://example.com/loaf.jpg', 'https://example.com/l.jpg']
    """
    own = image.attr("src") or ""
    if own and not _PLACEHOLDER.search(own) and (found := safe_url(own, base)):
        return found
    for name in _LAZY:
        value = image.attr(name) or ""
        if value and not value.startswith(("data:", "{", "[")) and (found := safe_url(value, base)):
            return found
    sets = [image.attr(name) for name in _LAZY_SETS]
    parent = next(ancestors(image), None)
    if parent is not None and parent.tag == "picture":
        sets += [source.attr(name) for source in parent.select("source") for name in _LAZY_SETS]
    for candidates in sets:
        if candidates and (found := safe_url(_largest(candidates), base)):
            return found
    return safe_url(own, base)


def _largest(srcset: str) -> str:
    """The last address of a ``srcset`` that has the largest descriptor."""
    best, size = "", -1.0
    for candidate in srcset[:4000].split(", "):
        address, _, descriptor = candidate.strip().rstrip(",").partition(" ")
        number = descriptor.strip()[:-1]
        value = float(number) if re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{1,4})?", number) else 0.0
        if address and not address.startswith("data:") and value > size:
            best, size = address, value
    return best
