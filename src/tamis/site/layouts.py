"""Pages grouped by structure: the layouts of a site.

A page's structure is the set of its places (:mod:`tamis.site.places`), those that hold others included. It is as like a
layout as their weighted Jaccard index says: the sum, over the places they share, of the share of the layout's pages
that have it, over the sum for all places of either. A page joins the layout it is most like, or begins a new one if it
is like none; so pages are grouped in the order they come, each looked at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

LIKE: Final = 0.4
"""the least likeness of a page and its layout; see ``benchmarks/sites.md``"""
MOST: Final = 12
"""layouts of one site; what is like none joins the most like when there are as many"""


@dataclass(slots=True)
class Layout:
    """Pages of one structure."""

    pages: int = 0
    places: dict[int, int] = field(default_factory=dict)
    """on how many of the pages each place has text"""

    def likeness(self, places: Iterable[int]) -> float:
        """How like a page with these places is, 0 to 1.

        >>> Layout(2, {0: 2, 1: 2, 2: 1}).likeness([0, 1, 3])
        0.5714285714285714
        """
        own = 0
        shared = 0
        for place in places:
            own += 1
            shared += self.places.get(place, 0)
        either = own * self.pages + sum(self.places.values()) - shared
        return shared / either if either else 0.0

    def add(self, places: Iterable[int]) -> None:
        """Count a page in."""
        self.pages += 1
        for place in places:
            self.places[place] = self.places.get(place, 0) + 1


def most_like(layouts: Sequence[Layout], places: Sequence[int]) -> tuple[int, float]:
    """The layout that a page is most like, and how like; -1 when there are none."""
    best, highest = -1, 0.0
    for number, layout in enumerate(layouts):
        likeness = layout.likeness(places)
        if likeness > highest or best < 0:
            best, highest = number, likeness
    return best, highest


def join(layouts: list[Layout], places: Sequence[int]) -> int:
    """Put a page into the layout it belongs to, a new one if need be; the layout's number."""
    number, likeness = most_like(layouts, places)
    if number < 0 or (likeness < LIKE and len(layouts) < MOST):
        number = len(layouts)
        layouts.append(Layout())
    layouts[number].add(places)
    return number
