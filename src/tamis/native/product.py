"""Products of matrices as small as the network's, by NumPy; with a compiler ``product.pyx`` takes its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from tamis.native.arrays import Float32s

_ONE_THREAD: Final = 200_000
"""multiplications; OpenBLAS uses one thread up to 262,144"""


def multiply(rows: Float32s, across: Float32s, out: Float32s, begin: int, end: int) -> None:
    """``rows @ across`` for the rows from ``begin`` to ``end``, of each as many numbers as ``across`` has rows.

    A few rows at a time: no product is to be so large that BLAS wakes its threads. On matrices as small as ours threads
    only get in each other's way: on a busy machine they took four times as long.
    """
    inside = len(across)
    step = max(8, _ONE_THREAD // across.size)
    for low in range(begin, end, step):
        high = min(low + step, end)
        np.matmul(rows[low:high, :inside], across, out=out[low:high])


def convolve(hidden: Float32s, dilation: int, across: Float32s, bias: Float32s, out: Float32s) -> None:
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
