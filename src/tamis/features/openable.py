"""Hidden parts that a reader can bring up: tabs, accordions, and what a page's scripts will show as it stands.

A page hides what it shows later: the panels of tabs and accordions, and with some frameworks its whole content,
streamed into a hidden element. What is hidden for good looks different: it is one block that nothing can address.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.dom import Tree
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
    hidden = np.append(np.asarray(tree.flags, np.int64) & HIDDEN != 0, False)
    tops = np.flatnonzero(hidden[:-1] & ~hidden[np.asarray(tree.parents, np.int64)])
    elements = page.elements[rows]
    top = np.searchsorted(tops, elements, side="right") - 1
    inside = (top >= 0) & (elements < np.asarray(tree.ends, np.int64)[tops[top]])
    held = np.bincount(top[inside], minlength=len(tops))
    opens = [bool(held[i]) and _can_open(tree, int(element), int(held[i])) for i, element in enumerate(tops.tolist())]
    found[rows] = inside & np.array(opens, np.bool_)[top]
    return found


def _can_open(tree: Tree, element: int, blocks: int) -> bool:
    role = tree.attr(element, "role")
    if tree.tags[element] in UNRENDERED or tree.tags[element] == "dialog" or role in OVERLAY_ROLES:
        return False
    return blocks > 1 or role in _PANELS or bool(tree.attr(element, "id") or tree.attr(element, "aria-labelledby"))
