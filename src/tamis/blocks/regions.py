"""Blocks that open and close at chosen elements, for the segmenters.

Elements chosen from a tree cut it into *regions*: one more begins wherever a chosen element begins or ends. Regions are
numbered in document order by how many such begins and ends came before, so an element's or a run's region is
arithmetic on columns and needs no walk. A region may hold no text: an image alone, or what lies between two ends.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.text_flow import gather
from tamis.html.columns import changes, depth, nearest, shown
from tamis.html.tree import Tree


class Regions(NamedTuple):
    """The number of the region that each element and each run of a tree stands in."""

    elements: NDArray[np.int64]
    """a chosen element stands in the region that it opens"""
    runs: NDArray[np.int64]


def regions(tree: Tree, chosen: NDArray[np.bool_]) -> Regions:
    """Number the regions that the chosen elements cut a tree into.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> tree = read("a<div>b<i>c</i><div>d</div>e</div>f", None, Limits())
    >>> regions(tree, np.array([tag == "div" for tag in tree.tags])).runs.tolist()
    [0, 1, 1, 2, 3, 4]
    """
    begun = np.cumsum(chosen, dtype=np.int64)
    open_ = depth(tree, chosen)
    before_run = begun[np.asarray(tree.run_seen) - 1]
    # Those that have ended are those that have begun and are not open.
    return Regions(2 * begun - open_, 2 * before_run - open_[tree.run_parents])


def cut_at(tree: Tree, url: str | None, chosen: NDArray[np.bool_]) -> Page:
    """Make the page whose blocks are the regions that the chosen elements cut a tree into."""
    roots = nearest(tree, chosen)[tree.run_parents]
    return unite(tree, url, regions(tree, chosen).runs, roots)


def unite(tree: Tree, url: str | None, run_blocks: NDArray[np.int64], elements: NDArray[np.int64]) -> Page:
    r"""Make the page whose blocks are the neighbouring runs of equal number in ``run_blocks``.

    Such a block may hold several text blocks (the cells of a table); each is a line of its text. What the page hides is
    cut out of the block it stands in, as a row of its own, for a row is either hidden or not. ``elements`` gives, for
    each run, the element that its block stands in.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> tree = read("<p>a<br>b<p>c<span hidden>d</span>e", None, Limits())
    >>> unite(tree, None, np.array([0, 0, 1, 1, 1]), np.array([1, 1, 3, 3, 3])).texts
    ['a\nb', 'c', 'd', 'e']
    """
    hidden = ~shown(tree)[tree.run_parents]
    cuts = changes(np.asarray(tree.run_cuts, np.int64))
    lines = gather(tree, url, np.flatnonzero(cuts | changes(run_blocks) | changes(hidden)), elements)
    blocks = run_blocks[lines.first_run]
    starts = np.flatnonzero(changes(blocks) | changes(lines.hidden))
    if len(starts) == len(lines):
        return lines
    bounds = [*starts.tolist(), len(lines)]
    texts = [
        lines.texts[a] if b == a + 1 else "\n".join(lines.texts[a:b])
        for a, b in pairwise(bounds)
    ]  # fmt: skip
    return Page(
        tree, url, texts, lines.elements[starts], lines.first_run[starts], lines.last_run[np.array(bounds[1:]) - 1],
        np.add.reduceat(lines.words, starts), np.add.reduceat(lines.link_words, starts), lines.hidden[starts],
    )  # fmt: skip
