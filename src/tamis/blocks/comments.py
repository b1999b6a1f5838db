"""Readers' comments: which blocks they are, by the names of elements and the headlines over them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.syntax import TAG_NUMBERS
from tamis.html.tags import HEADINGS
from tamis.html.tree import Tree
from tamis.names.markup import COMMENT_STEMS, Meaning, meanings, zone_of
from tamis.names.phrases import COMMENT_HEADLINE_WORDS, heads_comments, is_about_comments

_H1: Final = TAG_NUMBERS["h1"]
_NEVER_AREA: Final = frozenset(
    ("html", "body", "main", "a", "button", "input", "span", "h1", "label", "i", "link", "script")
)
_LONG: Final = 20
"""words of a headline that is none"""
_LEAST_SAID: Final = 2
"""words beside headings and links: fewer are a button, or what is left where a script would put comments"""
_WRAPPERS: Final = 3
"""elements that may hold nothing but such a headline"""
MOST: Final = 0.9
"""of a page's words; an area that holds more is no part beside an article but the whole page"""


def in_comments(page: Page, candidates: Iterable[int] | None = None) -> NDArray[np.bool_]:
    """Which blocks stand in an area of comments, or under a headline of comments.

    ``candidates`` are the elements that an area's name was looked for in, all by default. A headline over nearly the
    whole page is one of something else.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> in_comments(text_flow(read("<p>Rye<div id=comments><p>Nice!</div>", None, Limits()))).tolist()
    [False, True]
    """
    found = under_headlines(page)
    if found.any():
        found = unless_most(page, found)
    areas = outermost_areas(page.tree, candidates)
    return found | in_areas(page.tree, areas)[page.elements] if areas else found


def in_areas(tree: Tree, areas: Iterable[int]) -> NDArray[np.bool_]:
    """Which elements are among these areas or stand in one."""
    inside = np.zeros(len(tree.tags), np.bool_)
    for area in areas:
        inside[area : int(tree.ends[area])] = True
    return inside


def outermost_areas(tree: Tree, candidates: Iterable[int] | None = None) -> list[int]:
    """The areas of comments that stand in no other; ``candidates`` as for :func:`in_comments`."""
    if candidates is None:
        source = tree.source.lower()  # far quicker than a pattern that ignores case
        candidates = range(len(tree.tags)) if any(stem in source for stem in COMMENT_STEMS) else ()
    found: list[int] = []
    end = 0
    for element in sorted(candidates):
        if element >= end and _is_area(tree, element):
            found.append(element)
            end = int(tree.ends[element])
    return found


def _is_area(tree: Tree, element: int) -> bool:
    """Whether an element is named as an area of comments and does not hold the page's first h1."""
    if tree.tags[element] in _NEVER_AREA:
        return False
    names = f"{tree.attr(element, 'id') or ''} {tree.attr(element, 'class') or ''}"
    if not meanings(names) & Meaning.COMMENTS and (tree.attr(element, "itemprop") or "").lower() != "comment":
        return False
    titles = tree.rows("h1")
    return not titles or not element <= titles[0] < int(tree.ends[element])


def unless_most(page: Page, found: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The found blocks of the body, or no block if they are nearly all of the visible page."""
    found = found & (page.first_run >= 0)
    shown = ~page.hidden
    if page.words[found & shown].sum() > MOST * page.words[shown].sum():
        return np.zeros(len(page), np.bool_)
    return found


def under_headlines(page: Page) -> NDArray[np.bool_]:
    """Which blocks stand under a headline of comments, as many old pages have whose elements have no names.

    What stands under a headline ends with what holds it, or at the next headline of its rank or a higher one. An h1 is
    none of comments.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> page = text_flow(read("<h2>Rye</h2><p>Mix.<h3>2 Responses to Rye</h3><p>Nice!<h2>Oats</h2>", None, Limits()))
    >>> under_headlines(page).tolist()
    [False, False, True, True, False]
    """
    found = np.zeros(len(page), np.bool_)
    ranks = np.asarray(page.tree.numbers)[page.elements] - _H1
    headings = np.flatnonzero((ranks > 0) & (ranks < len(HEADINGS))).tolist()
    texts = "\n".join([page.texts[block] for block in headings]).lower()
    if not any(word in texts for word in COMMENT_HEADLINE_WORDS):
        return found
    for place, block in enumerate(headings):
        if 0 < page.words[block] <= _LONG and heads_comments(page.texts[block]):
            later = (headings[k] for k in range(place + 1, len(headings)))
            end = next((other for other in later if ranks[other] <= ranks[block]), len(page))
            found[block:end] |= page.elements[block:end] < _end_of(page, block)
    return found


def _end_of(page: Page, headline: int) -> int:
    """The element behind the one that holds a headline and more than it."""
    tree = page.tree
    holder = max(int(tree.parents[page.elements[headline]]), 0)
    for _ in range(_WRAPPERS):
        if holder > 0 and (headline + 1 == len(page) or page.elements[headline + 1] >= tree.ends[holder]):
            holder = int(tree.parents[holder])
    return int(tree.ends[holder])


def comment_section(page: Page, detected: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
    """Which blocks are comments or what the page says about them, without the form to write one.

    ``detected`` are the blocks that a strategy takes for comments; without them names and headlines decide.
    """
    found = unless_most(page, in_comments(page) & ~page.hidden if detected is None else detected)
    found[np.flatnonzero(found)[_in_forms(page, found)]] = False
    return found


def comments(page: Page, detected: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
    """Which blocks are readers' comments: the section less what the page itself says about them.

    None are if nothing else is said, as under "0 Comments". ``detected`` is as for :func:`comment_section`.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> source = "<p>Mix and wait.<div id=comments><h3>1 Comment</h3><p>I baked it, thanks!<h3>Leave a Reply</h3></div>"
    >>> comments(text_flow(read(source, None, Limits()))).tolist()
    [False, True, True, False]
    """
    found = comment_section(page, detected)
    for block in np.flatnonzero(found).tolist():
        found[block] = not is_about_comments(" ".join(page.texts[block].split()).casefold())
    if sum(_own_words(page, block) for block in np.flatnonzero(found).tolist()) < _LEAST_SAID:
        found[:] = False
    return found


def _own_words(page: Page, block: int) -> int:
    """How many words of a block in the section a reader may have written."""
    if page.tags[block] in HEADINGS or heads_comments(page.texts[block]):
        return 0
    return int(page.words[block] - page.link_words[block])


def _in_forms(page: Page, found: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the found blocks stand in forms; a form around the whole page does not count."""
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
