"""Plain text: a block a line, a table's row one line with tabs between its cells, formulas as LaTeX."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from tamis.render.code import listings
from tamis.render.formulas import formula_roots
from tamis.render.nodes import Node
from tamis.render.notes import find_notes, shown_runs
from tamis.render.shape import INLINE_NAMES
from tamis.render.tables import data_tables, grid_of

if TYPE_CHECKING:
    from tamis.document import Document


def to_text(document: Document, *, tables: bool = True, media: bool = False) -> str:
    r"""The kept blocks' texts, one a line; ``tables=False`` leaves data tables out, ``media`` leaves marks.

    >>> import tamis
    >>> page = "<p>Bread.<table><tr><th>Flour<th>Water<tr><td>Rye<td>80 %</table>"
    >>> tamis.analyze(page, strategy="eniw").text
    'Bread.\nFlour\tWater\nRye\t80 %'
    """
    if media or _is_shaped(document):
        from tamis.render.outline import outline

        return write(outline(document, links=False, images=False, tables=tables, media=media))
    texts = document.page.texts
    return "\n".join([texts[i] for i in document.kept()])


def _is_shaped(document: Document) -> bool:
    """Whether some of what is kept is more than lines of text. On most pages nothing is, and they are written fast."""
    tree, kept = document.page.tree, document.decisions.kept.tolist()
    if formula_roots(tree):
        return True
    tables = data_tables(tree) | listings(tree).keys()
    shown = shown_runs(document.page, kept) if tables else []
    for table in tables:
        first = bisect_left(tree.run_seen, table + 1)
        if any(shown[first : bisect_right(tree.run_seen, int(tree.ends[table]))]):
            return True
    return bool(find_notes(document.page, kept).references)


def write(root: Node) -> str:
    """A tree as lines of text.

    >>> print(write(Node("body", {}, [Node("p", {}, ["a", Node("br"), "b"]), Node("note", {"label": "1"}, ["c"])])))
    a
    b
    [1] c
    """
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
    captions, rows = grid_of(table)
    lines = [write(caption) for caption in captions]
    lines += ["\t".join(" ".join(write(cell).split()) for cell in row).rstrip("\t") for row in rows]
    return [line for line in lines if line.strip()]
