"""The texts of a page that may be values, each with the signs by which it is found again on other pages."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tamis.html.tree import Tree
from tamis.native.cells import PARTS, SIGNS, signs
from tamis.text.space import tidy


class Cells:
    """The runs of text of a page that are not blank, in document order."""

    def __init__(self, tree: Tree) -> None:
        runs, elements = len(tree.runs), len(tree.parents)
        rows, texts = np.empty(runs, np.int64), np.empty(runs, np.uint64)
        found = np.empty((runs, SIGNS), np.uint64)
        ordinals = np.zeros((1 << (2 * runs + 1).bit_length(), 2), np.uint64)
        source = tree.attributes
        self.tree = tree
        self.count = signs(
            source.markup, source.names_begin, source.names_end, tree.numbers, tree.parents, tree.runs,
            tree.run_parents, np.zeros((elements, PARTS), np.uint64), ordinals, rows, texts, found,
        )  # fmt: skip
        self.rows: NDArray[np.int64] = rows[: self.count]
        """which run each is"""
        self.keys: NDArray[np.uint64] = texts[: self.count]
        """hashes of the texts, numbers taken as equal"""
        self.signs: NDArray[np.uint64] = found[: self.count]

    @cached_property
    def texts(self) -> list[str]:
        """Each text in one line."""
        runs = self.tree.runs
        return [tidy(runs[row]) for row in self.rows.tolist()]

    def text(self, cell: int) -> str:
        """One text in one line."""
        return tidy(self.tree.runs[int(self.rows[cell])])

    def element(self, cell: int) -> int:
        """The element that a text stands in."""
        return self.tree.run_parents[int(self.rows[cell])]
