"""Where a page keeps the address of an image: in ``src``, or where a script takes it from when it comes into view."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tamis.html.nodes import Element, ancestors
from tamis.web.urls import safe_url

_WHOLE: Final = (
    "data-orig-file", "data-large-file", "data-full-src", "data-hi-res-src", "data-original-src", "data-zoom-src",
)  # fmt: skip
"""attributes in which pages keep the address of an image in its full size"""
_LAZY: Final = (
    "data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-image", "data-actualsrc", "data-echo",
)  # fmt: skip
"""attributes in which pages keep the address of an image that a script loads when it comes into view"""
_LAZY_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")
_PLACEHOLDER: Final = re.compile(
    r"^data:|(?:blank|spacer|pixel|placeholder|loading|lazy|transparent|1x1)[\w.-]{0,40}\.(?:gif|png|svg)", re.I
)
_IMAGE: Final = re.compile(
    r"^[^\s{}\[\]<>\"]{1,2000}\.(?:jpe?g|png|webp|avif|gif|svg|jxl)(?:[?#][^\s<>\"]{0,1000})?$", re.IGNORECASE
)
_CANDIDATE: Final = re.compile(r"\s*(?:,\s*)?([^\s,][^\s]{0,2000})(\s+[0-9.]{1,10}[wxh])?\s*(?:,|$)")
_MOST_CANDIDATES: Final = 40


def image_source(image: Element, base: str | None) -> str | None:
    """The address of an image, wherever the page keeps it; of several sizes the largest.

    >>> from tamis.html.parser import parse
    >>> page = parse("<img src='data:image/gif;base64,R0' data-src='/loaf.jpg'><img srcset='s.jpg 1x, l.jpg 2x'>")
    >>> [image_source(image, "https://example.com/") for image in page.select("img")]
    ['https://example.com/loaf.jpg', 'https://example.com/l.jpg']
    """
    for address in _addresses(image):
        if address and not address.startswith(("data:", "{", "[")) and (found := safe_url(address, base)):
            return found
    return None


def _addresses(image: Element) -> Iterable[str]:
    """The addresses that an image may have, the best first."""
    yield from (value for name in _WHOLE if _IMAGE.match(value := image.attr(name) or ""))
    sets = [image.attr(name) for name in _LAZY_SETS]
    parent = next(ancestors(image), None)
    if parent is not None and parent.tag == "picture":
        sets += [source.attr(name) for source in parent.select("source") for name in _LAZY_SETS]
    yield from (_largest(candidates) for candidates in sets if candidates)
    own = image.attr("src") or ""
    shown = bool(own) and not _PLACEHOLDER.search(own)
    yield from (value for name in _LAZY if (value := image.attr(name) or "") and (not shown or _IMAGE.match(value)))
    if shown:
        yield own
    names = (name for name in image.attrs if name.startswith("data-"))
    yield from (value for name in names if _IMAGE.match(value := image.attr(name) or ""))
    yield own


def _largest(srcset: str) -> str:
    """The address of a ``srcset`` that has the largest descriptor, the first of several.

    >>> _largest("/w_3,h_2/a.jpg 1x, /b.jpg 2x")
    '/b.jpg'
    """
    best, size, at = "", -1.0, 0
    for _ in range(_MOST_CANDIDATES):
        found = _CANDIDATE.match(srcset, at)
        if found is None:
            break
        at = found.end()
        address, descriptor = found[1].rstrip(","), (found[2] or "").strip()[:-1]
        value = float(descriptor) if re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{1,4})?", descriptor) else 0.0
        if not address.startswith("data:") and value > size:
            best, size = address, value
    return best
