"""The kept blocks as a tree of a few clean elements, from which every markup format is written.

Nothing is cleaned away: only elements and attributes that are named here and in :mod:`tamis.render.shape` are ever
made, so what is not named (scripts, styles, handlers, frames, forms) cannot come through. All text is the kept blocks'
own, with three exceptions, which are markup rather than text: formulas are LaTeX, the numbers beside a listing's lines
are left out, and marks for media are added on request.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from tamis.blocks.data_tables import in_data_table
from tamis.document import Document
from tamis.html.tags import BLOCK, HEADINGS, HIDDEN
from tamis.html.tree import Tree
from tamis.render.code import code_text, language
from tamis.render.formulas import formula_roots, is_display
from tamis.render.listings import whole_text
from tamis.render.nodes import Node
from tamis.render.notes import Notes, Reference, find_notes, shown_runs
from tamis.render.numbers import Numbering
from tamis.render.placement import between_runs, space_behind
from tamis.render.shape import INLINE_NAMES, Shape, shape
from tamis.render.tables import span
from tamis.web.urls import safe_url

if TYPE_CHECKING:
    pass

_LINES: Final = HEADINGS | frozenset("p dt summary caption figcaption td th".split())
"""hold lines of text: a second line goes behind a ``br``"""
_WRAPPED: Final = {"ul": "li", "ol": "li", "dl": "dd", "table": "", "thead": "", "tbody": "", "tfoot": "", "tr": "td"}
"""hold no text: what they get is wrapped"""
_LITERAL: Final = frozenset(("code", "kbd", "samp"))
"""nothing in them is markup, in Markdown at least"""
_BESIDE: Final = INLINE_NAMES - {"br"}
"""elements that a space may stand behind: a line break or a block ends the line"""
_ATTRIBUTED: Final = frozenset("a td th li time note abbr".split())
"""elements that keep some of their attributes"""


def outline(
    document: Document,
    *,
    links: bool = False,
    images: bool = False,
    tables: bool = True,
    media: bool = False,
    notes: Notes | None = None,
) -> Node:
    """The kept blocks as a tree; the options change how they look, never which they are. ``notes`` are those among what
    is shown, if they are known already.
    """
    return _Builder(document, links, images, tables, media, notes).build()


class _Builder:
    """Takes runs of text in order, opening and closing the elements around them."""

    def __init__(
        self, document: Document, links: bool, images: bool, tables: bool, media: bool, notes: Notes | None
    ) -> None:
        self.page = document.page
        self.tree: Tree = document.page.tree
        absolute = links or images or media
        self.base = self.page.base_url if absolute else None
        kept = document.decisions.kept
        self.kept: list[bool] = (kept if tables else kept & ~in_data_table(self.page)).tolist()
        self.shown = shown_runs(self.page, self.kept)
        self.notes = find_notes(self.page, self.kept) if notes is None else notes
        self.numbering = Numbering(self.tree)
        self.links = links
        self.shape = self._shape(images or media)
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
        self.begun: set[int] = set()
        """listings that are begun"""
        self.done: set[int] = set()
        """listings, formulas and references that are written as a whole"""
        self.last_media = -1
        """the last element without text that is written"""
        self.pending = deque(between_runs(self.page, self.kept, self.shape, self.base, images, media))

    def build(self) -> Node:
        """Write all lines of all kept blocks."""
        firsts, lasts = self.page.first_run.tolist(), self.page.last_run.tolist()
        owners, holders, cuts = self.tree.owners, self.tree.run_parents, self.tree.run_cuts
        previous = -1
        for block, kept in enumerate(self.kept):
            if not kept:
                continue
            if firsts[block] < 0:  # made from elsewhere: the head's title
                self.root.children.append(Node("h1", {}, [self.page.texts[block]]))
                continue
            for first, last in self._lines(firsts[block], lasts[block]):
                owner = owners[holders[first]]
                begun = previous >= 0 and cuts[previous] == cuts[first]  # a block may end within a line
                if begun:
                    self._write_between(previous, first)
                else:
                    if self.pending:
                        self._place_before(first, owner)
                    same_paragraph = previous >= 0 and owners[holders[previous]] == owner
                    self._begin(holders[first], same_paragraph and self._one_break(previous, first))
                self._write_line(first, last)
                previous = last
                if self.pending:
                    self._place_after(last, owner)
        self._place_before(len(self.tree.runs), -1)
        return self.root

    def _shape(self, media: bool) -> Shape:
        latex = formula_roots(self.tree)
        wanted: Iterable[int] = range(len(self.tree.tags)) if media or latex else self._holders()
        return shape(self.page, self.base, self.links, wanted, latex, self.notes.bodies)

    def _holders(self) -> Iterator[int]:
        return (holder for holder, shown in zip(self.tree.run_parents, self.shown, strict=True) if shown)

    def _lines(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The text blocks that a block is made of, as the first and last run with text of each."""
        if first == last:  # most blocks
            yield first, last
            return
        runs, cuts = self.tree.runs, self.tree.run_cuts
        begin = first
        for end in range(first + 1, last + 2):
            if end > last or cuts[end] != cuts[begin]:
                shown = [run for run in range(begin, end) if not runs[run].isspace()]
                if shown:
                    yield shown[0], shown[-1]
                begin = end

    def _one_break(self, previous: int, run: int) -> bool:
        """Whether one ``br``, and nothing else of the block level, stands between two runs."""
        a, b = self.tree.run_seen[previous], self.tree.run_seen[run]
        between = [i for i in range(a, min(b, a + 8)) if self.tree.traits[i] & BLOCK]
        return b - a <= 8 and len(between) == 1 and self.tree.tags[between[0]] == "br"

    def _write_line(self, first: int, last: int) -> None:
        for run in range(first, last + 1):
            holder = self.tree.run_parents[run]
            unit = self.shape.unit[holder]
            if unit >= 0:
                self._write_unit(unit, run)
                continue
            if self.line.name == "pre":  # a line that begins in a listing and goes on behind it
                self._begin(holder, False)
            while self.pending and self.pending[0][0] < self.tree.run_seen[run]:
                self._place_inline(*self.pending.popleft())
            formula = self.shape.formula[holder]
            text = self.tree.runs[run]
            if holder in self.notes.markup:
                continue
            if holder in self.notes.references:
                self._write_reference(self.notes.references[holder])
            elif formula < 0:
                self._write_text(holder, text)
            elif formula not in self.done and not text.isspace():
                self.done.add(formula)
                self._write_formula(formula)

    def _write_between(self, previous: int, first: int) -> None:
        """The white space between two blocks of a line; a space for text that the page shows there and is not kept."""
        for run in range(previous + 1, first):
            if self.tree.flags[self.tree.run_parents[run]] & HIDDEN:
                continue
            if self.tree.runs[run].isspace():
                self._write_line(run, run)
            else:
                self.gap = True

    def _write_reference(self, reference: Reference) -> None:
        if reference.element in self.done:
            return
        self.done.add(reference.element)
        parent = self.tree.parents[reference.element]
        if any(self.shape.names[around] in _LITERAL for around in self.shape.inlines(parent)):
            self._write_text(parent, self.tree.nodes[reference.element].text)
            return
        attributes = {"label": reference.label}
        if reference.note >= 0:
            attributes["note"] = reference.label
            if self.links:
                attributes["href"] = f"#fn-{reference.label}"
        self._open_inline(parent)
        self._inside().append(Node("noteref", attributes, [reference.label]))

    def _write_text(self, holder: int, text: str) -> None:
        """A run, its white space collapsed; a space between two runs stands outside the elements around either."""
        words = " ".join(text.split())
        if words:
            self.gap = self.gap or text[0].isspace()
            self._open_inline(holder)
            self._inside().append(words)
        self.gap = self.gap or text[-1].isspace()

    def _begin(self, element: int, same_paragraph: bool) -> None:
        """Go to where a line's text belongs, behind a line break or in a new paragraph as need be."""
        self.inline.clear()
        self.gap = False
        if self.shape.unit[element] >= 0:
            return
        if same_paragraph and self.line is not self.root and self.line.name != "pre":
            self.line.children.append(Node("br"))
            return
        self._open_blocks(self.shape.blocks(element))
        inner = self.open[-1][1] if self.open else self.root
        if inner.name in _LINES:
            if inner.children:
                inner.children.append(Node("br"))
        elif inner.name not in ("li", "dd") or inner.children:
            inner = self._open(-1, _WRAPPED.get(inner.name) or "p", {})
        self.line = inner

    def _open_blocks(self, chain: list[int]) -> None:
        for element in _leave(self.open, chain):
            name = self.shape.names[element]
            if name in ("td", "th"):
                self._leave_cells(element)
            self._open(element, name, self._attributes(element, name))

    def _leave_cells(self, element: int) -> None:
        """Write the cells of a row that nothing is written in, so that those behind them stay in their columns."""
        row = self.tree.parents[element]
        at = self.cells.get(row, row + 1)
        while at < element and self.open and self.open[-1][0] == row:
            if self.tree.parents[at] == row and (name := self.shape.names[at] or self.tree.tags[at]) in ("td", "th"):
                self.open[-1][1].children.append(Node(name, self._attributes(at, name)))
            at = int(self.tree.ends[at])
        self.cells[row] = int(self.tree.ends[element])

    def _open(self, element: int, name: str, attributes: dict[str, str]) -> Node:
        node = Node(name, attributes)
        (self.open[-1][1] if self.open else self.root).children.append(node)
        self.open.append((element, node))
        return node

    def _open_inline(self, element: int) -> None:
        chain = self.shape.inlines(element) if self.shape.inline[element] >= 0 else []
        if not chain and not self.inline and not self.gap:  # plain text, as most is
            return
        chain = _leave(self.inline, chain)
        if self.gap:
            before = self.line.children[-1] if self.line.children else None
            if isinstance(before, str) or (before is not None and before.name in _BESIDE):
                self._inside().append(" ")
            self.gap = False
        for inner in chain:
            name = self.shape.names[inner]
            node = Node(name, self._attributes(inner, name))
            self._inside().append(node)
            self.inline.append((inner, node))

    def _inside(self) -> list[Node | str]:
        return (self.inline[-1][1] if self.inline else self.line).children

    def _write_unit(self, unit: int, run: int) -> None:
        """A listing: as a whole where all of it is kept, else the lines that are."""
        node = self.tree.nodes[unit]
        cells = self.shape.listings.get(unit, [])
        if unit not in self.begun:
            self.begun.add(unit)
            if not cells and not code_text(node).strip():  # numbers of lines, and nothing else
                self.done.add(unit)
                return
            above = self.shape.block[self.tree.parents[unit]]
            self._open_blocks([] if above < 0 else self.shape.blocks(above))
            within = self.tree.nodes[cells[0]].select_one("pre, code") if cells else None
            name = language(node) or (language(within) if within is not None else None)
            code = self._open(-1, "pre", {"language": name} if name else {})
            self.line = code
            if (text := whole_text(self.tree, unit, cells, self.shown)) is not None:
                code.children.append(text)
                self.done.add(unit)
        if unit not in self.done:
            text = self.tree.runs[run]
            cuts = self.tree.run_cuts
            if self.line.children and cuts[run] != cuts[run - 1]:
                text = "\n" + text
            self.line.children.append(text)

    def _write_formula(self, formula: int) -> None:
        if latex := self.shape.latex[formula]:
            display = "block" if is_display(self.tree.nodes[formula]) else "inline"
            self._open_inline(self.tree.parents[formula])
            self._inside().append(Node("math", {"display": display}, [latex]))

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
        elif name == "time":
            found["datetime"] = attr(element, "datetime")
        elif name == "note":
            found["label"] = self.notes.bodies[element]
        elif name == "abbr":
            found["title"] = attr(element, "title")
        return {key: value for key, value in found.items() if value}

    def _place_before(self, run: int, owner: int) -> None:
        """Write what stands before a line: by itself, unless it is of the line itself."""
        seen = self.tree.run_seen[run] if run < len(self.tree.runs) else len(self.tree.tags)
        while self.pending and self.pending[0][0] < seen:
            element = self.pending[0][0]
            if self.tree.owners[element] == owner and not self._broken(element + 1, seen):
                return
            self._place_alone(*self.pending.popleft())

    def _place_after(self, run: int, owner: int) -> None:
        """Write what ends a line."""
        at = self.tree.run_seen[run]
        seen = self.tree.run_seen[run + 1] if run + 1 < len(self.tree.runs) else len(self.tree.tags)
        while self.pending and self.pending[0][0] < seen and self.tree.owners[self.pending[0][0]] == owner:
            if self._broken(at, self.pending[0][0]):
                return
            at = self.pending[0][0]
            self._place_inline(*self.pending.popleft())

    def _broken(self, begin: int, end: int) -> bool:
        """Whether a line ends between two elements; a line is taken to end where many elements are between them."""
        return end - begin > 8 or any(self.tree.traits[i] & BLOCK for i in range(begin, end))

    def _place_inline(self, element: int, node: Node) -> None:
        if self.line.name == "pre":
            self._place_alone(element, node)
            return
        mark = node.name in ("a", "small")  # for media: no part of the words beside it
        self.gap = self.gap or mark or self._space_before(element)
        self._open_inline(self.tree.parents[element])
        self._inside().append(node)
        self.gap = mark or space_behind(self.tree.nodes[element])
        self.last_media = element

    def _space_before(self, element: int) -> bool:
        """Whether white space alone stands behind what was written last and before an element."""
        run = bisect_right(self.tree.run_seen, element) - 1
        return run >= 0 and self.tree.run_seen[run] > self.last_media and self.tree.runs[run].isspace()

    def _place_alone(self, element: int, node: Node) -> None:
        self.inline.clear()
        self._open_blocks(self.shape.blocks(self.tree.parents[element]))
        inner = self.open[-1][1] if self.open else self.root
        if inner.name not in _LINES | {"figure", "li", "dd"}:
            inner = self._open(-1, _WRAPPED.get(inner.name) or "p", {})
        self.line = inner
        self._place_inline(element, node)


def _leave(opened: list[tuple[int, Node]], chain: list[int]) -> list[int]:
    """Close what is open and not in a chain of elements; gives those of the chain that are to be opened."""
    same = 0
    while same < min(len(chain), len(opened)) and opened[same][0] == chain[same]:
        same += 1
    del opened[same:]
    return chain[same:]
