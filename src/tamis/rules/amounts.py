"""How much text a page shows, and how much of it looks like content: what several rules ask."""

from __future__ import annotations

from typing import Final

import numpy as np

from tamis.blocks.page import PROSE_WORDS
from tamis.model.features import NUMBERS, Features
from tamis.rules.opinion import Opinion

LEAST: Final = 0.25
"""a page whose best block has a lower probability looks like nothing learned if it has prose, else it has no content:
of the pages left out of training two to five had less and no prose with each of four sets of networks, and the gold
texts of all of them are empty; a page without prose that has a gold text had 0.295 or more"""
FEW_WORDS: Final = 10
"""a page that shows fewer is too short to judge by that"""
SURE: Final = 0.6
SURE_WORDS: Final = 30
"""0.5 or 0.7, 20 or 50 words do as well, on unseen pages of wcxb-dev with three sets of networks"""
_SURE_SHARE: Final = 0.1
"""of the words that a page shows, if that is less"""
_PROSE_SHARE: Final = 0.1
"""of the words that a page shows: with less in prose, such as a single notice, it is not a page with prose"""
_LINK_SHARE: Final = NUMBERS.index("link share")


def shown_words(features: Features) -> float:
    """The words that a page shows, or that a reader can reveal."""
    return float(features.word_counts[~features.never_shown].sum())


def enough_words(features: Features) -> float:
    """As many words as the shortest of texts has on a page of that size."""
    return min(SURE_WORDS, _SURE_SHARE * shown_words(features))


def is_sure(opinion: Opinion, features: Features) -> bool:
    """Whether a page has as much text with a high probability as the shortest of texts has words."""
    words = features.word_counts[opinion.probability >= SURE].sum()
    return bool(words >= SURE_WORDS or words >= enough_words(features))


def has_prose(features: Features) -> bool:
    """Whether a page has running text, and not just a line of it among many other words."""
    words, shown = features.word_counts, ~features.never_shown
    prose = (words >= PROSE_WORDS) & (features.numbers[:, _LINK_SHARE] < 0.5) & shown
    return bool(prose.any()) and bool(words[prose].sum() >= _PROSE_SHARE * np.sum(words[shown]))
