"""Columns that have a name and no examples: which slot is the price, by labels, names in the markup, and values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from tamis.records.identifiers import gtin_of, isbn_of
from tamis.records.money import find_money
from tamis.records.vocabulary import labels_of, plain_label, properties_of
from tamis.site.tables.cells import Cells
from tamis.site.tables.examples import shared
from tamis.site.tables.found import Sheet, Slot
from tamis.site.tables.wrapper import Column, learn_column
from tamis.text.space import tidy

_SPLIT: Final = re.compile(r"[^\W\d_]+|\d+")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DATE: Final = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b")
_PHONE: Final = re.compile(r"(?:\+?\d[\d\s()./-]{6,18}\d)")
_URL: Final = re.compile(
    r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|de|uk|fr|it|es|info)\b/?\S*", re.I
)
_DIGIT: Final = re.compile(r"\d")
_TITLES: Final = frozenset(("title", "name", "headline", "model", "product"))
HEAD: Final = 0.7
"""what a label at the head of the row counts, beside one right before the value"""


class Kind(NamedTuple):
    """A kind of values."""

    words: str
    """words of names that stand for it"""
    longest: int
    """characters of a value"""
    is_one: Callable[[str], object]

    def of(self, text: str) -> bool:
        """Whether a text looks like such a value."""
        return len(text) <= self.longest and bool(self.is_one(text))


_KINDS: Final = {
    "money": Kind("price cost salary msrp fee amount", 60, find_money),
    "date": Kind("date published posted released born birthday day", 60, _DATE.search),
    "phone": Kind("phone telephone tel fax mobile", 40, _PHONE.search),
    "url": Kind("website url homepage web link site", 100, _URL.fullmatch),
    "isbn": Kind("isbn", 60, isbn_of),
    "gtin": Kind("gtin ean upc barcode", 60, gtin_of),
    "number": Kind(
        "height weight width depth length mileage pages rating score size age economy mpg number year",
        40,
        _DIGIT.search,
    ),
}
_BY_NAME: Final = (2.0, 1.4, 0.8)
"""what it counts if a value's element is called so, or the one around it, or the next"""
LEAST: Final = 1.3
"""of the score of a slot that gets a name: that it is on every page, once, gives 1 and says nothing of it"""
_SHARED: Final = 0.5
"""of a slot's texts that another column may have"""


class Wanted(NamedTuple):
    """A name, and what is known of it."""

    name: str
    words: tuple[str, ...]
    labels: frozenset[str]
    kinds: tuple[str, ...]
    is_title: bool


def wanted(name: str) -> Wanted:
    """What a column's name may stand for.

    >>> wanted("publicationDate").words, wanted("price").kinds, wanted("isbn_13").kinds
    (('publication', 'date'), ('money',), ('isbn',))
    """
    words = tuple(_SPLIT.findall(_CAMEL.sub(" ", name).lower()))
    label = " ".join(words)
    properties = properties_of(label) or properties_of(name)
    labels = frozenset((label,)).union(labels_of(name), *map(labels_of, properties))
    kinds = tuple(kind for kind, known in _KINDS.items() if not set(words).isdisjoint(known.words.split()))
    return Wanted(name, words, labels, kinds, words[-1:] != () and words[-1] in _TITLES)


class Face(NamedTuple):
    """What a slot looks like."""

    slot: Slot
    labels: tuple[str, ...]
    names: tuple[frozenset[str], ...]
    """words of classes, ids and properties, of the element and those around it"""
    tag: str
    kinds: dict[str, float]
    in_title: float
    """how much of the page's title the values are, on average"""
    pages: float
    single: float
    length: float
    variety: float
    ending: str


def face_of(sheet: Sheet, slot: Slot, titles: Sequence[str]) -> Face:
    """What a slot looks like, from some of its texts."""
    chosen = sheet.some(slot)
    texts = [sheet.texts[place] for place in chosen]
    cells, cell = sheet.cell(chosen[len(chosen) // 2])
    element = cells.element(cell)
    labels = [sheet.label(slot), sheet.head(slot), _prefix(texts)]
    in_title = sum(
        _in_title(text, titles[int(sheet.page_of[place])]) for place, text in zip(chosen, texts, strict=True)
    )
    return Face(
        slot, tuple(label for label in dict.fromkeys(labels) if label), tuple(_names(cells, element)),
        cells.tree.tags[element], {name: sum(map(kind.of, texts)) / len(texts) for name, kind in _KINDS.items()},
        in_title / len(texts), slot.pages / len(sheet.pages), slot.pages / len(slot.cells),
        sum(map(len, texts)) / len(texts), len(set(texts)) / len(texts), _ending(texts),
    )  # fmt: skip


def _in_title(text: str, title: str) -> float:
    return min(1.0, 0.3 + len(text) / len(title)) if len(text) > 2 and text.lower() in title else 0.0


def _names(cells: Cells, element: int) -> Iterator[frozenset[str]]:
    """The words that an element and the two around it are called by."""
    for above in islice(cells.tree.around(element), 3):
        named = " ".join(cells.tree.attr(above, key) or "" for key in ("itemprop", "class", "id"))
        yield frozenset(_SPLIT.findall(_CAMEL.sub(" ", named[:400]).lower()))


def _ending(texts: Sequence[str]) -> str:
    """What all texts end with, if it is not the whole of one."""
    ending = shared([text[::-1] for text in texts])[::-1]
    return ending if ending not in texts else ""


def _prefix(texts: Sequence[str]) -> str:
    """What all texts begin with, up to a colon."""
    first = texts[0].partition(":")
    return first[0] if first[1] and first[2] and all(text.startswith(f"{first[0]}:") for text in texts) else ""


def score(want: Wanted, face: Face) -> float:
    """How well a slot fits a name: by its labels, what the markup calls it, its values, and how regular it is.

    The weights were set by eye on swde-dev, and the figures of docs/data.md are of the same sites.
    """
    total = max(
        (_by_label(want, label, HEAD if place else 1.0) for place, label in enumerate(face.labels)), default=0.0
    )
    total += next((weight for weight, names in zip(_BY_NAME, face.names, strict=False) if _is_called(want, names)), 0.0)
    if want.kinds:
        total += 2.0 * max(face.kinds[kind] for kind in want.kinds) - 1.5
    elif not want.is_title:
        total -= max(face.kinds[kind] for kind in ("money", "phone", "url", "isbn"))
    if want.is_title:
        total += 4.0 * face.in_title + 1.5 * (face.tag == "h1") + 0.5 * (face.tag in ("h2", "h3", "b", "strong"))
        total += face.variety - 1.0 - 1.5 * (len(face.ending) > 3)
    return total + face.pages + 0.8 * face.single - 0.8 - 2.0 * (face.length > 150)


def _by_label(want: Wanted, label: str, weight: float) -> float:
    """How well a label fits a name: as the name itself, as another word for it, or in part."""
    plain = plain_label(label)
    if plain in want.labels:
        return weight * (4.0 + (plain == " ".join(want.words)))
    words = set(plain.split())
    shares = (len(words & other) / len(words | other) for other in map(set, map(str.split, want.labels)) if other)
    best = max(shares, default=0.0)
    return weight * 3.0 * best if best >= 0.34 else 0.0


def _is_called(want: Wanted, names: frozenset[str]) -> bool:
    return any(names.issuperset(known.split()) for known in want.labels if known)


def named_columns(sheet: Sheet, names: Sequence[str]) -> tuple[list[Column], list[str]]:
    """The best column for each name, no slot twice, and what is odd about them."""
    titles = [tidy(cells.tree.attributes.title or "").lower() for cells in sheet.pages]
    faces = [face_of(sheet, slot, titles) for slot in sheet.slots() if len(slot.cells) <= 3 * slot.pages]
    ranked = sorted(
        ((score(wanted(name), face), -number, name) for name in names for number, face in enumerate(faces)),
        reverse=True,
    )
    found: dict[str, Column] = {}
    taken = np.zeros(len(sheet.texts), np.bool_)
    for fits, number, name in ranked:
        slot = faces[-number].slot
        if name in found or fits < LEAST or np.mean(taken[slot.cells]) > _SHARED:
            continue
        taken[slot.cells] = True
        if column := learn_column(name, sheet.mask(slot)):
            found[name] = column
        if len(found) == len(names):
            break
    missing = [name for name in names if name not in found]
    remarks = [f"nothing on the pages looks like {name!r}: the column stays empty" for name in missing]
    return [found.get(name) or Column(name, {}, 1.0, 2.0) for name in names], remarks
