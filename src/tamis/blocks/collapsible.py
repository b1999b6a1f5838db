"""Hidden parts that a reader can bring up: tabs, accordions, and what a page's scripts will show as it stands.

A page hides what it shows later: the panels of tabs and accordions, and with some frameworks its whole content,
streamed into a hidden element. What is hidden for good looks different: it is one block that nothing can address, and
there is no other of its kind, as there is of answers under questions or of paragraphs for subscribers.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.tags import HIDDEN, OVERLAY_ROLES, UNRENDERED
from tamis.html.tree import Tree
from tamis.native.features import outermost_hidden

_PANELS: Final = frozenset(("tabpanel", "region"))
_PROSE: Final = 15
"""words; with 8 or 4 the F1 on unseen pages of wcxb-dev and andy is up to 0.001 lower"""


def collapsible(page: Page) -> NDArray[np.bool_]:
    """Which hidden blocks a reader can reveal.

    Those in a part that holds several blocks, that a control can name, or that is one of several alike with prose.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> source = "<p hidden>never</p><div hidden><p>one<p>two</div><div id=more hidden><p>three</div><p>seen"
    >>> collapsible(text_flow(read(source, None, Limits()))).tolist()
    [False, True, True, True, False]
    """
    found = np.zeros(len(page), np.bool_)
    rows = np.flatnonzero(page.hidden)
    if not len(rows):
        return found
    tree = page.tree
    tops = np.empty(len(page), np.int64)
    outermost_hidden(page.elements, page.hidden.view(np.uint8), tree.parents, tree.flags, HIDDEN, tops)
    tops = tops[rows]
    held = np.bincount(tops + 1)  # the first for blocks that are hidden by themselves
    opens = np.zeros(len(held), np.bool_)
    for top in np.flatnonzero(held).tolist():
        opens[top] = top > 0 and _can_open(tree, top - 1, int(held[top]))
    found[rows] = opens[tops + 1]
    prose = ~opens[tops + 1] & (page.words[rows] >= _PROSE) & ~_within_lines(page, rows)
    if np.count_nonzero(prose) > 1:
        around = np.where(tops >= 0, tops, page.elements[rows])[prose].tolist()
        names = [None if _is_overlay(tree, i) else (tree.tags[i], tree.attr(i, "class")) for i in around]
        often = Counter(names)
        found[rows[prose]] = [name is not None and bool(name[1]) and often[name] > 1 for name in names]
    return found


def _within_lines(page: Page, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of some hidden blocks stand within a line that the page shows."""
    runs, cuts = page.first_run, np.asarray(page.tree.run_cuts)
    shown = cuts[runs[~page.hidden & (runs >= 0)]]
    return np.isin(np.where(runs[rows] >= 0, cuts[runs[rows]], -1), shown)


def _is_overlay(tree: Tree, element: int) -> bool:
    tag = tree.tags[element]
    return tag in UNRENDERED or tag == "dialog" or tree.attr(element, "role") in OVERLAY_ROLES


def _can_open(tree: Tree, element: int, blocks: int) -> bool:
    if _is_overlay(tree, element):
        return False
    role = tree.attr(element, "role")
    return blocks > 1 or role in _PANELS or bool(tree.attr(element, "id") or tree.attr(element, "aria-labelledby"))
