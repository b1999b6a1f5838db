"""A page strategy's decisions, corrected by what the site's pages have in common.

Everything known of a text is weighed as log odds of being content: the page strategy's score; the *place*, by how much
of the other pages' own text there was kept, the more the more pages it was; and repetition, which counts against it.

* A text that is at the same place of other pages *falls out* if ``score < ½ + 2½ × share of the other pages``: on
  most of them whatever the score, on a few of them only where the strategy was in doubt. It is spared if the text at
  its place varies from page to page, as a player's team does, and most of it was kept; or as a heading ("Ingredients")
  right above a kept text of the page's own; as a label ("Weight:") between two such texts it falls out only with 2 more
  against it.
* A text of this page only follows the other pages' texts at its place. It *stays* if ``score + 1½ × place > 0``: the
  template knows where content is, also for the line that the page strategy took for something else; but not if more
  than a quarter of the text there was dropped, nor below an element that is named for readers' comments. There it
  *falls out* if that sum is below -3, which takes several pages; nowhere else.

If next to nothing would be left of what the page strategy kept, or most would be lost to texts that few of the other
pages have, the page must be a copy of one that the template was learned from: then more pages than one have to share a
text before it falls out; if that does not help, nothing is changed.

The constants were chosen on 352 sites with two pages or more of andy, wcxb-dev and google-trends-2017, over a network
that had learned from other sites alone, and over ``shallow`` and ``pab``; ``benchmarks/sites.md`` has the figures, and
those on dragnet, which was not used to choose.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.blocks.project import project
from tamis.html.tags import HEADINGS
from tamis.names.markup import Meaning, meanings
from tamis.native.places import COMMENTS, FALLS, OWN, STAYS, count, doubtful, judge, level_of
from tamis.site.memory import Memory, place_marks
from tamis.site.places import UNKNOWN, Places
from tamis.text.fingerprint import keys

_Bools = NDArray[np.bool_]
_Ints = NDArray[np.int64]
_Floats = NDArray[np.float64]

AT_LEAST: Final = 0.5
BY_SHARE: Final = 2.5
"""log odds against a text that other pages have at all, and against one that all of them have"""
LABEL: Final = 2.0
"""log odds for a repeated text between two kept texts of the page's own"""
CLEARLY: Final = 3 / 4
"""the share of the other pages' own words at its place that have to be kept before a dropped text stays"""
BY_PLACE: Final = 1.5
"""how much more than the score the place counts for a text of this page only; logistic regressions of "is content" gave
1.0 to 1.8 for dropped texts"""
MARGIN: Final = 3.0
"""log odds against a text of this page only, among comments, before it falls out"""
SUREST: Final = 0.98
"""scores count up to here, and down to its opposite"""
SURE: Final = float(np.log(9))
"""log odds (a score of 0.9) up to which a score counts for a repeated text: uncalibrated strategies often give 1.0"""
HOPELESS: Final = 0.02
"""a dropped text of a lower score is not looked up: on the sites above it makes no difference"""
COPY: Final = 0.9
"""a page that would lose more than this share of its kept words is a copy"""
RARELY: Final = 0.6
"""or if it would lose this share of them to texts on no more than half of the other pages"""
MOSTLY: Final = 0.5
"""the share of a place's words that makes it a place of content"""
VARIES: Final = 0.5
"""the share of the other pages that have a place's text on average, up to which the place is one whose text varies: a
value such as a team or a price range stands on some of the pages of a site, a menu on all"""
_RULE: Final = (HOPELESS, SURE, SUREST, LABEL, CLEARLY, BY_PLACE, MARGIN)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A template's memory in columns that are quick to look up; rows are sorted by key.

    Columns over places have an empty last row, which ``UNKNOWN`` (-1) is the index of.
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
    """the share of such words that was kept, and its log odds"""
    kinds: NDArray[np.uint8]
    """:data:`tamis.native.places.OWN` for places of content where most words are of one page only, ``COMMENTS`` for
    those in an element that is named for readers' comments"""
    marks: NDArray[np.uint64]
    """what makes a text's key one at a place"""
    against: _Floats
    """log odds against a text that so many pages have"""
    signs: frozenset[int]
    """the first halves of the pages' digests"""

    def standing(self, text_keys: NDArray[np.uint64], places: _Ints, less: int = 0) -> _Ints:
        """How many pages have each text at its place, less one if the page is one of them."""
        standing = np.empty(len(places), np.int64)
        count(text_keys, places, self.marks, self.keys, self.counts, less, standing)
        return standing


def knowledge(memory: Memory, pages: int, digests: Iterable[int] = ()) -> Knowledge:
    """What a memory of that many pages with these digests knows."""
    single, chosen, _ = (np.append(sums, 0.0) for sums in memory.sums())
    with_text = np.append(np.array(memory.place_pages, np.float64), 0.0)
    share, odds = _share_and_odds(single, chosen, with_text)
    every, kept, shared = (np.append(sums, 0.0) for sums in memory.repetition())
    varies = shared <= VARIES * every * np.maximum(with_text - 1, 0)
    own = (with_text >= 2) & (every > 0) & (kept >= MOSTLY * every) & varies
    combined = memory.combined()
    order = np.argsort(combined)
    text_keys = np.append(combined[order], np.uint64(2**64 - 1))  # one more, so that what is sought is before the end
    counts = np.append(np.array([text.pages for text in memory.texts.values()], np.int64)[order], 0)
    marks = np.append(place_marks(np.arange(len(memory.places))), place_marks(np.array([UNKNOWN])))
    kinds = OWN * own.astype(np.uint8) | COMMENTS * _among_comments(memory.places)
    return Knowledge(
        pages, memory.places, text_keys, counts, single, chosen, with_text, share, odds, kinds, marks, _against(pages),
        frozenset(digest >> 32 for digest in digests),
    )  # fmt: skip


def _share_and_odds(single: _Floats, chosen: _Floats, pages: _Floats) -> tuple[_Floats, _Floats]:
    share = chosen / np.maximum(single, 1)
    counted = np.maximum(pages, 1)
    odds = np.log((share * counted + 0.5) / ((1 - share) * counted + 0.5))  # Jeffreys' half a page either way
    return share, np.where(single > 0, odds, 0.0)


def _among_comments(places: Places) -> NDArray[np.uint8]:
    """Which places are in an element whose id, or else first class, names readers' comments."""
    among: list[bool] = []
    for name, parent in zip(places.names, places.parents, strict=True):
        named = name.replace("#", ".", 1).partition(".")[2]
        among.append((parent >= 0 and among[parent]) or bool(named and meanings(named) & Meaning.COMMENTS))
    return np.array([*among, False], np.uint8)


class Correction(NamedTuple):
    """How the template corrects the decisions on a page; the columns have a row a text block."""

    others: int
    """pages that the page is compared with"""
    level: int
    """pages that have to share a text before it falls out; more than one for a page that looks like a copy"""
    change: NDArray[np.uint8]
    """:data:`tamis.native.places.FALLS` for blocks that move from kept to dropped, ``STAYS`` for the reverse, else 0"""
    standing: _Ints
    """of a block that changes, how many of the other pages have its text at the same place"""
    share: _Floats
    """and of the other pages' own words there, the share that was kept"""


def compare(known: Knowledge, flow: Page, kept: _Bools, score: _Floats, learned: bool) -> Correction:
    """Compare a page, cut into text blocks, with the template; ``learned`` if it was learned from this page too."""
    was_kept, hidden, others = kept.view(np.uint8), flow.hidden.view(np.uint8), known.pages - learned
    # what is surely not content is not looked up; of a page learned from all is, to be subtracted from what is known
    rows = list(range(len(flow))) if learned else doubtful(was_kept, hidden, score, HOPELESS)
    text_keys = keys([flow.texts[row] for row in rows])
    places = known.places.find(flow, rows)
    standing = known.standing(text_keys, places, int(learned))
    where, share, odds, against = places, known.share, known.odds, known.against
    if learned:
        own = _own_texts(text_keys ^ known.marks[places], standing, flow)
        share, odds = _elsewhere(known, flow, kept, places, own)
        where, against = np.arange(len(rows)), _against(others)
    level = level_of(rows, was_kept, flow.words, places, known.kinds, standing, others, COPY, RARELY)
    change, of_rows = np.zeros(len(flow), np.uint8), np.zeros(len(rows), np.uint8)
    all_standing, all_share = np.zeros(len(flow), np.int64), np.zeros(len(flow))
    changed = level <= others and judge(  # else a copy of more pages than there are: the template cannot tell
        rows, was_kept, hidden, score, flow.elements, flow.tree.tags, HEADINGS, places, known.kinds, standing, where,
        share, odds, against, level, _RULE, of_rows,
    )  # fmt: skip
    if changed:
        at = of_rows.nonzero()[0]
        blocks = np.array(rows, np.int64)[at]
        change[blocks], all_standing[blocks], all_share[blocks] = of_rows[at], standing[at], share[where[at]]
    return Correction(others, level, change, all_standing, all_share)


def _own_texts(at_places: NDArray[np.uint64], standing: _Ints, flow: Page) -> _Bools:
    """What a memory counts as a page's own: visible texts, each once, that no other page has."""
    first = np.zeros(len(flow), np.bool_)
    first[np.unique(at_places, return_index=True)[1]] = True
    own: _Bools = first & (standing == 0) & ~flow.hidden
    return own


def _elsewhere(known: Knowledge, flow: Page, kept: _Bools, places: _Ints, counted: _Bools) -> tuple[_Floats, _Floats]:
    """The share of the words of one page only at each block's place that was kept, and its log odds.

    ``counted`` are the page's own texts that the template has learned; they have no say on the page itself.
    """
    mine = counted & (places >= 0)
    rows, words = places[mine], flow.words[mine]
    single = np.maximum(known.single - np.bincount(rows, words, len(known.single)), 0.0)
    chosen = np.maximum(known.chosen - np.bincount(rows, words * kept[mine], len(known.chosen)), 0.0)
    return _share_and_odds(single[places], chosen[places], known.with_text[places] - 1)


def _against(others: int) -> _Floats:
    """The log odds against a text that so many of the other pages have."""
    against: _Floats = AT_LEAST + BY_SHARE * np.arange(others + 2) / max(others, 1)
    return against


def apply(page: Page, decisions: Decisions, flow: Page, found: Correction) -> Decisions:
    """The decisions on a page's own blocks after the correction of its text blocks."""
    if found.change.any() and flow is not page:
        found = _carried(found, flow, page, decisions.kept)
    if not found.change.any():
        return decisions if found.level <= found.others else replace(decisions, why=partial(_of_a_copy, decisions))
    falls, stays = found.change == FALLS, found.change == STAYS
    low = np.minimum(decisions.score, 0.45 - 0.45 / found.others * found.standing)
    high = np.maximum(decisions.score, 0.5 + 0.25 * found.share)
    score = np.where(falls, low, np.where(stays, high, decisions.score))

    def why(block: int) -> str:
        alone = decisions.why(block)
        if found.change[block] == 0:
            return alone
        if falls[block] and found.standing[block]:
            return f"stands at this place on {found.standing[block]} of {found.others} other pages; alone: {alone}"
        return f"text of this page only, at a place of which the site keeps {found.share[block]:.0%}; alone: {alone}"

    # The page strategy's estimate was of its own decisions; the kind of page and the weights are what they were.
    return replace(decisions, kept=(decisions.kept & ~falls) | stays, score=score, why=why, confidence=None)


def _carried(found: Correction, flow: Page, page: Page, kept: _Bools) -> Correction:
    """The same for the blocks of another cut; what holds for most of a block's text holds for the block."""
    columns = (found.change == FALLS, found.change == STAYS, found.standing, found.share)
    fell, stayed, standing, share = (project(column.astype(np.float64), flow, page) for column in columns)
    falls = (fell > MOSTLY) & kept & ~page.hidden
    stays = (stayed > MOSTLY) & ~(kept | page.hidden)
    change = FALLS * falls.astype(np.uint8) | STAYS * stays.astype(np.uint8)
    return Correction(found.others, found.level, change, np.rint(standing).astype(np.int64), share)


def _of_a_copy(decisions: Decisions, block: int) -> str:
    return f"{decisions.why(block)}; the template knows this page as a copy and changes nothing"
