"""Which tables hold data, as against those that lay out a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from tamis.html.syntax import TAG_NUMBERS
from tamis.native.tree import add_words, count_parts, innermost

if TYPE_CHECKING:
    from tamis.blocks.page import Page
    from tamis.html.tree import Tree

_CELL, _HEADER, _ROW, _CAPTION, _PROSE, _TABLE = range(1, 7)
_PARTS: Final = {
    "td": _CELL, "th": _HEADER, "tr": _ROW, "caption": _CAPTION, "table": _TABLE,
    **dict.fromkeys("h1 h2 h3 h4 h5 h6 article section nav form".split(), _PROSE),
}  # fmt: skip
"""prose is what a table that lays out a page holds, and a table of data does not"""
_KINDS: Final = np.zeros(len(TAG_NUMBERS) + 1, np.int64)
_KINDS[[TAG_NUMBERS[tag] for tag in _PARTS]] = [*_PARTS.values()]
_LONG_CELL: Final = 60
"""words; a cell of data is a value or a note, not an essay"""
_WITH_WORDS: Final = ("td", "th", "caption")


def find_data_tables(tree: Tree) -> set[int]:
    """The elements that are tables of data: rows of several short cells, nothing nested that lays out a page.

    Without a header or a caption, a table is one of data only if at least half of its words stand in short cells: the
    mean alone would let the empty cells beside an article hide it.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> page = "<table><tr><td>a<td>b<tr><td>c<td>d</table><table><tr><td><h1>News</h1><td>menu</table>"
    >>> find_data_tables(read(page, None, Limits()))
    {1}
    """
    if not tree.rows("table"):
        return set()
    nearest = _nearest(tree, "table")
    counts = np.zeros((len(tree.tags), 1 + _TABLE), np.int64)
    count_parts(tree.numbers, tree.parents, nearest, _KINDS, _TABLE, counts)
    words = np.zeros(len(tree.tags), np.int64)
    add_words(tree.runs, tree.run_parents, _nearest(tree, *_WITH_WORDS), words)
    inside_one = nearest >= 0
    totals, essays = (
        np.bincount(nearest[inside_one], counted[inside_one], len(tree.tags))
        for counted in (words, np.where(words > _LONG_CELL, words, 0))
    )
    found = set()
    for table in tree.rows("table"):
        _, plain, headers, rows, captions, prose, inside = counts[table].tolist()
        cells, headed = plain + headers, headers or captions
        # Tables that lay out a page hold others; one of data with another in a cell has a header.
        in_shape = headed or (cells >= 2 * rows and not inside and 2 * essays[table] <= totals[table])
        if in_shape and cells and rows >= 2 and not prose and totals[table] <= _LONG_CELL * cells:
            found.add(table)
    return found


def in_data_table(page: Page) -> NDArray[np.bool_]:
    """Which blocks stand in a table of data."""
    tables = page.data_tables
    if not tables:
        return np.zeros(len(page), np.bool_)
    return np.isin(_nearest(page.tree, "table")[page.elements], list(tables))


def _nearest(tree: Tree, *tags: str) -> NDArray[np.int64]:
    """For each element the nearest element of these tags above it, itself included; -1 if there is none."""
    found = np.empty(len(tree.tags), np.int64)
    innermost([row for tag in tags for row in tree.rows(tag)], tree.parents, found)
    return found
