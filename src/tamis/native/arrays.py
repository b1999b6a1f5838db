"""Names for the types of the arrays that the compiled modules take and return; the ``.pxd`` files have them in C."""

from __future__ import annotations

from array import array
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Float32s = NDArray[np.float32]
Float64s = NDArray[np.float64]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
UInt8s = NDArray[np.uint8]
"""numbers below 256, or flags: those of a mask by ``mask.view(np.uint8)``"""
UInt32s = NDArray[np.uint32]
UInt64s = NDArray[np.uint64]
Column: TypeAlias = "array[int] | Int64s"
"""an integer for each element, run or block; a tree has arrays of Python's, a page NumPy's"""
