"""What the strategies of the papers do alike when they decide."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page


def decide_visible(
    page: Page, kept: NDArray[np.bool_], score: NDArray[np.float64], why: Callable[[int], str]
) -> Decisions:
    """Decisions on the visible blocks of a page; hidden ones are dropped, with a score of 0 and their own reason."""

    def reason(row: int) -> str:
        return "hidden: the page does not show it" if page.hidden[row] else why(row)

    return Decisions(kept & ~page.hidden, np.where(page.hidden, 0.0, score), reason)


def graded(value: NDArray[np.float64], kept: NDArray[np.bool_], threshold: float) -> NDArray[np.float64]:
    """Scores from values in 0 to 1: kept ones from 0.5 at the threshold to 1 at 1, dropped ones below 0.5.

    >>> graded(np.array([0.1, 0.2, 1.0]), np.array([False, True, True]), 0.2).tolist()
    [0.245, 0.5, 1.0]
    """
    above = 0.5 + 0.5 * np.minimum((value - threshold) / max(1 - threshold, 1e-9), 1)
    return np.where(kept, above, 0.49 * np.minimum(value / max(threshold, 1e-9), 1))
