"""Columns over the elements of a tree: which have a tag, what is inside them, what they are in."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree
from tamis.native.tree import innermost


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


def depth(tree: Tree, column: NDArray[np.bool_] | NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of a column over all that each element is in, itself included: of chosen elements, how many."""
    count = len(column)
    ended = np.bincount(tree.ends, column, minlength=count + 1)[:count]
    return np.cumsum(column - ended.astype(np.int64), dtype=np.int64)


def nearest(tree: Tree, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The nearest chosen element around each element, itself included; the body (0) where there is none."""
    found = np.empty(len(chosen), np.int64)
    innermost(np.flatnonzero(chosen).tolist(), tree.parents, found)
    return np.maximum(found, 0)


def changes(column: NDArray[np.int64] | NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where a column's value differs from the one before; the first always does."""
    changed = np.ones(len(column), np.bool_)
    changed[1:] = column[1:] != column[:-1]
    return changed
