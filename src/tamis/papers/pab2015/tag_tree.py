"""PAB's blocks: each outermost important or medium tag, from its begin to its end.

PAB 2015, section 3.1.1. From the body on, the next important tag (h1–h6, p, b, strong, a, i, em, img with alternative
text) or medium one (table, ul, ol) opens a block up to its end; the tags inside it are inner tags. Elements that lay a
page out (div, section …) are entered, not opened. What the paper leaves open:

* text outside any such tag is a block of its own, cut as text flows, at block-level elements and where a tag opens;
* a page without any such tag is one block, as the paper says;
* the head's title is the first block. It is not part of the body, so its row has no span (``first_run`` is -1) and
  stands in the body for want of a better element;
* an image alone opens a block, but has no visible text and so no row;
* what stands in an irrelevant tag (form …) is removed before blocks are made. Its text is visible all the same, so it
  has rows of its own, cut out of the block it stands in; the strategy drops them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.regions import changes, depth, nearest, regions, unite
from tamis.html.tree import Tree
from tamis.native.tree import count_words

OPENS: Final = (
    "h1", "h2", "h3", "h4", "h5", "h6", "p", "b", "strong", "a", "i", "em", "img", "table", "ul", "ol",
)  # fmt: skip
"""PAB 2015, section 3.1.1 and table 3.1; ``em`` is how HTML now says ``i``, ``ul`` and ``ol`` are its lists"""
DROP: Final = ("script", "style", "iframe", "object", "form")
"""the irrelevant tags of PAB 2015, section 3.1.1"""


def tag_tree(
    tree: Tree, url: str | None = None, *, opens: tuple[str, ...] = OPENS, drop: tuple[str, ...] = DROP
) -> Page:
    r"""Cut a tree into the blocks of PAB.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> page = "<title>Rye</title><div>By <a href=/me>me</a><ul><li>a<li><b>b</b></ul><form><p>Search</form>"
    >>> tag_tree(read(page, None, Limits())).texts
    ['Rye', 'By', 'me', 'a\nb', 'Search']
    """
    parents = np.asarray(tree.run_parents, np.int64)
    opening = opened(tree, opens)
    outermost = opening & (depth(tree, opening) == 1)
    out = inside(tree, drop)
    in_block = depth(tree, outermost)[parents] > 0
    begins = changes(regions(tree, outermost).runs) | changes(out[parents])
    standing = np.zeros(len(parents), np.int64)  # the body, if no tag opens a block
    if np.any(outermost & ~out):
        begins |= changes(np.asarray(tree.run_cuts, np.int64)) & ~in_block
        standing = np.asarray(tree.owners, np.int64)[parents]
    roots = np.flatnonzero(outermost)
    standing[in_block] = roots[np.searchsorted(roots, parents[in_block], side="right") - 1]
    return _with_title(unite(tree, url, np.cumsum(begins), standing))


def opened(tree: Tree, opens: tuple[str, ...]) -> NDArray[np.bool_]:
    """The elements of these tags; an image only if it has alternative text, and never the body."""
    names = frozenset(opens)
    found = np.array([tag in names for tag in tree.tags], np.bool_)
    found[0] = False
    if "img" in names:
        for i in np.flatnonzero(found).tolist():
            if tree.tags[i] == "img" and not (tree.attr(i, "alt") or "").strip():
                found[i] = False
    return found


def inside(tree: Tree, tags: tuple[str, ...]) -> NDArray[np.bool_]:
    """The elements that are, or stand in, elements of these tags."""
    names = frozenset(tags)
    return depth(tree, np.array([tag in names for tag in tree.tags], np.bool_)) > 0


class Removal(NamedTuple):
    """What is removed with the tags it stands in."""

    elements: NDArray[np.bool_]
    rows: NDArray[np.bool_]
    why: Callable[[int], str]
    """the reason why a row is removed"""


def removed(page: Page, drop: tuple[str, ...]) -> Removal:
    """What stands in elements of these tags; the head's title never does."""
    tree = page.tree
    elements = inside(tree, drop)
    rows = np.zeros(len(page), np.bool_)
    body = page.first_run >= 0
    rows[body] = elements[np.asarray(tree.run_parents, np.int64)[page.first_run[body]]]

    @cache
    def around() -> NDArray[np.int64]:
        return nearest(tree, np.array([tag in drop for tag in tree.tags], np.bool_))

    def why(row: int) -> str:
        return f"inside {tree.tags[around()[tree.run_parents[page.first_run[row]]]]}, which is removed"

    return Removal(elements, rows, why)


def _with_title(page: Page) -> Page:
    """The page with the head's title as its first block."""
    found = page.tree.document.select_one("head > title")
    title = " ".join(found.text.split()) if found else ""
    if not title:
        return page

    def first(value: int, column: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.concatenate((np.array([value], np.int64), column))

    return replace(
        page,
        texts=[title, *page.texts],
        elements=first(0, page.elements),
        first_run=first(-1, page.first_run),
        last_run=first(-1, page.last_run),
        words=first(count_words(title), page.words),
        link_words=first(0, page.link_words),
        hidden=np.concatenate((np.zeros(1, np.bool_), page.hidden)),
    )
