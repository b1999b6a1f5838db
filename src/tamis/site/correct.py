"""A page strategy's decisions, corrected by what the site's pages have in common.

In both directions:

* a text that stands at the same place of other pages *falls out* if that says more against it than the page strategy
  says for it, both in log odds: ``3 × share of the other pages + ¼ log₂(their number)`` against ``log(score / (1 -
  score))``. What stands on all pages always falls out; what stands on one of nine others only if the strategy was in
  doubt. A text is spared if it stands where the site's own texts stand, at a place where most words are of one page
  only and most of those were kept; and so is a heading ("Ingredients") right above such a text;
* a text of this page only follows the other pages' texts at its place. It *stays* if two thirds of such text there was
  kept (a heading, if half of it was): the template says where content stands, also for the line that the page strategy
  took for something else. It *falls out* if less than half of it was, as of readers' comments, unless the strategy is
  sure of it; headings and lines shorter than prose are left alone, since page sets disagree on headlines and bylines.

If so little would be left of what the page strategy kept that the page must be a copy of one the template was learned
from, more pages than one have to share a text before it falls out; if that does not help, nothing is changed.

The constants were chosen on hosts of wcxb-dev, andy, google-trends-2017 and those of dragnet with fewer than ten pages;
``benchmarks/sites.md`` has what they do on the others, and how often those were looked at. (A logistic regression there
of "is content" on the log odds of ``auto`` and on the share of the other pages gives 0.68 and -2.95.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.document import Decisions
from tamis.fingerprint import keys
from tamis.page import Page
from tamis.site.memory import Memory, at_places
from tamis.site.places import Places
from tamis.site.project import project
from tamis.tags import HEADINGS

_Bools = NDArray[np.bool_]
_Ints = NDArray[np.int64]
_Floats = NDArray[np.float64]

BY_SHARE: Final = 3.0
BY_COUNT: Final = 0.25
"""log odds against a text on all of the other pages, and for each doubling of their number"""
SUREST: Final = 0.9
"""the highest score that counts: strategies that are not calibrated give 1.0 freely"""
COPY: Final = 0.9
"""a page that would lose more than this share of its kept words is a copy"""
MOSTLY: Final = 0.5
"""the share of a place's words that makes it a place of content"""
CLEARLY: Final = 2 / 3
"""the share of the other pages' own words at its place that have to be kept before a dropped text stays"""
PROSE: Final = 8
"""words of a text that may fall out by its place alone"""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A template's memory in columns that are quick to look up; rows are sorted by key."""

    pages: int
    places: Places
    keys: NDArray[np.uint64]
    counts: _Ints
    single: _Floats
    chosen: _Floats
    """each place's words that are of one page only, and those of them that the page strategy kept"""
    own: _Bools
    """places of content where most words are of one page only"""

    def standing(self, texts: list[str], places: _Ints) -> _Ints:
        """On how many pages each text stands at its place."""
        return self.standing_at(at_places(keys(texts), places), places)

    def standing_at(self, wanted: NDArray[np.uint64], places: _Ints) -> _Ints:
        """The same for texts whose keys at their places are known."""
        if not len(self.keys) or not len(wanted):
            return np.zeros(len(wanted), np.int64)
        found = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where((self.keys[found] == wanted) & (places >= 0), self.counts[found], 0)


def knowledge(memory: Memory, pages: int) -> Knowledge:
    """What a memory of that many pages knows."""
    single, chosen, several = memory.sums()
    on_several = np.array(memory.place_pages, np.int64) >= 2
    own = on_several & (single > 0) & (chosen >= MOSTLY * single) & (single >= MOSTLY * (single + several))
    combined = memory.combined()
    order = np.argsort(combined)
    counts = np.array(memory.pages, np.int64)[order]
    return Knowledge(pages, memory.places, combined[order], counts, single, chosen, own)


@dataclass(frozen=True, slots=True)
class Correction:
    """What the template says of each text block of a page."""

    others: int
    """pages that the page is compared with"""
    standing: _Ints
    """on how many of them the text stands at the same place"""
    falls: _Bools
    stays: _Bools
    """moved from dropped to kept"""
    level: int
    """pages that have to share a text before it falls out; more than one for a page that looks like a copy"""
    share: _Floats
    """of the other pages' own words at the block's place, the share that was kept"""


def compare(
    known: Knowledge, flow: Page, text_keys: NDArray[np.uint64], kept: _Bools, score: _Floats, seen: bool
) -> Correction:
    """Compare a page, cut into text blocks, with the template; ``seen`` if the template was learned from it too."""
    places = known.places.find(flow)
    wanted = at_places(text_keys, places)
    others = known.pages - seen
    standing = np.maximum(known.standing_at(wanted, places) - seen, 0)
    words, share = _elsewhere(known, flow, kept, places, _own_texts(wanted, standing, flow) if seen else None)
    spared = known.own[places] & (places >= 0)
    level = _level(flow.words, kept & ~spared, kept, standing, others)
    if level > others:  # a copy of more pages than there are: the template has nothing to say
        nothing = np.zeros(len(flow), np.bool_)
        return Correction(others, standing, nothing, nothing, level, share)
    repeated = standing >= level
    spared |= _introduces(flow, kept & ~repeated)
    falls = repeated & ~spared & (_against(standing, others) > _for(score))
    doubted = (words > 0) & (share < MOSTLY) & kept & (standing == 0) & (flow.words >= PROSE) & (score < SUREST)
    stays = (words > 0) & (share >= MOSTLY) & ~kept & ~repeated & ~flow.hidden
    heading = _headings(flow, doubted | stays)
    falls |= doubted & ~heading
    stays &= heading | (share >= CLEARLY)
    return Correction(others, standing, falls, stays, level, share)


def _own_texts(wanted: NDArray[np.uint64], standing: _Ints, flow: Page) -> _Bools:
    """What a memory counts of a page as its own: what stands on no other, once, and in sight."""
    first = np.zeros(len(flow), np.bool_)
    first[np.unique(wanted, return_index=True)[1]] = True
    own: _Bools = first & (standing == 0) & ~flow.hidden
    return own


def _elsewhere(
    known: Knowledge, flow: Page, kept: _Bools, places: _Ints, counted: _Bools | None
) -> tuple[_Floats, _Floats]:
    """The words of one page only at each block's place, and the share of them that was kept.

    ``counted`` are the page's own texts that the template has learned; they have no say on the page itself.
    """
    single, chosen = known.single, known.chosen
    if counted is not None:
        mine = counted & (places >= 0)
        single = np.maximum(single - np.bincount(places[mine], flow.words[mine], len(single)), 0.0)
        chosen = np.maximum(chosen - np.bincount(places[mine], flow.words[mine] * kept[mine], len(chosen)), 0.0)
    words = np.where(places >= 0, single[places], 0.0)
    return words, np.where(places >= 0, chosen[places], 0.0) / np.maximum(words, 1)


def _level(words: _Ints, at_risk: _Bools, kept: _Bools, standing: _Ints, others: int) -> int:
    """How many pages have to share a text before it falls out: one, unless next to nothing would be left."""
    level = 1
    total = int(words[kept].sum())
    while total and level <= others and words[at_risk & (standing >= level)].sum() > COPY * total:
        level *= 2
    return level


def _introduces(flow: Page, own: _Bools) -> _Bools:
    """Headings right before a text of the page's own that was kept."""
    before = np.zeros(len(flow), np.bool_)
    before[:-1] = own[1:]
    return _headings(flow, before)


def _headings(flow: Page, among: _Bools) -> _Bools:
    found = np.zeros(len(flow), np.bool_)
    tags, elements = flow.tree.tags, flow.elements
    for i in np.flatnonzero(among).tolist():
        found[i] = tags[elements[i]] in HEADINGS
    return found


def _against(standing: _Ints, others: int) -> _Floats:
    against: _Floats = BY_SHARE * standing / max(others, 1) + BY_COUNT * np.log2(np.maximum(standing, 1))
    return against


def _for(score: _Floats) -> _Floats:
    sure = np.clip(score, 1 - SUREST, SUREST)
    odds: _Floats = np.log(sure / (1 - sure))
    return odds


def apply(page: Page, decisions: Decisions, flow: Page, found: Correction) -> Decisions:
    """The decisions on a page's own blocks after the correction of its text blocks."""
    falls = project(found.falls.astype(np.float64), flow, page) > MOSTLY
    stays = project(found.stays.astype(np.float64), flow, page) > MOSTLY
    stays &= ~decisions.kept & ~page.hidden
    on = project(found.standing / max(found.others, 1), flow, page)
    share = project(found.share, flow, page)
    falls &= ~page.hidden
    kept = (decisions.kept & ~falls) | stays
    lowered = 0.45 * (1 - np.minimum(on, 1))
    score = np.where(falls, np.minimum(decisions.score, lowered), decisions.score)
    score = np.where(stays, np.maximum(score, 0.5 + 0.25 * share), score)
    why = _reasons(decisions, falls, stays, on, share, found)
    # The page strategy's estimate was of its own decisions; the kind of page and the weights are what they were.
    return replace(decisions, kept=kept, score=score, why=why, confidence=None)


def _reasons(
    decisions: Decisions, falls: _Bools, stays: _Bools, on: _Floats, share: _Floats, found: Correction
) -> Callable[[int], str]:
    def why(i: int) -> str:
        alone = decisions.why(i)
        pages = round(on[i] * found.others)
        if falls[i] and pages:
            return f"stands at this place on {pages} of {found.others} other pages; alone: {alone}"
        if falls[i] or stays[i]:
            return f"text of this page only, at a place of which the site keeps {share[i]:.0%}; alone: {alone}"
        if found.level > found.others:
            return f"{alone}; the template knows this page as a copy and changes nothing"
        return alone

    return why
