"""Pages grouped by structure: the layouts of a site.

A page's structure is the set of its places (:mod:`tamis.site.places`), those that hold others included, and where its
*own words* are, those that no page before had at their place, as shares of the containers that hold them. The likeness
of a page and a layout is the mean of

* the weighted Jaccard index of the places: the sum, over the places they share, of the share of the layout's pages that
  have it, over the sum for all places of either;
* the overlap of the own words: the sum over containers of the smaller share, the page's or the layout's mean.

The first would do on sites whose layouts have little in common; the second separates a product from a story in the
same frame. A page joins the layout it is most like, or begins a new one if it is like none, in the order they come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.site.places import Places

LIKE: Final = 0.4
"""the least likeness of a page and its layout: it separates the two kinds of pages of generated sites without a fault;
``benchmarks/sites.md`` has what is found on real ones"""
MOST: Final = 12
"""layouts of one site; further pages join the layout they are most like"""
FEW_WORDS: Final = 20
"""a page with fewer own words than these is compared by its places alone"""


class Structure(NamedTuple):
    """A page's places and own words, by which layouts are found."""

    places: tuple[int, ...]
    """the places of its text, and all that they are in"""
    own: dict[int, float]
    """the share of the page's own words in each container; empty if they are few"""


def structure_of(places: Places, found: NDArray[np.int64], flow: Page, new: NDArray[np.bool_]) -> Structure:
    """The structure of a page whose blocks are at the places ``found``; ``new`` blocks hold its own words."""
    words = np.where(new & (found >= 0), flow.words, 0)
    total = int(words.sum())
    own: dict[int, float] = {}
    if total >= FEW_WORDS:
        for i in np.flatnonzero(words).tolist():
            container = max(places.parents[int(found[i])], 0)
            own[container] = own.get(container, 0.0) + float(words[i]) / total
    return Structure(tuple(places.with_ancestors(found[found >= 0]).tolist()), own)


@dataclass(slots=True)
class Layout:
    """Pages of one structure."""

    pages: int = 0
    places: dict[int, int] = field(default_factory=dict)
    """on how many of the pages each place has text"""
    own: dict[int, float] = field(default_factory=dict)
    """the pages' shares of own words in each container, summed up"""

    def likeness(self, page: Structure) -> float:
        """How like a page is, 0 to 1.

        >>> layout = Layout(2, {0: 2, 1: 2, 2: 1}, {1: 1.5, 2: 0.5})
        >>> layout.likeness(Structure((0, 1), {})), layout.likeness(Structure((0, 1), {1: 1.0}))
        (0.8, 0.775)
        """
        shared = sum(self.places.get(place, 0) for place in page.places)
        either = len(page.places) * self.pages + sum(self.places.values()) - shared
        places = shared / either if either else 0.0
        if not page.own or not self.own:
            return places
        total = sum(self.own.values())
        return (places + sum(min(share, self.own.get(place, 0.0) / total) for place, share in page.own.items())) / 2

    def add(self, page: Structure) -> None:
        """Count a page in."""
        self.pages += 1
        for place in page.places:
            self.places[place] = self.places.get(place, 0) + 1
        for place, share in page.own.items():
            self.own[place] = self.own.get(place, 0.0) + share

    def renumbered(self, moved: NDArray[np.int64]) -> Layout:
        """The same with new numbers for places, -1 for those that are gone."""
        places = {int(moved[place]): count for place, count in self.places.items() if moved[place] >= 0}
        own = {int(moved[place]): share for place, share in self.own.items() if moved[place] >= 0}
        return Layout(self.pages, places, own)


def most_like(layouts: Sequence[Layout], page: Structure) -> tuple[int, float]:
    """The layout that a page is most like, and how like; -1 when there are none."""
    best, highest = -1, 0.0
    for number, layout in enumerate(layouts):
        likeness = layout.likeness(page)
        if likeness > highest or best < 0:
            best, highest = number, likeness
    return best, highest


def join(layouts: list[Layout], page: Structure) -> int:
    """Put a page into the layout it belongs to, a new one if need be; the layout's number."""
    number, likeness = most_like(layouts, page)
    if number < 0 or (likeness < LIKE and len(layouts) < MOST):
        number = len(layouts)
        layouts.append(Layout())
    layouts[number].add(page)
    return number
