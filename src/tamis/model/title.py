"""Which block is the page's title, and how much of the title stands in its blocks."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.comments import comment_section
from tamis.blocks.page import Page
from tamis.html.tags import HEADINGS
from tamis.names.markup import Meaning, meanings

Mask = NDArray[np.bool_]

_LIKE_TITLE: Final = 0.2
_TITLE_ELSEWHERE: Final = 0.3
"""overlap with the head's title that makes the title of an h1 (as for the default strategy), or of what is none"""


def title_blocks(page: Page, kept: Mask, comment: Mask | None = None) -> Mask:
    """Which blocks are the page's title: one made from the head, and in the body the heading that is most like it.

    Of several h1 that is the one nearest to the head's title, or else the last before the first kept text. A page
    without an h1 may have its title in another heading, or in what is named a headline, if it is like the head's; else
    the last h2 before the first kept text will do, as for the default strategy.
    ``comment`` are the readers' comments, if they are known already.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> source = "<title>Rye bread - Bakers</title><h1>Bakers</h1><h1>Rye bread</h1><p>Mix and wait"
    >>> title_blocks(text_flow(read(source, None, Limits())), np.array([False, True, True])).tolist()
    [False, True, False]
    """
    found: Mask = page.first_run < 0
    block = _title_in_body(page, kept, comment_section(page) if comment is None else comment)
    if block is not None:
        found[block] = True
    return found


def _title_in_body(page: Page, kept: Mask, comment: Mask) -> int | None:
    tags = page.tags
    rank = np.array([int(tag[1]) if tag in HEADINGS else 7 for tag in tags])
    may_be = ~page.hidden & (page.first_run >= 0) & ~comment
    head = page.tree.document.select("head > title")
    overlap = np.where(may_be, title_overlap(page, head[0].text if head else None), 0.0)
    first = np.flatnonzero(may_be & (rank == 1))
    if len(first):
        if overlap[first].max() > _LIKE_TITLE:
            return int(first[np.argmax(overlap[first])])
        before = _before_text(page, first, kept & (rank == 7))
        return int(first[0]) if before is None else before
    for others in (may_be & (rank < 7), may_be & _named_headline(page)):
        likely = np.where(others, overlap, 0.0)
        if likely.max(initial=0.0) >= _TITLE_ELSEWHERE:
            return int(np.argmax(likely))
    return _before_text(page, np.flatnonzero(may_be & (rank == 2)), kept & (rank == 7))


def _before_text(page: Page, blocks: NDArray[np.int64], text: Mask) -> int | None:
    """The last of some blocks that stands before the first text."""
    stands = np.flatnonzero(text & (page.first_run >= 0))
    before = blocks[blocks < stands[0]] if len(stands) else blocks[:0]
    return int(before[-1]) if len(before) else None


def _named_headline(page: Page) -> Mask:
    """Blocks whose own element is called a title or headline, and is no link."""
    nodes = page.tree.nodes
    named = [
        bool(meanings(f"{nodes[e].attr('class') or ''} {nodes[e].attr('itemprop') or ''}") & Meaning.HEADLINE)
        for e in page.elements.tolist()
    ]
    return np.array(named, np.bool_) & (page.link_words * 2 < page.words)


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
