"""A progress bar on a terminal; in a pipe nothing, or a line now and then for what takes hours."""

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
    """A line on stderr that is drawn again and again on a terminal; elsewhere one more line every ``piped`` seconds."""

    def __init__(self, piped: float | None = None) -> None:
        self._drawn = monotonic()
        self._terminal = sys.stderr.isatty()
        self._every = _EVERY if self._terminal else piped

    def draw(self, line: Callable[[], str]) -> None:
        """Draw the line, unless it was drawn a moment ago."""
        if self._every is not None and monotonic() - self._drawn >= self._every:
            self._drawn = monotonic()
            clear()
            sys.stderr.write(line() if self._terminal else line() + "\n")
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
