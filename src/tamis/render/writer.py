"""Writes the tree of clean elements: text goes where it belongs, with the elements around it opened and closed."""

from __future__ import annotations

from typing import Final

from tamis.html.tags import HEADINGS
from tamis.html.tree import Tree
from tamis.render.callouts import task_state
from tamis.render.nodes import Node
from tamis.render.numbers import Numbering
from tamis.render.shape import INLINE_NAMES, Shape
from tamis.render.tables import span
from tamis.web.urls import safe_url

_LINES: Final = HEADINGS | frozenset("p dt summary caption figcaption td th".split())
"""hold lines of text: a second line goes behind a ``br``"""
_WRAPPED: Final = {"ul": "li", "ol": "li", "dl": "dd", "table": "", "thead": "", "tbody": "", "tfoot": "", "tr": "td"}
"""hold no text: what they get is wrapped"""
_BESIDE: Final = INLINE_NAMES - {"br"}
"""elements that a space may stand behind: a line break or a block ends the line"""
_ATTRIBUTED: Final = frozenset("a td th li time note abbr callout".split())
"""elements that keep some of their attributes"""


class Writer:
    """The tree as far as it is written, and what is open in it."""

    def __init__(self, tree: Tree, shape: Shape, base: str | None, labels: dict[int, str]) -> None:
        """``labels`` are those of the elements that are footnotes."""
        self.tree = tree
        self.shape = shape
        self.base = base
        self.labels = labels
        self.numbering = Numbering(tree)
        self.root = Node("body")
        self.open: list[tuple[int, Node]] = []
        """the block-level elements that are open; an invented one has the element -1"""
        self.inline: list[tuple[int, Node]] = []
        self.line: Node = self.root
        """where inline content goes"""
        self.gap = False
        """whether white space is to come before the next word of the line"""
        self.cells: dict[int, int] = {}
        """of a row, one past its last cell that is written"""

    def put(self, content: Node | str, element: int) -> None:
        """Write text or an inline node that stands in an element."""
        chain = self.shape.inlines(element) if self.shape.inline[element] >= 0 else []
        if chain or self.inline or self.gap:  # else it is plain text, as most is
            self._open_inline(chain)
        self._inside().append(content)

    def begin_alone(self, element: int) -> None:
        """Go to where something belongs that stands in an element and is no part of a line."""
        self.inline.clear()
        self.open_blocks(self.shape.blocks(element))
        inner = self.open[-1][1] if self.open else self.root
        if inner.name not in _LINES | {"figure", "li", "dd"}:
            inner = self.open_block(-1, _WRAPPED.get(inner.name) or "p", {})
        self.line = inner

    def begin_line(self, element: int, same_paragraph: bool) -> None:
        """Go to where a line's text belongs: behind a line break, or in a new paragraph."""
        self.inline.clear()
        self.gap = False
        if self.shape.unit[element] >= 0:
            return
        if same_paragraph and self.line is not self.root and self.line.name != "pre":
            self.line.children.append(Node("br"))
            return
        self.open_blocks(self.shape.blocks(element))
        inner = self.open[-1][1] if self.open else self.root
        if inner.name in _LINES:
            if inner.children:
                inner.children.append(Node("br"))
        elif inner.name not in ("li", "dd") or inner.children:
            inner = self.open_block(-1, _WRAPPED.get(inner.name) or "p", {})
        self.line = inner

    def open_blocks(self, chain: list[int]) -> None:
        """Open a chain of block-level elements, outermost first; what is open and not in it ends."""
        for element in _leave(self.open, chain):
            name = self.shape.names[element]
            if name in ("td", "th"):
                self._leave_cells(element)
            self.open_block(element, name, self._attributes(element, name))

    def _leave_cells(self, element: int) -> None:
        """Write the cells of a row that nothing is written in, so that those behind them stay in their columns."""
        row = self.tree.parents[element]
        at = self.cells.get(row, row + 1)
        while at < element and self.open and self.open[-1][0] == row:
            if self.tree.parents[at] == row and (name := self.shape.names[at] or self.tree.tags[at]) in ("td", "th"):
                self.open[-1][1].children.append(Node(name, self._attributes(at, name)))
            at = int(self.tree.ends[at])
        self.cells[row] = int(self.tree.ends[element])

    def open_block(self, element: int, name: str, attributes: dict[str, str]) -> Node:
        """Open one more block-level element."""
        node = Node(name, attributes)
        (self.open[-1][1] if self.open else self.root).children.append(node)
        self.open.append((element, node))
        return node

    def _inside(self) -> list[Node | str]:
        return (self.inline[-1][1] if self.inline else self.line).children

    def _open_inline(self, chain: list[int]) -> None:
        opening = _leave(self.inline, chain)
        if self.gap:
            before = self.line.children[-1] if self.line.children else None
            if isinstance(before, str) or (before is not None and before.name in _BESIDE):
                self._inside().append(" ")
            self.gap = False
        for inner in opening:
            name = self.shape.names[inner]
            node = Node(name, self._attributes(inner, name))
            self._inside().append(node)
            self.inline.append((inner, node))

    def _attributes(self, element: int, name: str) -> dict[str, str]:
        if name not in _ATTRIBUTED:
            return {}
        found: dict[str, str | None] = {}
        attr = self.tree.attr
        if name == "a":
            found["href"] = safe_url(attr(element, "href"), self.base)
        elif name in ("td", "th"):
            for key in ("colspan", "rowspan"):
                if (cells := span(attr(element, key))) > 1:
                    found[key] = str(cells)
        elif name == "li":
            found |= self.numbering.attributes(element, self.open[-1][1] if self.open else None)
            found["data-task"] = task_state(self.tree, element)
        elif name == "callout":
            found["kind"] = self.shape.callouts[element]
        elif name == "time":
            found["datetime"] = attr(element, "datetime")
        elif name == "note":
            found["label"] = self.labels[element]
        elif name == "abbr":
            found["title"] = attr(element, "title")
        return {key: value for key, value in found.items() if value}


def _leave(opened: list[tuple[int, Node]], chain: list[int]) -> list[int]:
    """Close what is open and not in a chain of elements; gives those of the chain that are to be opened."""
    same = 0
    while same < min(len(chain), len(opened)) and opened[same][0] == chain[same]:
        same += 1
    del opened[same:]
    return chain[same:]
