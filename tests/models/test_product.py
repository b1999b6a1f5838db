"""Products of small matrices are those of NumPy, whatever makes them."""

from __future__ import annotations

import numpy as np
import pytest

from tamis.models.network import _dot
from tamis.models.product import multiply

RNG = np.random.default_rng(7)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 7, 300])
@pytest.mark.parametrize("inside", [1, 33, 66, 220])
@pytest.mark.parametrize("width", [32, 16])
def test_as_numpy_says(count: int, inside: int, width: int) -> None:
    wide = RNG.standard_normal((count, inside + 5)).astype(np.float32)
    across = RNG.standard_normal((inside, width)).astype(np.float32)
    for rows in (np.ascontiguousarray(wide[:, :inside]), wide[:, :inside]):  # alone, and as a part of wider rows
        out = np.full((count, width), np.nan, np.float32)
        _dot(rows, across, out)
        np.testing.assert_allclose(out, rows @ across, rtol=1e-4, atol=1e-4)


def test_what_does_not_fit_is_an_error() -> None:
    rows, across, out = np.ones((2, 3), np.float32), np.ones((4, 32), np.float32), np.ones((2, 32), np.float32)
    with pytest.raises(ValueError, match="fit"):
        multiply(rows, across, out)
    with pytest.raises(ValueError, match="side by side"):
        multiply(np.ones((3, 2), np.float32).T, across[:3], out)
