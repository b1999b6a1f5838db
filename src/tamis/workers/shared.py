"""Memory that a process shares with its worker: what the worker is to do is written there, not sent through a pipe.

Through a pipe a page was copied six times, which took longer than to unpack it from its archive.
"""

from __future__ import annotations

import mmap
import os
import pickle
import tempfile
from typing import Any


class SharedMemory:
    """The memory; ``number`` is the file that both processes have open."""

    def __init__(self, number: int | None = None) -> None:
        self.number = _memory_file() if number is None else number
        self._map()

    def put(self, value: object) -> int:
        """Write a value in the place of the one before; the number of its bytes, by which it is read."""
        data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        if len(data) > self._size:
            os.ftruncate(self.number, 2 * len(data))
            self._map_anew()
        self._memory[: len(data)] = data
        return len(data)

    def get(self, size: int) -> Any:
        """The value of so many bytes that the other process has written."""
        if size > self._size:
            self._map_anew()
        with memoryview(self._memory) as view, view[:size] as data:
            return pickle.loads(data)  # noqa: S301 - written by the process that started this one

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()
        os.close(self.number)

    def _map_anew(self) -> None:
        self._memory.close()
        self._map()

    def _map(self) -> None:
        self._size = os.fstat(self.number).st_size
        self._memory = mmap.mmap(self.number, self._size)


def _memory_file() -> int:
    """A file in memory, where there is such a thing; else one without a name on the disk."""
    if hasattr(os, "memfd_create"):
        number = os.memfd_create("tamis")
    else:
        with tempfile.TemporaryFile() as file:
            number = os.dup(file.fileno())
    os.ftruncate(number, mmap.PAGESIZE)
    return number
