"""Blocks by repeated tag patterns.

Key patterns 2013, sections 3.1 to 3.5. Less meaningful tags go (``a b span script style`` and comments; the text in
them stays). The tags of an element's children, one depth only, are a sequence; where a key pattern of the sequence
matches, a *virtual node* begins, which lasts up to the next match. The body is cut so, and then each block that is
still large.

Where the paper is silent:

* Text that is directly in an element is a child of its own, ``#text``, so that no text is lost.
* Patterns are matched longest first, then leftmost; matches of one pattern do not overlap. A later pattern is matched
  inside the virtual nodes of the earlier, and only if it matches twice: one match separates nothing. A pattern of equal
  elements groups the whole run of them that it matches, as the paper's v3 does.
* Large is a block with over half of the page's words. It can be cut if there is a child in it which holds block-level
  elements of its own: then its virtual nodes, or else its children, are the blocks.
* Children that no pattern covers are blocks of their own if they could be cut; neighbours that could not (a heading, a
  paragraph, text) are one block together.
* What the page hides is no child of anything; it becomes rows of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.regions import unite
from tamis.blocks.text_flow import text_flow
from tamis.html.columns import running, shown, subtree_sums, tagged
from tamis.html.tags import BLOCK_LEVEL
from tamis.html.tree import Tree
from tamis.papers.key_patterns2013.repetitions import Pattern, key_patterns

DROPPED: Final = ("a", "b", "span", "script", "style")
"""Key patterns 2013, section 3.1 (``style`` by our reading)"""
LARGE: Final = 0.5
"""the share of the page's words above which a block is cut again"""
TEXT: Final = "#text"
_HOLDERS: Final = BLOCK_LEVEL - {"br", "hr", "col", "colgroup"}
"""elements that may hold a block of text"""


@dataclass(frozen=True)
class KeyPatternPage(Page):
    """A page whose rows know the block they belong to; a block that hidden text interrupts has several rows."""

    importance: NDArray[np.int64]
    """the number of important tags in the row's block"""


def key_pattern_blocks(
    tree: Tree, url: str | None = None, *, dropped: tuple[str, ...] = DROPPED, large: float = LARGE
) -> KeyPatternPage:
    r"""Cut a tree into blocks at the key patterns of its tags.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> page = "<h2>Bread</h2><p>Mix.<p>Wait.<ul><li>Bake.</ul><h2>Soup</h2><p>Chop.<p>Cook.<div>Serve.</div>"
    >>> key_pattern_blocks(read(page, None, Limits())).texts
    ['Bread\nMix.\nWait.\nBake.', 'Soup\nChop.\nCook.\nServe.']
    """
    columns = _columns(tree, frozenset(dropped))
    run_blocks = np.full(len(tree.runs), -1, np.int64)
    run_elements = np.array(tree.run_parents, np.int64)
    importance: list[int] = []
    for block in _cut_while_large(columns, large):
        first, end = block.runs
        run_blocks[first:end] = len(importance)
        run_elements[first:end] = block.element
        importance.append(columns.important[block.elements[1]] - columns.important[block.elements[0]])
    page = unite(tree, url, run_blocks, run_elements)
    counts = np.array([*importance, 0], np.int64)  # the last is for hidden text between blocks, whose block is -1
    return KeyPatternPage(**vars(page), importance=counts[run_blocks[page.first_run]])


class VirtualNode(NamedTuple):
    """A stretch of a sequence, from ``start`` up to but not including ``end``, that becomes one node of the tree."""

    start: int
    end: int


def virtual_nodes(sequence: list[str]) -> list[VirtualNode]:
    """The virtual nodes that the key patterns of a sequence make, in order, the outer before the inner.

    >>> virtual_nodes("h2 p p ul p p h2 p p p p p p div".split())
    [VirtualNode(start=0, end=6), VirtualNode(start=6, end=14), VirtualNode(start=7, end=13)]
    """
    stretches = _Stretches(len(sequence))
    grouped = bytearray(len(sequence))
    """elements that a group of equal ones joins to the one before"""
    nodes: set[VirtualNode] = set()
    for pattern in key_patterns(sequence):
        if pattern.uniform:
            for node in _equal_runs(pattern, sequence, stretches):
                nodes.add(node)
                grouped[node.start + 1 : node.end] = b"\1" * (node.end - node.start - 1)
        elif len(matches := _matches(pattern, stretches, grouped)) > 1:
            ends = [stretches.around(place)[1] for place in matches]
            nodes.update(map(VirtualNode, matches, map(min, ends, [*matches[1:], len(sequence)])))
            for place in matches:
                stretches.split(place)
    return sorted(nodes, key=lambda node: (node.start, -node.end))


def _matches(pattern: Pattern, stretches: _Stretches, grouped: bytearray) -> list[int]:
    """Where a pattern matches, from the left, without overlap and inside one stretch."""
    found, free = [], 0
    for place in pattern.places:
        if place < free or grouped[place]:
            continue
        end = stretches.around(place)[1]
        if place + pattern.length <= end:
            found.append(place)
            free = place + pattern.length
        else:
            free = end  # so would all that begin before the end of the stretch
    return found


def _equal_runs(pattern: Pattern, sequence: list[str], stretches: _Stretches) -> list[VirtualNode]:
    """The runs of equal elements, each inside one stretch, that a pattern of equal elements matches."""
    found, free = [], 0
    for place in pattern.places:
        if place < free:
            continue
        bound = stretches.around(place)[1]
        end = place + 1
        while end < bound and sequence[end] == sequence[place]:
            end += 1
        if end - place >= pattern.length:
            found.append(VirtualNode(place, end))
        free = end
    return found


class _Stretches:
    """A sequence cut into stretches, one cut at a time.

    A cut renames the shorter part, so an element changes its stretch at most log n times.
    """

    def __init__(self, count: int) -> None:
        self.of = [0] * count
        self.bounds = [(0, count)]

    def around(self, place: int) -> tuple[int, int]:
        """The start and end of the stretch that an element is in."""
        return self.bounds[self.of[place]]

    def split(self, place: int) -> None:
        """Begin a stretch at an element."""
        name = self.of[place]
        start, end = self.bounds[name]
        if start == place:
            return
        left, right = (start, place), (place, end)
        stays, renamed = (left, right) if place - start >= end - place else (right, left)
        self.of[renamed[0] : renamed[1]] = [len(self.bounds)] * (renamed[1] - renamed[0])
        self.bounds[name] = stays
        self.bounds.append(renamed)


class _Columns(NamedTuple):
    """What is known of each element, and running totals, so that a range's total is a difference."""

    tags: list[str]
    ends: list[int]
    dropped: frozenset[str]
    visible: list[bool]
    first_runs: list[int]
    end_runs: list[int]
    can_be_cut: list[bool]
    important: list[int]
    """important tags before each element"""
    words: list[int]
    """visible words before each run; a line's words count at its first run"""
    texts: list[int]
    """runs that are not white space before each run"""


def _columns(tree: Tree, dropped: frozenset[str]) -> _Columns:
    visible = shown(tree)
    first_runs = np.searchsorted(tree.run_seen, np.arange(len(tree.tags)), side="right")
    holders = tagged(tree, _HOLDERS) & visible
    lines = text_flow(tree)
    words = np.zeros(len(tree.runs), np.int64)
    words[lines.first_run] = np.where(lines.hidden, 0, lines.words)
    return _Columns(
        tags=tree.tags,
        ends=tree.ends.tolist(),
        dropped=dropped,
        visible=visible.tolist(),
        first_runs=first_runs.tolist(),
        end_runs=(first_runs + subtree_sums(tree, np.bincount(tree.run_parents, minlength=len(tree.tags)))).tolist(),
        can_be_cut=(subtree_sums(tree, holders) > holders).tolist(),
        important=running(~tagged(tree, dropped) & visible).tolist(),
        words=running(words).tolist(),
        texts=running(np.array([not run.isspace() for run in tree.runs], np.bool_)).tolist(),
    )


class _Children(NamedTuple):
    """The children of an element after preprocessing, text included, in columns."""

    parent: int
    tags: list[str]
    elements: list[tuple[int, int]]
    """the child and one past what is in it; for text an empty range"""
    runs: list[tuple[int, int]]
    can_be_cut: list[int]
    """how many before each child can be cut"""


def _children_of(columns: _Columns, parent: int) -> _Children:
    tags: list[str] = []
    elements: list[tuple[int, int]] = []
    runs: list[tuple[int, int]] = []
    texts, at_run = columns.texts, columns.first_runs[parent]

    def add(tag: str, of_elements: tuple[int, int], of_runs: tuple[int, int]) -> None:
        tags.append(tag)
        elements.append(of_elements)
        runs.append(of_runs)

    element, end = parent + 1, columns.ends[parent]
    while element <= end:
        if element < end and columns.tags[element] in columns.dropped and columns.visible[element]:
            element += 1  # the tag goes, what is in it stays
            continue
        first_run = columns.first_runs[element] if element < end else columns.end_runs[parent]
        if texts[first_run] > texts[at_run]:
            add(TEXT, (element, element), (at_run, first_run))
        if element == end:
            break
        at_run = columns.end_runs[element]
        if columns.visible[element]:
            add(columns.tags[element], (element, columns.ends[element]), (first_run, at_run))
        element = columns.ends[element]
    can = [0, *accumulate(end > start and columns.can_be_cut[start] for start, end in elements)]
    return _Children(parent, tags, elements, runs, can)


@dataclass(frozen=True)
class _Block:
    """A stretch of an element's children."""

    children: _Children
    start: int
    end: int
    nodes: list[_Block]
    """the virtual nodes in it that are in no other node in it"""

    @property
    def element(self) -> int:
        start, end = self.children.elements[self.start]
        return start if self.end == self.start + 1 and end > start else self.children.parent

    @property
    def elements(self) -> tuple[int, int]:
        return self.children.elements[self.start][0], self.children.elements[self.end - 1][1]

    @property
    def runs(self) -> tuple[int, int]:
        return self.children.runs[self.start][0], self.children.runs[self.end - 1][1]

    @property
    def can_be_cut(self) -> bool:
        return self.children.can_be_cut[self.end] > self.children.can_be_cut[self.start]

    def cut(self) -> list[_Block]:
        """The virtual nodes of the block and what is between them."""
        parts, covered = [], self.start
        for node in self.nodes:
            parts += _uncovered(self.children, covered, node.start)
            parts.append(node)
            covered = node.end
        return parts + _uncovered(self.children, covered, self.end)


def _uncovered(children: _Children, start: int, end: int) -> list[_Block]:
    """Each child that can be cut by itself, neighbours that cannot be cut together."""
    can = children.can_be_cut
    begins = [i for i in range(start, end) if i == start or can[i + 1] > can[i] or can[i] > can[i - 1]]
    return [_Block(children, a, b, []) for a, b in pairwise([*begins, end])]


def _children_as_block(columns: _Columns, parent: int) -> _Block:
    """All children of an element, with their virtual nodes, each in the smallest that holds it."""
    children = _children_of(columns, parent)
    whole = _Block(children, 0, len(children.tags), [])
    open_ = [whole]
    for start, end in virtual_nodes(children.tags):
        while open_[-1].end <= start:
            open_.pop()
        node = _Block(children, start, end, [])
        open_[-1].nodes.append(node)
        open_.append(node)
    return whole


def _cut_while_large(columns: _Columns, large: float) -> list[_Block]:
    """Cut the body, and again what is over the given share of the page's words and can be cut."""
    words = columns.words
    limit = large * words[-1]
    found: list[_Block] = []
    pending = list(reversed(_children_as_block(columns, 0).cut()))
    while pending:
        block = pending.pop()
        first, end = block.runs
        if words[end] - words[first] > limit and block.can_be_cut:
            inner = _children_as_block(columns, block.element) if block.end == block.start + 1 else block
            pending += reversed(inner.cut())
        else:
            found.append(block)
    return found
