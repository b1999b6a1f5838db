"""Bytes or text to a flat tree of elements and runs of text.

A :class:`Tree` is the page's body as columns: one row an element, one row a run of text, in document order. Every
segmenter works on these columns, so no stage past this one walks nodes, recurses, or cares how deep a page is.

*Visible text* is the body's text less script, style, noscript, template, svg, iframe, object, select, textarea and
comments. What is hidden (``hidden``, ``display:none``, ``aria-hidden``, and what no browser shows, such as
``noframes``) stays in the tree, marked.

The compiled reader (:mod:`tamis.native.reader`) reads the source as browsers do.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.errors import UsageError
from tamis.html.attributes import AttributeSource
from tamis.html.decode import decode, not_html
from tamis.html.hidden import find_hidden, show_formulas
from tamis.html.mentions import find_mentions
from tamis.html.nodes import Element, Elements, ParsedDocument
from tamis.html.syntax import TAG_NUMBERS
from tamis.html.tags import BLOCK
from tamis.limits import Limits
from tamis.native.reader import Reader, read_source
from tamis.native.tree import has_surrogates, innermost, rows_of, subtree_ends
from tamis.text.invisible import without_tags

_SURROGATES: Final = re.compile("[\ud800-\udfff]")

_OF_READER: Final = frozenset(("reader", "document", "nodes"))
"""what a tree holds of the reader's"""
_UNLIMITED: Final = 1 << 48
"""nodes: more than there can be, and still a number of 64 bits if it is multiplied"""


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """A page's body in columns, in document order; element 0 is the body itself."""

    source: str
    """the decoded text; all offsets are characters in it"""
    encoding: str | None
    """what the bytes were read in; ``None`` when the input was text"""
    status: str
    """``ok``, ``truncated: bytes|nodes|time|nesting``, ``unclosed: <what>`` or ``not html: <format>``"""
    max_nodes: int
    """the limit that it was read within"""
    tags: list[str]
    numbers: array[int]
    """of the tags, as :data:`tamis.html.syntax.TAG_NUMBERS` has them; 0 for others"""
    parents: array[int]
    traits: array[int]
    """bits of :mod:`tamis.html.tags`: those of the element itself, by its tag and attributes"""
    flags: array[int]
    """bits of :mod:`tamis.html.tags`: those that are inherited, its own and its ancestors'"""
    ways: array[int]
    """by which style each element's text is hidden (:data:`tamis.html.declarations.WAYS`); 0 if by none"""
    runs: list[str]
    """the text of each run, as it stands (white space not collapsed)"""
    run_parents: array[int]
    run_cuts: array[int]
    """how many block-level elements had begun or ended before the run: two runs with equal counts are on one line"""
    run_seen: array[int]
    """how many elements had begun before the run"""
    attributes: AttributeSource
    """where the elements have their attributes"""

    @cached_property
    def tagged(self) -> dict[int, int]:
        """How many tag characters were removed from runs, by their numbers."""
        return {}

    @cached_property
    def reader(self) -> Reader:
        """All that was read, the head included."""
        reader = _read(self.source, self.max_nodes, perf_counter() + Limits().seconds)
        reader.columns(reader.body())  # which numbers the rows
        return reader

    @cached_property
    def document(self) -> ParsedDocument:
        """The whole page, for what lies outside the body (metadata)."""
        return ParsedDocument(self.reader)

    def __getstate__(self) -> dict[str, Any]:
        """For copies and other processes: all but the reader and its elements, which are made anew when asked for."""
        return {name: value for name, value in vars(self).items() if name not in _OF_READER}

    @cached_property
    def nodes(self) -> Sequence[Element]:
        """The elements of the rows."""
        return Elements(self.reader)

    @cached_property
    def _rows(self) -> dict[str, list[int]]:
        return {}

    def rows(self, tag: str) -> list[int]:
        """The elements of a tag.

        >>> from tamis.limits import Limits
        >>> read("<ul><li>a<li>b", None, Limits()).rows("li")
        [2, 3]
        """
        if tag not in self._rows:
            number = TAG_NUMBERS.get(tag)
            if number is None:
                here = tag in self.tags
                self._rows[tag] = [row for row, name in enumerate(self.tags) if name == tag] if here else []
            else:
                self._rows[tag] = rows_of(self.numbers, number)
        return self._rows[tag]

    @cached_property
    def owners(self) -> list[int]:
        """The nearest block-level element, itself included."""
        found = np.empty(len(self.parents), np.int64)
        innermost(np.flatnonzero(np.asarray(self.traits) & BLOCK).tolist(), self.parents, found)
        owners: list[int] = np.maximum(found, 0).tolist()
        return owners

    def attr(self, element: int, name: str) -> str | None:
        """An attribute's value; ``None`` when it is absent.

        >>> from tamis.limits import Limits
        >>> read("<p id=intro>Hi", None, Limits()).attr(1, "id")
        'intro'
        """
        return self.attributes.attr(element, name)

    def attrs_holding(self, tag: str, name: str, *parts: str) -> list[str]:
        """An attribute of all elements with this tag, where it holds one of these parts as it is written."""
        rows, source = self.rows(tag), self.attributes
        return [source.attr(row, name) or "" for row in source.holding(rows, name, parts)] if rows else []

    @cached_property
    def mentions(self) -> frozenset[str]:
        """Which of the words of :data:`tamis.html.mentions.WORDS` stand in attributes.

        >>> from tamis.limits import Limits
        >>> sorted(read("<p>MathJax<span class='sidenote' data-tex='x'>", None, Limits()).mentions)
        ['data-tex', 'sidenote']
        """
        return find_mentions(self.attributes)

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """One past the last element of each element's subtree, so that ``[i, ends[i])`` is the subtree of ``i``."""
        ends = np.empty(len(self.parents), np.int64)
        subtree_ends(self.parents, ends)
        return ends

    def runs_in(self, element: int) -> range:
        """The runs of text in an element.

        >>> from tamis.limits import Limits
        >>> read("<p>a<p>b<i>c</i>d", None, Limits()).runs_in(2)
        range(1, 4)
        """
        first = last = bisect_left(self.run_seen, element + 1)
        end = int(self.ends[element])
        while last < len(self.runs) and element <= self.run_parents[last] < end:
            last += 1
        return range(first, last)

    def text(self, element: int) -> str:
        """All text in an element, as it stands."""
        runs = self.runs_in(element)
        return "".join(self.runs[runs.start : runs.stop])

    def around(self, element: int) -> Iterator[int]:
        """The element and those around it, up to the body."""
        while element >= 0:
            yield element
            element = self.parents[element]

    def path(self, element: int) -> tuple[str, ...]:
        """The tag names from the body down to the element.

        >>> from tamis.limits import Limits
        >>> read("<ul><li>a<li>b", None, Limits()).path(3)
        ('body', 'ul', 'li')
        """
        return tuple(self.tags[around] for around in self.around(element))[::-1]

    def xpath(self, element: int) -> str:
        """The XPath of an element, with a position at each step.

        >>> from tamis.limits import Limits
        >>> read("<ul><li>a<li>b", None, Limits()).xpath(3)
        '/html/body[1]/ul[1]/li[2]'
        """
        known = self._xpaths
        around = parent = self.parents[element]
        if parent not in known:
            steps = []
            while around not in known:
                steps.append(self._steps[around])
                around = self.parents[around]
            known[parent] = "/".join([known[around], *reversed(steps)])
        return f"{known[parent]}/{self._steps[element]}"

    @cached_property
    def _xpaths(self) -> dict[int, str]:
        """XPaths of the parents of elements that were asked for: a block's neighbours share them."""
        return {-1: "/html"}

    @cached_property
    def _steps(self) -> list[str]:
        """Each element's own XPath step. A name that XPath cannot spell becomes ``*`` with its place among all."""
        names = {tag: number for number, tag in enumerate(dict.fromkeys(self.tags))}
        parents = np.asarray(self.parents) + 1
        places = _ranks(parents * len(names) + np.array([names[tag] for tag in self.tags]))
        steps = [f"{tag}[{place}]" for tag, place in zip(self.tags, places, strict=True)]
        odd = {tag for tag in names if not _PLAIN_NAME.fullmatch(tag)}
        if odd:
            among_all = _ranks(parents)
            for row, tag in enumerate(self.tags):
                if tag in odd:
                    steps[row] = f"*[{among_all[row]}]"
        return steps


def _ranks(keys: NDArray[np.int64]) -> list[int]:
    """The place of each row among those with an equal key, from 1.

    >>> _ranks(np.array([7, 3, 7, 7]))
    [1, 1, 2, 3]
    """
    order = np.argsort(keys, kind="stable")
    begins = np.flatnonzero(np.diff(keys[order], prepend=-1))
    found = np.empty(len(keys), np.int64)
    found[order] = np.arange(1, len(keys) + 1) - np.repeat(begins, np.diff(begins, append=len(keys)))
    ranks: list[int] = found.tolist()
    return ranks


_PLAIN_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


def read(html: str | bytes, charset: str | None, limits: Limits) -> Tree:
    """Decode, parse and flatten a page within its limits."""
    if isinstance(html, bytearray | memoryview):
        html = bytes(html)
    elif not isinstance(html, str | bytes):
        raise UsageError(f"a page is text or bytes, not {type(html).__name__}: read files and addresses first")
    deadline = perf_counter() + limits.seconds
    status = "truncated: bytes" if len(html) > limits.max_bytes else "ok"
    html = html[: limits.max_bytes]
    encoding = None
    if isinstance(html, bytes):
        if kind := not_html(html):
            return _flatten("", None, f"not html: {kind}", limits, deadline)
        source, encoding = decode(html, charset)
    else:
        source = _without_surrogates(html)
    return _flatten(source, encoding, status, limits, deadline)


def _without_surrogates(text: str) -> str:
    """Half of a surrogate pair cannot be written to any file; one replacement character keeps the offsets."""
    if text.isascii() or not has_surrogates(text):
        return text
    return _SURROGATES.sub("\ufffd", text)


def _flatten(source: str, encoding: str | None, status: str, limits: Limits, deadline: float) -> Tree:
    """Read a page's text into a tree."""
    reader = _read(source, limits.max_nodes, deadline)
    head, title = reader.head_elements()
    tags, of_elements, runs, of_runs = reader.columns(reader.body())
    numbers, parents, traits, flags, begins, names_begin, names_end = of_elements
    run_parents, run_cuts, run_seen, run_begins, run_ends = of_runs
    attributes = AttributeSource(reader.markup, begins, names_begin, names_end, head, title, run_begins, run_ends)
    over = reader.over or ("nesting" if reader.nested else "")
    tree = Tree(
        source, encoding, f"truncated: {over}" if over else status, limits.max_nodes, tags, numbers, parents,
        traits, flags, array("q", bytes(8 * len(flags))), runs, run_parents, run_cuts, run_seen, attributes,
    )  # fmt: skip
    tree.__dict__["reader"] = reader
    tree.__dict__["tagged"] = without_tags(runs)
    find_hidden(tree)
    show_formulas(tree)
    return tree


def _read(source: str, max_nodes: int, deadline: float) -> Reader:
    return read_source(source, False, min(max_nodes, _UNLIMITED), deadline, perf_counter)
