"""What a page hides: by attributes, by styles, and formulas of which it shows another form."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tamis.html.references import unescape_value
from tamis.html.tags import HIDDEN

if TYPE_CHECKING:
    from tamis.html.tree import Tree

_INVISIBLE_STYLE: Final = re.compile(
    r"(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)", re.IGNORECASE
)
_SHORT_STYLE: Final = 60
"""characters: what is remembered must not be large"""


def _is_hiding(style: str) -> bool:
    """Whether an element with this style is not shown."""
    return _INVISIBLE_STYLE.search(style) is not None


def hides(style: str) -> bool:
    """The same of a style as the source has it. Most that are asked about are short, and the same on all pages."""
    return _hides_in_short(style) if len(style) <= _SHORT_STYLE else _is_hiding(unescape_value(style))


@lru_cache(maxsize=1024)
def _hides_in_short(style: str) -> bool:
    return _is_hiding(unescape_value(style))


def show_formulas(tree: Tree) -> None:
    """Take back that formulas are hidden of which the page shows another form.

    MediaWiki hides MathML beside a picture of it; KaTeX has MathML for screen readers, and hides from these what it
    lays out beside it. Either stays in its line, and formulas are written once (:mod:`tamis.render.formulas`).
    """
    parents, traits, flags = tree.parents, tree.traits, tree.flags
    for math in tree.rows("math"):
        around = parents[math]
        beside = int(tree.ends[around])
        if not around or flags[parents[around]] & HIDDEN:
            continue
        if traits[around] & HIDDEN and _is_media_wiki(tree, around):
            _show(tree, math)
        elif beside == len(parents) or parents[beside] != parents[around]:
            continue
        elif traits[beside] & flags[beside] & HIDDEN and "katex-html" in (tree.attr(beside, "class") or ""):
            _show(tree, beside)


def _is_media_wiki(tree: Tree, around: int) -> bool:
    """Whether MathML is hidden because a picture of it is shown; a page may lack it until a script has fetched it."""
    beside = int(tree.ends[around])
    if beside < len(tree.tags) and tree.tags[beside] == "img" and tree.parents[beside] == tree.parents[around]:
        return bool(tree.attr(beside, "alt"))
    return "mwe-math-element" in (tree.attr(tree.parents[around], "class") or "")


def _show(tree: Tree, top: int) -> None:
    """Take back that an element is hidden; what is hidden inside by itself stays so."""
    parents, traits, flags = tree.parents, tree.traits, tree.flags
    flags[top] &= ~HIDDEN
    for element in range(top + 1, int(tree.ends[top])):
        if not (traits[element] | flags[parents[element]]) & HIDDEN:
            flags[element] &= ~HIDDEN
