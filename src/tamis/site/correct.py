"""A page strategy's decisions, corrected by what the site's pages have in common.

All that is known of a text is weighed as log odds of being content: the page strategy's score; the *place*, by how much
of the other pages' own text there was kept, the more the more pages it was; and repetition, which speaks against it.

* A text that stands at the same place of other pages *falls out* if ``score + place < 3 × share of the other pages +
  ½ log₂(their number) - 1``, where a place counts only as far as it speaks against the text: what stands on all pages
  nearly always does, what stands on one of nine others only where the site keeps nothing or the strategy was in doubt.
  It is spared if most words at its place are of one page only and most of those were kept; as a heading ("Ingredients")
  right above a text of the page's own that was kept; and it has to have more against it, by 2, as a label ("Weight:")
  between two such texts.
* A text of this page only follows the other pages' texts at its place. It *stays* if ``score + 3 × place > 0``: the
  template says where content stands, also for the line that the page strategy took for something else; but not if more
  than a quarter of the text there was dropped, nor below an element that is named for readers' comments. It *falls
  out*, as comments do, only if that sum is below -3; headings do not.

If so little would be left of what the page strategy kept that the page must be a copy of one the template was learned
from, more pages than one have to share a text before it falls out; if that does not help, nothing is changed.

The constants were chosen on hosts of wcxb-dev, google-trends-2017 and those of dragnet with fewer than ten pages, and
on generated sites; ``benchmarks/sites.md`` has what they do on the others, and how often those were looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.comments import names_comments
from tamis.document import Decisions
from tamis.fingerprint import keys
from tamis.page import Page
from tamis.site.memory import Memory, place_marks
from tamis.site.places import UNKNOWN, Places
from tamis.site.project import mostly, project
from tamis.tags import HEADINGS

_Bools = NDArray[np.bool_]
_Ints = NDArray[np.int64]
_Floats = NDArray[np.float64]

BY_SHARE: Final = 3.0
BY_COUNT: Final = 0.5
AT_LEAST: Final = 1.0
"""log odds against a text on all of the other pages, for each doubling of their number, and what it takes to count"""
LABEL: Final = 2.0
"""log odds for a repeated text that stands between two texts of the page's own that were kept"""
CLEARLY: Final = 3 / 4
"""the share of the other pages' own words at its place that have to be kept before a dropped text stays"""
BY_PLACE: Final = 3.0
"""how much more than the score the place counts for a text of this page only; with scores of ``auto``, logistic
regressions of "is content" gave 4 on dragnet's smaller hosts, 1.5 on all sets together"""
MARGIN: Final = 3.0
"""log odds against a text of this page only before it falls out"""
SUREST: Final = 0.98
"""scores count up to here, and down to its opposite"""
SURE: Final = float(np.log(9))
"""log odds (a score of 0.9) up to which a score counts for a repeated text: strategies that are not calibrated give 1.0
freely"""
HOPELESS: Final = 0.02
"""a dropped text of a lower score is not looked up: on the hosts named above it makes no difference"""
COPY: Final = 0.9
"""a page that would lose more than this share of its kept words is a copy"""
MOSTLY: Final = 0.5
"""the share of a place's words that makes it a place of content"""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A template's memory in columns that are quick to look up; rows are sorted by key.

    Columns over places have one row more, of nothing: ``UNKNOWN`` (-1) is its index.
    """

    pages: int
    places: Places
    keys: NDArray[np.uint64]
    counts: _Ints
    single: _Floats
    chosen: _Floats
    """each place's words that are of one page only, and those of them that the page strategy kept"""
    with_text: _Floats
    """on how many pages each place has text"""
    share: _Floats
    odds: _Floats
    """the share of such words that was kept, and what it says in log odds"""
    own: _Bools
    """places of content where most words are of one page only"""
    comments: _Bools
    """places in an element that is named for readers' comments"""

    marks: NDArray[np.uint64]
    """what makes a text's key one at a place"""
    against: _Floats
    """log odds against a text that stands on so many pages"""

    def standing(self, texts: list[str], places: _Ints) -> _Ints:
        """On how many pages each text stands at its place."""
        return self.standing_at(keys(texts) ^ self.marks[places])

    def standing_at(self, wanted: NDArray[np.uint64]) -> _Ints:
        """The same for texts whose keys at their places are known."""
        found = self.keys.searchsorted(wanted)
        standing: _Ints = self.counts[found] * (self.keys[found] == wanted)
        return standing


def knowledge(memory: Memory, pages: int) -> Knowledge:
    """What a memory of that many pages knows."""
    single, chosen, several = (np.append(sums, 0.0) for sums in memory.sums())
    with_text = np.append(np.array(memory.place_pages, np.float64), 0.0)
    share, odds = _share_and_odds(single, chosen, with_text)
    own = (with_text >= 2) & (single > 0) & (chosen >= MOSTLY * single) & (single >= MOSTLY * (single + several))
    combined = memory.combined()
    order = np.argsort(combined)
    text_keys = np.append(
        combined[order], np.uint64(2**64 - 1)
    )  # one more, so that all that is sought is before the end
    counts = np.append(np.array(memory.pages, np.int64)[order], 0)
    marks = np.append(place_marks(np.arange(len(memory.places))), place_marks(np.array([UNKNOWN])))
    return Knowledge(
        pages, memory.places, text_keys, counts, single, chosen, with_text, share, odds, own,
        _among_comments(memory.places), marks, _against(pages),
    )  # fmt: skip


def _share_and_odds(single: _Floats, chosen: _Floats, pages: _Floats) -> tuple[_Floats, _Floats]:
    share = chosen / np.maximum(single, 1)
    counted = np.maximum(pages, 1)
    odds = np.log((share * counted + 0.5) / ((1 - share) * counted + 0.5))  # Jeffreys' half a page either way
    return share, np.where(single > 0, odds, 0.0)


def _among_comments(places: Places) -> _Bools:
    """Which places stand in an element whose id, or else first class, names readers' comments."""
    among: list[bool] = []
    for name, parent in zip(places.names, places.parents, strict=True):
        named = name.replace("#", ".", 1).partition(".")[2]
        among.append((parent >= 0 and among[parent]) or bool(named and names_comments(named)))
    return np.array([*among, False], np.bool_)


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
    doubtful = kept | ((score >= HOPELESS) & ~flow.hidden)
    places = known.places.find(flow, among=None if seen else doubtful)
    wanted = text_keys ^ known.marks[places]
    others = known.pages - seen
    standing = known.standing_at(wanted)
    if seen:
        standing = np.maximum(standing - 1, 0)
    share, place = _elsewhere(known, flow, kept, places, _own_texts(wanted, standing, flow) if seen else None)
    spared = known.own[places]
    level = _level(flow.words, kept & ~spared, kept, standing, others)
    if level > others:  # a copy of more pages than there are: the template has nothing to say
        nothing = np.zeros(len(flow), np.bool_)
        return Correction(others, standing, nothing, nothing, level, share)
    repeated = standing >= level
    before, after = _beside(kept & ~repeated)
    odds = _odds(score)
    table = known.against if others == known.pages else _against(others)
    against = table[standing] - LABEL * (before & after)
    falls = kept & repeated & ~spared & (np.minimum(odds, SURE) + np.minimum(place, 0) < against)
    own = odds + BY_PLACE * place
    doubted = kept & (standing == 0) & (own < -MARGIN)
    heading = _headings(flow, doubted | (falls & after))
    falls = (falls & ~(heading & after)) | (doubted & ~heading)
    stays = doubtful & ~kept & ~repeated & (share >= CLEARLY) & (own > 0) & ~known.comments[places]
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
    """The share of the words of one page only at each block's place that was kept, and what it says in log odds.

    ``counted`` are the page's own texts that the template has learned; they have no say on the page itself.
    """
    if counted is None:
        return known.share[places], known.odds[places]
    mine = counted & (places >= 0)
    rows, words = places[mine], flow.words[mine]
    single = np.maximum(known.single - np.bincount(rows, words, len(known.single)), 0.0)
    chosen = np.maximum(known.chosen - np.bincount(rows, words * kept[mine], len(known.chosen)), 0.0)
    return _share_and_odds(single[places], chosen[places], known.with_text[places] - 1)


def _level(words: _Ints, at_risk: _Bools, kept: _Bools, standing: _Ints, others: int) -> int:
    """How many pages have to share a text before it falls out: one, unless next to nothing would be left."""
    level = 1
    total = int(words @ kept)
    while total and level <= others and words @ (at_risk & (standing >= level)) > COPY * total:
        level *= 2
    return level


def _beside(own: _Bools) -> tuple[_Bools, _Bools]:
    """Which texts stand right after one of these, and which right before one."""
    padded = np.zeros(len(own) + 2, np.bool_)
    padded[1:-1] = own
    return padded[:-2], padded[2:]


def _headings(flow: Page, among: _Bools) -> _Bools:
    found = np.zeros(len(flow), np.bool_)
    tags, elements = flow.tree.tags, flow.elements
    for i in among.nonzero()[0].tolist():
        found[i] = tags[elements[i]] in HEADINGS
    return found


def _against(others: int) -> _Floats:
    """The log odds against a text that stands on so many of the other pages."""
    count = np.arange(others + 2)
    against: _Floats = BY_SHARE * count / max(others, 1) + BY_COUNT * np.log2(np.maximum(count, 1)) - AT_LEAST
    return against


def _odds(score: _Floats) -> _Floats:
    sure = np.minimum(np.maximum(score, 1 - SUREST), SUREST)
    odds: _Floats = np.log(sure / (1 - sure))
    return odds


def apply(page: Page, decisions: Decisions, flow: Page, found: Correction) -> Decisions:
    """The decisions on a page's own blocks after the correction of its text blocks."""
    falls = mostly(found.falls, flow, page) & ~page.hidden
    stays = mostly(found.stays, flow, page) & ~(decisions.kept | page.hidden)
    on = project(found.standing / max(found.others, 1), flow, page)
    share = project(found.share, flow, page)
    kept = (decisions.kept & ~falls) | stays
    score = decisions.score.copy()
    score[falls] = np.minimum(score[falls], 0.45 * (1 - np.minimum(on[falls], 1)))
    score[stays] = np.maximum(score[stays], 0.5 + 0.25 * share[stays])
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
