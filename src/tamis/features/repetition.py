"""What occurs on a page more than once: the same text, the same kind of place."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from tamis.page import Page

_MIX = np.uint64(0x9E3779B97F4A7C15)


def same_text(texts: list[str]) -> NDArray[np.float64]:
    """How often each text stands on the page.

    >>> same_text(["Reply", "Yes", "Reply"]).tolist()
    [2.0, 1.0, 2.0]
    """
    times = Counter(texts)
    return np.array([times[text] for text in texts], np.float64)


def same_place(
    chain: NDArray[np.int64], tags: NDArray[np.int64], names: NDArray[np.uint64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Which blocks stand in the same kind of place: tag and names of three elements up, tags of three more.

    Gives for each block the number of its kind, and how many blocks each kind has. ``tags`` and ``names`` have a last
    row for what lies above the body.
    """
    key = np.zeros(len(chain), np.uint64)
    for level in range(min(6, chain.shape[1])):
        part = tags[chain[:, level]].astype(np.uint64)
        if level < 3:
            part = part + names[chain[:, level]]
        key = (key ^ part) * _MIX
        key ^= key >> np.uint64(29)
    _, kinds, sizes = np.unique(key, return_inverse=True, return_counts=True)
    return kinds.reshape(-1).astype(np.int64), sizes.astype(np.int64)


def title_overlap(page: Page, title: str | None) -> NDArray[np.float64]:
    """How much of a short block's words are the head's title's, times how much of the title they make up.

    >>> from tamis.dom import read
    >>> from tamis.limits import Limits
    >>> from tamis.segment.text_flow import text_flow
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
