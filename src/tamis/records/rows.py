"""The rows of specifications: names and their values."""

from __future__ import annotations

from itertools import islice

import numpy as np

from tamis.blocks.page import Page
from tamis.html.tree import Tree
from tamis.records.item import Item
from tamis.records.places import table_of


def specification_rows(page: Page, beside: list[bool]) -> list[Item]:
    """The rows of two-column tables and the pairs of definition lists that are not ``beside`` the content."""
    tree = page.tree
    tables = page.data_tables
    blocks: dict[int, list[int]] = {}
    for block in np.flatnonzero(~page.hidden & (page.first_run >= 0)).tolist():
        blocks.setdefault(_cell(tree, int(page.elements[block])), []).append(block)
    cells: dict[int, list[int]] = {}
    for element, tag in enumerate(tree.tags):
        if tag in ("td", "th") and not beside[element] and table_of(tree, element) in tables:
            cells.setdefault(tree.parents[element], []).append(element)
    pairs = [tuple(pair) for pair in cells.values() if len(pair) == 2]
    term = -1
    for element, tag in enumerate(tree.tags):
        if tag == "dt" and not beside[element]:
            term = element
        elif tag == "dd" and term >= 0:
            pairs.append((term, element))
            term = -1
    found = []
    for name, value in sorted(pairs):
        texts = ["\n".join(page.texts[i] for i in blocks.get(cell, ())) for cell in (name, value)]
        if all(texts) and len(texts[0]) <= 80:
            indices = (*blocks[name], *blocks[value])
            found.append(
                Item("row", "page", title=texts[0], text=texts[1], fields={texts[0]: texts[1]}, blocks=indices)
            )
    return found if len(found) >= 2 else []


def _cell(tree: Tree, element: int) -> int:
    """The cell, term or definition around an element, at most a few elements up."""
    cells = (above for above in islice(tree.around(element), 12) if tree.tags[above] in ("td", "th", "dt", "dd"))
    return next(cells, -1)
