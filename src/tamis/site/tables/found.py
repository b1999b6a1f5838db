"""Columns without examples: texts that stand at one place of the pages of a site and differ from page to page.

A slot is a set of texts that share a sign: the way from the body and the label beside it, or the way alone. It may be a
column if it is on enough of the pages, once or a few times, and not the same on all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.html.tags import HEADINGS
from tamis.native.cells import SIGNS
from tamis.site.tables.cells import Cells
from tamis.site.tables.wrapper import Column
from tamis.text.space import tidy

FAMILIES: Final = (16, 17, 6, 11, 3, 2, 1, 4, 0)
"""signs that slots are made of, the best first: ways with labels, then ways alone"""
SHARE: Final = 0.3
"""of the pages that a slot has to be on"""
MOST: Final = 8
"""texts of a slot on a page, on average"""
CONSTANT: Final = 0.9
"""a text on this share of the pages is the template's"""
NEW: Final = 0.5
"""of a column's texts, more than this are in no column before it, and are not the template's"""
MOST_COLUMNS: Final = 200
FEW: Final = 1.2
"""texts a page up to which a slot has one"""
_ROWS_UP: Final = 3
_LOOKED_AT: Final = 24
_LONGEST: Final = 60
_RUNS: Final = 8
_THERE: Final = 0.5
_ONE: Final = 2.0
"""sums and shares of a column that has one sign (:class:`tamis.site.tables.wrapper.Column`)"""


@dataclass(frozen=True, eq=False)
class Slot:
    """Texts of several pages that may be one column."""

    family: int
    sign: int
    cells: NDArray[np.int64]
    """in the order of all texts of all pages"""
    pages: int
    """how many pages have one"""


class Sheet:
    """The texts of several pages of a site, one after the other."""

    def __init__(self, pages: Sequence[Cells]) -> None:
        self.pages = pages
        self.counts = np.array([cells.count for cells in pages], np.int64)
        self.first = np.concatenate(([0], np.cumsum(self.counts)))
        self.page_of = np.repeat(np.arange(len(pages)), self.counts)
        self.texts = [text for cells in pages for text in cells.texts]
        numbers: dict[str, int] = {}
        self.text_of = np.array([numbers.setdefault(text, len(numbers)) for text in self.texts], np.int64)
        pairs = np.unique(self.text_of * max(len(pages), 1) + self.page_of)
        on_pages = np.bincount(pairs // max(len(pages), 1), minlength=len(numbers))
        self.constant: NDArray[np.bool_] = on_pages[self.text_of] > max(CONSTANT * len(pages), 1)
        """texts that nearly all pages have"""

    @cached_property
    def signs(self) -> NDArray[np.uint64]:
        """The signs of all texts."""
        return np.concatenate([cells.signs for cells in self.pages]) if self.pages else np.empty((0, SIGNS), np.uint64)

    def cell(self, place: int) -> tuple[Cells, int]:
        """The page of a text, and which of its texts it is."""
        page = int(self.page_of[place])
        return self.pages[page], place - int(self.first[page])

    def mask(self, slot: Slot) -> list[tuple[Cells, NDArray[np.bool_]]]:
        """Each page with which of its texts are the slot's."""
        every = np.zeros(len(self.texts), np.bool_)
        every[slot.cells] = True
        return list(zip(self.pages, np.split(every, self.first[1:-1]), strict=True))

    def slots(self) -> list[Slot]:
        """All slots, each set of texts once."""
        found, known = [], set()
        for family in FAMILIES:
            for slot in self._of_family(family):
                key = slot.cells.tobytes()
                if key not in known:
                    known.add(key)
                    found.append(slot)
        return found

    def _of_family(self, family: int) -> list[Slot]:
        pages = max(len(self.pages), 1)
        keys, inverse, counts = np.unique(self.signs[:, family], return_inverse=True, return_counts=True)
        inverse = inverse.astype(np.int64)
        on_pages = np.bincount(np.unique(inverse * pages + self.page_of) // pages, minlength=len(keys))
        texts = max(int(self.text_of.max(initial=0)) + 1, 1)
        kinds = np.bincount(np.unique(inverse * texts + self.text_of) // texts, minlength=len(keys))
        same = np.bincount(inverse, self.constant, minlength=len(keys))
        chosen = (on_pages >= max(2, SHARE * pages)) & (kinds >= 2) & (counts <= MOST * on_pages) & (2 * same <= counts)
        order, ends = np.argsort(inverse, kind="stable"), np.cumsum(counts)
        return [
            Slot(family, int(keys[row]), order[ends[row] - counts[row] : ends[row]], int(on_pages[row]))
            for row in np.flatnonzero(chosen).tolist()
        ]

    def distinct(self, slots: Sequence[Slot]) -> list[Slot]:
        """Slots that say something new each, those on most pages first."""
        taken = np.zeros(len(self.texts), np.bool_)
        found: list[Slot] = []
        order = sorted(
            slots, key=lambda slot: (-slot.pages, len(slot.cells) > FEW * slot.pages, FAMILIES.index(slot.family))
        )
        for slot in order:
            if np.mean(~taken[slot.cells] & ~self.constant[slot.cells]) > NEW and len(found) < MOST_COLUMNS:
                taken[slot.cells] = True
                found.append(slot)
        return sorted(found, key=lambda slot: int(slot.cells[0]))

    def label(self, slot: Slot) -> str:
        """The template's text before most of a slot's texts; empty if they have none in common."""
        places = self.some(slot)
        before = [place - 1 for place in places if place > self.first[self.page_of[place]]]
        return _mostly([self.texts[place] for place in before if self.constant[place]], len(places))

    def head(self, slot: Slot) -> str:
        """The first text of the row, list entry or box that most of a slot's texts stand in."""
        places = self.some(slot)
        return _mostly([self._head(place) for place in places], len(places))

    def some(self, slot: Slot) -> list[int]:
        """A few of a slot's texts."""
        found: list[int] = slot.cells[:: max(1, len(slot.cells) // _LOOKED_AT)].tolist()
        return found

    def _head(self, place: int) -> str:
        cells, cell = self.cell(place)
        tree, element = cells.tree, cells.element(cell)
        for _ in range(_ROWS_UP):
            element = tree.parents[element] if element >= 0 else -1
            if element < 0:
                break
            runs = islice(tree.runs_in(element), _RUNS)
            first = next((text for run in runs if (text := tidy(tree.runs[run]))), "")
            if first and first != self.texts[place]:
                return first
        return ""


def _mostly(labels: Sequence[str], looked_at: int) -> str:
    """The label that at least half of the texts that were looked at have."""
    counted = Counter(label for label in labels if 0 < len(label) <= _LONGEST)
    best, count = next(iter(counted.most_common(1)), ("", 0))
    return best if 2 * count >= looked_at else ""


def found_columns(sheet: Sheet) -> list[Column]:
    """A column for each distinct slot, under the label that the pages show, or else what the markup calls it."""
    columns: dict[str, Column] = {}
    for slot in sheet.distinct(sheet.slots()):
        name = base = _name(sheet, slot)
        number = 1
        while name in columns:
            number += 1
            name = f"{base} {number}"
        several = len(slot.cells) > FEW * slot.pages
        columns[name] = Column(name, {slot.sign: 1.0}, _THERE, _THERE if several else _ONE)
    return list(columns.values())


def _name(sheet: Sheet, slot: Slot) -> str:
    """A slot's label, or else what the markup calls it; a heading names itself."""
    cells, cell = sheet.cell(int(slot.cells[0]))
    label = "" if cells.tree.tags[cells.element(cell)] in HEADINGS else sheet.label(slot) or sheet.head(slot)
    return (label or _markup_name(cells, cell)).strip(" :*·|") or "text"


def _markup_name(cells: Cells, cell: int) -> str:
    """What the element of a text is called: by property, class or tag."""
    element, tree = cells.element(cell), cells.tree
    return next(
        (named for name in ("itemprop", "class", "id") if (named := tidy(tree.attr(element, name))[:_LONGEST])),
        tree.tags[element],
    )
