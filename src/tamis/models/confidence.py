"""How good a page's decisions probably are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def page_signs(chance: Floats, words: Floats, fence: float) -> Floats:
    """What a page's confidence is told from: how clear-cut the chances are, and how much is kept."""
    total = max(words.sum(), 1.0)
    kept = chance >= fence
    sure = (np.abs(chance - 0.5) * 2 * words).sum() / total
    inside = (chance * words)[kept].sum() / max(words[kept].sum(), 1.0)
    missed = (chance * words)[~kept].sum() / max((chance * words).sum(), 1e-6)
    return np.array([1.0, sure, inside, missed, np.log1p(words[kept].sum()) / 10, words[kept].sum() / total])


def confidence(signs: Floats, weights: Sequence[float]) -> float:
    """The estimate of the page's word F1.

    >>> confidence(np.array([1.0, 0.5]), [0.5, 0.6])
    0.8
    """
    return float(np.clip(signs @ np.asarray(weights), 0.0, 1.0))
