"""Whether pages still fit a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

USUAL: Final = 0.5
"""a column that this share of the pages filled is expected on the next"""
LEFT: Final = 0.5
"""a column has stopped filling if less than this share of the usual share is left"""


@dataclass(frozen=True, slots=True)
class TableDrift:
    """How pages compare with those that a table was learned from."""

    fits: bool
    reasons: tuple[str, ...]
    """why they do not fit; empty if they do"""
    stopped: tuple[str, ...]
    """columns that have stopped filling"""
    filled: Mapping[str, float]
    """the share of the pages that have a value, by column"""


def drift_of(usual: Mapping[str, float], rows: Sequence[Sequence[bool]]) -> TableDrift:
    """Compare pages with the usual shares of filled columns; ``rows`` say which columns each page fills.

    >>> drift_of({"name": 1.0, "price": 0.9}, [[True, False], [True, False]]).reasons
    ('price: filled on 0% of the pages, usually on 90%',)
    >>> drift_of({"name": 1.0, "price": 0.9}, [[False, False]]).reasons[0]
    'none of the 2 columns is filled: these are pages of another layout, or of another site'
    """
    pages = max(len(rows), 1)
    filled = {name: sum(row[number] for row in rows) / pages for number, name in enumerate(usual)}
    expected = [name for name, share in usual.items() if share >= USUAL]
    stopped = tuple(name for name in expected if filled[name] < LEFT * usual[name])
    reasons = [f"{name}: filled on {filled[name]:.0%} of the pages, usually on {usual[name]:.0%}" for name in stopped]
    if expected and not any(filled.values()):
        reasons.insert(
            0, f"none of the {len(usual)} columns is filled: these are pages of another layout, or of another site"
        )
    return TableDrift(not reasons, tuple(reasons), stopped, filled)
