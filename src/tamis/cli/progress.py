"""A progress bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Final, TypeVar

from tamis.cli.terminal import clear

_T = TypeVar("_T")
_EVERY: Final = 0.1
_WIDTH: Final = 24


def progress(items: Iterable[_T], total: int | None, label: str) -> Iterator[_T]:
    """Hand on the items and draw how far it is, on stderr, if that is a terminal and there is more than one item."""
    if not sys.stderr.isatty() or total == 1:
        yield from items
        return
    start = drawn = monotonic()
    done = 0
    try:
        for item in items:
            yield item
            done += 1
            if monotonic() - drawn >= _EVERY:
                drawn = monotonic()
                _draw(label, done, total, drawn - start)
    finally:
        clear()


def _draw(label: str, done: int, total: int | None, seconds: float) -> None:
    rate = done / seconds if seconds else 0.0
    if total:
        filled = _WIDTH * done // total
        left = (total - done) / rate if rate else 0.0
        line = f"{label} [{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}  {rate:.0f}/s  {left:.0f} s left"
    else:
        line = f"{label} {done}  {rate:.0f}/s"
    sys.stderr.write(f"\r\x1b[K{line}")
    sys.stderr.flush()
