"""Numbers as bytes and back, seven bits a byte; whole columns at once.

>>> import numpy as np
>>> unpack(pack(np.array([5, -1, 70_000]))).tolist()
[5, -1, 70000]
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tamis.native import postings

Ints = NDArray[np.int64]


def pack(numbers: ArrayLike) -> bytes:
    """Numbers of any order and sign as bytes."""
    return postings.pack(np.ascontiguousarray(numbers, np.int64))


def unpack(data: bytes) -> Ints:
    """The numbers that :func:`pack` made bytes of."""
    return np.frombuffer(postings.unpack(data), np.int64)


def decode(lists: list[bytes], shifts: Sequence[int] | Ints) -> tuple[Ints, Ints]:
    """The places of all lists, one list after the other, each moved by its shift, and how many each has."""
    numbers, sizes = postings.decode(lists, np.ascontiguousarray(shifts, np.int64))
    return np.frombuffer(numbers, np.int64), np.frombuffer(sizes, np.int64)
