"""What holds for the blocks of one cut of a page, carried over to the blocks of another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page


def project(column: NDArray[np.float64], given: Page, wanted: Page) -> NDArray[np.float64]:
    """A column over the blocks of ``given`` as one over the blocks of ``wanted``, both cut from the same tree.

    A block has the mean over its text, by characters; text that ``given`` has not counts as 0.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.papers.debnath2005.innermost_tables import tables
    >>> from tamis.blocks.text_flow import text_flow
    >>> tree = read("<div><p>abc<p>d</div><div>efg</div>", None, Limits())
    >>> project(np.array([1.0, 0.0, 1.0]), text_flow(tree), tables(tree)).tolist()
    [0.75, 1.0]
    """
    if given is wanted:
        return column
    if np.array_equal(given.first_run, wanted.first_run) and np.array_equal(given.last_run, wanted.last_run):
        return column
    of_run, sizes = blocks_of_runs(given), _sizes(given)
    values = np.where(of_run >= 0, np.append(column, 0.0)[of_run], 0.0) * sizes
    wanted_of_run = blocks_of_runs(wanted)
    inside = wanted_of_run >= 0
    sums = np.bincount(wanted_of_run[inside], values[inside], len(wanted))
    totals = np.bincount(wanted_of_run[inside], sizes[inside], len(wanted))
    means: NDArray[np.float64] = sums / np.maximum(totals, 1)
    return means


def mostly(column: NDArray[np.bool_], given: Page, wanted: Page) -> NDArray[np.bool_]:
    """What holds for most of the text of each block."""
    if given is wanted:
        return column
    found: NDArray[np.bool_] = project(column.astype(np.float64), given, wanted) > 0.5
    return found


def blocks_of_runs(page: Page) -> NDArray[np.int64]:
    """The block of each run of the tree; -1 for runs of no block."""
    blocks = np.full(len(page.tree.runs), -1, np.int64)
    rows = np.flatnonzero(page.first_run >= 0)  # what is made from elsewhere has no runs
    lengths = page.last_run[rows] - page.first_run[rows] + 1
    before = np.cumsum(lengths) - lengths
    runs = np.arange(int(lengths.sum())) + np.repeat(page.first_run[rows] - before, lengths)
    blocks[runs] = np.repeat(rows, lengths)
    return blocks


def _sizes(page: Page) -> NDArray[np.float64]:
    return np.array([len(run.strip()) for run in page.tree.runs], np.float64)
