"""What a block holds: the features of Debnath 2005, section 3.2.1, counted.

The section's list is "the features of a webpage block" after the W3C's HTML guidelines; which elements count as which
is spelled out below. Only what the page shows counts, and only where it stands: a list that GetBlockSet splits is
counted in the block that it opens. Style attributes are not counted: they dress a block and are no sheet in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.tags import HIDDEN, LINK
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
_TO_CHECK: Final = frozenset(("a", "input", "link"))
"""elements that count by their attributes"""


@dataclass(frozen=True, slots=True)
class BlockFeatures:
    """The counts of each block of GetBlockSet that holds anything, text or not."""

    counts: NDArray[np.int64]
    """a row a block in document order, a column a feature"""
    blocks: NDArray[np.int64]
    """for each row of the page, its row in ``counts``; pieces of one block (some hidden) share one"""


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
    where = tag_regions(page.tree, tags)
    counted, columns = _counted(page.tree)
    holding, rows = np.unique(
        np.concatenate((where.elements[counted], where.runs[page.first_run])), return_inverse=True
    )
    of_elements, of_blocks = rows[: len(counted)], rows[len(counted) :]
    width = len(FEATURES)
    counts = np.bincount(of_elements * width + columns, minlength=len(holding) * width).reshape(-1, width)
    counts[:, 0] = np.bincount(of_blocks, np.where(page.hidden, 0, page.words), len(holding))
    return BlockFeatures(counts, of_blocks)


def values(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """A feature's value in a block: its count over the largest count of any of the blocks (section 3.2.1).

    >>> values(np.array([[1000, 0], [2000, 0]])).tolist()
    [[0.5, 0.0], [1.0, 0.0]]
    """
    largest: NDArray[np.int64] = np.maximum(counts.max(axis=0, initial=0), 1)
    return counts / largest


def _counted(tree: Tree) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The elements that are features of their blocks, and the columns they count in."""
    tags = tree.tags
    columns = np.array([_COLUMN.get(tag, -1) for tag in tags], np.int64)
    shown = np.asarray(tree.flags, np.int64) & HIDDEN == 0
    found = [
        i for i in np.flatnonzero((columns >= 0) & shown).tolist() if tags[i] not in _TO_CHECK or _counts(tree, i)
    ]  # fmt: skip
    elements = np.array(found, np.int64)
    return elements, columns[elements]


def _counts(tree: Tree, element: int) -> bool:
    tag = tree.tags[element]
    if tag == "a":
        return tree.flags[element] & LINK != 0
    if tag == "input":
        return (tree.attr(element, "type") or "").lower() != "hidden"
    return "stylesheet" in (tree.attr(element, "rel") or "").lower().split()
