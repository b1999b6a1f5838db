"""A page may have no content at all, as a menu whose page did not come."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tamis.blocks.page import Page
from tamis.model.features import Features
from tamis.rules.amounts import FEW_WORDS, LEAST, SURE, shown_words
from tamis.rules.opinion import DROPPED, Adjustment, Opinion


def empty(_: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Drop everything where nothing looks like content; where hardly anything is left besides a footer and the like,
    such as on a shop's page whose wares did not come, the rest must look good.
    """
    highest = opinion.probability.max()
    if highest >= SURE or 0 < (shown := shown_words(features)) < FEW_WORDS:
        return
    words = np.where(features.never_shown, 0.0, opinion.words)
    bare = opinion.probability @ words < FEW_WORDS and 2 * words[opinion.changed_by("outside")].sum() > shown
    if highest < (SURE if bare else LEAST):
        yield Adjustment(np.arange(len(words)), DROPPED, "the model finds no content")
