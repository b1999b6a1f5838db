"""GetBlockSet: a page split by the tags of an ordered set.

Debnath 2005, algorithm 1. The page is one block at first; each tag of the set in turn splits every block that contains
it into the parts inside its elements and the parts between them. Split again and again, nested elements of the set
all cut where they begin and where they end, so the blocks are the regions between those places. One thing hangs on
the order: an innermost table is a whole block ("we do not consider a single row or column of a table as a block"),
which no tag behind ``table`` splits.

No text is lost: joining the blocks gives the page's visible text, in order.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.regions import Regions, depth, nearest, regions, unite
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
    chosen = _splitting(tree, tags)
    roots = nearest(tree, chosen)[np.asarray(tree.run_parents, np.int64)]
    return unite(tree, url, regions(tree, chosen).runs, roots)


def tag_regions(tree: Tree, tags: tuple[str, ...] = TAGS) -> Regions:
    """The block of GetBlockSet that each element and each run of text stands in, blocks without text included."""
    return regions(tree, _splitting(tree, tags))


def _splitting(tree: Tree, tags: tuple[str, ...]) -> NDArray[np.bool_]:
    """The elements that split: those of the set, less those that an innermost table keeps whole."""
    places = {tag: place for place, tag in enumerate(tags)}
    place = np.array([places.get(tag, -1) for tag in tree.tags], np.int64)
    splits = place >= 0
    splits[0] = False  # the page itself, should anyone name the body
    if "table" in places:
        tables = place == places["table"]
        splits &= (place <= places["table"]) | (depth(tree, _innermost(tree, tables)) == 0)
    return splits


def _innermost(tree: Tree, tables: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Those of the tables that hold no table."""
    begun = np.cumsum(tables)
    alone: NDArray[np.bool_] = begun[np.asarray(tree.ends, np.int64) - 1] == begun
    return tables & alone
