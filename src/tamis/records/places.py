"""Where elements stand: in tables, and beside the content."""

from __future__ import annotations

from typing import Final

import numpy as np

from tamis.html.columns import subtree_sums
from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree
from tamis.names.markup import BESIDE, meanings

MOST: Final = 0.4
"""of the page's text"""
_OUTSIDE: Final = frozenset("nav footer header aside".split())


def outside(tree: Tree) -> list[bool]:
    """Elements in navigation, footers and the like, by tag or name, and what is hidden.

    A name means nothing on what holds most of the page: ``content-sidebar-wrap``, ``content-filter``.
    """
    found: list[bool] = []
    letters = text_inside(tree)
    for element, parent in enumerate(tree.parents):
        if parent >= 0 and found[parent]:
            found.append(True)
            continue
        names = f"{tree.attr(element, 'class') or ''} {tree.attr(element, 'id') or ''}"
        by_tag = tree.tags[element] in _OUTSIDE and element > 0
        by_name = tree.tags[element] not in ("body", "main", "article") and letters[element] < MOST * letters[0]
        by_name = by_name and bool(meanings(names) & BESIDE)
        found.append(by_tag or (by_name and element > 0) or bool(tree.flags[element] & HIDDEN))
    return found


def text_inside(tree: Tree) -> list[int]:
    """How many characters of text each element holds."""
    sizes = np.array([len(run) - run.count(" ") for run in tree.runs], np.int64)
    own = np.bincount(np.asarray(tree.run_parents), sizes, len(tree.tags)).astype(np.int64) if len(sizes) else None
    return [0] * len(tree.tags) if own is None else subtree_sums(tree, own).tolist()


def table_of(tree: Tree, element: int) -> int:
    """The table around an element; -1 if there is none."""
    return next((above for above in tree.around(element) if tree.tags[above] == "table"), -1)
