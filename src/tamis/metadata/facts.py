"""A statement about a page."""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """A value with where it was found and how far it can be trusted."""

    value: str
    source: str
    """``json-ld``, ``microdata``, ``opengraph``, ``dublin core``, ``meta`` or ``page``, with the name in it"""
    confidence: float
    """0 to 1: for title, author and date the probability by the fitted score, else an estimate"""


def vocabulary(name: str) -> str:
    """The vocabulary that the name of a ``meta`` element belongs to.

    >>> [vocabulary(name) for name in ("og:title", "dc.creator", "author")]
    ['opengraph', 'dublin core', 'meta']
    """
    if name.partition(":")[0] in ("og", "article", "product", "twitter"):
        return "opengraph"
    return "dublin core" if name.startswith("dc") else "meta"
