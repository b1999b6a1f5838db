"""Bytes or text to a flat tree of elements and runs of text.

A :class:`Tree` is the page's body as columns: one row an element, one row a run of text, in document order. Every
segmenter works on these columns, so no stage past this one walks nodes, recurses, or cares how deep a page is.

*Visible text* is the body's text less script, style, noscript, template, svg, iframe, object, select, textarea and
comments. What is hidden (``hidden``, ``display:none``, ``aria-hidden``, and what no browser shows, such as
``noframes``) stays in the tree, marked.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from time import perf_counter
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.errors import UsageError
from tamis.html.decode import decode, not_html
from tamis.html.nodes import Document, Element, children
from tamis.html.references import quickest, unescape_value
from tamis.html.syntax import NUMBERS
from tamis.html.tags import BLOCK, HIDDEN
from tamis.limits import Limits
from tamis.native.noscripts import leaves_open
from tamis.native.reader import NAMING, ROOM, holding, read_source, value_of, values_of
from tamis.native.scan import attributes_begin, has_surrogates, safe_length
from tamis.native.tree import Columns, innermost, place_of, rows_of, subtree_ends, walk

_HIDING: Final = '[hidden],[aria-hidden="true"],[style*="display" i],[style*="visibility" i]'
_INVISIBLE_STYLE: Final = re.compile(
    r"(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)", re.IGNORECASE
)
_SHORT_STYLE: Final = 60
"""characters: what is remembered must not be large"""
_SURROGATES: Final = re.compile("[\ud800-\udfff]")

_PER_ELEMENT: Final = 100
"""letters of a page; one in twelve of wcxb-dev has fewer, and needs more room than this gives at first"""
_FEW: Final = 256
_TIMES_NODES: Final = 5
"""the limit on nodes that a page may be parsed into before the walk has its say"""
_QUOTE: Final = '"'
_PARSERS: Final = frozenset(("document", "nodes"))
"""what a tree holds of the parser's, besides ``parsed``"""
_UNLIMITED: Final = 1 << 48
"""nodes: more than there can be, and still a number of 64 bits if it is multiplied"""


class Written(NamedTuple):
    """Where a page's elements have their attributes."""

    markup: str
    """the source, and what does not stand there"""
    begins: array[int]
    """for each element where its attributes begin"""
    names_begin: array[int]
    names_end: array[int]
    """and the stretch of them in which it is named: by class, id, role …"""
    head: list[tuple[str, int]]
    """tags of the head's elements, and where their attributes begin"""
    title: str | None
    run_begins: array[int] | None
    run_ends: array[int] | None
    """where runs of text stand in the markup, if that is the page's source"""

    def attr(self, element: int, name: str) -> str | None:
        """An attribute of an element; ``None`` when it is absent."""
        if name not in NAMING:
            return _value(self.markup, self.begins[element], name)
        begin = self.names_begin[element]
        return _value(self.markup, begin, name) if begin < self.names_end[element] else None

    def attrs(self, elements: Sequence[int], name: str) -> list[str | None]:
        """An attribute of several elements."""
        begins = self.begins
        return self._values([begins[element] for element in elements], name)

    def holding(self, elements: Sequence[int], name: str, parts: tuple[str, ...]) -> list[int]:
        """Those of the elements with an attribute whose value, as it is written, holds one of these parts."""
        begins = self.begins
        if name in NAMING:
            begins, ends = self.names_begin, self.names_end
            elements = [element for element in elements if begins[element] < ends[element]]
        found = holding(self.markup, [begins[element] for element in elements], name, "", parts)
        return [elements[number] for number in found]

    def of_head(
        self, tag: str, name: str, other: str, most: int, wanted: tuple[str, ...]
    ) -> list[tuple[int, str | None]]:
        """Of those of the head's first elements that have this tag, their places and an attribute, or else another.

        Elements whose markup has nothing of what is wanted in either are left out before any value is made.
        """
        places = [at for of, at in self.head[:most] if of == tag]
        places = [places[number] for number in holding(self.markup, places, name, other, (*wanted, "&"))]
        return list(zip(places, self._values(places, name, other), strict=True))

    def value_at(self, place: int, name: str) -> str | None:
        """An attribute of the element whose attributes begin there."""
        return _value(self.markup, place, name)

    def _values(self, places: list[int], name: str, other: str = "") -> list[str | None]:
        values = values_of(self.markup, places, name, other)
        return [unescape_value(value) if value and "&" in value else value for value in values]


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """A page's body in columns, in document order; element 0 is the body itself."""

    source: str
    """the decoded text; all offsets are characters in it. Tags that nest too deeply are white space in it"""
    encoding: str | None
    """what the bytes were read in; ``None`` when the input was text"""
    status: str
    """``ok``, ``truncated: bytes|nodes|time|nesting`` or ``not html: <format>``"""
    parsed: Document | None
    """the parser's document, if it was asked for"""
    parsed_nodes: int
    """the limit on nodes that it was made within, or is to be"""
    tags: list[str]
    numbers: array[int]
    """of the tags, as :data:`tamis.html.syntax.NUMBERS` has them; 0 for others"""
    parents: array[int]
    traits: array[int]
    """the bits of :mod:`tamis.html.tags` that the element has by itself"""
    flags: array[int]
    """those that hold for all that is in it, handed down from above"""
    runs: list[str]
    """the text of each run, as it stands (white space not collapsed)"""
    run_parents: array[int]
    run_cuts: array[int]
    """how many block-level elements had begun or ended before the run"""
    run_seen: array[int]
    """how many elements had begun before the run"""
    kept_markup: Written | None
    """what the columns were read from, unless that was the document"""

    @cached_property
    def document(self) -> Document:
        """The parser's own document, for what lies outside the body (metadata); parsed when it is first asked for."""
        return self.parsed or _parse(self.source, self.parsed_nodes)[0]

    def __getstate__(self) -> dict[str, Any]:
        """For copies and other processes: all but the parser's objects, which are made anew when they are asked for."""
        return {name: value for name, value in vars(self).items() if name not in _PARSERS} | {"parsed": None}

    @cached_property
    def nodes(self) -> list[Element]:
        """The parser's objects for the elements."""
        every = walk(_body(self.document), set(), Columns(_UNLIMITED, inf, perf_counter), True)
        return (every or [])[: len(self.tags)]

    @cached_property
    def places(self) -> array[int]:
        """Where the parser found the elements' tags (:func:`tamis.native.tree.place_of`)."""
        return array("q", map(place_of, self.nodes))

    @cached_property
    def written(self) -> Written:
        """The elements' markup."""
        return self.kept_markup or _find_markup(self.source, self.document, self.places)

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
            number = NUMBERS.get(tag)
            if number is None:
                self._rows[tag] = [row for row, name in enumerate(self.tags) if name == tag]
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
        if self.kept_markup is None:
            return self.nodes[element].attr(name)
        return self.kept_markup.attr(element, name)

    def attrs_holding(self, tag: str, name: str, *parts: str) -> list[str]:
        """An attribute of all elements with this tag, where it holds one of these parts as it is written."""
        rows, written = self.rows(tag), self.written
        return [written.attr(row, name) or "" for row in written.holding(rows, name, parts)] if rows else []

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
        return "/html/" + "/".join([self._steps[around] for around in self.around(element)][::-1])

    @cached_property
    def _steps(self) -> list[str]:
        """Each element's own XPath step. A name that XPath cannot spell becomes ``*`` with its place among all."""
        of_name: dict[tuple[int, str], int] = {}
        of_all: dict[int, int] = {}
        steps = []
        for parent, tag in zip(self.parents, self.tags, strict=True):
            of_all[parent] = of_all.get(parent, 0) + 1
            of_name[parent, tag] = of_name.get((parent, tag), 0) + 1
            steps.append(f"{tag}[{of_name[parent, tag]}]" if _PLAIN_NAME.fullmatch(tag) else f"*[{of_all[parent]}]")
        return steps


_PLAIN_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


def read(html: str | bytes, charset: str | None, limits: Limits, *, document: bool = False) -> Tree:
    """Decode, parse and flatten a page within its limits.

    With ``document`` the parser's own is made on the way: metadata and all formats but plain text need it. Where it is
    missing the page is parsed for them when they first ask.
    """
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
            return _flatten("", None, f"not html: {kind}", False, limits, deadline)
        source, encoding = decode(html, charset)
    else:
        source = _without_surrogates(html)
    return _flatten(source, encoding, status, document, limits, deadline)


def _without_surrogates(text: str) -> str:
    """Half of a surrogate pair cannot be written to any file; one replacement character keeps the offsets."""
    if text.isascii() or not has_surrogates(text):
        return text
    return _SURROGATES.sub("\ufffd", text)


def _parse(source: str, max_nodes: int) -> tuple[Document, str]:
    """Parse a page, or as much of it as cannot become too many nodes; says what limit cut it off.

    It is parsed as without scripts, unless something would reach out of a ``noscript`` (:mod:`tamis.native.noscripts`).
    The page must not nest too deeply (:func:`tamis.html.parser.flatter`).
    """
    from tamis.html.parser import parse_flat

    end = safe_length(source, _TIMES_NODES * max_nodes)
    document = parse_flat(source[:end])
    noscripts = array("q", map(place_of, document.select("noscript")))
    if any(leaves_open(source, begin) for begin in attributes_begin(source, noscripts)):
        document = parse_flat(source[:end], scripting=True)
    return document, "" if end == len(source) else "nodes"


def _flatten(
    source: str,
    encoding: str | None,
    status: str,
    document: bool,
    limits: Limits,
    deadline: float,
) -> Tree:
    most = min(limits.max_nodes, _UNLIMITED)
    columns = Columns(most, deadline, perf_counter, _FEW + len(source) // _PER_ELEMENT)
    found = None if document else read_source(source, columns, _hides_as_written, quickest(), np.empty(ROOM, np.int64))
    parsed = nodes = written = None
    if found is None:
        from tamis.html.parser import flatter

        given, source = source, flatter(source)
        parsed, over = _parse(source, most)
        columns = Columns(most, deadline, perf_counter)
        nodes = walk(_body(parsed), _hidden(parsed), columns, False)
        columns.over = columns.over or over or ("nesting" if source != given else "")
    of_elements, of_runs = columns.finish()
    numbers, parents, traits, flags, begins, names_begin, names_end = of_elements
    run_parents, run_cuts, run_seen, run_begins, run_ends = of_runs
    if found is not None:
        written = Written(source, begins, names_begin, names_end, found.head, found.title, run_begins, run_ends)
    tree = Tree(
        source, encoding, f"truncated: {columns.over}" if columns.over else status, parsed,
        most if parsed else Limits().max_nodes, columns.tags, numbers, parents, traits, flags,
        columns.runs, run_parents, run_cuts, run_seen, written,
    )  # fmt: skip
    _show_formulas(tree)
    if found is None:
        tree.__dict__["places"] = begins  # as if they had been asked for
        if nodes is not None:
            tree.__dict__["nodes"] = nodes
    return tree


def _show_formulas(tree: Tree) -> None:
    """Take back that formulas are hidden of which the page shows another form.

    MediaWiki hides MathML beside a picture of it; KaTeX has MathML for screen readers, and hides from these what it
    lays out beside it. Either stays in its line, and formulas are written once (:mod:`tamis.render.formulas`).
    """
    parents, traits, flags = tree.parents, tree.traits, tree.flags
    for math in tree.rows("math"):
        around = parents[math]
        beside = int(tree.ends[around])
        if (
            not around
            or beside == len(parents)
            or parents[beside] != parents[around]
            or flags[parents[around]] & HIDDEN
        ):
            continue
        if traits[around] & HIDDEN and tree.tags[beside] == "img" and tree.attr(beside, "alt"):
            _show(tree, math)
        elif traits[beside] & flags[beside] & HIDDEN and "katex-html" in (tree.attr(beside, "class") or ""):
            _show(tree, beside)


def _show(tree: Tree, top: int) -> None:
    """Take back that an element is hidden; what is hidden inside by itself stays so."""
    parents, traits, flags = tree.parents, tree.traits, tree.flags
    flags[top] &= ~HIDDEN
    for element in range(top + 1, int(tree.ends[top])):
        if not (traits[element] | flags[parents[element]]) & HIDDEN:
            flags[element] &= ~HIDDEN


def _body(document: Document) -> Element:
    """The body; a frameset page has none, and its frameset stands in for it."""
    root = document.root
    assert root is not None  # the parser always makes one
    return next((part for part in children(root) if part.tag in ("body", "frameset")), root)


def _hidden(document: Document) -> set[Element]:
    found = set()
    for element in document.select(_HIDING):
        by_attribute = element.attr("hidden") is not None or element.attr("aria-hidden") == "true"
        if by_attribute or _hides(element.attr("style") or ""):
            found.add(element)
    return found


def _hides(style: str) -> bool:
    """Whether an element with this style is not shown."""
    return _INVISIBLE_STYLE.search(style) is not None


def _hides_as_written(style: str) -> bool:
    """The same of a style as the source has it. Most that are asked about are short, and the same on all pages."""
    return _hides_in_short(style) if len(style) <= _SHORT_STYLE else _hides(_unescaped(style))


@lru_cache(maxsize=1024)
def _hides_in_short(style: str) -> bool:
    return _hides(_unescaped(style))


def _unescaped(value: str) -> str:
    return value if "&" not in value else unescape_value(value)


def _value(markup: str, at: int, name: str) -> str | None:
    value = value_of(markup, at, name)
    return value if value is None else _unescaped(value)


def _find_markup(source: str, document: Document, places: array[int]) -> Written:
    """Where the source says what elements are called, and what the head says."""
    head: list[tuple[str, int]] = []
    title = None
    if (top := document.select_one("head")) is not None:
        inside = list(children(top))
        begins = attributes_begin(source, array("q", map(place_of, inside)))
        head = list(zip((element.tag for element in inside), begins, strict=True))
        title = next((element.text for element in inside if element.tag == "title" and element.text), None)
    begins = attributes_begin(source, places)
    begins[0] = len(source) + 1  # of a body the parser tells no place: it may have several tags
    markup = f"{source}>{_attributes(_body(document))}>"
    ends = array("q", [len(markup)]) * len(begins)
    return Written(markup, begins, begins, ends, head, title, None, None)


def _attributes(node: Element) -> str:
    """An element's attributes as they might stand in a source."""
    values = [(name, node.attr(name) or "") for name in node.attrs]
    return "".join([f' {name}="{value.replace("&", "&amp;").replace(_QUOTE, "&quot;")}"' for name, value in values])
