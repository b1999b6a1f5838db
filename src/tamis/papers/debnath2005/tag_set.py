"""GetBlockSet: a page split by the tags of an ordered set (Debnath 2005, algorithm 1).

The page is one block at first; each tag of the set in turn splits every block that contains it into the parts inside
its elements and the parts between them. Split again and again, nested elements of the set all cut where they begin and
where they end, so the blocks are the regions between those places. Only one thing depends on the order: an innermost
table is a whole block ("we do not consider a single row or column of a table as a block"), which no tag after ``table``
splits.

No text is lost: joining the blocks gives the page's visible text, in order.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.regions import Regions, cut_at, regions
from tamis.html.columns import depth, subtree_sums, tagged
from tamis.html.tree import Tree

TAGS: Final = ("table", "p", "hr", "ul", "ol", "div")
"""Debnath 2005 names TR, P, HR and UL in its introduction, and whole tables in section 3.2.1; ``div`` is what lays out
pages since."""


def tag_set(tree: Tree, url: str | None = None, *, tags: tuple[str, ...] = TAGS) -> Page:
    r"""Cut a tree into the blocks of GetBlockSet.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> page = "<div>Menu<div><p>One<p>Two<table><tr><td>a<td><p>b</table></div>End</div>"
    >>> tag_set(read(page, None, Limits())).texts
    ['Menu', 'One', 'Two', 'a\nb', 'End']
    """
    return cut_at(tree, url, _splitting(tree, tags))


def tag_regions(tree: Tree, tags: tuple[str, ...]) -> Regions:
    """The block of GetBlockSet of each element and each run of text, blocks without text included."""
    return regions(tree, _splitting(tree, tags))


def _splitting(tree: Tree, tags: tuple[str, ...]) -> NDArray[np.bool_]:
    """The elements that split: those of the set, except those that an innermost table keeps whole."""
    splits = tagged(tree, tags)
    if "table" in tags:
        tables = tagged(tree, {"table"})
        innermost = tables & (subtree_sums(tree, tables) == 1)
        first = tagged(tree, tags[: tags.index("table") + 1])  # these split before tables are looked at
        splits &= first | (depth(tree, innermost) == 0)
    splits[0] = False  # the page itself, should anyone name the body
    return splits
