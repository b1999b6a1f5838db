"""What the pages of a site share, counted elsewhere: page by page into fingerprints, and the sums back to the pages.

A :class:`tamis.SiteTemplate` learns from the pages of one site, one after the other, in one memory. Over a crawl the
same numbers are counted by many machines: :func:`fingerprint` gives what a page adds to them, and :class:`Templates`
holds, for some pages, the sums that a template would know; the correction itself is the template's own.

A template forgets when a site has more than 20,000 texts; these sums do not. Below that both say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.blocks.project import mostly
from tamis.crawl.inputs import Input
from tamis.crawl.rows import Settings
from tamis.html.tree import read
from tamis.site.memory import Memory, Text, counted_texts
from tamis.site.places import Places
from tamis.site.template import SiteTemplate, as_flow, digest_of
from tamis.strategies.base import get_strategy
from tamis.text.fingerprint import keys
from tamis.web.domains import site_of_page

_MASK: Final = (1 << 64) - 1
_BODY: Final = 0x5EED


class Sums(NamedTuple):
    """Of a place: words of texts on one page, of these the kept ones, words of texts on several, pages with text."""

    single: float
    chosen: float
    several: float
    pages: int


def fingerprint(page: Input, settings: Settings) -> dict[str, Any]:
    """What a page adds to the sums of its site: texts at places, each once, hidden ones left out."""
    chosen = get_strategy(settings.strategy)
    params = settings.options.get("params") or {}
    cut = chosen.cut(read(page.html, page.charset, settings.limits), page.url, params)
    decisions = chosen.decide_page(cut, params)
    flow = as_flow(cut)
    kept = mostly(decisions.kept, cut, flow)
    places = Places()
    at = hashes(places, places.find(flow, add=True))
    rows = counted_texts(zip(at.tolist(), keys(flow.texts).view(np.int64).tolist(), strict=True), flow)
    first_at: dict[int, int] = {}
    for (place, _), i in rows.items():
        first_at.setdefault(place, i)
    index = list(rows.values())
    return {
        "status": "ok",
        "digest": int(np.array([digest_of(flow)], np.uint64).view(np.int64)[0]) if len(flow) else None,
        "places": [place for place, _ in rows],
        "keys": [key for _, key in rows],
        "words": flow.words[index].tolist(),
        "kept": kept[index].astype(np.int32).tolist(),
        "firsts": [int(first_at[place] == i) for (place, _), i in rows.items()],
    }


def hashes(places: Places, found: NDArray[np.int64]) -> NDArray[np.int64]:
    """A number for the place of each block that is the same on every page of a site and on every machine."""
    names = keys(places.names).tolist()
    numbers = [_BODY]
    for place in range(1, len(places)):
        mixed = (numbers[places.parents[place]] * 0x9E3779B97F4A7C15 + names[place]) & _MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        numbers.append(mixed ^ (mixed >> 27))
    return np.array(numbers, np.uint64).view(np.int64)[found]


@dataclass
class Templates:
    """The sums that some pages need, by site."""

    strategy: str
    params: Mapping[str, Any]
    pages: dict[str, int] = field(default_factory=dict)
    """different pages of each site"""
    places: dict[tuple[str, int], Sums] = field(default_factory=dict)
    texts: dict[tuple[str, int, int], int] = field(default_factory=dict)
    """how many pages have a text at its place; those on one page are left out"""

    def of(self, page: Input) -> SiteTemplate | None:
        """What corrects a page; ``None`` for the only page of a site."""
        site = site_of_page(page.url, page.host)
        if site is None or self.pages.get(site, 0) < 2:
            return None
        return _Counted(self, site)


class _Counted(SiteTemplate):
    """A template that was not learned here: for each page it looks up the sums it needs."""

    def __init__(self, sums: Templates, site: str) -> None:
        super().__init__(sums.strategy, sums.params)
        self._sums = sums
        self.site = site
        self.seen = self.pages = sums.pages[site]

    def correct(self, page: Page, decisions: Decisions) -> Decisions:
        """As a template that has learned all pages of the site, this one included."""
        flow = as_flow(page)
        self.digests = {digest_of(flow): None}
        self.memory = self._recalled(flow)
        self._known = None
        return super().correct(page, decisions)

    def _recalled(self, flow: Page) -> Memory:
        """What the memory of such a template would hold of this page's places and texts."""
        site, sums = self.site or "", self._sums
        memory = Memory()
        found = memory.places.find(flow, add=True)
        numbers = hashes(memory.places, np.arange(len(memory.places))).tolist()
        at = [sums.places.get((site, number), _NOTHING) for number in numbers]
        memory.place_pages = [place.pages for place in at]
        memory.forgotten = [[place.single, place.chosen, place.several] for place in at]  # sums without their rows
        for place, key in zip(found.tolist(), keys(flow.texts).tolist(), strict=True):
            pages = sums.texts.get((site, numbers[place], _signed(key)), 1)
            memory.texts[place, key] = Text(words=0, pages=pages, kept=0, last=0)
        return memory


_NOTHING: Final = Sums(0.0, 0.0, 0.0, 0)


def _signed(key: int) -> int:
    """As data frames hold 64 bits."""
    return key - (1 << 64) if key >= 1 << 63 else key
