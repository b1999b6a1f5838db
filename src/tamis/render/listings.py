"""Listings: preformatted elements, and tables with which highlighters put numbers beside lines."""

from __future__ import annotations

from typing import Final

from tamis.html.tags import HIDDEN
from tamis.html.tree import Tree
from tamis.render.code import LINE_NUMBERS, code_text, is_line_numbers
from tamis.text.patterns import late
from tamis.text.space import tidy

_NUMBERED: Final = ("lin", "gutter", "num", "ln", "&")
"""what the names of cells with line numbers have in common, Chroma's included, or a reference for a letter of it"""
_CODE_CELL: Final = late(r"(?:^|[\s_-])(?:code|blob-code|rouge-code|hljs-ln-code|lntd)(?:$|[\s_-])")


def listings(tree: Tree) -> dict[int, list[int]]:
    """Tables that highlighters make to put numbers beside lines: for each its cells of code.

    A row has a cell of numbers and a cell of code, by their classes; the listing is one row of many lines, or a row
    for each line.
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
    for element, tag in enumerate(tree.tags):
        if tag == "table":
            table = element
        elif tag == "tr":
            numbered = False
        elif tag == "td" and table >= 0:
            if element in numbers:
                numbered = True
            elif numbered and _CODE_CELL.search(tidy(tree.attr(element, "class"))):
                found.setdefault(table, []).append(element)
    return found


def _holds_line_numbers(tree: Tree, cell: int) -> bool:
    """The same of a cell. Chroma has one class for both cells, and another for the numbers in the first."""
    names = tidy(tree.attr(cell, "class"))[:300]
    if LINE_NUMBERS.search(names) or tree.attr(cell, "data-line-number") is not None:
        return True
    return "lntd" in names.split() and tree.nodes[cell].select_one(".lnt") is not None


def whole_listings(tree: Tree) -> dict[int, list[int]]:
    """Listings all of whose cells are numbers, code or empty: nothing else would be lost."""
    whole = {}
    for table, cells in listings(tree).items():
        code = set(cells)
        inside = range(table, int(tree.ends[table]))
        others = [i for i in inside if tree.tags[i] == "td" and i not in code and not is_line_numbers(tree.nodes[i])]
        if all(not code_text(tree.nodes[i]).strip() for i in others):
            whole[table] = cells
    return whole


def whole_text(tree: Tree, listing: int, cells: list[int], shown: bytearray) -> str | None:
    """The text of a listing, or of its ``cells`` of code; ``None`` unless all of it that the page shows is kept."""
    parts = cells or [listing]
    for run in (run for part in parts for run in tree.runs_in(part) if not shown[run]):
        if not tree.flags[tree.run_parents[run]] & HIDDEN and not tree.runs[run].isspace():
            return None
    hidden = {element for element in range(listing + 1, int(tree.ends[listing])) if tree.traits[element] & HIDDEN}
    if hidden:  # but for those whose text is kept
        kept = {tree.run_parents[run] for run in tree.runs_in(listing) if shown[run]}
        hidden.difference_update(around for parent in kept for around in tree.around(parent))
    left_out = {tree.nodes[element] for element in hidden}
    return "\n".join(code_text(tree.nodes[part], left_out) for part in parts)
