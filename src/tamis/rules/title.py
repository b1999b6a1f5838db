"""The page's title goes with its text.

Corpora disagree on whether it is content; readers do not, and who wants none says ``include_title=False``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from tamis.blocks.page import Page
from tamis.model.features import NUMBERS, TAG, Features
from tamis.native.decide import find_title
from tamis.rules.opinion import Adjustment, Opinion

_OVERLAP: Final = NUMBERS.index("title overlap")
_LIKE_TITLE: Final = 0.2


def title(_: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Raise the title to the highest probability on the page: of its h1 the one nearest to the head's title, or the
    last before likely text. Where there is no h1, an h2 will do.
    """
    block = find_title(
        features.tags, TAG["h1"], features.never_shown.view(np.uint8), features.comment.view(np.uint8),
        features.numbers, _OVERLAP, _LIKE_TITLE, opinion.likely.view(np.uint8),
    )  # fmt: skip
    if block >= 0 and not opinion.changed_by("copies")[block]:
        best = min(float(opinion.probability.max()), 1 - 1e-9)
        yield opinion.raised_to(np.array([block]), best, "the page's title goes with its text")
