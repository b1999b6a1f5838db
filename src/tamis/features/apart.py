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
from tamis.tags import HEADINGS

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
_OVERLAYS: Final = late(
    "(?<![a-z])(?:modal|dialog|popup|popover|lightbox|tooltip)|Modal|Dialog|Popup|Popover|Lightbox|Tooltip"
)
_SMALLS: Final = late(
    "(?<![a-z])(?:disclaimer|breadcrumb|pagination|signature(?![a-z-])|sr-only|visually-?hidden|screen-reader)"
    "|Disclaimer|Breadcrumb|Pagination|Signature(?![a-z-])|VisuallyHidden|ScreenReader"
)
"""as classes; ids name sections of manuals, too. What :func:`tamis.features.hashed.may_be_apart` looks for"""
_UNNAMED: Final = HEADINGS | {"body", "main", "article", "section"}
_TEXT: Final = ("main", "article")
_SHIELDS: Final = {_FOOTER: (*_TEXT, "blockquote"), _HEADER: (*_TEXT, "blockquote", "section"), _ASIDE: _TEXT}
"""what these are parts of, where they stand in it; a page's footer stands in a section of its own on many a shop's"""
_MOST: Final = (0.0, 2.0, 2.0, 0.5, 0.3, 0.3, 0.3, 0.3)
"""of the words that a page shows: what holds as much is more than what it is called; a footer may hold all of a shop's
terms. 0.3 instead of 0.5 loses 0.003 on google-trends-2017, and shares of the expected text instead of the words do as
well"""
_MOST_OF_ALL: Final = (0.0, 2.0, 2.0, 2.0, 0.5, 0.5, 0.5, 0.5)
"""the same for all of a kind together; of dialogs a page may have many; 0.3 loses 0.001 on wcxb-dev"""
_QUESTION: Final = ("?", "？", "؟")


def find_apart(page: Page, named: list[int], tags: NDArray[np.int64], shut: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """For each block what makes it no part of the text, as a place in :data:`APART`; 0 if nothing does.

    ``named`` are the elements whose class or role is worth a look; only those of a block's nearest ancestors are known
    (:data:`tamis.features.columns.CHAIN`). ``tags`` are those of each block: of its innermost element, its own, its
    parent's and its grandparent's.
    """
    tree = page.tree
    kinds = {row: kind for tag, kind in _BY_TAG.items() for row in _own_parts(tree, tag, kind)}
    kinds |= {element: kind for element in named if (kind := _called(tree, element))}
    words = np.where(shut, 0, page.words)
    total = words.sum()
    found = np.zeros(len(page), np.uint8)
    found[_controls(page, tags)] = _CONTROL
    if kinds:
        before = np.concatenate(([0.0], np.cumsum(np.bincount(page.elements, words, len(tree.tags)))))
        codes = np.zeros(len(tree.tags) + 1, np.uint8)
        for row, kind in kinds.items():
            if before[tree.ends[row]] - before[row] < _MOST[kind] * total:
                codes[row] = kind
        around = np.empty(len(tree.tags), np.int64)
        outermost(np.flatnonzero(codes).tolist(), tree.parents, around)
        of_blocks = codes[around[page.elements]]  # of none the last, which is 0
        found = np.where(of_blocks > 0, of_blocks, found)
    held = np.bincount(found, words, len(APART))
    return np.where(held < np.multiply(_MOST_OF_ALL, total), np.arange(len(APART)), 0).astype(np.uint8)[found]


def _own_parts(tree: Tree, tag: str, kind: int) -> list[int]:
    """The elements of a tag that are the page's own: neither parts of a text, nor around one, nor over its title."""
    rows = tree.rows(tag)
    if not rows:
        return rows
    if shields := _SHIELDS.get(kind):
        around = np.empty(len(tree.tags), np.int64)
        outermost([row for shield in shields for row in tree.rows(shield)], tree.parents, around)
        rows = [row for row in rows if around[row] < 0]
    held = [row for name in (*_TEXT, *(("h1",) if kind == _HEADER else ())) for row in tree.rows(name)]
    if not held:
        return rows
    inside = np.zeros(len(tree.tags) + 1, np.int64)
    inside[held] = 1
    before = np.cumsum(inside)
    return [row for row in rows if before[tree.ends[row] - 1] == before[row]]


def _called(tree: Tree, element: int) -> int:
    """What an element is by its role, or by its classes."""
    role = (tree.attr(element, "role") or "").split()
    if role and (kind := _BY_ROLE.get(role[0].lower())):
        return kind
    if tree.tags[element] in _UNNAMED:
        return 0
    names = (tree.attr(element, "class") or "")[:1000]
    return _OVERLAY if _OVERLAYS.search(names) else _SMALL if _SMALLS.search(names) else 0


def _controls(page: Page, tags: NDArray[np.int64]) -> list[int]:
    """The blocks that are buttons; one within a heading, or that asks something, opens what stands under it."""
    buttons = tags[:, 1] == TAG["button"]
    if not buttons.any():
        return []
    above = tags[:, 2:4]
    buttons &= ~((above >= TAG["h1"]) & (above <= TAG["h6"])).any(axis=1)
    return [block for block in np.flatnonzero(buttons).tolist() if not page.texts[block].rstrip().endswith(_QUESTION)]
