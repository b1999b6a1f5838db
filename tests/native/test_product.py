"""Products and convolutions of small matrices are those of NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tamis.native import product

RNG = np.random.default_rng(7)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 7, 300])
@pytest.mark.parametrize("inside", [1, 33, 66, 220])
@pytest.mark.parametrize("width", [32, 16])
def test_as_numpy_says(count: int, inside: int, width: int) -> None:
    across = RNG.standard_normal((inside, width)).astype(np.float32)
    for more in (0, 5):  # numbers of a row that have no part in it
        rows = RNG.standard_normal((count + 2, inside + more)).astype(np.float32)
        out = np.full((count + 2, width), np.nan, np.float32)
        product.multiply(rows, across, out, 1, 1 + count)
        np.testing.assert_allclose(out[1:-1], rows[1:-1, :inside] @ across, rtol=1e-4, atol=1e-4)
        assert np.isnan(out[[0, -1]]).all()


def test_what_does_not_fit_is_an_error() -> None:
    rows, across, out = np.ones((2, 3), np.float32), np.ones((4, 32), np.float32), np.ones((2, 32), np.float32)
    with pytest.raises(ValueError, match="fit"):
        product.multiply(rows, across, out, 0, 2)
    with pytest.raises(ValueError, match="not there"):
        product.multiply(rows, across[:3], out, 0, 3)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 7, 300])
@pytest.mark.parametrize("dilation", [1, 2, 3])
@pytest.mark.parametrize("width", [32, 8])
def test_convolutions_are_as_numpy_says(count: int, dilation: int, width: int) -> None:
    hidden, bias = (RNG.standard_normal(shape).astype(np.float32) for shape in ((count, width), (width,)))
    across = RNG.standard_normal((3 * width, width)).astype(np.float32)
    out = np.full((count, width), np.nan, np.float32)
    product.convolve(hidden, dilation, across, bias, out)
    around = np.pad(hidden, ((dilation, dilation), (0, 0)))
    beside = np.concatenate([around[side * dilation : side * dilation + count] for side in range(3)], axis=1)
    np.testing.assert_allclose(out, hidden + np.maximum(beside @ across + bias, 0), rtol=1e-4, atol=1e-4)
