"""Which block is the page's title, and how much of the title stands in its blocks.

The wording of the title, which may stand in no block, is :mod:`tamis.metadata.title`'s.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.comments import comment_section
from tamis.blocks.page import Page
from tamis.html.syntax import TAG_NUMBERS
from tamis.html.tags import HEADINGS
from tamis.names.markup import Meaning, meanings

Mask = NDArray[np.bool_]

_H1: Final = TAG_NUMBERS["h1"]
_LIKE_TITLE: Final = 0.2
_TITLE_ELSEWHERE: Final = 0.3
"""overlap with the head's title that makes the title of an h1 (as for the default strategy), or of another block"""


def title_blocks(page: Page, kept: Mask, comment: Mask | None = None) -> Mask:
    """Which blocks are the page's title: one made from the head, and the one that :func:`title_block` finds.

    ``comment`` are the readers' comments, if they are known already.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> source = "<title>Rye bread - Bakers</title><h1>Bakers</h1><h1>Rye bread</h1><p>Mix and wait"
    >>> title_blocks(text_flow(read(source, None, Limits())), np.array([False, True, True])).tolist()
    [False, True, False]
    """
    in_body = page.first_run >= 0
    may_be = in_body & ~page.hidden & ~(comment_section(page) if comment is None else comment)
    ranked_first = may_be & (np.asarray(page.tree.numbers)[page.elements] == _H1)
    asked_for = ranked_first if ranked_first.any() else may_be  # where there is an h1, no other block is looked at
    overlap = title_overlap(page, page.tree.attributes.title, asked_for)
    found = ~in_body
    block = title_block(page, overlap, may_be, kept & in_body)
    if block >= 0:
        found[block] = True
    return found


def title_block(page: Page, overlap: NDArray[np.floating], may_be: Mask, text: Mask) -> int:
    """The block that is the page's title, among those that ``may_be``; -1 if none is.

    Of several h1 it is the one nearest to the head's title, or else the last before the first ``text``. A page without
    an h1 may have its title in another heading, or in what is named a headline, if it is like the head's; else the last
    h2 before the first text will do. ``overlap`` says how much of the head's title stands in each block.
    """
    ranks = np.asarray(page.tree.numbers)[page.elements] - _H1
    first = (may_be & (ranks == 0)).nonzero()[0]
    if len(first) and overlap[best := _most(first, overlap)] > _LIKE_TITLE:
        return best
    heading = (ranks >= 0) & (ranks < len(HEADINGS))
    text = text & ~heading
    if len(first):
        return _last_before(first, text, int(first[0]))
    alike = (may_be & (overlap >= _TITLE_ELSEWHERE)).nonzero()[0]
    others = alike[heading[alike]]
    if not len(others):
        others = alike[[_is_named_headline(page, block) for block in alike.tolist()]]
    return _most(others, overlap) if len(others) else _last_before((may_be & (ranks == 1)).nonzero()[0], text, -1)


def _most(blocks: NDArray[np.intp], overlap: NDArray[np.floating]) -> int:
    return int(blocks[overlap[blocks].argmax()])


def _last_before(blocks: NDArray[np.intp], text: Mask, otherwise: int) -> int:
    """The last of some blocks that stands before the first text."""
    before = blocks[blocks < text.argmax()] if len(text) else blocks
    return int(before[-1]) if len(before) else otherwise


def _is_named_headline(page: Page, block: int) -> bool:
    """Whether a block's own element is called a title or headline, and is no link."""
    tree, element = page.tree, int(page.elements[block])
    names = f"{tree.attr(element, 'class') or ''} {tree.attr(element, 'itemprop') or ''}"
    return bool(meanings(names) & Meaning.HEADLINE) and page.link_words[block] * 2 < page.words[block]


def title_overlap(page: Page, title: str | None, asked_for: Mask | None = None) -> NDArray[np.float64]:
    """How much of a short block's words are the head's title's, times how much of the title they make up.

    Of blocks that are not asked for, it is 0.

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
    short = page.words <= 40
    for i in np.flatnonzero(short if asked_for is None else short & asked_for).tolist():
        words = page.texts[i].lower().split()
        if not wanted.isdisjoint(words):
            own = set(words)
            shares[i] = len(own & wanted) ** 2 / (len(own) * len(wanted))
    return shares


def title_words(title: str | None) -> set[str]:
    """The words of a title, less the marks between its parts."""
    return set((title or "").lower().split()) - {"-", "|", "–", "—", "·", "»"}
