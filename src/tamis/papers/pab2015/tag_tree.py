"""PAB's blocks: each outermost important or medium tag, from its begin to its end (PAB 2015, section 3.1.1).

From the body on, the next important tag (h1–h6, p, b, strong, a, i, em, img with alternative text) or medium one
(table, ul, ol) opens a block up to its end; the tags inside it are inner tags. Elements that lay a page out (div,
section …) are entered, not opened. The README tells how we read the rest. In columns:

* the head's title is the first block. It is not part of the body, so its row has no span (``first_run`` is -1) and its
  element is the body;
* text in an irrelevant tag (form …) has rows of its own, cut out of the block around it; the strategy drops them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.regions import regions, unite
from tamis.html.columns import changes, depth, nearest, tagged
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
    parents = np.asarray(tree.run_parents)
    opening = opened(tree, opens)
    outermost = opening & (depth(tree, opening) == 1)
    out = inside(tree, drop)
    in_block = depth(tree, outermost)[parents] > 0
    begins = changes(regions(tree, outermost).runs) | changes(out[parents])
    elements = np.zeros(len(parents), np.int64)  # the body, if no tag opens a block
    if np.any(outermost & ~out):
        begins |= changes(np.asarray(tree.run_cuts)) & ~in_block
        elements = np.asarray(tree.owners, np.int64)[parents]
    elements[in_block] = nearest(tree, outermost)[parents[in_block]]
    return _with_title(unite(tree, url, np.cumsum(begins), elements))


def opened(tree: Tree, opens: tuple[str, ...]) -> NDArray[np.bool_]:
    """The elements of these tags; an image only if it has alternative text, and never the body."""
    found = tagged(tree, opens)
    found[0] = False
    if "img" in opens:
        for i in tree.rows("img"):
            found[i] = (tree.attr(i, "alt") or "").strip() != ""
    return found


def inside(tree: Tree, tags: tuple[str, ...]) -> NDArray[np.bool_]:
    """The elements that are, or are in, elements of these tags."""
    return depth(tree, tagged(tree, tags)) > 0


def removed_by(page: Page, drop: tuple[str, ...]) -> list[str]:
    """For each row the nearest of these tags around it, with which it is removed; "" for rows that are not removed."""
    tree = page.tree
    chosen = tagged(tree, drop)
    tags = [tree.tags[i] if chosen[i] else "" for i in nearest(tree, chosen).tolist()]
    return [tags[tree.run_parents[run]] if run >= 0 else "" for run in page.first_run.tolist()]


def _with_title(page: Page) -> Page:
    """The page with the head's title as its first block."""
    found = page.tree.document.select_one("head > title")
    title = " ".join(found.text.split()) if found else ""
    if not title:
        return page
    return replace(
        page,
        texts=[title, *page.texts],
        elements=np.insert(page.elements, 0, 0),
        first_run=np.insert(page.first_run, 0, -1),
        last_run=np.insert(page.last_run, 0, -1),
        words=np.insert(page.words, 0, count_words(title)),
        link_words=np.insert(page.link_words, 0, 0),
        hidden=np.insert(page.hidden, 0, False),
    )
