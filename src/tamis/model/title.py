"""What of a page's title stands in its blocks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page


def title_overlap(page: Page, title: str | None) -> NDArray[np.float64]:
    """How much of a short block's words are the head's title's, times how much of the title they make up.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> page = text_flow(read("<h1>Rye bread</h1><p>Mix and wait", None, Limits()))
    >>> title_overlap(page, "Rye bread - Bakers").tolist()
    [0.6666666666666666, 0.0]
    """
    wanted = title_words(title)
    shares = np.zeros(len(page))
    if not wanted:
        return shares
    for i in np.flatnonzero(page.words <= 40).tolist():
        own = set(page.texts[i].lower().split())
        if both := len(own & wanted):
            shares[i] = both * both / (len(own) * len(wanted))
    return shares


def title_words(title: str | None) -> set[str]:
    """The words of a title, less the marks between its parts."""
    return set((title or "").lower().split()) - {"-", "|", "–", "—", "·", "»"}
