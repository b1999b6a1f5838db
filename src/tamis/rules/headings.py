"""A heading goes with what stands under it: it reads better so, and costs nothing (``tamis evaluate --rules``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from tamis.blocks.page import Page
from tamis.model.features import TAG, Features
from tamis.native.decide import find_headings
from tamis.rules.opinion import Adjustment, Opinion

_LOWEST: Final = 0.4
"""of the threshold, for what is raised: of 0.4 to 0.8 the best on google-trends-2017, and
the worst, by 0.0002, on canola"""


def headings(_: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Raise headings over likely text, or over more headings of one, to the probability of that text."""
    below = np.empty(len(features), np.int64)
    found = find_headings(
        features.tags, TAG["h1"], TAG["h6"], opinion.probability, _LOWEST * opinion.threshold, opinion.threshold, below
    )
    if found:
        blocks = (below >= 0).nonzero()[0]
        text = opinion.probability[below[blocks]]
        yield opinion.raised_to(blocks, np.minimum(text, 1 - 1e-9), "a heading goes with what stands under it")
