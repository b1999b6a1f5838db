"""The signs on a page that decide its blocks' roles, each when it is first looked at."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.comments import comments
from tamis.blocks.page import Page
from tamis.html.columns import depth, running, subtree_sums
from tamis.html.syntax import TAG_NUMBERS
from tamis.html.tags import LINK
from tamis.model.title import title_blocks
from tamis.names.markup import BY_ROLE, BY_TAG, ZONES, Meaning, meanings, zone_of
from tamis.names.phrases import begins_byline
from tamis.native.tree import hand_down, innermost, outermost
from tamis.text.sentences import FULL_STOPS

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]

_NAMING: Final = ("class", "id", "itemprop", "rel", "aria-label", "role")
_SHARED: Final = ("title", "near_title", "beside_text", "comment", "held", "_letters", "_stretches")
"""signs that do not depend on which blocks are asked for"""
_LABELED: Final = ("a", "button", "input")
"""elements whose label says where they lead, not what is in them"""
_ARTICLES: Final = [TAG_NUMBERS["article"], TAG_NUMBERS["main"]]
# These numbers are round ones, set by hand and checked on the sample pages alone.
_MOST: Final = 0.5
"""of the kept words: an element that holds more is no part beside the content, whatever its name says"""
_NEARLY_ALL: Final = 0.6
"""of the page's words: the same for any words"""
_LINKS: Final = 0.5
"""link share from which a block is one of links"""
_HEADLINE: Final = 5
"""words: links of fewer lead to parts of a site, longer ones to other articles"""
_SMALL: Final = 40
ITEM: Final = 80
"""words: more in a small thing such as a byline, or in an item of a list, and it is something else"""
SHORT_TEXT: Final = 60
"""characters of a label, a date or a heading over a list"""
_BYLINE_SHARE: Final = 0.2
_BEFORE_TITLE: Final = 4
_BEHIND_TITLE: Final = 14
"""blocks around the title in which byline and date stand, as in :mod:`tamis.metadata.date`"""
BESIDE: Final = 4
"""blocks before a text without a title, and behind any text, in which they may stand as well"""


@dataclass(frozen=True)
class Signs:
    """The signs of one page."""

    page: Page
    kept: Mask
    detected_comments: Mask | None = None
    """those that the strategy knows of"""
    only: Mask | None = None
    """the blocks whose zones and names are asked for; ``None`` for all"""

    def narrowed(self, only: Mask) -> Signs:
        """The same signs, but zones and names of these blocks alone: in a tenth of the time, if they are few."""
        found = replace(self, only=only)
        vars(found).update((name, value) for name, value in vars(self).items() if name in _SHARED)
        return found

    @cached_property
    def title(self) -> Mask:
        """The page's title."""
        return title_blocks(self.page, self.kept, self.comment)

    @cached_property
    def near_title(self) -> Mask:
        """What stands around the title."""
        near = np.zeros(len(self.page), np.bool_)
        for block in np.flatnonzero(self.title).tolist():
            near[max(0, block - _BEFORE_TITLE) : block + _BEHIND_TITLE] = True
        return near & ~self.title

    @cached_property
    def beside_text(self) -> Mask:
        """What stands around the title, directly before the kept text or directly behind it."""
        near = self.near_title.copy()
        text = np.flatnonzero(self.kept & ~self.title & ~self.comment)
        if len(text):
            near[max(0, int(text[0]) - BESIDE) : int(text[0])] = True
            near[int(text[-1]) + 1 : int(text[-1]) + 1 + BESIDE] = True
        return near & ~self.title

    @cached_property
    def comment(self) -> Mask:
        """Readers' comments."""
        return comments(self.page, self.detected_comments)

    @cached_property
    def held(self) -> tuple[Numbers, Numbers]:
        """The words and the kept words in each element, with all that is in it."""
        page = self.page
        return page.sum_inside(page.words), page.sum_inside(page.words * self.kept)

    @cached_property
    def _of_runs(self) -> Numbers:
        """The zone and the marks that hold for each run."""
        tree = self.page.tree
        parents = np.asarray(tree.run_parents, np.int64)
        letters = subtree_sums(tree, np.bincount(parents, self._letters, len(tree.tags)).astype(np.int64))
        asked_for = letters > 0
        if self.only is not None:
            asked_for &= self._around(self.only)
        return _zones_and_marks(self.page, *self.held, asked_for, self.only is None)[parents]

    def _around(self, blocks: Mask) -> Mask:
        """The elements that the text of some blocks stands in."""
        tree, found = self.page.tree, np.zeros(len(self.page.tree.tags), np.bool_)
        begins, ends = self._stretches
        for block in np.flatnonzero(blocks).tolist():
            for run in range(begins[block], ends[block]):
                for element in tree.around(tree.run_parents[run]):
                    if found[element]:
                        break
                    found[element] = True
        return found

    @cached_property
    def _letters(self) -> Numbers:
        runs = self.page.tree.runs
        return np.fromiter((len(run.strip()) for run in runs), np.int64, len(runs))

    @cached_property
    def _stretches(self) -> tuple[Numbers, Numbers]:
        """Each block's first run and the one behind its last; an empty stretch for a block made from elsewhere."""
        page = self.page
        return np.maximum(page.first_run, 0), np.where(page.first_run >= 0, page.last_run + 1, 0)

    def _in_blocks(self, of_runs: Numbers) -> Numbers:
        """A number of each run summed up over each block; 0 for a block that was made from elsewhere."""
        before, (begins, ends) = running(of_runs), self._stretches
        sums: Numbers = before[ends] - before[begins]
        return sums

    @cached_property
    def letters(self) -> Numbers:
        """How many letters each block has, at least one."""
        return np.maximum(self._in_blocks(self._letters), 1)

    def in_zone(self, zone: int) -> Mask:
        """Blocks most of whose text is in a zone."""
        return self._in_blocks(self._letters * (self._of_runs & ZONES == zone)) > _MOST * self.letters

    def marked(self, mark: int, share: float = _MOST) -> Mask:
        """Blocks of whose text more than a share has a mark."""
        return self._in_blocks(self._letters * (self._of_runs & mark != 0)) > share * self.letters

    @cached_property
    def heading(self) -> Mask:
        """Headings of any rank."""
        return self.marked(Meaning.HEADING)

    @cached_property
    def linked(self) -> Mask:
        """Blocks of links."""
        page = self.page
        return (page.link_words > 0) & (page.link_words >= _LINKS * page.words)

    @cached_property
    def headline(self) -> Mask:
        """Blocks of links as long as an article's title."""
        tree = self.page.tree
        in_link = np.asarray(tree.flags, np.int64)[np.asarray(tree.run_parents, np.int64)] & LINK != 0
        links = self._in_blocks((in_link & (self._letters > 0)).astype(np.int64))
        return self.linked & (self.page.link_words >= _HEADLINE * np.maximum(links, 1))

    @cached_property
    def byline(self) -> Mask:
        """Who wrote it: what is named so, or begins so near the title or the text."""
        page = self.page
        found: Mask = self.marked(Meaning.BYLINE, _BYLINE_SHARE) & (page.words <= _SMALL)
        for i in np.flatnonzero(self.beside_text & ~found & ~self.heading & (page.words <= _SMALL)).tolist():
            text = page.texts[i]
            found[i] = len(text) <= 2 * SHORT_TEXT and text[-1] not in FULL_STOPS and begins_byline(text.casefold())
        return found & ~self.heading

    @cached_property
    def date(self) -> Mask:
        """When it was written: what is marked as a date, or is one near the title or the text."""
        from tamis.text.dates import read_day

        texts = self.page.texts
        found = self.marked(Meaning.DATE)
        for i in np.flatnonzero(found | self.beside_text).tolist():
            text = texts[i]
            short = len(text) <= SHORT_TEXT and any(letter.isdigit() for letter in text)
            found[i] = short and (bool(found[i]) or read_day(text) is not None)
        return found & ~self.heading


def _zones_and_marks(page: Page, words: Numbers, kept_words: Numbers, asked_for: Mask, ads: bool) -> Numbers:
    """The zone that each element is in, and the marks that hold for it, as bits of :class:`Meaning`.

    ``ads`` says whether advertisements are looked for by the addresses in them, too.
    """
    tree = page.tree
    zones, marks = _own_signs(page, words, asked_for)
    if ads:
        from tamis.papers.lbda2015.ad_servers import advertisements

        zones[list(advertisements(tree, page.url))] = Meaning.ADVERTISEMENT
    articles = np.isin(np.asarray(tree.numbers), _ARTICLES)
    zones[(zones == Meaning.FOOTER) & (depth(tree, articles) > articles)] = 0  # the end of an article, not of the page
    zones[(kept_words > _MOST * max(int(kept_words[0]), 1)) | (words > _NEARLY_ALL * words[0])] = 0
    # What is in an advertisement or a banner about cookies is part of it; else the innermost zone holds.
    inner, outer = np.empty((2, len(zones)), np.int64)
    innermost(np.flatnonzero(zones).tolist(), tree.parents, inner)
    outermost(np.flatnonzero(zones & (Meaning.ADVERTISEMENT | Meaning.LEGAL)).tolist(), tree.parents, outer)
    holder = np.where(outer >= 0, outer, inner)
    marks[list(page.data_tables)] |= Meaning.TABLE
    hand_down(marks, tree.parents)
    signs: Numbers = np.where(holder >= 0, zones[holder], 0) | marks
    return signs


def _own_signs(page: Page, words: Numbers, asked_for: Mask) -> tuple[Numbers, Numbers]:
    """The zone and the marks of each element by its own tag and names."""
    tree, attributes = page.tree, page.tree.attributes
    by_tag = np.array([BY_TAG.get(tag, 0) for tag in tree.tags], np.int64)
    zones, marks = by_tag & ZONES, by_tag & ~ZONES
    marks[(marks == Meaning.LIST) & (words > ITEM)] = 0
    rows = np.flatnonzero(asked_for).tolist()
    begins = array("q", [attributes.begins[row] for row in rows])
    for place, names in attributes._replace(begins=begins).by_element(*_NAMING).items():
        element, role = rows[place], names.pop()
        tag = tree.tags[element]
        if names[-1] and tag in _LABELED:
            names[-1] = ""
        named = meanings(" ".join(names))
        if not (named or role) or tag in ("body", "main", "article"):
            continue
        zones[element] = zone_of(BY_ROLE.get(role, int(zones[element])) | named)
        if words[element] <= (ITEM if named & Meaning.CAPTION else _SMALL):
            marks[element] |= named & ~ZONES
    return zones, marks
