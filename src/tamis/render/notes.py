"""Footnotes: which marks in the text refer to them, and which elements hold what they say.

A reference is a link within the page whose text is a number or a sign, raised or in brackets or named as a note; what
it points to is the note, if it is a short paragraph or entry of its own. In a note, the links back and the repeated
number are markup, not text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Final
from urllib.parse import unquote, urljoin

import numpy as np

from tamis.blocks.page import Page
from tamis.html.tags import HEADINGS
from tamis.html.tree import Tree
from tamis.render.unlinked_notes import BESIDE, notes_beside, raised_numbers
from tamis.text.patterns import late

_MARKER: Final = late(r"[\[(]?\s{0,3}([A-Za-z]?[0-9]{1,4}|[A-Za-z]{1,4}|[*†‡§¶]{1,4})\s{0,3}[\])]?")
_LONGEST_MARKER: Final = 13
_NAMED: Final = late(r"foot-?note|end-?note|note-?ref|fn-?ref|(?:^|[\s_-])fn(?:$|[\s_-])", re.IGNORECASE)
_LABEL: Final = late(r"[A-Za-z0-9]+")
_HOLDERS: Final = frozenset("p li dd div aside section".split())
_NOT_INSIDE: Final = frozenset(("table", "blockquote"))
_RAISING: Final = frozenset("sup span b i em strong small".split())
_LONGEST: Final = 400
"""words of a note, or elements; what is longer is a section of the page"""
_BACK: Final = late(r"back-?(?:link|ref)", re.IGNORECASE)
_ARROWS: Final = frozenset("↩ ↩︎ ↑ ⤴ ⏎ ^ ← ↵ ⬆ ▲ back return".split())


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in the text that refers to a note."""

    element: int
    label: str
    note: int
    """the element that holds the note; -1 if it is not kept"""


@dataclass(frozen=True, slots=True)
class Notes:
    """What is known of a page's notes; empty on most pages."""

    references: dict[int, Reference] = field(default_factory=dict)
    """by element, all elements of a reference"""
    bodies: dict[int, str] = field(default_factory=dict)
    """the kept notes' elements, each with its label"""
    beside: dict[int, int] = field(default_factory=dict)
    """elements of notes that stand within the line that they are about, each with the outermost of its note"""
    markup: set[int] = field(default_factory=set)
    """elements in notes that lead back or repeat the label"""


def shown_runs(page: Page, kept: list[bool]) -> bytearray:
    """Which runs of text are in kept blocks."""
    blocks = np.flatnonzero(np.array(kept, np.bool_) & (page.first_run >= 0))
    places = len(page.tree.runs) + 1
    begun, ended = page.first_run[blocks], page.last_run[blocks] + 1
    within = np.cumsum(np.bincount(begun, minlength=places) - np.bincount(ended, minlength=places))
    return bytearray((within[:-1] > 0).tobytes())


def find_notes(page: Page, kept: list[bool]) -> Notes:
    """The references in kept blocks, and those notes of theirs that are kept.

    >>> import tamis
    >>> page = "<p>Rye<sup><a href='#n'>1</a></sup> rises.<ol><li id=n>Slowly. <a href='#r'>↩</a></ol>"
    >>> find_notes(tamis.analyze(page, strategy="eniw").page, [True, True]).bodies
    {5: '1'}
    """
    tree = page.tree
    links = _links(page)
    sups = tree.rows("sup")
    if not links and not sups and BESIDE.isdisjoint(tree.mentions):
        return Notes()
    shown = shown_runs(page, kept)
    notes = Notes()
    markers = _markers(tree, links, shown)
    if markers:
        _find_linked(tree, notes, links, markers, shown)
    if not notes.references and sups:
        found = raised_numbers(tree, shown)
        _fill(tree, notes, found, shown)
        for body in notes.bodies:
            _find_own_label(tree, notes, body, {(body, marker) for _, marker, body in found})
    for number, body in enumerate(notes_beside(tree, shown), 1):
        notes.bodies[body] = str(number) if str(number) not in notes.bodies.values() else f"s{number}"
        notes.beside.update(dict.fromkeys(range(body, int(tree.ends[body])), body))
    return notes


def _find_linked(tree: Tree, notes: Notes, links: dict[int, str], markers: dict[int, str], shown: bytearray) -> None:
    """The notes that links lead to."""
    targets = _targets(tree, set(links.values()))
    bodies = _bodies(tree, {targets[links[link]] for link in markers if links[link] in targets})
    found = []
    for link, marker in markers.items():
        body = bodies.get(targets.get(links[link], -1), -1)
        # Notes stand behind the text; what leads forth leads back from them.
        if body > link:
            found.append((_outermost(tree, link, marker), marker, body))
    _fill(tree, notes, found, shown)
    if notes.bodies:
        _find_markup(tree, notes, links, targets, {(body, marker) for _, marker, body in found})


def _markers(tree: Tree, links: dict[int, str], shown: bytearray) -> dict[int, str]:
    """The links in what is shown that look like references, with their numbers or signs."""
    markers = {}
    for link in links:
        runs = tree.runs_in(link)
        if not runs or len(tree.runs[runs[0]].strip()) > _LONGEST_MARKER or not any(shown[run] for run in runs):
            continue  # most links say more
        marker = _MARKER.fullmatch(tree.text(link).strip())
        if marker and _looks_like_reference(tree, link):
            markers[link] = marker[1]
    return markers


def _links(page: Page) -> dict[int, str]:
    """The links within the page and where they lead; an address may name the page itself."""
    tree = page.tree
    inside = tree.attributes.holding(tree.rows("a"), "href", ("#", "&"))
    links = {}
    same: dict[str, bool] = {}
    for element, href in zip(inside, tree.attributes.attrs(inside, "href"), strict=True):
        address, mark, name = (href or "").strip().partition("#")
        if mark and name and (not address or same.setdefault(address, _is_same(address, page))):
            links[element] = unquote(name)
    return links


def _is_same(address: str, page: Page) -> bool:
    """Whether an address is the page's own; where that is not known a relative one may be."""
    if page.url is None:
        return "://" not in address and "?" not in address
    try:
        return urljoin(page.url, address) == page.url.partition("#")[0]
    except ValueError:
        return False


def _targets(tree: Tree, wanted: set[str]) -> dict[str, int]:
    names = tree.attributes.attrs(range(len(tree.tags)), "id")
    for link, name in zip(tree.rows("a"), tree.attributes.attrs(tree.rows("a"), "name"), strict=True):
        names[link] = names[link] or name
    targets: dict[str, int] = {}
    for element, target in enumerate(names):
        if target in wanted:
            targets.setdefault(target, element)
    return targets


def _bodies(tree: Tree, targets: set[int]) -> dict[int, int]:
    """For each target the paragraph or entry that it stands in, if that can be a note."""
    fits: dict[int, bool] = {}
    found = {}
    for target in targets:
        body = tree.owners[target]
        if tree.tags[body] == "p" and tree.tags[tree.parents[body]] == "li":
            body = tree.parents[body]
        if body not in fits:
            inside_other = any(tree.tags[around] in _NOT_INSIDE for around in tree.around(body))
            fits[body] = tree.tags[body] in _HOLDERS and not inside_other and _is_short(tree, body)
        if fits[body]:
            found[target] = body
    return found


def _is_short(tree: Tree, body: int) -> bool:
    end = int(tree.ends[body])
    if end - body > _LONGEST or any(tag in HEADINGS or tag == "table" for tag in tree.tags[body:end]):
        return False
    return len(tree.text(body).split()) <= _LONGEST


def _looks_like_reference(tree: Tree, link: int) -> bool:
    if tree.text(link).strip().startswith(("[", "(")) or "sup" in tree.tags[link + 1 : int(tree.ends[link])]:
        return True
    for element in islice(tree.around(link), 3):
        names = " ".join(tree.attr(element, name) or "" for name in ("class", "role", "epub:type"))[:300]
        if element and (tree.tags[element] == "sup" or _NAMED.search(names)):
            return True
    return False


def _outermost(tree: Tree, link: int, marker: str) -> int:
    """The outermost inline element around a reference that holds nothing else."""
    outermost = link
    for above in islice(tree.around(link), 1, 4):
        if tree.tags[above] not in _RAISING or int(tree.ends[above]) - above > 8:
            break
        held = _MARKER.fullmatch(tree.text(above).strip())
        if not held or held[1] != marker:
            break
        outermost = above
    return outermost


def _fill(tree: Tree, notes: Notes, found: list[tuple[int, str, int]], shown: bytearray) -> None:
    """Label the notes: as the page does where that is a word and not taken, else by the next number."""
    holding = sorted({body for _, _, body in found})
    nested = {a for a, b in pairwise(holding) if b < int(tree.ends[a])}
    taken: set[str] = set()
    for element, marker, body in found:
        if body in nested:
            continue
        kept = any(shown[run] for run in tree.runs_in(body))
        if kept and body not in notes.bodies:
            label = marker
            number = 1
            while label in taken or not _LABEL.fullmatch(label):
                label, number = str(number), number + 1
            notes.bodies[body] = label
            taken.add(label)
        reference = Reference(element, notes.bodies[body] if kept else marker, body if kept else -1)
        notes.references.update(dict.fromkeys(range(element, int(tree.ends[element])), reference))


def _find_markup(
    tree: Tree, notes: Notes, links: dict[int, str], targets: dict[str, int], marked: set[tuple[int, str]]
) -> None:
    """Find what in a note is there for the way back: arrows, letters, the note's own number."""
    referring = notes.references.keys() | {tree.parents[found.element] for found in notes.references.values()}
    for body in notes.bodies:
        for element in range(body + 1, int(tree.ends[body])):
            if element in notes.references:
                continue
            text = tree.text(element).strip()
            back = element in links and targets.get(links[element], -1) in referring
            if (
                (element in links and text.lower() in _ARROWS)
                or (back and (_MARKER.fullmatch(text) or len(text) <= 2))
                or _BACK.search((tree.attr(element, "class") or "")[:300])
            ):
                notes.markup.update(range(element, int(tree.ends[element])))
        _find_own_label(tree, notes, body, marked)


def _find_own_label(tree: Tree, notes: Notes, body: int, marked: set[tuple[int, str]]) -> None:
    """The number in front of a note, in an inline element of its own."""
    for run in tree.runs_in(body):
        holder, text = tree.run_parents[run], tree.runs[run].strip()
        if text and holder not in notes.markup:
            marker = _MARKER.fullmatch(text.rstrip("."))
            alone = tree.owners[holder] != holder and tree.text(holder).strip() == text
            if alone and marker and (body, marker[1]) in marked:
                notes.markup.add(holder)
            return
