"""Which blocks stand outside the main content: in the page's footer or navigation, in boxes over it, in controls.

A network that has learned not to rely on tags and names, as sites misuse them, takes a shop's terms, a dialog about
sizes or the buttons under each card for text, if they read like it. Here the few tags, roles and names have a say that
are hardly ever misused; how much they bring is in ``docs/model.md``.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.syntax import NAMES
from tamis.html.tags import HEADINGS
from tamis.html.tree import Tree
from tamis.model.features import TAG
from tamis.names.markup import Meaning, meanings
from tamis.native.features import QUOTE, SECTION, TEXT, TITLE, mark_parts, spread_parts

OUTSIDE: Final = (
    "",
    "in the page's footer",
    "in the page's navigation",
    "in a box that opens over the page",
    "in the page's header",
    "beside the page's text",
    "a control",
    "by what it is called no part of the text",
)
"""reasons, by the numbers of the column"""
_FOOTER, _NAVIGATION, _OVERLAY, _HEADER, _ASIDE, _CONTROL, _SMALL = range(1, len(OUTSIDE))
FRAME: Final = (_FOOTER, _NAVIGATION, _HEADER)
"""parts about the site, not about the page"""

_BY_TAG: Final = {
    "footer": _FOOTER, "nav": _NAVIGATION, "dialog": _OVERLAY, "header": _HEADER, "aside": _ASIDE, "fieldset": _CONTROL
}  # fmt: skip
_BY_ROLE: Final = {
    "contentinfo": _FOOTER, "navigation": _NAVIGATION, "dialog": _OVERLAY, "alertdialog": _OVERLAY
}  # fmt: skip
_UNNAMED: Final = HEADINGS | {"body", "main", "article", "section"}
_IS: Final = {"main": TEXT, "article": TEXT, "blockquote": QUOTE, "section": SECTION, "h1": TITLE}
_SHIELDS: Final = {"footer": TEXT | QUOTE, "header": TEXT | QUOTE | SECTION, "aside": TEXT}
"""what these are parts of, where they stand in it; a page's footer has a section of its own on many a shop's"""
_HOLDS: Final = {"header": TEXT | TITLE}
"""what makes one that is around it no part of its own; of all others a text does"""
_TRAITS: Final = np.array(
    [_BY_TAG.get(tag, 0) | _IS.get(tag, 0) | _SHIELDS.get(tag, 0) << 8 | _HOLDS.get(tag, TEXT) << 16 for tag in NAMES],
    np.int64,
)
_MOST = np.array((0.0, 2.0, 2.0, 0.5, 0.3, 0.3, 0.3, 0.3))
"""of the words that a page shows: a part with more counts as content; a footer may hold all of a shop's terms.
0.3 instead of 0.5 loses 0.003 on google-trends-2017; shares of the expected text instead of the words do as well"""
_MOST_OF_ALL = np.array((0.0, 2.0, 2.0, 2.0, 0.5, 0.5, 0.5, 0.5))
"""the same for all of a kind together; of dialogs a page may have many; 0.3 loses 0.001 on wcxb-dev"""
_QUESTION: Final = ("?", "？", "؟")


def find_outside(
    page: Page, named: list[int], tags: NDArray[np.int64], never_shown: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Why each block is outside the main content, as a place in :data:`OUTSIDE`; 0 if it is not.

    ``named`` are the elements whose class or role is worth a look; only those of a block's nearest ancestors are known
    (:data:`tamis.model.features.CHAIN`). ``tags`` are those of each block: of its innermost element, its own, its
    parent's and its grandparent's.
    """
    tree = page.tree
    size = len(tree.tags)
    codes, inside, counts = np.empty(size, np.uint8), np.empty(size, np.uint8), np.zeros((3, size + 1), np.int64)
    mark_parts(tree.numbers, _TRAITS, tree.parents, tree.ends, codes, inside, counts[0], counts[1])
    for element, kind in _by_name(tree, named).items():
        codes[element] = kind
    found = np.zeros(len(page), np.uint8)
    found[_controls(page, tags)] = _CONTROL
    spread_parts(
        page.elements, page.words, never_shown.view(np.uint8), tree.parents, tree.ends, _MOST, _MOST_OF_ALL, codes,
        counts[2], np.empty(len(OUTSIDE), np.int64), found,
    )  # fmt: skip
    return found


def _by_name(tree: Tree, named: list[int]) -> dict[int, int]:
    """What elements are by their roles, or by their classes; ids name sections of manuals, too."""
    if not named:
        return {}
    roles, classes = tree.attributes.attrs(named, "role"), tree.attributes.attrs(named, "class")
    found = {}
    for element, role, names in zip(named, roles, classes, strict=True):
        kind = _kind_of_role(role) if role else 0
        if not kind and names and tree.tags[element] not in _UNNAMED:
            kind = _kind_of_names(names)
        if kind:
            found[element] = kind
    return found


def _kind_of_role(role: str) -> int:
    words = role.lower().split(None, 1)
    return _BY_ROLE.get(words[0], 0) if words else 0


def _kind_of_names(names: str) -> int:
    named = meanings(names)
    return _OVERLAY if named & Meaning.OVERLAY else _SMALL if named & Meaning.MARGINAL else 0


def _controls(page: Page, tags: NDArray[np.int64]) -> list[int]:
    """The blocks that are buttons; one within a heading, or that asks something, opens what stands under it."""
    buttons = np.flatnonzero(tags[:, 1] == TAG["button"])
    if not len(buttons):
        return []
    above = tags[buttons, 2:4]
    in_heading = ((above >= TAG["h1"]) & (above <= TAG["h6"])).any(axis=1)
    return [block for block in buttons[~in_heading].tolist() if not page.texts[block].rstrip().endswith(_QUESTION)]
