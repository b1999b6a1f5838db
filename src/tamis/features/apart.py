"""Parts that are none of a page's text by what they are: its footer and navigation, boxes over it, controls.

A network that has learned not to rely on tags and names, as sites misuse them, takes a shop's terms, a dialog about
sizes or the buttons under each card for text, if they read like it. Here the few tags, roles and names have a say that
are hardly ever misused; how much they bring is told in ``docs/model.md``.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.dom import Tree
from tamis.features.columns import TAG
from tamis.kernel import outermost
from tamis.page import Page
from tamis.patterns import late

APART: Final = (
    "",
    "in the page's footer",
    "in the page's navigation",
    "in a box that opens over the page",
    "in the page's header",
    "beside the page's text",
    "a control",
    "by what it is called no part of the text",
)
"""what the numbers of the column say"""
_FOOTER, _NAVIGATION, _OVERLAY, _HEADER, _ASIDE, _CONTROL, _SMALL = range(1, len(APART))

_BY_TAG: Final = {
    "footer": _FOOTER, "nav": _NAVIGATION, "dialog": _OVERLAY, "header": _HEADER, "aside": _ASIDE, "fieldset": _CONTROL
}  # fmt: skip
_BY_ROLE: Final = {
    "contentinfo": _FOOTER, "navigation": _NAVIGATION, "dialog": _OVERLAY, "alertdialog": _OVERLAY
}  # fmt: skip
_OVERLAYS: Final = late("[Mm]odal|[Dd]ialog|[Pp]opup|[Pp]opover|[Ll]ightbox|[Tt]ooltip")
_SMALLS: Final = late(
    "[Dd]isclaimer|[Ss]ignature|[Bb]readcrumb|[Pp]agination|sr-only|[Vv]isually-?[Hh]idden|[Ss]creen-reader"
)
"""what :func:`tamis.features.hashed.may_be_apart` looks for, as the roles are"""
_TEXT: Final = ("main", "article")
_OUTSIDE: Final = frozenset((_FOOTER, _HEADER, _ASIDE))
"""in an article these are parts of it"""
_MOST: Final = (0.0, 2.0, 2.0, 0.5, 0.3, 0.3, 0.3, 0.3)
"""of the words that a page shows: what holds as much is more than what it is called; a footer may hold all of a shop's
terms. 0.3 instead of 0.5 loses 0.003 on google-trends-2017, and shares of the expected text instead of the words do as
well"""
_HEADINGS: Final = (TAG["h1"], TAG["h6"])


def find_apart(page: Page, named: list[int], tags: NDArray[np.int64], shut: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """For each block what makes it no part of the text, as a place in :data:`APART`; 0 if nothing does.

    ``named`` are the elements whose class, id or role is worth a look, ``tags`` those of each block: of its innermost
    element, its own, its parent's and its grandparent's.
    """
    tree = page.tree
    found = np.zeros(len(page), np.uint8)
    found[_controls(page, tags)] = _CONTROL
    kinds = {row: kind for tag, kind in _BY_TAG.items() for row in tree.rows(tag)}
    for element in named:
        if kind := _called(tree, element):
            kinds.setdefault(element, kind)
    if not kinds:
        return found
    around = np.empty(len(tree.tags), np.int64)
    if any(kind in _OUTSIDE for kind in kinds.values()):
        outermost([row for tag in _TEXT for row in tree.rows(tag)], tree.parents, around)
        inside = around >= 0
        kinds = {row: kind for row, kind in kinds.items() if kind not in _OUTSIDE or not inside[row]}
    shown = np.bincount(page.elements, np.where(shut, 0, page.words), len(tree.tags) + 1)
    before = np.concatenate(([0.0], np.cumsum(shown)))
    total = before[-1]
    codes = np.zeros(len(tree.tags) + 1, np.uint8)
    for row, kind in kinds.items():
        if before[tree.ends[row]] - before[row] < _MOST[kind] * total:
            codes[row] = kind
    areas = np.flatnonzero(codes).tolist()
    outermost(areas, tree.parents, around)
    of_blocks = codes[around[page.elements]]  # of none the last, which is 0
    return np.where(of_blocks > 0, of_blocks, found)


def _called(tree: Tree, element: int) -> int:
    """What an element is by its role, or by its names."""
    if kind := _BY_ROLE.get(tree.attr(element, "role") or ""):
        return kind
    if tree.tags[element] in ("body", *_TEXT):
        return 0
    names = f"{tree.attr(element, 'class') or ''} {tree.attr(element, 'id') or ''}"[:1000]
    return _OVERLAY if _OVERLAYS.search(names) else _SMALL if _SMALLS.search(names) else 0


def _controls(page: Page, tags: NDArray[np.int64]) -> list[int]:
    """The blocks that are buttons; one within a heading, or that asks something, opens what stands under it."""
    first, last = _HEADINGS
    buttons = tags[:, 1] == TAG["button"]
    if not buttons.any():
        return []
    above = tags[:, 2:4]
    buttons &= ~((above >= first) & (above <= last)).any(axis=1)
    return [block for block in np.flatnonzero(buttons).tolist() if not page.texts[block].rstrip().endswith(("?", "？"))]
