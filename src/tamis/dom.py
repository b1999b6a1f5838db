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
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray
from turbohtml import Document, Element, IncrementalParser, parse

from tamis.decode import decode, not_html
from tamis.kernel import has_surrogates, subtree_ends, walk
from tamis.limits import Limits
from tamis.tags import BLOCK

_HIDING: Final = '[hidden],[aria-hidden="true"],[style*="display"],[style*="visibility"]'
_INVISIBLE_STYLE: Final = re.compile(
    r"(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)", re.IGNORECASE
)
_SURROGATES: Final = re.compile("[\ud800-\udfff]")

# An unclosed formatting element is opened again in every paragraph that follows, up to the parser's depth of 512:
# 300 KB of `<b a=1><p><b a=2><p>…` become ten million nodes. Pages that could do that are fed in pieces, with an eye on
# the clock.
_MANY_CHARACTERS: Final = 100_000
_MANY_TAGS: Final = 8192
_MANY_FORMATTING: Final = 4096
_FORMATTING: Final = re.compile(r"<(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)[\s>/]", re.IGNORECASE)
_PIECE: Final = 32_768


@dataclass(frozen=True)
class Tree:
    """A page's body in columns, in document order; element 0 is the body itself."""

    source: str
    """the decoded text; all offsets are code points in it"""
    encoding: str | None
    """what the bytes were read in; ``None`` when the input was text"""
    status: str
    """``ok``, ``truncated: bytes|nodes|time`` or ``not html: <format>``"""
    document: Document
    """the parsed document, for what lies outside the body (metadata)"""
    nodes: list[Element]
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

    @cached_property
    def owners(self) -> list[int]:
        """The nearest block-level element, itself included."""
        owners: list[int] = []
        for i, (traits, parent) in enumerate(zip(self.traits, self.parents, strict=True)):
            owners.append(i if traits & BLOCK or not i else owners[parent])
        return owners

    def attr(self, element: int, name: str) -> str | None:
        """An attribute's value; ``None`` when it is absent.

        >>> from tamis.limits import Limits
        >>> read("<p id=intro>Hi", None, Limits()).attr(1, "id")
        'intro'
        """
        return self.nodes[element].attr(name)

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


def read(html: str | bytes, charset: str | None, limits: Limits) -> Tree:
    """Decode, parse and flatten a page within its limits."""
    deadline = perf_counter() + limits.seconds
    status = "truncated: bytes" if len(html) > limits.max_bytes else "ok"
    html = html[: limits.max_bytes]
    encoding = None
    if isinstance(html, bytes):
        if kind := not_html(html):
            return _flatten("", None, f"not html: {kind}", parse(""), limits, deadline)
        source, encoding = decode(html, charset)
    else:
        source = _without_surrogates(html)
    document, finished = _parse(source, deadline - limits.seconds / 2)  # half of the time is the walk's
    return _flatten(source, encoding, status if finished else "truncated: time", document, limits, deadline)


def _without_surrogates(text: str) -> str:
    """Half of a surrogate pair cannot be written to any file; one replacement character keeps the offsets."""
    return _SURROGATES.sub("\ufffd", text) if not text.isascii() and has_surrogates(text) else text


def _parse(source: str, deadline: float) -> tuple[Document, bool]:
    few = len(source) < _MANY_CHARACTERS or source.count("<") < _MANY_TAGS
    if few or sum(1 for _ in _FORMATTING.finditer(source)) < _MANY_FORMATTING:
        return parse(source), True
    parser = IncrementalParser()
    for start in range(0, len(source), _PIECE):
        if perf_counter() > deadline:
            return parser.close(), False
        parser.feed(source[start : start + _PIECE])
    return parser.close(), True


def _flatten(
    source: str,
    encoding: str | None,
    status: str,
    document: Document,
    limits: Limits,
    deadline: float,
) -> Tree:
    walked = walk(_body(document), _hidden(document), limits.max_nodes, deadline, perf_counter)
    return Tree(
        source, encoding, f"truncated: {walked.over}" if walked.over else status, document,
        walked.nodes, walked.tags, walked.parents, walked.traits, walked.flags,
        walked.runs, walked.run_parents, walked.run_cuts, walked.run_seen,
    )  # fmt: skip


def _body(document: Document) -> Element:
    """The body; a frameset page has none, and its frameset stands in for it."""
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
        if by_attribute or _INVISIBLE_STYLE.search(element.attr("style") or ""):
            found.add(element)
    return found
