"""Where in the source a run of text stands.

The reader notes where each begins and ends. Text that it moved (a table's stray text goes before the table) stands in
the source behind text that it comes before on the page.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.html.tree import Tree
from tamis.native.arrays import Column
from tamis.native.tree import trimmed


class Spans(NamedTuple):
    """Offsets per block, ``-1`` where the text stands nowhere, and which blocks the reader moved."""

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    moved: NDArray[np.bool_]


def locate(tree: Tree, first: Column, last: Column) -> Spans:
    """The spans of blocks that reach from run ``first[i]`` to run ``last[i]``, both of which have text.

    A block with ``first[i] == -1`` was not made from the body's text and has no span.
    """
    written = tree.attributes
    assert written.run_begins is not None and written.run_ends is not None
    starts, ends = np.empty((2, len(first)), np.int64)
    moved = np.empty(len(first), np.uint8)
    trimmed(written.markup, written.run_begins, written.run_ends, first, last, starts, ends, moved)
    return Spans(starts, ends, moved.astype(np.bool_))
