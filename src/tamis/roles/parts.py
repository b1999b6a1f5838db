"""Two of the parts of a page that callers choose by name: its title and its readers' comments."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.comments import comment_blocks, unless_most
from tamis.blocks.page import Page
from tamis.html.tags import HEADINGS
from tamis.names.markup import Meaning, meanings, zone_of
from tamis.names.phrases import heads_comments, is_about_comments

Mask = NDArray[np.bool_]

_LIKE_TITLE: Final = 0.2
_TITLE_ELSEWHERE: Final = 0.3
"""overlap with the head's title that makes the title of an h1 (as for the default strategy), or of what is none"""

_LEAST_SAID: Final = 2
"""words beside headings and links: fewer are a button, or what is left where a script would put comments"""


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


def comment_section(page: Page, told: Mask | None = None) -> Mask:
    """Which blocks stand among readers' comments, if a strategy has not ``told``: with them what the page says about
    comments, without the form to write one.
    """
    found = comment_blocks(page) if told is None else unless_most(page, told)
    found[np.flatnonzero(found)[_in_forms(page, found)]] = False
    return found


def comments(page: Page, told: Mask | None = None) -> Mask:
    """Which blocks are readers' comments, if a strategy has not ``told``: what stands among them but for what the page
    says about them; none where nothing else is said, as under "0 Comments".

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> source = "<p>Mix and wait.<div id=comments><h3>1 Comment</h3><p>I baked it, thanks!<h3>Leave a Reply</h3></div>"
    >>> comments(text_flow(read(source, None, Limits()))).tolist()
    [False, True, True, False]
    """
    found = comment_section(page, told)
    for block in np.flatnonzero(found).tolist():
        found[block] = not is_about_comments(" ".join(page.texts[block].split()).casefold())
    if sum(_own_words(page, block) for block in np.flatnonzero(found).tolist()) < _LEAST_SAID:
        found[:] = False
    return found


def _own_words(page: Page, block: int) -> int:
    """How many words a block among comments has that a reader may have written."""
    if page.tags[block] in HEADINGS or heads_comments(page.texts[block]):
        return 0
    return int(page.words[block] - page.link_words[block])


def _in_forms(page: Page, found: Mask) -> Mask:
    """Which of the found blocks stand in forms; a form around the page, as some frameworks make one, is none."""
    tree = page.tree
    beside = page.sum_inside(page.words * ~found)
    known = {-1: False}
    own = page.elements[found].tolist()
    for element in own:
        above, around = [], element
        while around not in known:
            above.append(around)
            around = int(tree.parents[around])
        inside = known[around]
        for part in reversed(above):
            names = f"{tree.attr(part, 'class')} {tree.attr(part, 'id')}"
            form = tree.tags[part] == "form" or zone_of(meanings(names)) == Meaning.FORM
            inside = inside or (form and 2 * beside[part] <= beside[0])
            known[part] = inside
    return np.array([known[element] for element in own], np.bool_)


def _title_in_body(page: Page, kept: Mask, comment: Mask) -> int | None:
    from tamis.model.title import title_overlap

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
