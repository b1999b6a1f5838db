"""How much of a block is links."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page


def link_density(page: Page) -> NDArray[np.float64]:
    """The share of a block's words that are in links (SVM 2013, section III.B).

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> link_density(text_flow(read("<p><a href=/>Home</a><p>See <a href=/x>there</a>", None, Limits()))).tolist()
    [1.0, 0.5]
    """
    return page.link_words / np.maximum(page.words, 1)
