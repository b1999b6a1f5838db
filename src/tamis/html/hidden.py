"""What a page hides: by attributes, by styles of its own, and formulas of which it shows another form.

The reader marks what attributes hide and what has a style. :func:`find_hidden` adds what styles hide
(:mod:`tamis.html.styles`), and says how, in a column of the tree. Rules that fade a page in, or hide it until its
scripts have run, hide most of its text; they are not obeyed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from tamis.html.declarations import (
    ARIA,
    ATTRIBUTE,
    CLEAR,
    COLOUR,
    DIALOG,
    DISPLAY,
    FONT,
    INDENT,
    POPOVER,
    TAG,
    VISIBILITY,
    WAYS,
    hiding,
    is_far_indent,
    is_small_font,
    mask,
)
from tamis.html.grounds import clear_text, covered_by_colour
from tamis.html.styles import ROOT, PageStyles, with_others
from tamis.html.tags import HIDDEN, UNRENDERED

if TYPE_CHECKING:
    from tamis.html.tree import Tree

_MOST: Final = 0.5
"""of a page's text: what hides more is undone, if it is as much as a page has that is more than a sentence or two"""
_LEAST: Final = 500
"""letters"""
_SOFT: Final = {
    "visibility": VISIBILITY, "font-size": FONT, "text-indent": INDENT, "color": CLEAR,
    "-webkit-text-fill-color": CLEAR,
}  # fmt: skip
"""properties that an element inside can set anew"""
_DISPLAY: Final = mask(("display",))
_NONE: Final[Mapping[str, str]] = {}
_Bytes = NDArray[np.uint8]


def hidden_by(tree: Tree, element: int) -> str:
    """How the text in an element is hidden, in words."""
    if tree.ways[element]:
        return WAYS[tree.ways[element]]
    for around in tree.around(element):
        if tree.traits[around] & HIDDEN:
            if tree.ways[around]:
                return WAYS[tree.ways[around]]
            if tree.tags[around] in UNRENDERED:
                return WAYS[TAG]
            return WAYS[ATTRIBUTE if tree.attr(around, "hidden") is not None else ARIA]
    return WAYS[ATTRIBUTE]


def find_hidden(tree: Tree) -> None:
    """Mark what the page's styles hide, and closed dialogs and popovers."""
    ways = np.zeros(len(tree.tags), np.uint8)
    for row in tree.rows("dialog"):
        if tree.attr(row, "open") is None:
            ways[row : tree.ends[row]] = DIALOG
    styles = PageStyles(tree)
    if popovers := [row for row in styles.cascade.holders_of("popover") if row > 0]:
        displayed = styles.of(popovers, _DISPLAY)
        for row in popovers:
            if row not in displayed:  # the page has its way over what browsers do by themselves
                ways[row : tree.ends[row]] = POPOVER
    by_style = _by_style(tree, styles)
    for row in covered_by_colour(tree, styles):
        if row > 0 and not by_style[row]:
            by_style[row] = COLOUR
    if by_style.any():
        ways = np.where(ways == 0, _undo(tree, by_style), ways)
    if ways.any():
        _mark(tree, ways)


def _by_style(tree: Tree, styles: PageStyles) -> _Bytes:
    """For each element by which way styles hide its text; 0 for most."""
    ways = np.zeros(len(tree.tags), np.uint8)
    found = styles.cascade.candidates()
    if not found:
        return ways
    unseen = set(styles.cascade.unseen([row for row, properties in found.items() if properties & _DISPLAY]))
    rest, every, end = [], 0, 0
    for row in sorted(found):  # what is in an element that is not displayed need not be looked at
        if row < end:
            continue
        if row in unseen and row > 0:
            end = int(tree.ends[row])
        elif found[row] & ~_DISPLAY:
            rest.append(row)
            every |= found[row] & ~_DISPLAY
    resolved = styles.of(rest, with_others(every))
    for row in sorted(found):
        way = DISPLAY if row in unseen else hiding(resolved[row]) if row in resolved else 0
        if way and row > 0 and not ways[row]:  # of the body and html it hides nothing
            ways[row : tree.ends[row]] = way
    for name in _SOFT:
        rows = [row for row in rest if found[row] & mask((name,)) and row in resolved]
        if rows := [row for row in rows if _hides(name, resolved[row].get(name, ""), resolved[row], False)]:
            inside = list(_inside(tree, rows))
            _inherit(tree, name, inside, styles.of(inside, with_others(mask((name,)))), ways)
    return ways


def _inside(tree: Tree, rows: list[int]) -> Iterator[int]:
    """Some elements and all that is in them, each once."""
    end = -1
    for row in sorted(rows):
        first = max(row, end, 0)
        if row == ROOT:
            yield ROOT
        end = max(end, len(tree.tags) if row == ROOT else int(tree.ends[row]))
        yield from range(first, end)


def _inherit(tree: Tree, name: str, inside: list[int], styles: Mapping[int, Mapping[str, str]], ways: _Bytes) -> None:
    """Mark what a property hides that elements hand down until one sets it anew."""
    covered: dict[int, bool] = {}
    for row in inside:
        style = styles.get(row, _NONE)
        value = style.get(name)
        above = covered.get(tree.parents[row] if row > 0 else ROOT, False)
        if value is None or value in ("inherit", "unset"):
            covered[row] = above
        else:
            covered[row] = _hides(name, value, style, above)
        if covered[row] and row > 0 and not ways[row]:
            ways[row] = _SOFT[name]


def _hides(name: str, value: str, style: Mapping[str, str], above: bool) -> bool:
    if name == "visibility":
        return value in ("hidden", "collapse")
    if name == "font-size":
        # a share of nothing is nothing
        return is_small_font(value) or (above and value.endswith(("em", "%")) and not value.endswith("rem"))
    if name == "text-indent":
        return is_far_indent(value, style)
    return clear_text(value, style)


def _undo(tree: Tree, ways: _Bytes) -> _Bytes:
    """The ways without those that hide most of a page's text: what they hide is to be shown later."""
    if not tree.runs or not ((ways > 0) & (ways != DISPLAY)).any():
        return ways
    parents = np.asarray(tree.run_parents)
    letters = np.bincount(parents, np.fromiter(map(len, tree.runs), np.int64, len(tree.runs)), len(ways))
    letters[np.asarray(tree.flags) & HIDDEN != 0] = 0
    least = max(_MOST * letters.sum(), _LEAST)
    for way in np.unique(ways[ways > 0]).tolist():
        if way != DISPLAY and letters[ways == way].sum() > least:
            ways[ways == way] = 0
    others = (ways > 0) & (ways != DISPLAY)
    if letters[others].sum() > least:
        ways[others] = 0
    return ways


def _mark(tree: Tree, ways: _Bytes) -> None:
    """Write what was found into the columns."""
    flags, traits = np.asarray(tree.flags), np.asarray(tree.traits)
    parents = np.asarray(tree.parents)
    rows = np.flatnonzero(ways)
    begins = rows[ways[parents[rows]] != ways[rows]]
    traits[begins] |= HIDDEN
    flags[rows] |= HIDDEN
    np.asarray(tree.ways)[rows] = ways[rows]


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
