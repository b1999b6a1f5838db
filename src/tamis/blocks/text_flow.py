"""Text blocks: a block ends at the begin or end of each block-level element, ``br`` included.

SVM 2013, section III.A ("Blockifying"). Two neighbouring runs of text belong to one block if no block-level element
begins or ends between them, which the tree has counted, so the cuts are one comparison of a column with itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.tree import Tree
from tamis.native import tree as kernel


def text_flow(tree: Tree, url: str | None = None) -> Page:
    """Cut a tree into text blocks.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> text_flow(read("<p>One <b>bold</b> line<br>two<ul><li>three", None, Limits())).texts
    ['One bold line', 'two', 'three']
    """
    return gather(tree, url)


def gather(
    tree: Tree, url: str | None, begins: NDArray[np.int64] | None = None, elements: NDArray[np.int64] | None = None
) -> Page:
    """Make the page whose blocks begin at the runs ``begins``; blocks of white space alone are left out.

    Without ``begins`` a block begins wherever a block-level element begins or ends.

    ``elements`` gives, for each run, the element that a block which begins there stands in: by default the nearest
    block-level element around it.
    """
    texts: list[str] = []
    rows, hidden = np.empty((5, len(tree.runs)), np.int64), np.empty(len(tree.runs), np.bool_)
    count = kernel.gather(
        tree.runs, tree.run_parents, tree.run_cuts, tree.parents, tree.traits, tree.flags, begins,
        texts, rows, hidden.view(np.uint8),
    )  # fmt: skip
    standing, first, last, words, link_words = rows[:, :count]
    if elements is not None:
        standing = elements[first]
    return Page(tree, url, texts, standing, first, last, words, link_words, hidden[:count])
