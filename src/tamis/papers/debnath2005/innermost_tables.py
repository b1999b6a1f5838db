"""Table blocks: a page cut into its innermost tables, as Lin and Ho cut it.

S.-H. Lin and J.-M. Ho, "Discovering informative content blocks from web documents", 2002 (LH), by way of Debnath 2005,
which implements it, and of the survey in Key patterns 2013: pages laid out by ``table`` are parsed into a coarse tree,
whose leaves, the innermost tables, are the content blocks. Two cases the descriptions leave open, and our reading:

* text outside every innermost table is not lost: each stretch of it between two table borders is a block;
* a page without tables is one block per top-level container: the children of the first element, from the body down,
  that has text in more than one of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.regions import nearest, regions, unite
from tamis.html.tags import BLOCK_LEVEL
from tamis.html.tree import Tree

_Bools = NDArray[np.bool_]


def tables(tree: Tree, url: str | None = None) -> Page:
    r"""Cut a tree into the blocks of LH.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> page = "Top<table><tr><td><table><tr><td>Menu<td>News</table>Between<td><table><tr><td>Story</table></table>"
    >>> tables(read(page, None, Limits())).texts
    ['Top', 'Menu\nNews', 'Between', 'Story']
    >>> tables(read("<div><div>Menu</div><div><p>Story<p>Its end</div>Foot</div>", None, Limits())).texts
    ['Menu', 'Story\nIts end', 'Foot']
    """
    chosen = np.array([tag == "table" for tag in tree.tags], np.bool_)
    if not chosen.any():
        chosen = _top_level(tree)
    roots = nearest(tree, chosen)[np.asarray(tree.run_parents, np.int64)]
    return unite(tree, url, regions(tree, chosen).runs, roots)


def _top_level(tree: Tree) -> _Bools:
    """The block-level children of the lowest element that has all of the text in it."""
    chosen = np.zeros(len(tree.tags), np.bool_)
    holding = [parent for parent, run in zip(tree.run_parents, tree.runs, strict=True) if not run.isspace()]
    if not holding:
        return chosen
    ends = np.asarray(tree.ends, np.int64)
    here, last = min(holding), max(holding)
    while ends[here] <= last:
        here = tree.parents[here]
    child = here + 1
    while child < ends[here]:
        chosen[child] = tree.tags[child] in BLOCK_LEVEL and tree.tags[child] != "br"
        child = int(ends[child])
    return chosen
