"""The places of a site's pages: paths of names from the body down.

They are kept as a tree of names that the pages share. Two pages of one template have their menus at one place and
their stories at another, however many entries or paragraphs these have. An element's name is its tag and its id, or
else its first class, with ``0`` for numbers: ``post-1234`` and ``post-77`` are one place. The first class is the one
that authors write by hand; those after it tend to differ between posts (``category-bread``, ``odd``, ``last``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.native.places import Step, find

DEEPEST: Final = 64
"""names of a path that count; what is nested deeper is at the place of its sixty-fourth name"""
UNKNOWN: Final = -1
_MOST_STEPS: Final = 8192
_NUMBER: Final = re.compile(r"\d+")
_LONGEST: Final = 40
"""characters of an id or class that count: what is longer was made by a machine"""


class Places:
    """A tree of names; place 0 is the body, and a place's parent has a lower number."""

    def __init__(self, names: Sequence[str] = ("body",), parents: Sequence[int] = (-1,)) -> None:
        self.names = list(names)
        self.parents = list(parents)
        self.depths = [0] * len(self.names)
        self._children: dict[tuple[int, str], int] = {}
        self._steps: dict[Step, int] = {}
        """places by the tags and attributes of elements, which saves making their names"""
        for place in range(1, len(self.names)):
            self.depths[place] = self.depths[self.parents[place]] + 1
            self._children[self.parents[place], self.names[place]] = place

    def __len__(self) -> int:
        return len(self.names)

    def find(self, page: Page, rows: list[int] | None = None, add: bool = False) -> NDArray[np.int64]:
        """The place of each block of a page, or of those in ``rows``; a new place is added, or ``UNKNOWN``."""
        if len(self._steps) > _MOST_STEPS:  # ids that differ from page to page
            self._steps.clear()
        tree = page.tree
        written = tree.attributes
        wanted = list(range(len(page))) if rows is None else rows
        places = np.empty(len(wanted), np.int64)
        find(
            page.elements, wanted, tree.tags, tree.parents, written.markup, written.names_begin,
            written.names_end, tree.attr, self._steps, self._or_add if add else self._or_unknown, places,
        )  # fmt: skip
        return places

    def _or_unknown(self, step: Step) -> int:
        """The place of an element with tag, id and class that were not looked up before."""
        place, tag, own, classes = step
        inner = place
        if self.depths[place] < DEEPEST:
            inner = self._children.get((place, name_of(tag, own, classes)), UNKNOWN)
        if inner != UNKNOWN:
            self._steps[step] = inner
        return inner

    def _or_add(self, step: Step) -> int:
        inner = self._or_unknown(step)
        return self._add(step[0], name_of(*step[1:])) if inner == UNKNOWN else inner

    def _add(self, parent: int, name: str) -> int:
        place = len(self.names)
        self.names.append(name)
        self.parents.append(parent)
        self.depths.append(self.depths[parent] + 1)
        self._children[parent, name] = place
        return place

    def path(self, place: int) -> str:
        """A place in words, without the body.

        >>> Places(["body", "div#main", "p"], [-1, 0, 1]).path(2)
        'div#main > p'
        """
        names = []
        while place > 0:
            names.append(self.names[place])
            place = self.parents[place]
        return " > ".join(reversed(names)) or "body"

    def with_ancestors(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """The places, each once, and all that they are in."""
        found: set[int] = set()
        for place in places.tolist():
            here = place
            while here >= 0 and here not in found:
                found.add(here)
                here = self.parents[here]
        return np.array(sorted(found), np.int64)

    def sums(self, column: NDArray[np.float64]) -> NDArray[np.float64]:
        """A column over places, summed over all that each place holds."""
        totals = column.tolist()
        for place in range(len(totals) - 1, 0, -1):
            totals[self.parents[place]] += totals[place]
        return np.array(totals)

    def highest(self, column: NDArray[np.float64]) -> NDArray[np.float64]:
        """The highest value of a column among all that each place holds."""
        values = column.tolist()
        for place in range(len(values) - 1, 0, -1):
            values[self.parents[place]] = max(values[self.parents[place]], values[place])
        return np.array(values)


@lru_cache(maxsize=8192)
def name_of(tag: str, own: str | None, classes: str | None) -> str:
    """The name of an element with that tag, ``id`` and ``class``.

    >>> name_of("div", "post-12", "post odd"), name_of("p", None, "lead first"), name_of("p", "", " ")
    ('div#post-0', 'p.lead', 'p')
    """
    if own:
        return f"{tag}#{_plain(own)}"
    first = (classes or "").split(None, 1)
    return f"{tag}.{_plain(first[0])}" if first else tag


def _plain(word: str) -> str:
    return _NUMBER.sub("0", word[:_LONGEST])
