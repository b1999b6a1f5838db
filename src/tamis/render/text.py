"""Plain text: a block a line, a table's row one line with tabs between its cells, formulas as LaTeX."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from tamis.kernel import outermost
from tamis.render.code import listings
from tamis.render.formulas import formula_roots
from tamis.render.notes import find_notes, shown_runs

if TYPE_CHECKING:
    from tamis.document import Document
    from tamis.dom import Tree
    from tamis.page import Page
    from tamis.render.nodes import Node


def to_text(document: Document, *, tables: bool = True, media: bool = False) -> str:
    r"""The kept blocks' texts, one a line; ``tables=False`` leaves data tables out, ``media`` leaves marks.

    >>> import tamis
    >>> page = "<p>Bread.<table><tr><th>Flour<th>Water<tr><td>Rye<td>80 %</table>"
    >>> tamis.analyze(page, strategy="eniw").text
    'Bread.\nFlour\tWater\nRye\t80 %'
    """
    page, kept = document.page, list(document.kept())
    held = page.tree.data_tables
    if media or (held and not _are_lines(page, kept)) or _is_marked_up(page, document.decisions.kept.tolist()):
        from tamis.render.outline import outline

        return write(outline(document, links=False, images=False, tables=tables, media=media))
    if not held:
        return "\n".join([page.texts[i] for i in kept])
    lines: list[str] = []
    around = np.empty(len(page.tree.tags), np.int64)
    outermost(list(held), page.tree.parents, around)
    tables_of = around[page.elements].tolist()
    for table, blocks in groupby(kept, tables_of.__getitem__):
        if table < 0:
            lines += [page.texts[block] for block in blocks]
        elif tables:
            lines += _table(page, table, list(blocks))
    return "\n".join(lines)


def _are_lines(page: Page, blocks: list[int]) -> bool:
    """Whether each of the blocks is one text flow, so that none reaches over several cells."""
    first, last = page.first_run[blocks], page.last_run[blocks]
    cuts = np.asarray(page.tree.run_cuts)
    return bool(((first < 0) | (cuts[first] == cuts[last])).all())


def _is_marked_up(page: Page, kept: list[bool]) -> bool:
    """Whether some of what is kept is more than text and tables; on most pages nothing is."""
    tree = page.tree
    if formula_roots(tree):
        return True
    numbered = listings(tree)
    shown = shown_runs(page, kept) if numbered else []
    for table in numbered:
        first = bisect_left(tree.run_seen, table + 1)
        if any(shown[first : bisect_right(tree.run_seen, int(tree.ends[table]))]):
            return True
    return bool(find_notes(page, kept).references)


def _table(page: Page, table: int, blocks: list[int]) -> list[str]:
    """The lines of a table with the texts of these blocks; cells behind the last of them in a row are left out."""
    tree = page.tree
    texts: dict[int, list[str]] = {}
    """of each cell, and of the captions"""
    for block in blocks:
        element, cell = int(page.elements[block]), table
        while element != table:
            cell = element if tree.tags[element] in ("td", "th", "caption") else cell
            element = tree.parents[element]
        texts.setdefault(cell, []).append(page.texts[block])
    captions: list[str] = []
    rows: dict[int, list[int]] = {}
    """the cells of each row, up to the last with a text"""
    for cell, found in texts.items():
        if tree.tags[cell] not in ("td", "th"):
            captions.append("\n".join(found))
            continue
        cells = rows.setdefault(tree.parents[cell], [])
        at = int(tree.ends[cells[-1]]) if cells else tree.parents[cell] + 1
        while at <= cell:  # the cells before it hold their places
            if tree.tags[at] in ("td", "th"):
                cells.append(at)
            at = int(tree.ends[at])
    every = [cell for cells in rows.values() for cell in cells]
    if any(tree.written.holding(every, name, ("",)) for name in ("colspan", "rowspan")):
        return _spanned(tree, captions, rows, texts)
    lines = ["\t".join([" ".join(" ".join(texts.get(cell, ())).split()) for cell in cells]) for cells in rows.values()]
    return [line for line in [*captions, *(line.rstrip("\t") for line in lines)] if line.strip()]


def _spanned(tree: Tree, captions: list[str], rows: dict[int, list[int]], texts: dict[int, list[str]]) -> list[str]:
    """The lines of a table some of whose cells span several columns or rows."""
    from tamis.render.nodes import Node

    root = Node("table", {}, [Node("caption", {}, [caption]) for caption in captions])
    for cells in rows.values():
        row = Node("tr")
        for cell in cells:
            spans = {name: _span(tree.attr(cell, name)) for name in ("colspan", "rowspan")}
            row.children.append(Node(tree.tags[cell], spans, [" ".join(texts[cell])] if cell in texts else []))
        root.children.append(row)
    return _rows(root)


def _span(value: str | None) -> str:
    from tamis.render.tables import MAX_SPAN

    return (
        str(min(int(value[:5]), MAX_SPAN)) if value and value.isascii() and value.isdigit() and int(value[:5]) else "1"
    )


def write(root: Node) -> str:
    """A tree as lines of text.

    >>> from tamis.render.nodes import Node
    >>> print(write(Node("body", {}, [Node("p", {}, ["a", Node("br"), "b"]), Node("note", {"label": "1"}, ["c"])])))
    a
    b
    [1] c
    """
    from tamis.render.shape import INLINE_NAMES

    writer = _Writer()
    inside: Node | None = None
    for node, ends in root.walk():
        if inside is not None:  # in something that was written as a whole
            inside = None if ends and node is inside else inside
        elif isinstance(node, str):
            writer.parts.append(node)
        elif writer.whole(node):
            inside = node
        elif node.name not in INLINE_NAMES or node.name == "br":
            writer.end_line()
            if node.name == "note" and not ends:
                writer.prefix = f"[{node.attributes['label']}] "
    writer.end_line()
    return "\n".join(writer.lines)


class _Writer:
    """Lines that are written, and the one that is begun."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.parts: list[str] = []
        self.prefix = ""

    def end_line(self) -> None:
        if text := "".join(self.parts).strip():
            self.lines.append(self.prefix + text)
            self.prefix = ""
        self.parts.clear()

    def whole(self, node: Node) -> bool:
        """Write an element that is more than its text, if it is one."""
        if node.name == "table":
            self.end_line()
            self.lines += _rows(node)
        elif node.name == "pre":
            self.end_line()
            self.lines += [node.text()] if node.text().strip() else []
        elif node.name == "math":
            fence = "$$" if node.attributes["display"] == "block" else "$"
            self.parts.append(f"{fence}{node.text()}{fence}")
        elif node.name == "noteref":
            self.parts.append(f"[{node.attributes['label']}]")
        elif node.name == "a":  # links are not asked for in text, so it is a mark
            self.parts.append(f"{node.text()}({node.attributes['href']})")
        else:
            return False
        return True


def _rows(table: Node) -> list[str]:
    from tamis.render.tables import grid_of

    captions, rows = grid_of(table)
    lines = [write(caption) for caption in captions]
    lines += ["\t".join(" ".join(write(cell).split()) for cell in row).rstrip("\t") for row in rows]
    return [line for line in lines if line.strip()]
