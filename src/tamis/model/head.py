"""The declarations of a page outside of its text, as hashed tokens: generator, types, words of its address.

They distinguish a shop from a forum. Like other names they are known by hash alone.
"""

from __future__ import annotations

import re
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tamis.html.tree import Tree
from tamis.native.hashing import places_of

HEAD_BUCKETS: Final = 1024
_TYPE: Final = re.compile(r'"@type"\s{0,4}:\s{0,4}"(\w{1,40})"')
_MOST_TYPES: Final = 12
_MOST_ELEMENTS: Final = 400
"""children of the head that are looked at; a head has about fifty"""
_DECLARING: Final = ("generator", "og:type", "og:url")
_CANONICAL: Final = ("canonical",)
_ADDRESS: Final = re.compile(r"(?:https?:)?//([^/?#]{1,100})([^?#]{0,200})")
_SEGMENT: Final = re.compile(r"[a-z]{1,14}(?=/|$|\.)")


def read_head(tree: Tree, url: str | None) -> tuple[str | None, NDArray[np.int64]]:
    """The head's title, and the hashed tokens of the page's declarations.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> source = '<title>Bread</title><meta property=og:type content=article><link rel=canonical href=//blog.a.org/p/x>'
    >>> title, tokens = read_head(read(source, None, Limits()), None)
    >>> title, len(tokens)
    ('Bread', 4)
    """
    title, found, address = _declared(tree)
    source = tree.source
    for place in places_of(source, "@", "type"):  # to look for one character is far quicker than for seven
        matched = _TYPE.match(source, place - 1) if place else None
        if matched and (kind := f"type:{matched[1].lower()}") not in found:
            found.append(kind)
            if len(found) >= _MOST_TYPES:
                break
    if matched := _ADDRESS.match(address or url or ""):
        host, path = matched[1].lower().split("."), matched[2].lower()
        found += [f"host:{label}" for label in host[:-2] if label != "www"]
        segments = [s for s in path.split("/") if s]
        found += [f"path:{s}" for s in segments[:3] if _SEGMENT.fullmatch(s)] or ["path:" if not segments else "path:*"]
    return title, np.array([_hashed(token) for token in dict.fromkeys(found)], np.int64)


def declares(head: NDArray[np.int64], *tokens: str) -> bool:
    """Whether a head declares one of these tokens; a few others have the same hash.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> head = read_head(read("<meta property=og:type content=product>", None, Limits()), None)[1]
    >>> declares(head, "og:product", "og:article"), declares(head, "og:article")
    (True, False)
    """
    return any(_hashed(token) in head for token in tokens)


def _hashed(token: str) -> int:
    return crc32(token.encode()) % HEAD_BUCKETS


def _declared(tree: Tree) -> tuple[str | None, list[str], str | None]:
    """Title, declarations and canonical address, from the head's own elements."""
    written = tree.attributes
    address = None
    found: list[str] = []
    for place, name in written.of_head("meta", "name", "property", _MOST_ELEMENTS, _DECLARING):
        if name not in _DECLARING:
            continue
        content = (written.value_at(place, "content") or "").strip().lower()[:300]
        if name == "generator" and content:
            found.append(f"generator:{content.split()[0]}")
        elif name == "og:type" and content:
            found.append(f"og:{content}")
        elif name == "og:url" and content and address is None:
            address = content
    for place, relation in written.of_head("link", "rel", "", _MOST_ELEMENTS, _CANONICAL):
        if relation == "canonical":
            address = written.value_at(place, "href") or address
    return written.title, found, address
