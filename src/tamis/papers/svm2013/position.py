"""Where on the page a block stands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page


def relative_position(page: Page, parts: int = 10) -> NDArray[np.int64]:
    """Which of the page's ``parts`` equal parts a block begins in: ⌊n/N·M⌋ (SVM 2013, section III.B).

    Blocks are counted from 0, so that the result has M values, 0 to M - 1; counted from 1, the last block alone would
    have a value of its own.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> relative_position(text_flow(read("<p>a<p>b<p>c<p>d", None, Limits()))).tolist()
    [0, 2, 5, 7]
    """
    return np.arange(len(page)) * parts // max(len(page), 1)
