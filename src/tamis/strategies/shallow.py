"""placeholder"""

from __future__ import annotations

import numpy as np

from tamis.document import Decisions
from tamis.page import Page
from tamis.strategies.base import strategy


@strategy("shallow")
def shallow(page: Page, *, min_words: int = 10, max_link_density: float = 0.33) -> Decisions:
    """A rule on shallow text features: words, link density, neighbours and tags."""
    dens = page.link_words / np.maximum(page.words, 1)
    kept = (page.words >= min_words) & (dens <= max_link_density) & ~page.hidden
    return Decisions(kept, np.where(kept, 0.9, 0.1), lambda i: "rule")
