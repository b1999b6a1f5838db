"""A progress bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from time import monotonic
from typing import Final, TypeVar

from tamis.cli.terminal import clear

_T = TypeVar("_T")
_EVERY: Final = 0.1
"""seconds between two drawings"""
_WIDTH: Final = 24


class Bar:
    """A line on stderr that is drawn again and again, if that is a terminal."""

    def __init__(self) -> None:
        self._drawn = monotonic()

    def draw(self, line: Callable[[], str]) -> None:
        """Draw the line, unless it was drawn a moment ago."""
        if monotonic() - self._drawn >= _EVERY and sys.stderr.isatty():
            self._drawn = monotonic()
            clear()
            sys.stderr.write(line())
            sys.stderr.flush()


def progress(items: Iterable[_T], total: int | None, label: str) -> Iterator[_T]:
    """Hand on the items and draw how far it is, if there is more than one item."""
    if not sys.stderr.isatty() or total == 1:
        yield from items
        return
    bar, start = Bar(), monotonic()
    try:
        for done, item in enumerate(items, start=1):
            yield item
            bar.draw(partial(_line, label, done, total, start))
    finally:
        clear()


def _line(label: str, done: int, total: int | None, start: float) -> str:
    seconds = monotonic() - start
    rate = done / seconds if seconds else 0.0
    if not total:
        return f"{label} {done}  {rate:.0f}/s"
    left = (total - done) / rate if rate else 0.0
    return f"{label} {gauge(done / total)} {done}/{total}  {rate:.0f}/s  {left:.0f} s left"


def gauge(share: float) -> str:
    """A share of 1 as a bar.

    >>> gauge(0.25)
    '[######..................]'
    """
    filled = int(_WIDTH * min(1.0, share))
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}]"
