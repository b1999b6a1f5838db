"""Blocks of one template (the same tags and names around them) are content together or not at all.

So it is with the items of a list, the cards of a collection and the paragraphs of an article, whatever the words of
each look like. What is nothing but a link has a fate of its own, as among the headlines of other stories.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from tamis.blocks.page import Page
from tamis.model.features import NUMBERS, Features
from tamis.native.decide import find_same_template
from tamis.rules.opinion import Adjustment, Opinion

_SHARE: Final = 0.3
"""of a template's words that are likely; 0 has 0.001 more F1 on wcxb-dev and 0.001 to 0.003 less on andy, 0.5 half
the gain"""
_LOWEST: Final = 0.4
"""of the threshold, for what is raised; from 0.2 to 0.4 makes no difference"""
_LINK_SHARE: Final = NUMBERS.index("link share")
_ALL_LINK: Final = 0.9


def templates(_: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Raise what stands among likely blocks or directly behind, in the same template as some of them, to the mean of
    the template's likely ones.
    """
    likely, words, of = opinion.likely, opinion.words, features.templates
    blocks = np.array(
        find_same_template(
            of, words, features.never_shown.view(np.uint8), features.numbers, _LINK_SHARE, _ALL_LINK, _SHARE,
            opinion.probability, _LOWEST * opinion.threshold, likely.view(np.uint8), np.zeros((len(features), 2)),
        ),
        np.int64,
    )  # fmt: skip
    if len(blocks):
        sums = np.bincount(of, np.where(likely, words * opinion.probability, 0.0))
        means = sums / np.maximum(np.bincount(of, np.where(likely, words, 0.0)), 1e-9)
        yield opinion.raised_to(blocks, means[of[blocks]], "stands where other kept blocks stand")
