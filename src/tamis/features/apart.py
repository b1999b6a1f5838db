"""Parts that are none of a page's text by what they are: its footer and navigation, boxes over it, controls.

A network that has learned not to rely on tags and names, as sites misuse them, takes a shop's terms, a dialog about
sizes or the buttons under each card for text, if they read like it. Here the few tags, roles and names have a say that
are hardly ever misused; how much they bring is told in ``docs/model.md``.
"""

from __future__ import annotations

from functools import lru_cache
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
_SHIELDED: Final = np.isin(np.arange(len(APART)), (_FOOTER, _HEADER, _ASIDE))
"""what are parts of a text where they stand in one; so are a header and a footer in a quotation, and a header in a
section, but not a footer: a page's has a section of its own on many a shop's"""
_MOST: Final = np.array((0.0, 2.0, 2.0, 0.5, 0.3, 0.3, 0.3, 0.3))
"""of the words that a page shows: what holds as much is more than what it is called; a footer may hold all of a shop's
terms. 0.3 instead of 0.5 loses 0.003 on google-trends-2017, and shares of the expected text instead of the words do as
well"""
_MOST_OF_ALL: Final = np.array((0.0, 2.0, 2.0, 2.0, 0.5, 0.5, 0.5, 0.5))
"""the same for all of a kind together; of dialogs a page may have many; 0.3 loses 0.001 on wcxb-dev"""
_LONGEST: Final = 300
"""letters of an element's classes that are looked at"""
_QUESTION: Final = ("?", "？", "؟")


def find_apart(page: Page, named: list[int], tags: NDArray[np.int64], shut: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """For each block what makes it no part of the text, as a place in :data:`APART`; 0 if nothing does.

    ``named`` are the elements whose class or role is worth a look; only those of a block's nearest ancestors are known
    (:data:`tamis.features.columns.CHAIN`). ``tags`` are those of each block: of its innermost element, its own, its
    parent's and its grandparent's.
    """
    tree = page.tree
    rows, kinds = _by_tag(tree)
    called = _by_name(tree, named)
    words = np.where(shut, 0, page.words)
    total = words.sum()
    found = np.zeros(len(page), np.uint8)
    found[_controls(page, tags)] = _CONTROL
    if len(rows) or called:
        codes = np.zeros(len(tree.tags) + 1, np.uint8)
        codes[rows] = kinds
        codes[list(called)] = list(called.values())
        rows = np.flatnonzero(codes)
        before = np.concatenate(([0.0], np.cumsum(np.bincount(page.elements, words, len(tree.tags)))))
        held = before[tree.ends[rows]] - before[rows]
        codes[rows[held >= _MOST[codes[rows]] * total]] = 0
        around = np.empty(len(tree.tags), np.int64)
        outermost(np.flatnonzero(codes).tolist(), tree.parents, around)
        of_blocks = codes[around[page.elements]]  # of none the last, which is 0
        found = np.where(of_blocks > 0, of_blocks, found)
    if not found.any():
        return found
    few = np.bincount(found, words, len(APART)) < _MOST_OF_ALL * total
    return np.where(few[found], found, 0).astype(np.uint8)


def _by_tag(tree: Tree) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The elements that are parts of their own by their tags, and what they are: neither parts of a text, nor around
    one, nor over its title.
    """
    found = [(row, kind) for tag, kind in _BY_TAG.items() for row in tree.rows(tag)]
    if not found:
        return np.zeros(0, np.int64), np.zeros(0, np.uint8)
    rows = np.array([row for row, _ in found])
    kinds = np.array([kind for _, kind in found], np.uint8)
    text = np.array(sorted(row for tag in _TEXT for row in tree.rows(tag)), np.int64)
    apart = ~_hold(tree, rows, text) & ~((kinds == _HEADER) & _hold(tree, rows, np.array(tree.rows("h1"), np.int64)))
    apart &= ~(_SHIELDED[kinds] & _stand_in(tree, rows, text))
    quotes, sections = (np.array(tree.rows(tag), np.int64) for tag in ("blockquote", "section"))
    apart &= ~(((kinds == _HEADER) | (kinds == _FOOTER)) & _stand_in(tree, rows, quotes))
    apart &= ~((kinds == _HEADER) & _stand_in(tree, rows, sections))
    return rows[apart], kinds[apart]


def _hold(tree: Tree, rows: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which elements have some of the others, in order, in them."""
    return np.searchsorted(others, tree.ends[rows]) > np.searchsorted(others, rows, "right")


def _stand_in(tree: Tree, rows: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which elements stand in one of the others, in order."""
    if not len(others):
        return np.zeros(len(rows), np.bool_)
    reach = np.maximum.accumulate(tree.ends[others])
    last = np.searchsorted(others, rows) - 1
    return (last >= 0) & (reach[last] > rows)


def _by_name(tree: Tree, named: list[int]) -> dict[int, int]:
    """What elements are by their roles, or by their classes."""
    if not named:
        return {}
    roles, classes = tree.written.attrs(named, "role"), tree.written.attrs(named, "class")
    found = {}
    for element, role, names in zip(named, roles, classes, strict=True):
        kind = _kind_of_role(role) if role else 0
        if not kind and names and tree.tags[element] not in _UNNAMED:
            kind = _kind_of_names(names[:_LONGEST])
        if kind:
            found[element] = kind
    return found


def _kind_of_role(role: str) -> int:
    words = role.lower().split(None, 1)
    return _BY_ROLE.get(words[0], 0) if words else 0


@lru_cache(maxsize=1 << 12)
def _kind_of_names(names: str) -> int:
    return _OVERLAY if _OVERLAYS.search(names) else _SMALL if _SMALLS.search(names) else 0


def _controls(page: Page, tags: NDArray[np.int64]) -> list[int]:
    """The blocks that are buttons; one within a heading, or that asks something, opens what stands under it."""
    buttons = tags[:, 1] == TAG["button"]
    if not buttons.any():
        return []
    above = tags[:, 2:4]
    buttons &= ~((above >= TAG["h1"]) & (above <= TAG["h6"])).any(axis=1)
    return [block for block in np.flatnonzero(buttons).tolist() if not page.texts[block].rstrip().endswith(_QUESTION)]
