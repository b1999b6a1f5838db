"""What the page hides for good is no content; what a reader can reveal, such as a tab, is judged like the rest."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tamis.blocks.page import Page, hiding_of
from tamis.model.features import Features
from tamis.rules.opinion import NEVER, Adjustment, Opinion


def hidden(page: Page | None, features: Features, __: Opinion) -> Iterator[Adjustment]:
    """Drop what is never shown."""
    blocks = features.never_shown.nonzero()[0]
    if not len(blocks):
        return
    if page is None:  # in training, where nobody reads reasons
        yield Adjustment(blocks, NEVER, "hidden")
        return
    ways = np.array([hiding_of(page, block) or "" for block in blocks.tolist()])
    for way in np.unique(ways).tolist():
        yield Adjustment(blocks[ways == way], NEVER, f"hidden: {way}")
