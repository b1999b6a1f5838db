"""Data tables told from layout tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from tamis.kernel import innermost

if TYPE_CHECKING:
    from tamis.dom import Tree
    from tamis.page import Page

_PROSE: Final = frozenset("h1 h2 h3 h4 h5 h6 article section nav form".split())
"""what a table that lays out a page holds, and a table of data does not"""
_PARTS: Final = (*_PROSE, "td", "th", "tr", "caption")
_LONG_CELL: Final = 60
"""words; a cell of data is a value or a note, not an essay"""


def find_data_tables(tree: Tree) -> set[int]:
    """The elements that are tables of data: rows of several short cells, nothing nested that lays out a page.

    >>> from tamis.dom import read
    >>> from tamis.limits import Limits
    >>> page = "<table><tr><td>a<td>b<tr><td>c<td>d</table><table><tr><td><h1>News</h1><td>menu</table>"
    >>> read(page, None, Limits()).data_tables
    {1}
    """
    if not tree.rows("table"):
        return set()
    nearest = _nearest(tree, "table")
    table_of = nearest.tolist()
    inside = {tag: [table_of[i] for i in tree.rows(tag) if table_of[i] >= 0] for tag in _PARTS}
    cells, rows = Counter(inside["td"] + inside["th"]), Counter(inside["tr"])
    headed = {*inside["th"], *inside["caption"]}
    layout = {table for tag in _PROSE for table in inside[tag]}
    around = {table_of[tree.parents[table]] for table in tree.rows("table") if table}
    """hold tables, as those do that lay out a page; one of data with another in a cell has a header"""
    words: Counter[int] = Counter()
    of_runs = nearest[np.asarray(tree.run_parents)]
    for run in np.flatnonzero(of_runs >= 0).tolist():
        words[table_of[tree.run_parents[run]]] += len(tree.runs[run].split())
    return {
        table
        for table in cells
        if table not in layout
        and (table not in around or table in headed)
        and rows[table] >= 2
        and (cells[table] >= 2 * rows[table] or table in headed)
        and words[table] <= _LONG_CELL * cells[table]
    }


def in_data_table(page: Page) -> NDArray[np.bool_]:
    """Which blocks stand in a table of data."""
    tables = page.tree.data_tables
    if not tables:
        return np.zeros(len(page), np.bool_)
    return np.isin(_nearest(page.tree, "table")[page.elements], list(tables))


def _nearest(tree: Tree, tag: str) -> NDArray[np.int64]:
    """For each element the nearest element of that tag above it, itself included; -1 if there is none."""
    found = np.empty(len(tree.tags), np.int64)
    innermost(tree.rows(tag), tree.parents, found)
    return found
