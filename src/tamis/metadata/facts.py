"""A statement about a page, and the ways to choose between several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Fact(NamedTuple):
    """A value with where it was found and how far it can be trusted."""

    value: str
    source: str
    """``json-ld``, ``microdata``, ``opengraph``, ``dublin core``, ``meta`` or ``page``, with the name in it"""
    confidence: float
    """0 to 1: the share of right values from that source on wcxb-dev where it was measured, else an estimate"""


def first(facts: Iterable[Fact | None]) -> Fact | None:
    """The first fact there is."""
    return next((fact for fact in facts if fact is not None), None)


def tidy(value: object) -> str:
    r"""A text in one line, or an empty one for what is no text.

    >>> tidy(" Rye  bread\n")
    'Rye bread'
    """
    return " ".join(value.split()) if isinstance(value, str) else ""
