"""Bytes or text to a flat tree: the only file that knows the parser.

A :class:`Tree` is the page's body as columns: one row an element, one row a run of text, in document order. Every
segmenter works on these columns, so no stage past this one walks nodes, recurses, or cares how deep a page is.

*Visible text* is the body's text less script, style, noscript, template, svg, iframe, object, select, textarea and
comments. What is hidden (``hidden``, ``display:none``, ``aria-hidden``, and what no browser shows, such as
``noframes``) stays in the tree, marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.decode import decode, not_html
from tamis.kernel import Columns, rows_by_tag, subtree_ends, walk
from tamis.limits import Limits
from tamis.reader import read_source, value_of
from tamis.references import unescape, unescape_value
from tamis.tags import BLOCK

if TYPE_CHECKING:  # the parser is imported when a page first needs it: most are read without
    from turbohtml import Document, Element

_HIDING: Final = '[hidden],[aria-hidden="true"],[style*="display"],[style*="visibility"]'
_INVISIBLE_STYLE: Final = re.compile(
    r"(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)", re.IGNORECASE
)
_SURROGATES: Final = re.compile("[\ud800-\udfff]")

_FORMATTING: Final = re.compile(
    r"<(/?)(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?:>|[\s/][^<>]{0,500})", re.IGNORECASE
)
_EQUALS: Final = 3
_FEW_OPEN: Final = 50
"""formatting elements open at once; whole articles in unclosed ones do not have more"""
_TIMES_NODES: Final = 5
"""the limit on nodes that a page may be parsed into before the walk has its say"""
_DEEPEST: Final = 512
_CALLING: Final = ("class", "id")
_NAMING: Final = (*_CALLING, "role", "itemprop", "data-testid", "aria-label")
_MORE_NAMES: Final = ",".join(f"[{name}]" for name in _NAMING[2:])
_QUOTE: Final = '"'
_UNLIMITED: Final = 1 << 62


class Written(NamedTuple):
    """The markup of a page's elements, written in one way: ``<p class="a &amp; b">``."""

    markup: str
    begins: list[int]
    """for each element where its attributes begin"""
    head: list[tuple[str, int]]
    """tags of the head's elements, and where their attributes begin"""
    title: str | None
    run_begins: list[int] | None
    run_ends: list[int] | None
    """where runs of text stand in the markup, if that is the page's source"""

    def attr(self, element: int, name: str) -> str | None:
        """An attribute of an element; ``None`` when it is absent."""
        return _value(self.markup, self.begins[element], name)

    def head_attr(self, element: int, name: str) -> str | None:
        """An attribute of one of the head's elements."""
        return _value(self.markup, self.head[element][1], name)


@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """A page's body in columns, in document order; element 0 is the body itself."""

    source: str
    """the decoded text; all offsets are code points in it"""
    encoding: str | None
    """what the bytes were read in; ``None`` when the input was text"""
    status: str
    """``ok``, ``truncated: bytes|nodes|time`` or ``not html: <format>``"""
    parsed: Document | None
    """the parser's document, if it was asked for"""
    tags: list[str]
    parents: list[int]
    traits: list[int]
    """the bits of :mod:`tamis.tags` that the element has by itself"""
    flags: list[int]
    """those that hold for all that is in it, handed down from above"""
    runs: list[str]
    """the text of each run, as it stands (white space not collapsed)"""
    run_parents: list[int]
    run_cuts: list[int]
    """how many block-level elements had begun or ended before the run"""
    run_seen: list[int]
    """how many elements had begun before the run"""
    kept_markup: Written | None
    """what the columns were read from, unless that was the document"""

    @cached_property
    def document(self) -> Document:
        """The parser's own document, for what lies outside the body (metadata); parsed when it is first asked for."""
        from turbohtml import parse

        return self.parsed or parse(self.source)

    @cached_property
    def nodes(self) -> list[Element]:
        """The parser's objects for the elements."""
        return walk(_body(self.document), set(), Columns(_UNLIMITED, inf, perf_counter))[: len(self.tags)]

    @cached_property
    def written(self) -> Written:
        """The elements' markup."""
        return self.kept_markup or _write(self.document, self.nodes)

    @cached_property
    def by_tag(self) -> dict[str, list[int]]:
        """The elements of each tag."""
        return rows_by_tag(self.tags)

    @cached_property
    def owners(self) -> list[int]:
        """The nearest block-level element, itself included."""
        owners: list[int] = []
        for i, (traits, parent) in enumerate(zip(self.traits, self.parents, strict=True)):
            owners.append(i if traits & BLOCK or not i else owners[parent])
        return owners

    @cached_property
    def data_tables(self) -> set[int]:
        """The elements that are tables of data."""
        from tamis.data_tables import find_data_tables

        return find_data_tables(self)

    def attr(self, element: int, name: str) -> str | None:
        """An attribute's value; ``None`` when it is absent.

        >>> from tamis.limits import Limits
        >>> read("<p id=intro>Hi", None, Limits()).attr(1, "id")
        'intro'
        """
        if self.kept_markup is None:
            return self.nodes[element].attr(name)
        return self.kept_markup.attr(element, name)

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """One past the last element of each element's subtree, so that ``[i, ends[i])`` is the subtree of ``i``."""
        return np.array(subtree_ends(self.parents), dtype=np.int64)

    def path(self, element: int) -> tuple[str, ...]:
        """The tag names from the body down to the element.

        >>> from tamis.limits import Limits
        >>> read("<ul><li>a<li>b", None, Limits()).path(3)
        ('body', 'ul', 'li')
        """
        names = []
        while element >= 0:
            names.append(self.tags[element])
            element = self.parents[element]
        return tuple(reversed(names))

    def xpath(self, element: int) -> str:
        """The XPath of an element, with a position at each step.

        >>> from tamis.limits import Limits
        >>> read("<ul><li>a<li>b", None, Limits()).xpath(3)
        '/html/body[1]/ul[1]/li[2]'
        """
        steps = []
        while element >= 0:
            steps.append(self._steps[element])
            element = self.parents[element]
        return "/html/" + "/".join(reversed(steps))

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

    With ``document`` the parser's own is made on the way: spans, metadata and all but plain text need it. Where it is
    missing the page is parsed again for them, which is dear only to those who always ask.
    """
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
    if text.isascii():
        return text
    try:
        text.encode("utf-16-le")  # the fastest look at all characters there is
    except UnicodeEncodeError:
        return _SURROGATES.sub("\ufffd", text)
    return text


def _parse(source: str, max_nodes: int) -> tuple[Document, str]:
    """Parse a page, or as much of it as cannot become too many nodes; says what limit cut it off."""
    from turbohtml import parse

    end = _safe_length(source, _TIMES_NODES * max_nodes)
    return parse(source[:end]), "" if end == len(source) else "nodes"


def _safe_length(source: str, most: int) -> int:
    """How much of a page can be parsed without that its formatting makes more than so many nodes.

    An unclosed formatting element is opened again in every block that follows: 100 KB of ``<p>`` behind 500 different
    ``<b>`` in a paragraph become twelve million nodes. Of equal ones the parser remembers three.
    """
    opened: dict[str, list[str]] = {}
    times: dict[str, int] = {}
    count, nodes, at = 0, 0, 0
    for tag in _FORMATTING.finditer(source):
        if count > _FEW_OPEN:
            nodes += count * source.count("<", at, tag.start())
            if nodes > most:
                break
        at = tag.start()
        name = tag[2].lower()
        if tag[1]:
            if stack := opened.get(name):
                last = stack.pop()
                times[last] -= 1
                count -= times[last] < _EQUALS
        else:
            whole = tag[0].lower()
            opened.setdefault(name, []).append(whole)
            times[whole] = times.get(whole, 0) + 1
            count += times[whole] <= _EQUALS
    if count <= _FEW_OPEN or nodes + count * source.count("<", at) <= most:
        return len(source)
    for _ in range(max(most - nodes, 0) // count + 1):
        at = source.find("<", at + 1)
    return at


def _flatten(
    source: str,
    encoding: str | None,
    status: str,
    document: bool,
    limits: Limits,
    deadline: float,
) -> Tree:
    columns = Columns(limits.max_nodes, deadline, perf_counter)
    written = None if document else _read_lightly(source, columns)
    parsed = nodes = None
    if written is None:
        parsed, over = _parse(source, limits.max_nodes)
        columns = Columns(limits.max_nodes, deadline, perf_counter)
        nodes = walk(_body(parsed), _hidden(parsed), columns)
        columns.over = columns.over or over
    tree = Tree(
        source, encoding, f"truncated: {columns.over}" if columns.over else status, parsed,
        columns.tags, columns.parents, columns.traits, columns.flags,
        columns.runs, columns.run_parents, columns.run_cuts, columns.run_seen, written,
    )  # fmt: skip
    if nodes is not None:
        tree.__dict__["nodes"] = nodes  # as if they had been asked for
    return tree


def _read_lightly(source: str, columns: Columns) -> Written | None:
    """Fill the columns without a parser, if the page can be read so (:mod:`tamis.reader`)."""
    found = read_source(source, columns, _hides, unescape, np.empty(_DEEPEST, np.int64))
    if found is None:
        return None
    return Written(source, found.begins, found.head, found.title, columns.run_begins, columns.run_ends)


def _body(document: Document) -> Element:
    """The body; a frameset page has none, and its frameset stands in for it."""
    from turbohtml import Element

    root = document.root
    assert root is not None  # the parser always makes one
    for child in root:
        if isinstance(child, Element) and child.tag in ("body", "frameset"):
            return child
    return root


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


def _value(markup: str, at: int, name: str) -> str | None:
    value = value_of(markup, at, name)
    if value is None or "&" not in value:
        return value
    return unescape_value(value)


def _write(document: Document, nodes: list[Element]) -> Written:
    """What elements are called and what the head says, written as it might stand in a source."""
    from turbohtml import Element

    more = set(document.select(_MORE_NAMES))
    parts = [">"]  # where those begin that are called nothing
    begins: list[int] = []
    title, head = None, []
    at = 1
    for node in nodes:
        names = _attributes(node, _NAMING if node in more else _CALLING)
        begins.append(at if names else 0)
        if names:
            parts += (names, ">")
            at += len(names) + 1
    for child in document.root or ():
        if isinstance(child, Element) and child.tag == "head":
            for element in child:
                if isinstance(element, Element):
                    head.append((element.tag, at))
                    names = _attributes(element, tuple(element.attrs))
                    parts += (names, ">")
                    at += len(names) + 1
                    if element.tag == "title" and title is None:
                        title = element.text
            break
    return Written("".join(parts), begins, head, title, None, None)


def _attributes(node: Element, names: tuple[str, ...]) -> str:
    values = [(name, value) for name in names if (value := node.attr(name))]
    return "".join([f' {name}="{value.replace("&", "&amp;").replace(_QUOTE, "&quot;")}"' for name, value in values])
