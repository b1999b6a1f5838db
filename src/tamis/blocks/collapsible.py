"""Hidden parts that a reader can bring up: tabs, accordions, and what a page's scripts will show as it stands.

A page hides what it shows later: the panels of tabs and accordions, and with some frameworks its whole content,
streamed into a hidden element. What is hidden for good looks different: it is one block that nothing can address, and
there is no other of its kind, as there is of answers under questions or of paragraphs for subscribers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.declarations import FOR_GOOD, OPACITY, VISIBILITY
from tamis.html.tags import HIDDEN, OVERLAY_ROLES, UNRENDERED
from tamis.html.tree import Tree
from tamis.native.features import outermost_hidden

_FADING: Final = 3
"""parts"""
_LOOKS: Final = 100
_MOST_NAMES: Final = 300
"""ids that are looked for in the source: each takes a pass over it, so without a bound time would grow by the square"""
_QUOTES: Final = frozenset("\"'&\\`")
_BEFORE: Final = frozenset("\"'#;\\` ")
_PANELS: Final = frozenset(("tabpanel", "region"))
_PROSE: Final = 15
"""words; with 8 or 4 the F1 on unseen pages of wcxb-dev and andy is up to 0.001 lower"""


def collapsible(page: Page) -> NDArray[np.bool_]:
    """Which hidden blocks a reader can reveal.

    Those in a part that holds several blocks, that a control or a script names, or that is one of several alike with
    prose; and those that a page fades in as one scrolls. Text in a font of no size, or of its background's colour, is
    never revealed.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> source = "<p hidden>never</p><div hidden><p>one<p>two</div><a href=#m>…</a><div id=m hidden><p>three</div><p>."
    >>> collapsible(text_flow(read(source, None, Limits()))).tolist()
    [False, True, True, False, True, False]
    """
    found = np.zeros(len(page), np.bool_)
    rows = np.flatnonzero(page.hidden)
    if not len(rows):
        return found
    tree = page.tree
    tops = np.empty(len(page), np.int64)
    outermost_hidden(page.elements, page.hidden.view(np.uint8), tree.parents, tree.flags, HIDDEN, tops)
    tops = tops[rows]
    ways = _ways(page, rows)
    never = np.isin(ways, FOR_GOOD)
    fading = _fading(tree, tops, ways)
    held = np.bincount(tops + 1)  # the first for blocks that are hidden by themselves
    opens = np.zeros(len(held), np.bool_)
    left = iter(range(_MOST_NAMES))
    for top in np.flatnonzero(held).tolist():
        opens[top] = top > 0 and _can_open(tree, top - 1, int(held[top]), left)
    found[rows] = (opens[tops + 1] & ~never) | fading
    prose = ~found[rows] & ~never & (page.words[rows] >= _PROSE) & ~_within_lines(page, rows)
    if np.count_nonzero(prose) > 1:
        around = np.where(tops >= 0, tops, page.elements[rows])[prose].tolist()
        names = [None if _is_overlay(tree, i) else (tree.tags[i], tree.attr(i, "class")) for i in around]
        often = Counter(names)
        found[rows[prose]] = [name is not None and bool(name[1]) and often[name] > 1 for name in names]
    return found


def _ways(page: Page, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """By which style each of some blocks is hidden; 0 for other reasons."""
    runs = page.first_run[rows]
    ways, parents = np.asarray(page.tree.ways, np.int64), np.asarray(page.tree.run_parents, np.int64)
    found = np.zeros(len(rows), np.int64)
    found[runs >= 0] = ways[parents[runs[runs >= 0]]]
    return found


def _fading(tree: Tree, tops: NDArray[np.int64], ways: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which hidden blocks are parts of a page that fade in one after the other as they are scrolled to.

    There are several such parts, and headings among them or styles that move them. One part alone is hidden.
    """
    faint: NDArray[np.bool_] = np.isin(ways, (OPACITY, VISIBILITY)) & (tops >= 0)
    parts = np.unique(tops[faint]).tolist()
    if len(parts) < _FADING or not any(_enters(tree, part) for part in parts):
        return np.zeros(len(tops), np.bool_)
    return faint


def _enters(tree: Tree, element: int) -> bool:
    inside = {tree.tags[row] for row in range(element, int(tree.ends[element]))}
    if inside & {"h1", "h2", "h3"}:
        return True
    style = (tree.attr(element, "style") or "").lower()
    return any(word in style for word in ("transform", "transition", "animation", "will-change"))


def _within_lines(page: Page, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of some hidden blocks stand within a line that the page shows."""
    runs, cuts = page.first_run, np.asarray(page.tree.run_cuts)
    shown = cuts[runs[~page.hidden & (runs >= 0)]]
    return np.isin(np.where(runs[rows] >= 0, cuts[runs[rows]], -1), shown)


def _is_overlay(tree: Tree, element: int) -> bool:
    tag = tree.tags[element]
    return tag in UNRENDERED or tag == "dialog" or tree.attr(element, "role") in OVERLAY_ROLES


def _can_open(tree: Tree, element: int, blocks: int, left: Iterator[int]) -> bool:
    """Whether a reader can reveal a hidden element; ``left`` are the looks for ids that the page has left."""
    if _is_overlay(tree, element):
        return False
    role = tree.attr(element, "role")
    if blocks > 1 or role in _PANELS or tree.attr(element, "aria-labelledby"):
        return True
    name = (tree.attr(element, "id") or "").strip()
    return bool(name) and next(left, None) is not None and _is_named(tree.source, name)


def _is_named(source: str, name: str) -> bool:
    """Whether something besides the element itself and style sheets has its id: a link, a control or a script.

    >>> _is_named('<a href="#more">More</a><p id=more hidden>', "more"), _is_named("<p id=more hidden>", "more")
    (True, False)
    """
    at = source.find(name)
    for _ in range(_LOOKS):
        if at < 0:
            return False
        before, end = source[max(at - 5, 0) : at], at + len(name)
        behind = source[end : end + 1]
        own = before.rstrip("\"'").lower().endswith("id=")
        quoted = behind in _QUOTES and before[-1:] in _BEFORE
        bare = (behind == ">" or behind.isspace()) and before.endswith(("=", "=#"))
        if behind and not own and (quoted or bare):
            return True
        at = source.find(name, end)
    return False
