"""Which styles a page's own style sheets and ``style`` attributes give to what they may hide.

The cascade is compiled (:mod:`tamis.native.cascade`): importance, layers, specificity and order. Here stands on which
screens rules count, and which properties have a say together. What is hidden on a computer's screen or a telephone's
alone is not hidden. Style sheets in files of their own are not fetched.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tamis.html.declarations import LONGHANDS, computed, judge, mask, property_of, without_comments
from tamis.native.cascade import Cascade

if TYPE_CHECKING:
    from tamis.html.tree import Tree

ROOT: Final = -1
"""the row of ``html``, which is not in the tree"""
COLOURS: Final = mask(
    ("color", "-webkit-text-fill-color", "background", "background-color", "background-image", "background-clip",
     "text-shadow", "position")
)  # fmt: skip
_TOGETHER: Final = (
    mask(("display",)), mask(("visibility",)), mask(("content-visibility",)), mask(("opacity", "filter")),
    mask(("font-size",)), mask(("text-indent", "overflow-x")), COLOURS, mask(("clip", "position")),
    mask(("clip-path",)), mask(("transform", "scale", "translate")),
    mask(("position", "left", "top", "right", "bottom")),
    mask(("margin-left", "margin-right", "margin-top", "margin-inline-start")),
    mask(("height", "max-height", "width", "max-width", "overflow-x", "overflow-y", "padding-top", "padding-bottom",
          "min-height")),
)  # fmt: skip
"""properties that are judged together"""
_SIZE: Final = re.compile(r"(min-|max-)?(?:device-)?(width|height)\s*:\s*(\d{1,6}(?:\.\d{0,4})?)(px|em|rem)")
_RANGE: Final = re.compile(r"(width|height)\s*(<=?|>=?)\s*(\d{1,6}(?:\.\d{0,4})?)(px|em|rem)")
_FEATURES: Final = {
    "prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "orientation": "landscape",
    "hover": "hover", "pointer": "fine", "any-hover": "hover", "any-pointer": "fine", "color": "",
    "prefers-contrast": "no-preference", "scripting": "enabled", "display-mode": "browser",
}  # fmt: skip
_SCREENS: Final = ({"width": 1280.0, "height": 800.0}, {"width": 390.0, "height": 800.0})
"""a computer's and a telephone's: text is hidden that neither shows"""


@lru_cache(maxsize=1024)
def applies(name: str, condition: str) -> int:
    """On which screens counts what a conditional rule holds: 0 on none, 1 on a computer's or a telephone's, 2 on both.

    >>> applies("media", "print"), applies("media", " screen and (min-width: 600px)"), applies("supports", "(gap: 1px)")
    (0, 1, 2)
    """
    condition = without_comments(condition).strip().lower()
    if name == "layer":
        return 2
    if name == "supports":
        return 0 if condition.startswith("not") else 2
    if name != "media":
        return 0  # boxes of unknown size, parts of unknown reach
    queries = [query.strip() for query in condition.split(",")]
    return sum(any(_holds(query, screen) for query in queries) for screen in _SCREENS)


def _holds(query: str, screen: Mapping[str, float]) -> bool:
    plain = query.removeprefix("not ").removeprefix("only ")
    return all(_is_so(part.strip(), screen) for part in re.split(r"\band\b", plain)) != query.startswith("not ")


def _is_so(part: str, screen: Mapping[str, float]) -> bool:
    if part in ("", "all", "screen"):
        return True
    if not part.startswith("("):
        return False
    if found := _SIZE.search(part):
        wanted, have = float(found[3]) * (1 if found[4] == "px" else 16), screen[found[2]]
        return have >= wanted if found[1] == "min-" else have <= wanted if found[1] == "max-" else have == wanted
    if found := _RANGE.search(part):
        wanted, have = float(found[3]) * (1 if found[4] == "px" else 16), screen[found[1]]
        if have == wanted:
            return len(found[2]) == 2
        return (have < wanted) == (found[2][0] == "<")
    name, _, value = part.strip("() ").partition(":")
    return name.strip() in _FEATURES and value.strip() in ("", _FEATURES[name.strip()])


@lru_cache(maxsize=256)
def with_others(properties: int) -> int:
    """These properties, and those that are judged with them."""
    found = properties
    for group in _TOGETHER:
        if properties & group:
            found |= group
    return found


class PageStyles:
    """The styles of those elements of a page that may be hidden by them."""

    def __init__(self, tree: Tree) -> None:
        reader = tree.reader
        self.cascade = Cascade(
            reader, tree.run_parents, tree.ends, reader.html_element, applies, property_of, judge, LONGHANDS
        )

    def of(self, rows: Collection[int], properties: int) -> Mapping[int, Mapping[str, str]]:
        """What the cascade makes of properties, for each of these elements that has one of them."""
        if not rows:
            return {}
        won = self.cascade.winners(list(rows), properties)
        return {row: dict(computed(*one) for one in style) for row, style in won.items()}
