"""Table blocks: a page cut into its innermost tables, as Lin and Ho (LH, 2002) cut it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.regions import cut_at
from tamis.html.columns import tagged
from tamis.html.tags import BLOCK_LEVEL
from tamis.html.tree import Tree


def tables(tree: Tree, url: str | None = None) -> Page:
    r"""Cut a tree into innermost tables and the text between them; without a table, into its top-level containers.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> page = "Top<table><tr><td><table><tr><td>Menu<td>News</table>Between<td><table><tr><td>Story</table></table>"
    >>> tables(read(page, None, Limits())).texts
    ['Top', 'Menu\nNews', 'Between', 'Story']
    >>> tables(read("<div><div>Menu</div><div><p>Story<p>Its end</div>Foot</div>", None, Limits())).texts
    ['Menu', 'Story\nIts end', 'Foot']
    """
    chosen = tagged(tree, {"table"})
    return cut_at(tree, url, chosen if chosen.any() else _top_level(tree))


def _top_level(tree: Tree) -> NDArray[np.bool_]:
    """The block-level children of the lowest element that has all of the text in it."""
    chosen = np.zeros(len(tree.tags), np.bool_)
    holding = [parent for parent, run in zip(tree.run_parents, tree.runs, strict=True) if not run.isspace()]
    if not holding:
        return chosen
    here, last = min(holding), max(holding)
    while tree.ends[here] <= last:
        here = tree.parents[here]
    child = here + 1
    while child < tree.ends[here]:
        chosen[child] = tree.tags[child] in BLOCK_LEVEL and tree.tags[child] != "br"
        child = int(tree.ends[child])
    return chosen
