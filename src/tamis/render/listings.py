"""Listings: preformatted elements, tables that put numbers beside lines, editors with an element for each line."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tamis.html.tags import HIDDEN, PREFORMATTED
from tamis.html.tree import Tree
from tamis.render.code import CODE_CELL, LINE_NUMBERS, code_text, is_line_numbers
from tamis.text.patterns import late
from tamis.text.space import tidy

_NUMBERED: Final = ("lin", "gutter", "num", "ln", "&")
"""what the names of cells with line numbers have in common, or a reference for a letter of it"""
_EDITORS: Final = ("CodeMirror-code", "cm-content", "view-lines", "ace_text-layer", "react-code-lines")
_EDITOR: Final = late(r"(?:^|\s)(?:CodeMirror-code|cm-content|view-lines|ace_text-layer|react-code-lines)(?:$|\s)")
"""classes of the elements in which editors keep the lines"""
_TOOLBAR: Final = late(r"(?:^|[\s_-])(?:toolbar|copy|clipboard|line-?numbers?|gutters?|linenos?)(?:$|[\s_-])")
_LONGEST_TOOLBAR: Final = 40
_WRAPPERS: Final = 3
"""elements around a listing that hold its toolbar or its numbers"""


@dataclass(frozen=True, slots=True)
class Listing:
    """A listing: the elements that hold its code, one after another."""

    parts: tuple[int, ...]

    def text(self, tree: Tree, hidden: set[int]) -> str:
        """Its code."""
        left_out = {tree.nodes[row] for row in hidden}
        texts = [code_text(tree.nodes[part], left_out) for part in self.parts]
        return "\n".join([text if text != " " else "" for text in texts])  # a space gives an empty line its height


def find_listings(tree: Tree) -> dict[int, Listing]:
    """The outermost elements that are listings as a whole."""
    found = {table: Listing(tuple(cells)) for table, cells in _tables(tree).items()}
    if not tree.mentions.isdisjoint(_EDITORS):
        for row in tree.attributes.holding(tree.rows("div"), "class", (*_EDITORS, "&")):
            if _EDITOR.search(_names(tree, row)):
                found[row] = Listing((row,))
    for tag in PREFORMATTED:
        found |= {row: Listing((row,)) for row in tree.rows(tag) if row not in found}
    outermost: dict[int, Listing] = {}
    tables = sorted(row for row in found if tree.tags[row] == "table")
    end = 0
    for row in sorted(found):
        if row >= end:
            inner = tables[bisect_left(tables, row) : bisect_left(tables, int(tree.ends[row]))]
            listing = found[inner[0] if len(inner) == 1 else row]
            top = _with_tools(tree, row)
            outermost[top] = listing
            end = int(tree.ends[top])
    return outermost


def _names(tree: Tree, row: int) -> str:
    return tidy(tree.attr(row, "class"))[:300]


def _with_tools(tree: Tree, listing: int) -> int:
    """The outermost element that holds a listing, and besides it only buttons or the numbers of its lines."""
    top = listing
    for above in islice(tree.around(listing), 1, 1 + _WRAPPERS):
        size = int(tree.ends[listing]) - listing
        if tree.tags[above] not in ("div", "figure", "table", "tbody", "tr", "td"):
            break
        if int(tree.ends[above]) - above > 3 * size + 50:
            break
        child, others = above + 1, False
        while child < int(tree.ends[above]):
            if not child <= top < int(tree.ends[child]) and tree.text(child).strip():
                if not _is_tool(tree, child):
                    return top
                others = True
            child = int(tree.ends[child])
        if any(tree.run_parents[run] == above and not tree.runs[run].isspace() for run in tree.runs_in(above)):
            break
        top = above if others else top
    return top


def _is_tool(tree: Tree, element: int) -> bool:
    """Whether an element beside a listing is a button, a bar of buttons, or the numbers of its lines."""
    if tree.tags[element] == "button":
        return True
    if _TOOLBAR.search(_names(tree, element)) is None:
        return False
    return len(tree.text(element).strip()) <= _LONGEST_TOOLBAR or is_line_numbers(tree.nodes[element])


def _tables(tree: Tree) -> dict[int, list[int]]:
    """Tables that highlighters make to put numbers beside lines: for each its cells of code.

    A row has a cell of numbers and a cell of code, by their classes; the listing is one row of many lines, or a row
    for each line. All other cells are empty, or nothing would be lost.
    """
    found: dict[int, list[int]] = {}
    cells = tree.rows("td") if tree.rows("table") else []
    if not cells:
        return found
    maybe = tree.attributes.holding(cells, "class", _NUMBERED) + tree.attributes.holding(
        cells, "data-line-number", ("",)
    )
    numbers = {cell for cell in maybe if _holds_line_numbers(tree, cell)}
    if not numbers:
        return found
    table, numbered = -1, False
    others: set[int] = set()
    for element, tag in enumerate(tree.tags):
        if tag == "table":
            table = element
        elif tag == "tr":
            numbered = False
        elif tag == "td" and table >= 0:
            if element in numbers:
                numbered = True
            elif numbered and CODE_CELL.search(_names(tree, element)):
                found.setdefault(table, []).append(element)
            elif tree.text(element).strip():
                others.add(table)
    return {table: cells for table, cells in found.items() if table not in others}


def _holds_line_numbers(tree: Tree, cell: int) -> bool:
    """Whether a cell holds line numbers. Chroma names both cells alike, but has a class for the numbers inside."""
    names = _names(tree, cell)
    if "lntd" in names.split():
        return any("lnt" in _names(tree, row).split() for row in range(cell + 1, min(cell + 5, int(tree.ends[cell]))))
    if CODE_CELL.search(names):
        return False
    return LINE_NUMBERS.search(names) is not None or tree.attr(cell, "data-line-number") is not None


def is_laid_out(tree: Tree, listing: int) -> bool:
    """Whether a listing's text may be more than its runs one after another: there are elements in it."""
    inside = int(tree.ends[listing]) - listing - 1
    return inside > 1 or (inside == 1 and tree.tags[listing + 1] != "code") or tree.tags[listing] not in PREFORMATTED


def whole_text(tree: Tree, top: int, listing: Listing, shown: bytearray) -> str | None:
    """The text of a listing; ``None`` unless all of it that the page shows is kept."""
    hidden = {row for row in range(top + 1, int(tree.ends[top])) if tree.traits[row] & HIDDEN}
    if hidden:  # but for those whose text is kept
        kept = {tree.run_parents[run] for run in tree.runs_in(top) if shown[run]}
        hidden.difference_update(around for parent in kept for around in tree.around(parent))
    for run in (run for part in listing.parts for run in tree.runs_in(part) if not shown[run]):
        shows = not tree.runs[run].isspace() and not tree.flags[tree.run_parents[run]] & HIDDEN
        if shows and not _is_beside(tree, run):
            return None
    return listing.text(tree, hidden) if is_laid_out(tree, top) else tree.text(top).strip("\n")


def _is_beside(tree: Tree, run: int) -> bool:
    """Whether text that is not kept is a number or a button of the listing."""
    around = islice(tree.around(tree.run_parents[run]), 3)
    return any(tree.tags[row] == "button" or is_line_numbers(tree.nodes[row]) for row in around)
