"""A support vector machine with an RBF kernel as plain arrays, run by NumPy (SVM 2013, section III.C)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.errors import InputError
from tamis.model.folder import read_model, write_model
from tamis.papers.svm2013.features import feature_names, tokens_in

Floats = NDArray[np.float64]

SHIPPED: Final = Path(__file__).parent / "weights"
KIND: Final = "svm"
VERSION: Final = 1
_PRODUCTS: Final = 200_000
"""multiplications at a time: what they give stays in a core's cache, and the linear algebra library does not yet share
them out among threads, which for products this small costs several times what it saves"""


@dataclass(frozen=True, slots=True)
class SupportVectors:
    """What training leaves behind; row ``i`` of ``vectors`` has the weight ``weights[i]``."""

    low: Floats
    high: Floats
    """a feature's range: ``low`` is scaled to 0, ``high`` to 1, and what lies outside is cut off there"""
    vectors: Floats
    weights: Floats
    intercept: float
    gamma: float
    slope: float
    """how fast a margin's distance from 0 becomes certainty"""
    typical: Floats
    """two rows, the features' medians over blocks that are not content and over blocks that are: for reasons"""
    tokens: tuple[str, ...] = ()
    sha256: str | None = None
    """the hash of the file it was read from"""

    def scaled(self, features: Floats) -> Floats:
        """The features in one range, 0 to 1.

        Rounded to single precision, in which the support vectors are stored, so that a block which is one of them lies
        exactly on it.
        """
        scaled = np.clip((features - self.low) / (self.high - self.low), 0, 1)
        return scaled.astype(np.float32).astype(np.float64)

    def margins(self, features: Floats) -> Floats:
        """The decision function: above 0 is content.

        Σ weight · exp(-γ |x - v|²) + intercept, for all rows x of the features.
        """
        scaled = self.scaled(features)
        # -γ |x - v|² as one product: (x, |x|², 1) · (2γv, -γ, -γ|v|²).
        ones = np.ones((len(scaled), 1))
        rows = np.hstack([scaled, (scaled**2).sum(axis=1, keepdims=True), ones])
        shift = -self.gamma * (self.vectors**2).sum(axis=1)
        columns = np.vstack([2 * self.gamma * self.vectors.T, np.full(len(shift), -self.gamma), shift])
        margins = np.empty(len(rows))
        step = max(_PRODUCTS // max(columns.size, 1), 1)
        for start in range(0, len(rows), step):
            kernel = rows[start : start + step] @ columns
            np.exp(kernel, out=kernel)
            margins[start : start + step] = kernel @ self.weights
        return margins + self.intercept

    def scores(self, margins: Floats) -> Floats:
        """The probabilities of being content: Platt's sigmoid, 0.5 at margin 0."""
        scores: Floats = 1 / (1 + np.exp(-np.clip(self.slope * margins, -30, 30)))
        return scores


def load(folder: Path = SHIPPED) -> SupportVectors:
    """The model in a folder, checked. A folder whose files have changed is read anew."""
    try:
        states = [(folder / name).stat() for name in ("card.json", "weights.npz")]
    except OSError:
        return _read(folder, ())  # which says what is wrong
    return _read(folder, tuple((state.st_mtime_ns, state.st_size) for state in states))


@lru_cache(maxsize=8)
def _read(folder: Path, _: tuple[tuple[int, int], ...]) -> SupportVectors:
    arrays, card = read_model(folder, KIND, VERSION)
    names = card.get("features")
    if not isinstance(names, list) or feature_names(tokens_in(names)) != names:
        raise InputError(f"{folder} was trained on other features than this version of tamis computes: train it again")
    width, count = len(names), len(arrays.get("vectors", ()))
    shapes = {"low": (width,), "high": (width,), "typical": (2, width), "constants": (3,),
              "vectors": (count, width), "weights": (count,)}  # fmt: skip
    fits = {name: array.shape for name, array in arrays.items()} == shapes
    if not fits or not all(array.dtype.kind == "f" and np.isfinite(array).all() for array in arrays.values()):
        raise InputError(f"{folder}/weights.npz holds other arrays than this version of tamis runs: train it again")
    columns = {name: np.ascontiguousarray(arrays[name], np.float64) for name in shapes}
    for column in columns.values():
        column.setflags(write=False)
    intercept, gamma, slope = columns.pop("constants").tolist()
    return SupportVectors(
        **columns, intercept=intercept, gamma=gamma, slope=slope, tokens=tokens_in(names), sha256=card["weights_sha256"]
    )


def save(folder: Path, model: SupportVectors, card: Mapping[str, Any]) -> dict[str, Any]:
    """Write a model with its card; gives the card, to which kind, format and features were added."""
    arrays: dict[str, NDArray[Any]] = {
        "low": model.low, "high": model.high, "typical": model.typical,
        "vectors": model.vectors.astype(np.float32), "weights": model.weights,
        "constants": np.array([model.intercept, model.gamma, model.slope]),
    }  # fmt: skip
    written = {"kind": KIND, "format": VERSION, "features": feature_names(model.tokens), **card}
    write_model(folder, arrays, written)
    return written
