"""Which elements of a page shape the output, by what name, and what they stand in.

Columns over the page's elements, made in one pass: the nearest block-level element that is written, the nearest
inline one, and the nearest that is written as a whole (code, formulas). All chains that follow them are bounded, so no
page is too deep.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from tamis.blocks.page import Page
from tamis.html.tags import BLOCK, HEADINGS, PREFORMATTED
from tamis.html.tree import Tree
from tamis.render.callouts import find_callouts
from tamis.render.formulas import Formula
from tamis.render.listings import Listing, find_listings
from tamis.web.urls import safe_url

TABLE: Final = frozenset("table thead tbody tfoot tr td th caption".split())
_BLOCKS: Final = {tag: tag for tag in HEADINGS | TABLE} | {
    tag: tag for tag in "p ul ol li dl dt dd blockquote figure figcaption details summary".split()
} | {"menu": "ul", "dir": "ul", **dict.fromkeys(PREFORMATTED, "pre")}  # fmt: skip
_INLINE: Final = {
    tag: tag for tag in
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark q ruby rt s samp small strong sub sup time u var".split()
} | {"tt": "code", "strike": "s", "acronym": "abbr"}  # fmt: skip
INLINE_NAMES: Final = frozenset(_INLINE.values()) | {"br", "img", "math", "noteref", "span"}
_FLAT: Final = HEADINGS | {"p"}
"""can hold no block: what stands in one all the same is written behind it"""
_MAX_BLOCKS: Final = 60
_MAX_INLINE: Final = 20
"""elements open at once in the output; what is nested deeper is written flat"""


@dataclass(frozen=True, slots=True)
class Shape:
    """The columns; -1 stands for none."""

    names: list[str]
    """the name an element is written by, or an empty text"""
    block: list[int]
    inline: list[int]
    unit: list[int]
    """the listing or preformatted element around"""
    formula: list[int]
    """the formula around"""
    block_above: dict[int, int]
    inline_above: dict[int, int]
    """for each element that is written, the one it is written in"""
    formulas: dict[int, Formula]
    listings: dict[int, Listing]
    callouts: dict[int, str]

    def blocks(self, element: int) -> list[int]:
        """The block-level elements around an element that are written, outermost first."""
        return _chain(self.block[element], self.block_above)

    def inlines(self, element: int) -> list[int]:
        """The inline elements around an element that are written, outermost first."""
        return _chain(self.inline[element], self.inline_above)


def _chain(element: int, above: dict[int, int]) -> list[int]:
    chain = []
    while element >= 0:
        chain.append(element)
        element = above[element]
    return chain[::-1]


def shape(
    page: Page,
    base: str | None,
    links: bool,
    wanted: Iterable[int],
    formulas: dict[int, Formula],
    notes: Collection[int] = (),
) -> Shape:
    """Find what shapes the output of a page: of the elements that are wanted and those around them.

    ``formulas`` are those found, ``notes`` the elements that are written as footnotes.
    """
    tree = page.tree
    callouts = find_callouts(tree)
    count = len(tree.tags)
    none = [-1] * count
    found = Shape([""] * count, none, [*none], [*none], [*none], {}, {}, formulas, find_listings(tree), callouts)
    tables = page.data_tables - found.listings.keys()
    in_table = [False] * count
    deep: dict[int, int] = {-1: 0}
    for element in _with_ancestors(tree, wanted):
        tag, parent = tree.tags[element], tree.parents[element]
        first = parent < 0
        if tag == "table":
            in_table[element] = element in tables
        else:
            in_table[element] = not first and in_table[parent] and tree.tags[parent] in TABLE
        block_name = _BLOCKS.get(tag, "") if not (tag in TABLE and not in_table[element]) else ""
        inline_name = _INLINE.get(tag, "")
        if element in notes and tree.traits[element] & BLOCK:
            block_name = "note"
        elif element in callouts:
            block_name = "callout"
        if tag == "a" and not (links and safe_url(tree.attr(element, "href"), base)):
            inline_name = ""
        found.names[element] = block_name or inline_name
        block = -1 if first else found.block[parent]
        inline = -1 if first else found.inline[parent]
        if block_name:
            while block >= 0 and (found.names[block] in _FLAT or block_name == "note"):
                block = found.block_above[block]
            if deep[block] < _MAX_BLOCKS:
                found.block_above[element], deep[element] = block, deep[block] + 1
                block = element
        elif inline_name and (inline < 0 or deep[inline] < _MAX_INLINE):
            found.inline_above[element] = inline
            deep[element] = deep[inline] + 1
            inline = element
        found.block[element] = block
        found.inline[element] = inline
        unit = -1 if first else found.unit[parent]
        found.unit[element] = element if unit < 0 and element in found.listings else unit
        formula = -1 if first else found.formula[parent]
        found.formula[element] = element if formula < 0 and element in found.formulas else formula
    return found


def _with_ancestors(tree: Tree, wanted: Iterable[int]) -> list[int]:
    """The elements and all around them, in document order."""
    found: set[int] = set()
    for start in wanted:
        element = start
        while element >= 0 and element not in found:
            found.add(element)
            element = tree.parents[element]
    return sorted(found)
