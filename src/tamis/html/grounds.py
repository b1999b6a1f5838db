"""Which text has the colour of what is behind it.

What is behind a text is the nearest background around it that is known. Where that is an image, or a style sheet that
is not fetched may give the page a colour, nothing is said of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from tamis.html.colours import WHITE, Colour, alike, background, colour, is_see_through
from tamis.html.rule_selectors import ROOT
from tamis.html.tags import LINK

if TYPE_CHECKING:
    from tamis.html.styles import PageStyles
    from tamis.html.tree import Tree

_COVERS: Final = 0.9
_COLOUR: Final = re.compile(r"(?:^|[;{\s])color\s{0,9}:\s{0,9}([^;}!]{1,60})", re.IGNORECASE)
_GROUND: Final = re.compile(r"background(?:-color)?\s{0,9}:\s{0,9}([^;}!]{1,200})", re.IGNORECASE)
_MOST: Final = 500
"""elements whose colours are looked at"""


def clear_text(value: str, style: Mapping[str, str]) -> bool:
    """Whether text of a colour cannot be seen, whatever is behind it."""
    if style.get("background-clip") == "text" or style.get("text-shadow", "none") != "none":
        return False
    return is_see_through(value)


def covered_by_colour(tree: Tree, styles: PageStyles) -> set[int]:
    """The elements whose own text has the colour of what is behind it."""
    canvas = _canvas(tree, styles)
    rows = [row for row in _candidates(tree, styles, canvas) if row >= 0][:_MOST]
    if not rows:
        return set()
    wanted = {around for row in rows for around in tree.around(row)}
    resolved = styles.styles(wanted, {"color"})
    tops: dict[int, Colour] = {}
    for row in rows:
        text = colour(resolved[row].get("color", _attribute(tree, row, "font", "color")))
        if text is not None and _is_on(tree, row, text, resolved, canvas):
            tops[row] = text
    inside: set[int] = set()
    for row in tops:
        if row not in inside:  # what is in one of them is taken up with it
            inside.update(range(row, int(tree.ends[row])))
    return _handed_down(tree, tops, sorted(inside), styles.styles(inside, {"color"})) if tops else set()


def _candidates(tree: Tree, styles: PageStyles, canvas: Colour | None) -> list[int]:
    """Elements with a colour that a ground may have."""
    found = [row for row, style in styles.inline.items() if "color" in style and styles.has_text[row]]
    found += [row for row in tree.rows("font") if styles.has_text[row] and tree.attr(row, "color")]

    def may_be(text: str) -> bool:
        own = colour(given[1].strip().lower()) if (given := _COLOUR.search(text)) else None
        if own is None or own[3] < _COVERS:
            return False
        ground = background(behind[1].strip().lower()) if (behind := _GROUND.search(text)) else canvas
        return ground is not None and alike(own, ground)

    return found + styles.matched_by("color", may_be)


def _canvas(tree: Tree, styles: PageStyles) -> Colour | None:
    """The colour of the page; ``None`` if it is not known."""
    if not (styles.sheets or styles.inline or tree.rows("font")):
        return None
    source = tree.attributes
    links = [at for tag, at in source.head if tag == "link"] + [source.begins[row] for row in tree.rows("link")]
    fetched = any("stylesheet" in (source.value_at(at, "rel") or "").lower() for at in links)
    ends = styles.styles((ROOT, 0), {"color"})
    for row in (0, ROOT):
        if ends[row].get("background-image", "none") != "none":
            return None
        text = ends[row].get("background-color") or (_attribute(tree, row, "body", "bgcolor") if row == 0 else "")
        if text:
            return background(text)
    return None if fetched else WHITE


def _attribute(tree: Tree, row: int, tag: str, name: str) -> str:
    value = (tree.attr(row, name) or "").strip().lower() if tag in ("", tree.tags[row]) else ""
    return f"#{value}" if len(value) == 6 and all(digit in "0123456789abcdef" for digit in value) else value


def _is_on(tree: Tree, row: int, text: Colour, styles: Mapping[int, Mapping[str, str]], canvas: Colour | None) -> bool:
    """Whether text of a colour in an element stands on a ground of that colour."""
    if text[3] < _COVERS or styles[row].get("text-shadow", "none") != "none":
        return False
    for around in tree.around(row):
        style = styles[around]
        if style.get("background-image", "none") != "none":
            return False
        given = style.get("background-color") or _attribute(tree, around, "", "bgcolor")
        ground = background(given) if given else None
        if given and (ground is None or 0.05 < ground[3] < _COVERS):
            return False
        if ground is not None and ground[3] >= _COVERS:
            return alike(text, ground)
        if style.get("position") in ("absolute", "fixed"):
            return False  # it may lie on anything
    return canvas is not None and alike(text, canvas)


def _handed_down(
    tree: Tree, tops: Mapping[int, Colour], inside: list[int], styles: Mapping[int, Mapping[str, str]]
) -> set[int]:
    """The elements that have their colour from one of these, and no ground of their own."""
    found = dict(tops)
    for row in inside:
        text = found.get(tree.parents[row])
        if row in tops or text is None:
            continue
        style = styles[row]
        own = colour(style["color"]) if "color" in style else None if tree.traits[row] & LINK else text
        ground = "background-color" in style or style.get("background-image", "none") != "none"
        if own is not None and alike(own, text) and not ground:
            found[row] = text
    return set(found)
