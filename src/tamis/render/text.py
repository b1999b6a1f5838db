"""Plain text: a block a line, a table's row one line with tabs between its cells, formulas as LaTeX."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import numpy as np

from tamis.document import Document
from tamis.formats import output_format
from tamis.native.tree import in_line, outermost
from tamis.render.callouts import heading_links
from tamis.render.delimited import formula_pattern
from tamis.render.formulas import find_formulas
from tamis.render.header import front_matter
from tamis.render.listings import find_listings, is_laid_out
from tamis.render.notes import find_notes, shown_runs

if TYPE_CHECKING:
    from tamis.blocks.page import Page
    from tamis.html.tree import Tree
    from tamis.render.nodes import Node


_CELLS = frozenset(("td", "th"))
_PARTS = _CELLS | {"caption"}


@output_format("text", ".txt", "text/plain")
@output_format("txt", ".txt", "text/plain")
def to_text(document: Document, *, tables: bool = True, media: bool = False, metadata: bool = False) -> str:
    r"""The kept blocks' texts, one a line; ``tables=False`` leaves data tables out, ``media`` leaves marks.

    >>> import tamis
    >>> page = "<p>Bread.<table><tr><th>Flour<th>Water<tr><td>Rye<td>80 %</table>"
    >>> tamis.analyze(page, strategy="eniw").text
    'Bread.\nFlour\tWater\nRye\t80 %'
    """
    body = _body(document, tables, media)
    return front_matter(document, body) if metadata else body


def _body(document: Document, tables: bool, media: bool) -> str:
    page, kept = document.page, list(document.kept())
    held, are_kept = page.data_tables, document.decisions.kept.tolist()
    marked_up = media or (held and not _are_lines(page, kept)) or _is_marked_up(page, are_kept)
    notes = None if marked_up else find_notes(page, are_kept)
    if notes is None or notes.references or notes.beside:
        from tamis.render.outline import outline

        known = notes if tables else None  # without its tables, a page may have fewer
        return write(outline(document, tables=tables, media=media, videos=media, notes=known))
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
    """Whether each block is a single line of text, so that no block spans several cells."""
    first, last = page.first_run[blocks], page.last_run[blocks]
    cuts = np.asarray(page.tree.run_cuts)
    return bool(((first < 0) | (cuts[first] == cuts[last])).all())


def _is_marked_up(page: Page, kept: list[bool]) -> bool:
    """Whether some of what is kept is more than whole lines, tables and notes; on most pages nothing is."""
    tree = page.tree
    if find_formulas(tree) or formula_pattern(tree) is not None or _is_interrupted(page, kept):
        return True
    if any(kept[block] for block in _blocks_at(page, heading_links(tree))):
        return True
    tops = [top for top in find_listings(tree) if is_laid_out(tree, top)]
    shown = shown_runs(page, kept) if tops else []
    return any(shown[run] for top in tops for run in tree.runs_in(top))


def _blocks_at(page: Page, elements: set[int]) -> set[int]:
    """The blocks that text in these elements is a part of."""
    tree = page.tree
    runs = [run for element in elements for run in tree.runs_in(element)]
    blocks = np.searchsorted(page.first_run[page.first_run >= 0], runs, "right") - 1
    real = np.flatnonzero(page.first_run >= 0)
    return set(real[blocks[blocks >= 0]].tolist()) if runs else set()


def _is_interrupted(page: Page, kept: list[bool]) -> bool:
    """Whether two kept blocks are of one line: hidden text stands between them."""
    if not page.hidden.any():
        return False
    blocks = np.flatnonzero(np.array(kept, np.bool_) & (page.first_run >= 0))
    cuts = np.asarray(page.tree.run_cuts)
    return bool((cuts[page.first_run[blocks[1:]]] == cuts[page.last_run[blocks[:-1]]]).any())


def _table(page: Page, table: int, blocks: list[int]) -> list[str]:
    """The lines of a table with the texts of these blocks; cells behind the last of them in a row are left out."""
    tags, parents, ends = page.tree.tags, page.tree.parents, page.tree.ends.data
    captions: dict[int, list[str]] = {}
    cells: list[int] = []
    texts: list[str] = []
    rows: list[int] = []
    """the cells of all rows, each up to its last with a text; their texts; at which of them rows begin"""
    lines: list[str] = []
    """of the last cell: added to its text one by one they would take time by the square"""
    last = row = -1
    for block, own in zip(blocks, page.elements[blocks].tolist(), strict=True):
        cell, element, text = table, own, page.texts[block]
        while element != table:
            cell = element if tags[element] in _PARTS else cell
            element = parents[element]
        if tags[cell] not in _CELLS:
            captions.setdefault(cell, []).append(text)
        elif cell == last:
            lines.append(text)
        else:
            if lines:
                texts[-1] = "\n".join(lines)
            if parents[cell] != row:
                row, last = parents[cell], -1
                rows.append(len(cells))
            at = ends[last] if last >= 0 else row + 1
            while at <= cell:  # the cells before it hold their places
                if tags[at] in _CELLS:
                    cells.append(at)
                    texts.append("")
                at = ends[at]
            last, lines = cell, [text]
    if lines:
        texts[-1] = "\n".join(lines)
    above = ["\n".join(caption) for caption in captions.values()]
    stretches = list(pairwise([*rows, len(cells)]))
    if any(page.tree.attributes.holding(cells, name, ("",)) for name in ("colspan", "rowspan")):
        return _spanned(page.tree, above, [(cells[a:b], texts[a:b]) for a, b in stretches])
    below = ["\t".join(map(in_line, texts[a:b])).rstrip("\t") for a, b in stretches]
    return [line for line in [*above, *below] if line.strip()]


def _spanned(tree: Tree, captions: list[str], rows: list[tuple[list[int], list[str]]]) -> list[str]:
    """The lines of a table some of whose cells span several columns or rows."""
    from tamis.render.nodes import Node
    from tamis.render.tables import span

    root = Node("table", {}, [Node("caption", {}, [caption]) for caption in captions])
    for cells, texts in rows:
        row = Node("tr")
        for cell, text in zip(cells, texts, strict=True):
            spans = {name: str(span(tree.attr(cell, name))) for name in ("colspan", "rowspan")}
            row.children.append(Node(tree.tags[cell], spans, [text] if text else []))
        root.children.append(row)
    return _rows(root)


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
        """Write a table, a listing, a formula, a reference or a mark; whether the element was one."""
        if node.name == "table":
            self.end_line()
            self.lines += _rows(node)
        elif node.name == "pre":
            self.end_line()
            self.lines += [node.text()] if node.text().strip() else []
        elif node.name == "math":
            delimiter = "$$" if node.attributes["display"] == "block" else "$"
            self.parts.append(f"{delimiter}{node.text()}{delimiter}")
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
