"""The budgets a page is processed within."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real

from tamis.errors import UsageError


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may cost. At a bound the caller gets what was read so far, with a status that says so.

    >>> import tamis
    >>> tamis.analyze("<p>word" * 10, limits=tamis.Limits(max_nodes=4)).status
    'truncated: nodes'
    """

    max_bytes: int = 20_000_000
    """bytes (or characters, for ``str``) that are read; the rest is cut off: ``truncated: bytes``."""
    max_nodes: int = 1_000_000
    """elements and text runs that are walked: ``truncated: nodes``."""
    seconds: float = 10.0
    """time for parsing and walking: ``truncated: time``. A hundred times what a page at the other two bounds
    needs; only pages built to blow up a parser reach it."""

    def __post_init__(self) -> None:
        for name, kind in (("max_bytes", Integral), ("max_nodes", Integral), ("seconds", Real)):
            value = getattr(self, name)
            if not (isinstance(value, kind) and float(value) > 0):
                number = "a whole number" if kind is Integral else "a number"
                raise UsageError(f"Limits.{name} is {number} above zero, not {value!r}")
