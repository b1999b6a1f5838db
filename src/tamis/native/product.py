"""Products of matrices as small as the network's, by NumPy; with a compiler ``product.pyx`` takes its place."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

_ONE_THREAD: Final = 200_000
"""multiplications; OpenBLAS uses one thread up to 262,144"""


def multiply(rows: Any, across: Any, out: Any, begin: int, end: int) -> None:
    """``rows @ across`` for the rows from ``begin`` to ``end``, of each as many numbers as ``across`` has rows.

    A few rows at a time: no product is to be so large that BLAS wakes its threads. On matrices as small as ours threads
    only get in each other's way: on a busy machine they took four times as long.
    """
    inside = len(across)
    step = max(8, _ONE_THREAD // across.size)
    for low in range(begin, end, step):
        high = min(low + step, end)
        np.matmul(rows[low:high, :inside], across, out=out[low:high])


def convolve(hidden: Any, dilation: int, across: Any, bias: Any, out: Any) -> None:
    """A convolution of width 3 along the blocks, what is below zero cut off, added to what went in."""
    count, width = hidden.shape
    around = np.zeros((count + 2 * dilation, width), np.float32)
    around[dilation : dilation + count] = hidden
    multiply(
        np.concatenate([around[side * dilation : side * dilation + count] for side in range(3)], axis=1),
        across, out, 0, count,
    )  # fmt: skip
    np.maximum(out + bias, 0, out=out)
    out += hidden
