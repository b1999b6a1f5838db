"""Pages in batches: fewer trips to a process, and no pile of large pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

PAGES: Final = 16
BYTES: Final = 2_000_000
"""pages, and bytes of them, that go to a process at a time"""

Page = TypeVar("Page")


def in_batches(pages: Iterable[Page], size: Callable[[Page], int]) -> Iterator[list[Page]]:
    """Some pages at a time: at most 16, or as many as hold 2 MB.

    >>> list(in_batches(["a" * 1_500_000, "b" * 600_000, "c"], len)) == [["a" * 1_500_000, "b" * 600_000], ["c"]]
    True
    """
    batch: list[Page] = []
    total = 0
    for page in pages:
        batch.append(page)
        total += size(page)
        if len(batch) == PAGES or total >= BYTES:
            yield batch
            batch, total = [], 0
    if batch:
        yield batch
