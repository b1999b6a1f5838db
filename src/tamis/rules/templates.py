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
_SAME: Final = 1e-9
"""difference of probabilities that is none"""


def templates(_: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Give blocks of one template the mean probability of its likely ones: those that stand among them or directly
    behind, and the likely ones themselves, so that favoring precision keeps or drops them together.
    """
    likely, words, of = opinion.likely, opinion.words, features.templates
    blocks = np.array(
        find_same_template(
            of, words, features.never_shown.view(np.uint8), features.numbers, _LINK_SHARE, _ALL_LINK, _SHARE,
            opinion.probability, _LOWEST * opinion.threshold, likely.view(np.uint8), np.zeros((len(features), 2)),
        ),
        np.int64,
    )  # fmt: skip
    in_likely = np.bincount(of, np.where(likely, words, 0.0))
    means = np.bincount(of, np.where(likely, words * opinion.probability, 0.0)) / np.maximum(in_likely, 1e-9)
    if len(blocks):
        yield opinion.raised_to(blocks, means[of[blocks]], "stands where other kept blocks stand")
    alike = likely & (features.numbers[:, _LINK_SHARE] < _ALL_LINK) & (in_likely >= _SHARE * np.bincount(of, words))[of]
    alike &= np.abs(opinion.probability - means[of]) > _SAME
    if alike.any():
        mean = np.clip(means[of[alike]], _SAME, 1 - _SAME)
        shift = np.log(mean / (1 - mean)) - opinion.log_odds[alike]
        yield Adjustment(alike.nonzero()[0], shift, "judged with the likely blocks of its template")
