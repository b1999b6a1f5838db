"""The page's title goes with its text.

Corpora disagree on whether it is content, readers do not; ``include_title=False`` leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from tamis.blocks.page import Page
from tamis.model.features import NUMBERS, Features
from tamis.model.title import title_block
from tamis.rules.opinion import Adjustment, Opinion

_OVERLAP: Final = NUMBERS.index("title overlap")


def title(page: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Raise the title (:func:`tamis.model.title.title_block`) to the highest probability on the page."""
    if not opinion.likely.any():
        return
    may_be = ~features.never_shown & ~features.comment
    block = title_block(page, features.numbers[:, _OVERLAP], may_be, opinion.likely)
    if block >= 0 and not opinion.changed_by("copies")[block]:
        best = min(float(opinion.probability.max()), 1 - 1e-9)
        yield opinion.raised_to(np.array([block]), best, "the page's title goes with its text")
