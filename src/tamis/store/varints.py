"""Rising numbers as bytes: the difference to the number before, seven bits a byte; whole columns at once.

>>> import numpy as np
>>> lists = encode(np.array([3, 300, 5]), np.array([0, 2]))
>>> [data.hex() for data in lists]
['03a902', '05']
>>> numbers, sizes = decode(lists)
>>> numbers.tolist(), sizes.tolist()
([3, 300, 5], [2, 1])
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
_LONGEST: Final = 9
"""bytes of a number: up to 2^63"""


def encode(numbers: Ints, starts: Ints) -> list[bytes]:
    """The lists that begin at ``starts``, each as bytes; the numbers of a list rise."""
    if not len(numbers):
        return []
    steps = np.diff(numbers, prepend=0)
    steps[starts] = numbers[starts]
    data, ends = _bytes_of(steps)
    cuts = [0, *ends[starts[1:] - 1].tolist(), len(data)]
    return [data[a:b] for a, b in pairwise(cuts)]


def decode(lists: Sequence[bytes]) -> tuple[Ints, Ints]:
    """The numbers of all lists, one after the other, and how many each has."""
    joined = np.frombuffer(b"".join(lists), np.uint8)
    if not len(joined):
        return np.zeros(0, np.int64), np.zeros(len(lists), np.int64)
    last = joined < 128  # of its number
    ends = np.flatnonzero(last)
    steps = _numbers(joined, ends)
    borders = np.cumsum([0, *map(len, lists)])
    firsts = np.searchsorted(ends, borders)
    sizes = np.diff(firsts)
    sums = np.cumsum(steps)
    before = np.concatenate(([0], sums))[firsts[:-1]]
    return sums - np.repeat(before, sizes), sizes


def pack(numbers: Ints) -> bytes:
    """Numbers of any order and sign as bytes.

    >>> unpack(pack(np.array([5, -1, 70_000]))).tolist()
    [5, -1, 70000]
    """
    return _bytes_of((numbers << 1) ^ (numbers >> 63))[0]


def unpack(data: bytes) -> Ints:
    """The numbers that :func:`pack` made bytes of."""
    joined = np.frombuffer(data, np.uint8)
    folded = _numbers(joined, np.flatnonzero(joined < 128))
    return (folded >> 1) ^ -(folded & 1)


def _bytes_of(numbers: Ints) -> tuple[bytes, Ints]:
    """Numbers of 0 and more, and where each of them ends."""
    lengths = np.ones(len(numbers), np.int64)
    for size in range(1, _LONGEST):
        larger = numbers >= 1 << 7 * size
        if not larger.any():
            break
        lengths += larger
    ends = np.cumsum(lengths)
    data = np.zeros(int(ends[-1]) if len(ends) else 0, np.uint8)
    begins = ends - lengths
    rows = np.arange(len(numbers))
    for place in range(_LONGEST):
        rows = rows[lengths[rows] > place]
        if not len(rows):
            break
        more = lengths[rows] > place + 1
        data[begins[rows] + place] = (numbers[rows] >> 7 * place & 127) | more << 7
    return data.tobytes(), ends


def _numbers(joined: NDArray[np.uint8], ends: Ints) -> Ints:
    """The numbers whose last bytes are at ``ends``."""
    if not len(ends):
        return np.zeros(0, np.int64)
    begins = np.concatenate(([0], ends[:-1] + 1))
    numbers = (joined[begins] & 127).astype(np.int64)
    rows = np.flatnonzero(ends > begins)
    place = 1
    while len(rows):
        numbers[rows] |= (joined[begins[rows] + place] & 127).astype(np.int64) << 7 * place
        place += 1
        rows = rows[ends[rows] >= begins[rows] + place]
    return numbers
