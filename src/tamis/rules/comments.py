"""Readers' comments on an article are not its content, unless the caller asks for them.

Which blocks are comments is known from names or a headline over them (``Features.comment``). On a forum, the replies
are the content; so the more a page looks like an article, the less its comments count.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tamis.blocks.page import Page
from tamis.model.features import Features
from tamis.rules.opinion import ARTICLE, Adjustment, Opinion


def comments(_: Page | None, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Multiply the probability of comments on an article by the probability that the page is none."""
    blocks = features.comment.nonzero()[0]
    if opinion.article <= ARTICLE or not len(blocks):
        return
    own, factor = opinion.probability[blocks], max(1 - opinion.article, 1e-6)
    shift = np.log(factor) + np.log1p(-own) - np.log1p(-own * factor)
    yield Adjustment(blocks, shift, "a reader's comment on an article")
