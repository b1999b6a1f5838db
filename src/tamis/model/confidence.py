"""How good a page's decisions probably are."""

from __future__ import annotations

from collections.abc import Sequence
from math import log1p

import numpy as np
from numpy.typing import NDArray

from tamis.native import decide as kernel

Floats = NDArray[np.float64]


def confidence_signals(probability: Floats, words: Floats, threshold: float) -> list[float]:
    """What a page's confidence is estimated from: how clear-cut the probabilities are, and how much is kept."""
    sums = np.empty(5)
    kernel.sum_confidence_signals(probability, words, threshold, sums)
    every, sure, right, missed, kept = sums.tolist()
    total = max(every, 1.0)
    doubtful = missed / max(right + missed, 1e-6)
    return [1.0, sure / total, right / max(kept, 1.0), doubtful, log1p(kept) / 10, kept / total]


def confidence(signs: Sequence[float], weights: Sequence[float]) -> float:
    """The estimate of the page's word F1.

    >>> confidence([1.0, 0.5], [0.5, 0.6])
    0.8
    """
    return min(max(sum(sign * weight for sign, weight in zip(signs, weights, strict=True)), 0.0), 1.0)
