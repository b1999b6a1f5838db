"""Memory that a worker shares with the process that analyses its pages: the pages, and a note on which one is at hand.

Through a pipe a page was copied six times, which took longer than to unpack it from its archive; here it is twice.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from time import monotonic
from typing import Final, NamedTuple

from tamis.crawl.inputs import Input

_NOTE: Final = struct.Struct("<qd")
"""the page that the process is at, and when it began"""
_PAGES: Final = mmap.PAGESIZE
"""where the pages begin, behind the note"""


class Lying(NamedTuple):
    """A page whose source lies on the desk."""

    page: Input
    """all but the source"""
    start: int
    end: int
    is_text: bool


class Desk:
    """The memory; ``number`` is the file that both processes have open."""

    def __init__(self, number: int | None = None) -> None:
        self.number = _memory_file() if number is None else number
        self._size = os.fstat(self.number).st_size
        self._memory = mmap.mmap(self.number, self._size)

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()
        os.close(self.number)

    def note(self, page: int) -> None:
        """Note which page is begun now."""
        self._memory[: _NOTE.size] = _NOTE.pack(page, monotonic())

    def noted(self) -> tuple[int, float]:
        """The page that was begun last, and when."""
        page, began = _NOTE.unpack_from(self._memory)
        return page, began

    def lay(self, pages: Sequence[Input]) -> list[Lying]:
        """Put pages on the desk, in the place of those before."""
        lying: list[Lying] = []
        at = _PAGES
        for page in pages:
            is_text = isinstance(page.html, str)
            data = page.html.encode("utf-8", "surrogatepass") if isinstance(page.html, str) else page.html
            end = at + len(data)
            if end > self._size:
                os.ftruncate(self.number, 2 * end)
                self._map_anew()
            self._memory[at:end] = data
            lying.append(Lying(replace(page, html=b""), at, end, is_text))
            at = end
        return lying

    def take(self, lying: Lying) -> Input:
        """A page with its source."""
        if lying.end > self._size:
            self._map_anew()
        data = self._memory[lying.start : lying.end]
        return replace(lying.page, html=data.decode("utf-8", "surrogatepass") if lying.is_text else data)

    def _map_anew(self) -> None:
        self._memory.close()
        self._size = os.fstat(self.number).st_size
        self._memory = mmap.mmap(self.number, self._size)


def _memory_file() -> int:
    """A file in memory, where there is such a thing; else one without a name on the disk."""
    if hasattr(os, "memfd_create"):
        number = os.memfd_create("tamis")
    else:
        with tempfile.TemporaryFile() as file:
            number = os.dup(file.fileno())
    os.ftruncate(number, _PAGES)
    return number
