"""The kept blocks as a tree of a few clean elements, from which every markup format is written.

Nothing is cleaned away: only elements and attributes that are named here and in :mod:`tamis.render.shape` are ever
made, so what is not named (scripts, styles, handlers, frames, forms) cannot come through. All text is the kept blocks'
own, with three exceptions, which are markup rather than text: formulas are LaTeX, the numbers beside a listing's lines
are left out, and marks for media are added on request.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from typing import Final

from tamis.blocks.data_tables import in_data_table
from tamis.document import Document
from tamis.html.tags import BLOCK, HIDDEN
from tamis.html.tree import Tree
from tamis.render.callouts import heading_links
from tamis.render.delimited import formula_pattern, split
from tamis.render.formulas import find_formulas
from tamis.render.language import language
from tamis.render.listings import whole_text
from tamis.render.nodes import Node
from tamis.render.notes import Notes, Reference, find_notes, shown_runs
from tamis.render.placement import between_runs, placed_elements, space_behind
from tamis.render.shape import shape
from tamis.render.writer import Writer

_LITERAL: Final = frozenset(("code", "kbd", "samp"))
"""nothing in them is markup, in Markdown at least"""


def outline(
    document: Document,
    *,
    links: bool = False,
    images: bool = False,
    tables: bool = True,
    media: bool = False,
    videos: bool = True,
    notes: Notes | None = None,
) -> Node:
    """The kept blocks as a tree; the options change how they look, never which they are. ``notes`` are those among what
    is shown, if they are known already.
    """
    return _Builder(document, links, images, tables, media, videos, notes).build()


class _Builder:
    """Takes the kept runs of text in order, and what stands between them, and hands them to a writer."""

    def __init__(
        self,
        document: Document,
        links: bool,
        images: bool,
        tables: bool,
        media: bool,
        videos: bool,
        notes: Notes | None,
    ) -> None:
        self.page = document.page
        self.tree: Tree = document.page.tree
        absolute = links or images or media or videos
        self.base = self.page.base_url if absolute else None
        kept = document.decisions.kept
        self.kept: list[bool] = (kept if tables else kept & ~in_data_table(self.page)).tolist()
        self.shown = shown_runs(self.page, self.kept)
        self.notes = find_notes(self.page, self.kept) if notes is None else notes
        self.links = links
        formulas = find_formulas(self.tree)
        self.in_text = formula_pattern(self.tree)
        self.scraps = heading_links(self.tree)
        wanted = {self.tree.run_parents[run] for run, shown in enumerate(self.shown) if shown}
        wanted.update(placed_elements(self.tree, images, media, videos))
        wanted.update(row for top in formulas for row in range(top, int(self.tree.ends[top])))
        self.shape = shape(self.page, self.base, self.links, wanted, formulas, self.notes.bodies)
        self.writer = Writer(self.tree, self.shape, self.base, self.notes.bodies)
        self.begun: set[int] = set()
        """listings that are begun"""
        self.done: set[int] = set()
        """listings, formulas and references that are written as a whole"""
        self.beside: list[Node] = []
        """notes that stand within lines"""
        self.last_media = -1
        """the last element without text that is written"""
        self.pending = deque(between_runs(self.page, self.kept, self.shape, self.base, images, media, videos))

    def build(self) -> Node:
        """Write all lines of all kept blocks."""
        firsts, lasts = self.page.first_run.tolist(), self.page.last_run.tolist()
        owners, holders, cuts = self.tree.owners, self.tree.run_parents, self.tree.run_cuts
        previous = -1
        for block, kept in enumerate(self.kept):
            if not kept:
                continue
            if firsts[block] < 0:  # made from elsewhere: the head's title
                self.writer.root.children.append(Node("h1", {}, [self.page.texts[block]]))
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
                    self.writer.begin_line(holders[first], same_paragraph and self._one_break(previous, first))
                self._write_line(first, last)
                previous = last
                if self.pending:
                    self._place_after(last, owner)
        self._place_before(len(self.tree.runs), -1)
        self.writer.root.children += self.beside
        return self.writer.root

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
            if self.writer.line.name == "pre":  # a line that begins in a listing and goes on behind it
                self.writer.begin_line(holder, False)
            while self.pending and self.pending[0][0] < self.tree.run_seen[run]:
                self._place_inline(*self.pending.popleft())
            formula = self.shape.formula[holder]
            text = self.tree.runs[run]
            if holder in self.notes.markup or holder in self.scraps:
                continue
            if holder in self.notes.beside:
                self._write_beside(self.notes.beside[holder])
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
                self.writer.gap = True

    def _write_reference(self, reference: Reference) -> None:
        if reference.element in self.done:
            return
        self.done.add(reference.element)
        parent = self.tree.parents[reference.element]
        if self._is_literal(parent):
            self._write_text(parent, self.tree.nodes[reference.element].text)
            return
        attributes = {"label": reference.label}
        if reference.note >= 0:
            attributes["note"] = reference.label
            if self.links:
                attributes["href"] = f"#fn-{reference.label}"
        self.writer.put(Node("noteref", attributes, [reference.label]), parent)

    def _write_beside(self, note: int) -> None:
        """A reference where a note stands in the line; the note itself goes to the end."""
        if note in self.done:
            return
        self.done.add(note)
        label = self.notes.bodies[note]
        attributes = {"label": label, "note": label} | ({"href": f"#fn-{label}"} if self.links else {})
        self.writer.gap = False
        self.writer.put(Node("noteref", attributes, [label]), self.tree.parents[note])
        text = " ".join(self.tree.text(note).split())
        self.beside.append(Node("note", {"label": label}, [text.removeprefix(label).removeprefix(".").strip()]))

    def _write_text(self, holder: int, text: str) -> None:
        """A run, its white space collapsed; a space between two runs stands outside the elements around either."""
        if self.in_text is not None and ("\\" in text or "$" in text) and not self._is_literal(holder):
            for part in split(text, self.in_text):
                if isinstance(part, str):
                    self._write_words(holder, part)
                else:
                    self.writer.put(part.node(), holder)
        else:
            self._write_words(holder, text)

    def _is_literal(self, holder: int) -> bool:
        return any(self.shape.names[around] in _LITERAL for around in self.shape.inlines(holder))

    def _write_words(self, holder: int, text: str) -> None:
        words = " ".join(text.split())
        if words:
            self.writer.gap = self.writer.gap or text[0].isspace()
            self.writer.put(words, holder)
        self.writer.gap = self.writer.gap or text[-1].isspace()

    def _write_unit(self, unit: int, run: int) -> None:
        """A listing: as a whole where all of it is kept, else the lines that are."""
        if unit not in self.begun:
            self.begun.add(unit)
            self._begin_unit(unit)
        if unit not in self.done:
            text = self.tree.runs[run]
            cuts = self.tree.run_cuts
            if self.writer.line.children and cuts[run] != cuts[run - 1]:
                text = "\n" + text
            self.writer.line.children.append(text)

    def _begin_unit(self, unit: int) -> None:
        listing = self.shape.listings[unit]
        text = whole_text(self.tree, unit, listing, self.shown)
        if text is not None and not text.strip():  # numbers of lines, and nothing else
            self.done.add(unit)
            return
        self.writer.open_blocks(self.shape.blocks(self.tree.parents[unit]))
        name = language(self.tree, unit, listing.parts[0])
        self.writer.line = self.writer.open_block(-1, "pre", {"language": name} if name else {})
        if text is not None:
            self.writer.line.children.append(text)
            self.done.add(unit)

    def _write_formula(self, formula: int) -> None:
        found = self.shape.formulas[formula]
        if found.tex:
            self.writer.put(found.node(), self.tree.parents[formula])

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
        if self.writer.line.name == "pre":
            self._place_alone(element, node)
            return
        mark = node.name in ("a", "small")  # for media: no part of the words beside it
        self.writer.gap = self.writer.gap or mark or self._space_before(element)
        self.writer.put(node, self.tree.parents[element])
        self.writer.gap = mark or space_behind(self.tree.nodes[element])
        self.last_media = element

    def _space_before(self, element: int) -> bool:
        """Whether white space alone stands behind what was written last and before an element."""
        run = bisect_right(self.tree.run_seen, element) - 1
        return run >= 0 and self.tree.run_seen[run] > self.last_media and self.tree.runs[run].isspace()

    def _place_alone(self, element: int, node: Node) -> None:
        self.writer.begin_alone(self.tree.parents[element])
        self._place_inline(element, node)
