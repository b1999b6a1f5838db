"""Text blocks, and for a page that shows next to nothing without its scripts, what it holds elsewhere.

Most pages are cut as they are, after one look at how much prose they show. Where that is little, the text is looked
for, without running anything, in

0. what an unclosed comment, title, style or script swallowed (:mod:`tamis.blocks.broken`);
1. what the page hides until its scripts run: the segments of a streamed React page, or the element around all of it;
2. ``noscript`` (:mod:`tamis.blocks.noscript`), ``template`` and declarative shadow trees;
3. JSON-LD (:mod:`tamis.blocks.linked_text`);
4. the state embedded for the page's scripts (:mod:`tamis.blocks.script_data`).

The description in the page's head is no source: it is part of the page's metadata, and of wcxb-dev's eight pages
that have nothing else three have an empty gold text and the others one that shares next to nothing with it.

A source further down is taken only if it holds three times the prose of all before it. The blocks made from it stand
after those of the body, which stay in the ledger; they have the XPath of the element they come from and no span.
"""

from __future__ import annotations

# What most pages do not need is imported where it is used, so that the first page does not wait for it.
import re
from array import array
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import PROSE_LINKS, PROSE_WORDS, Page
from tamis.blocks.text_flow import text_flow
from tamis.html.attributes import AttributeSource
from tamis.html.spans import Spans, locate
from tamis.html.tags import HIDDEN, OVERLAY_ROLES
from tamis.html.tree import Tree, read
from tamis.limits import Limits
from tamis.native.tree import rows_with, tally

if TYPE_CHECKING:
    from tamis.html.nodes import Element, ParsedDocument

_PLENTY: Final = 150
"""words of prose: a page that shows so much is taken as it is"""
_NOTHING: Final = 60
"""words: a page that shows fewer is taken to be empty; a notice about cookies or scripts, a menu's first level and a
copyright line come to less on wcxb-dev's empty pages"""
_TIMES: Final = 3
_LEAST: Final = 30
"""words of prose that a source must hold"""
_STREAMED: Final = re.compile(r"S:[0-9a-f]{1,6}")
_ELSEWHERE: Final = re.compile(r"<(?:no)?script|<template", re.IGNORECASE)
_STATED: Final = re.compile(r'articleBody"\s{0,9}:')
"""in JSON; as a name of an element it says nothing that is not shown"""
_ASIDE: Final = frozenset("nav footer aside form dialog menu select pre".split())


class Offer(NamedTuple):
    """Text from outside the visible body."""

    source: str
    """where it is from, in words"""
    tree: Tree
    origins: list[Element]
    """where each of the outermost elements of the tree is from; none if the tree's own places hold"""
    status: str = ""
    """what it says of the page, if anything"""


@dataclass(frozen=True, eq=False, repr=False)
class JoinedTree(Tree):
    """A page's body with the elements of an offer behind it."""

    body: Tree
    offer: Offer

    def __getstate__(self) -> dict[str, Any]:
        """As of any tree; the origins are the parser's too, and go by their numbers among all elements."""
        numbers = {node: number for number, node in enumerate(self.document.select("*"))}
        origins = [numbers[node] for node in self.offer.origins]
        return super().__getstate__() | {"offer": self.offer._replace(origins=[]), "origins": origins}

    def __setstate__(self, state: dict[str, Any]) -> None:
        origins = state.pop("origins")
        self.__dict__.update(state)
        if origins:
            every = self.document.select("*")
            self.__dict__["offer"] = self.offer._replace(origins=[every[number] for number in origins])

    @cached_property
    def _tops(self) -> NDArray[np.int64]:
        """Of the offer's elements, the outermost ones around them."""
        tops: list[int] = []
        for number, parent in enumerate(self.offer.tree.parents):
            tops.append(number if parent <= 0 else tops[parent])
        return np.array(tops, np.int64)

    @cached_property
    def document(self) -> ParsedDocument:
        """The page's."""
        return self.body.document

    @cached_property
    def nodes(self) -> list[Element]:
        """Those of the body, then the offer's."""
        return [*self.body.nodes, *self.offer.tree.nodes[1:]]

    def xpath(self, element: int) -> str:
        """The XPath of the element, or of the one that an offered element's text comes from."""
        own = element - len(self.body.tags) + 1
        if own <= 0:
            return self.body.xpath(element)
        if not self.offer.origins:
            return self.offer.tree.xpath(own)
        number = self.offer.tree.attr(int(self._tops[own]), "data-origin") or "0"
        return self.offer.origins[min(int(number), len(self.offer.origins) - 1)].xpath_path()


@dataclass(frozen=True, eq=False, repr=False)
class OfferedPage(Page):
    """A page some of whose blocks do not stand in the visible body."""

    source: str
    offered: NDArray[np.bool_]
    """which blocks those are"""

    @cached_property
    def spans(self) -> Spans:
        """Offsets of the blocks that stand in the source."""
        tree = self.tree
        if not isinstance(tree, JoinedTree):
            return locate(tree, self.first_run, self.last_run)
        own, skip = ~self.offered, len(tree.body.runs)
        start, end, moved = np.full(len(self), -1), np.full(len(self), -1), np.ones(len(self), np.bool_)
        start[own], end[own], moved[own] = locate(tree.body, self.first_run[own], self.last_run[own])
        if not tree.offer.origins:
            of = self.offered
            start[of], end[of], moved[of] = locate(tree.offer.tree, self.first_run[of] - skip, self.last_run[of] - skip)
            moved[of] |= bool(own.any())  # it stands behind the body's text, wherever the source has it
        return Spans(start, end, moved)


def text_or_embedded(tree: Tree, url: str | None = None) -> Page:
    """Cut a tree into text blocks; if it shows next to nothing, add what it holds elsewhere.

    >>> import json
    >>> text = "Rye grows where wheat does not, and its bread keeps for a week. " * 4
    >>> source = f'<div id=app></div><script type=application/json>{json.dumps({"body": text})}</script>'
    >>> page = text_or_embedded(read(source, None, Limits()))
    >>> page.texts[0][:15], source_of(page, 0), page.tree.xpath(int(page.elements[0]))
    ('Rye grows where', 'the state embedded for scripts', '/html/body/script')
    """
    page = text_flow(tree, url)
    shown, hidden, visible = tally(page.words, page.link_words, page.hidden.view(np.uint8), PROSE_WORDS, PROSE_LINKS)
    if page.hidden.any():
        page = _uncovered(page, shown, hidden)
    if shown >= _PLENTY or isinstance(page, OfferedPage):
        return page
    return _with_offer(page, shown, visible < _NOTHING)


def source_of(page: Page, block: int) -> str | None:
    """Where a block's text is from, in words; ``None`` for text of the visible body."""
    return page.source if isinstance(page, OfferedPage) and page.offered[block] else None


def _uncovered(page: Page, shown: int, hidden_words: int) -> Page:
    """The page with the text that its scripts would show at once: streamed segments, or all of it. The numbers are of
    words of prose.
    """
    tree = page.tree
    named = tree.attributes.holding(rows_with(tree.traits, HIDDEN), "id", ("S:",))
    streamed = any((tree.attr(element, "id") or "").startswith("S:") for element in named)  # by React's server
    dwarfed = shown < _PLENTY and hidden_words >= max(_LEAST, _TIMES * shown)
    if not streamed and not dwarfed:
        return page
    heading_shown = "h1" in {tree.tags[i] for i in page.elements[~page.hidden].tolist()}
    held = page.sum_inside(page.words * page.prose * page.hidden)
    bare = np.zeros(len(tree.tags), np.bool_)
    flags, parents = tree.flags, tree.parents
    for root in np.flatnonzero(np.array(tree.traits) & HIDDEN).tolist():
        if root and flags[parents[root]] & HIDDEN:
            continue
        segment = streamed and _STREAMED.fullmatch(tree.attr(root, "id") or "") is not None
        cover = dwarfed and not heading_shown and held[root] >= 0.1 * hidden_words and not _is_overlay(tree, root)
        if segment or cover:
            bare[root : tree.ends[root]] = True
    for root in _hidden_inside(tree, bare):  # what is hidden inside stays so
        bare[root : tree.ends[root]] = False
    uncovered = page.hidden & bare[page.elements]
    if not uncovered.any():
        return page
    columns = {field.name: getattr(page, field.name) for field in fields(Page)}
    columns["hidden"] = page.hidden & ~uncovered
    return OfferedPage(**columns, source="text hidden until scripts run", offered=uncovered)


def _hidden_inside(tree: Tree, bare: NDArray[np.bool_]) -> list[int]:
    """The outermost elements that are hidden by themselves inside hidden elements that are uncovered."""
    found: list[int] = []
    end = 0
    for element in np.flatnonzero((np.array(tree.traits) & HIDDEN != 0) & bare).tolist():
        if element >= end and bare[tree.parents[element]] and tree.flags[tree.parents[element]] & HIDDEN:
            found.append(element)
            end = int(tree.ends[element])
    return found


def _is_overlay(tree: Tree, element: int) -> bool:
    role = (tree.attr(element, "role") or "").lower()
    return tree.tags[element] in _ASIDE or role in OVERLAY_ROLES or tree.attr(element, "aria-modal") is not None


def _with_offer(page: Page, shown: int, empty: bool) -> Page:
    """The page with the best of the offers, if one holds much more than the body shows."""
    tree = page.tree
    if not empty and ("articleBody" not in tree.source or _STATED.search(tree.source) is None):
        return page
    best, most = None, shown
    sources: list[Callable[[Tree], Offer | None]] = [_swallowed] if empty else []
    if _ELSEWHERE.search(tree.source):
        sources += (_noscript, _templates, _linked, _state) if empty else (_linked,)
    for make in sources:
        offer = make(tree)
        if offer is not None and (words := _offered_words(offer)) >= max(_LEAST, _TIMES * most):
            best, most = offer, words
    return page if best is None else _joined(page, best)


def _offered_words(offer: Offer) -> int:
    cut = text_flow(offer.tree)
    return int(cut.words[cut.prose & ~cut.hidden].sum())


def _swallowed(tree: Tree) -> Offer | None:
    from tamis.blocks.broken import repaired

    found = repaired(tree.source)
    if found is None:
        return None
    source, names = found
    return Offer(f"what an unclosed {names[0]} swallowed", read(source, None, Limits()), [], f"unclosed: {names[0]}")


def _noscript(tree: Tree) -> Offer | None:
    from tamis.blocks.noscript import noscript_tree

    inner = noscript_tree(tree)
    return None if inner is None else Offer("the page's noscript", inner, [])


def _templates(tree: Tree) -> Offer | None:
    """What stands in templates and shadow trees; one with placeholders is a form to be filled, no text."""
    holders: list[tuple[Element, Element | None]] = []
    if "shadowroot" in tree.source:
        holders += [(node, node.shadow_root) for node in tree.nodes]
    if "<template" in tree.source:
        holders += [(node, node) for node in tree.document.select("template")]
    parts, room = [], len(tree.source)  # templates in templates come once with each of those around them
    for node, inside in holders:
        html = inside.inner_html if inside is not None and room > 0 else ""
        room -= len(html)
        if "{{" not in html:
            parts.append((node, html))
    return _offer("a template", parts)


def _linked(tree: Tree) -> Offer | None:
    from tamis.blocks.linked_text import linked_html
    from tamis.blocks.script_data import linked_data

    return _offer("JSON-LD", [(found.script, linked_html(found.value)) for found in linked_data(tree.document)])


def _state(tree: Tree) -> Offer | None:
    from tamis.blocks.json_prose import prose_html
    from tamis.blocks.script_data import state

    parts = [(found.script, prose_html(found.value)) for found in state(tree.document)]
    longest = max(parts, key=lambda part: len(part[1]), default=None)
    return None if longest is None else _offer("the state embedded for scripts", [longest])


def _offer(source: str, parts: list[tuple[Element, str]]) -> Offer | None:
    """An offer of HTML from several elements, each in an element of its own."""
    parts = [part for part in parts if part[1]]
    if not parts:
        return None
    wrapped = "".join(f'<article data-origin="{i}">{html}</article>' for i, (_, html) in enumerate(parts))
    return Offer(source, read(wrapped, None, Limits()), [element for element, _ in parts])


def _both_sources(body: AttributeSource, added: AttributeSource) -> AttributeSource:
    columns = zip(body[1:4], added[1:4], strict=True)
    begins, names_begin, names_end = (own + _moved(others[1:], len(body.markup)) for own, others in columns)
    return AttributeSource(
        body.markup + added.markup, begins, names_begin, names_end, body.head, body.title, None, None
    )


def _moved(column: array[int], by: int, but: int | None = None) -> array[int]:
    """The numbers with so much added, but for those that are ``but``."""
    return array("q", [number if number == but else number + by for number in column])


def _joined(page: Page, offer: Offer) -> Page:
    """The page with the offer's blocks behind its own."""
    body, added = page.tree, offer.tree
    elements, runs = len(body.tags) - 1, len(body.runs)  # the offer's own body goes
    cuts = (body.run_cuts[-1] if runs else 0) + 1
    columns = {field.name: getattr(body, field.name) for field in fields(Tree)}
    for name in ("tags", "numbers", "traits", "flags", "ways"):
        columns[name] = columns[name] + getattr(added, name)[1:]
    columns |= {
        "status": body.status if body.status != "ok" else offer.status or "ok",
        "attributes": _both_sources(body.attributes, added.attributes),
        "parents": body.parents + _moved(added.parents[1:], elements, but=0),
        "runs": body.runs + added.runs,
        "run_parents": body.run_parents + _moved(added.run_parents, elements, but=0),
        "run_cuts": body.run_cuts + _moved(added.run_cuts, cuts),
        "run_seen": body.run_seen + _moved(added.run_seen, elements),
    }
    joined = text_flow(JoinedTree(**columns, body=body, offer=offer), page.url)
    blocks = {field.name: getattr(joined, field.name) for field in fields(Page)}
    blocks["hidden"] = np.concatenate((page.hidden, joined.hidden[len(page) :]))
    return OfferedPage(**blocks, source=offer.source, offered=np.arange(len(joined)) >= len(page))
