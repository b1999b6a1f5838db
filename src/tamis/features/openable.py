"""Hidden parts that a reader can bring up: tabs, accordions, and what a page's scripts will show as it stands.

A page hides what it shows later: the panels of tabs and accordions, and with some frameworks its whole content,
streamed into a hidden element. What is hidden for good looks different: it is one block that nothing can address.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.dom import Tree
from tamis.features.kernel import hidden_tops
from tamis.page import Page
from tamis.tags import HIDDEN, OVERLAY_ROLES, UNRENDERED

_PANELS: Final = frozenset(("tabpanel", "region"))


def openable(page: Page) -> NDArray[np.bool_]:
    """Whether each block is hidden, but in a part that holds several blocks or that a control can name.

    >>> from tamis.dom import read
    >>> from tamis.limits import Limits
    >>> from tamis.segment.text_flow import text_flow
    >>> source = "<p hidden>never</p><div hidden><p>one<p>two</div><div id=more hidden><p>three</div><p>seen"
    >>> openable(text_flow(read(source, None, Limits()))).tolist()
    [False, True, True, True, False]
    """
    found = np.zeros(len(page), np.bool_)
    rows = np.flatnonzero(page.hidden)
    if not len(rows):
        return found
    tree = page.tree
    tops = np.empty(len(page), np.int64)
    hidden_tops(page.elements, page.hidden.view(np.uint8), tree.parents, tree.flags, HIDDEN, tops)
    held = np.bincount(tops[rows] + 1)  # the first for blocks that are hidden by themselves
    opens = np.zeros(len(held), np.bool_)
    for top in np.flatnonzero(held).tolist():
        opens[top] = top > 0 and _can_open(tree, top - 1, int(held[top]))
    found[rows] = opens[tops[rows] + 1]
    return found


def _can_open(tree: Tree, element: int, blocks: int) -> bool:
    role = tree.attr(element, "role")
    if tree.tags[element] in UNRENDERED or tree.tags[element] == "dialog" or role in OVERLAY_ROLES:
        return False
    return blocks > 1 or role in _PANELS or bool(tree.attr(element, "id") or tree.attr(element, "aria-labelledby"))
