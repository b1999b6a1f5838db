"""Columns over a tree's elements, and blocks that open and close at chosen elements: what segmenters share.

Elements chosen from a tree cut it into *regions*: one more begins wherever a chosen element begins or ends. Regions are
numbered in document order by how many such begins and ends came before, so an element's or a run's region is
arithmetic on columns and needs no walk. A region may hold no text: an image alone, or what lies between two ends.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.text_flow import gather
from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree


def tagged(tree: Tree, names: Collection[str]) -> NDArray[np.bool_]:
    """Which elements have one of these tags."""
    wanted = frozenset(names)
    return np.array([tag in wanted for tag in tree.tags], np.bool_)


def shown(tree: Tree) -> NDArray[np.bool_]:
    """Which elements the page does not hide."""
    visible: NDArray[np.bool_] = np.asarray(tree.flags, np.int64) & HIDDEN == 0
    return visible


def running(column: NDArray[np.int64] | NDArray[np.bool_]) -> NDArray[np.int64]:
    """The sums of a column before each row, and the sum of all: one more than there are rows.

    >>> running(np.array([1, 2, 3])).tolist()
    [0, 1, 3, 6]
    """
    return np.concatenate(([0], np.cumsum(column, dtype=np.int64)))


def subtree_sums(tree: Tree, column: NDArray[np.int64] | NDArray[np.bool_]) -> NDArray[np.int64]:
    """The sum of a column over each element and all that is in it."""
    before = running(column)
    sums: NDArray[np.int64] = before[tree.ends] - before[:-1]
    return sums


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


def depth(tree: Tree, column: NDArray[np.bool_] | NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of a column over all that each element is in, itself included: of chosen elements, how many."""
    count = len(column)
    ended = np.bincount(tree.ends, column, minlength=count + 1)[:count]
    return np.cumsum(column - ended.astype(np.int64), dtype=np.int64)


def nearest(tree: Tree, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The nearest chosen element around each element, itself included; the body (0) where there is none."""
    found: list[int] = []
    for i, (here, parent) in enumerate(zip(chosen.tolist(), tree.parents, strict=True)):
        found.append(i if here or not i else found[parent])
    return np.array(found, np.int64)


def changes(column: NDArray[np.int64] | NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where a column's value differs from the one before; the first always does."""
    changed = np.ones(len(column), np.bool_)
    changed[1:] = column[1:] != column[:-1]
    return changed


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
