"""What a block holds: the features of Debnath 2005, section 3.2.1, counted.

The section's list is "the features of a webpage block" after the W3C's HTML guidelines. Only what the page shows
counts, and only where it is: a list that GetBlockSet splits is counted in the block that it opens. Style attributes
are not counted: they dress a block and are no sheet in it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.columns import shown
from tamis.html.tags import LINK
from tamis.html.tree import Tree
from tamis.papers.debnath2005.tag_set import TAGS, tag_regions

_ELEMENTS: Final = {
    "text": "",  # words, not elements
    "text-tag": "h1 h2 h3 h4 h5 h6 b strong em i u s strike big small tt font code cite dfn kbd samp var abbr acronym"
    " q blockquote sub sup ins del mark pre address",
    "list": "ul ol dl dir menu",
    "table": "table",
    "link": "a",
    "image": "img svg",
    "object": "object applet embed audio video canvas",
    "frame": "frame iframe",
    "form": "input select textarea button",
    "script": "script",
    "style-sheet": "style link",
}
FEATURES: Final = tuple(_ELEMENTS)
"""the eleven features, in the order of the columns"""
_COLUMN: Final = {tag: column for column, tags in enumerate(_ELEMENTS.values()) for tag in tags.split()}


class BlockFeatures(NamedTuple):
    """The counts of each block of GetBlockSet that holds anything, text or not."""

    counts: NDArray[np.int64]
    """a row a block in document order, a column a feature"""
    blocks: NDArray[np.int64]
    """for each row of the page, its row in ``counts``; pieces of one block (some hidden) share one"""
    places: NDArray[np.int64]
    """where each block is among the texts of the page: its first run, or the one that comes after what is in it"""


def block_features(page: Page, tags: tuple[str, ...] = TAGS) -> BlockFeatures:
    """Count the features of the blocks of a page that :func:`tamis.papers.debnath2005.tag_set.tag_set` cut by these
    tags.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.papers.debnath2005.tag_set import tag_set
    >>> page = tag_set(read("<p>Two words<p><a href=/x>more</a><p><img src=y>", None, Limits()))
    >>> features = block_features(page)
    >>> features.counts[:, [0, 4, 5]].tolist(), features.blocks.tolist()
    ([[2, 0, 0], [1, 1, 0], [0, 0, 1]], [0, 1])
    """
    tree, where = page.tree, tag_regions(page.tree, tags)
    columns = np.array([_COLUMN.get(tag, -1) for tag in tree.tags], np.int64)
    counted = np.array([i for i in np.flatnonzero((columns >= 0) & shown(tree)).tolist() if _counts(tree, i)], np.int64)
    in_regions = np.concatenate((where.elements[counted], where.runs[page.first_run]))
    holding, rows = np.unique(in_regions, return_inverse=True)
    of_elements, of_blocks = rows[: len(counted)], rows[len(counted) :]
    width = len(FEATURES)
    cells = of_elements * width + columns[counted]
    counts = np.bincount(cells, minlength=len(holding) * width).reshape(-1, width)
    counts[:, 0] = np.bincount(of_blocks, np.where(page.hidden, 0, page.words), len(holding))
    places = np.full(len(holding), len(tree.runs), np.int64)
    np.minimum.at(places, of_elements, np.searchsorted(tree.run_seen, counted, side="right"))
    np.minimum.at(places, of_blocks, np.asarray(page.first_run))
    return BlockFeatures(counts, of_blocks, places)


def _counts(tree: Tree, element: int) -> bool:
    """Whether an element counts; some do by their attributes."""
    tag = tree.tags[element]
    if tag == "a":
        return tree.flags[element] & LINK != 0
    if tag == "input":
        return (tree.attr(element, "type") or "").lower() != "hidden"
    return tag != "link" or "stylesheet" in (tree.attr(element, "rel") or "").lower().split()


def scaled(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Each count over the largest in its column, so that it lies in 0 to 1 (section 3.2.1).

    >>> scaled(np.array([[1000, 0], [2000, 0]])).tolist()
    [[0.5, 0.0], [1.0, 0.0]]
    """
    largest: NDArray[np.int64] = np.maximum(counts.max(axis=0, initial=0), 1)
    return counts / largest
