"""Other stories on the page of one: the articles that a page loads as its reader goes on, and what announces more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.tags import ANCHOR
from tamis.html.tree import Tree
from tamis.model.features import NUMBERS, TAG, Features
from tamis.native import features as kernel
from tamis.native.tree import rows_with

Mask = NDArray[np.bool_]

_LIKE_TITLE: Final = 0.1
"""overlap of a headline with the head's title, which may have the site's name and more in it: 0.05 finds the same pages
of all sets, 0.2 one less"""
_UNLIKE: Final = 0.5
"""of that overlap: other stories' headlines have less of the title's words"""
_WORDS: Final = 40
"""words that look like text which a story has; with 20 one listing of wcxb-dev is taken for a story with others"""
_LONGEST_HEADLINE: Final = 40
_HEADLINE_WORDS: Final = 6
"""of a headline of another story, or of a link that announces one: chapters and products have shorter names. With 4,
links to those count as well, at a loss on wcxb-dev"""

_ALL_LINK: Final = 0.9
_REACH: Final = 2
"""blocks from there to the summary: a date or a section's name may stand between them"""
_SUMMARY: Final = (5, 80)
"""words of a summary; 150 find the same"""
_ALIKE: Final = 3
_MOST_OF_THEM: Final = 0.7
"""summaries of one kind of place, and how many of those that stand there need such a headline"""
_NESTED: Final = 20
"""elements from a word up to its link"""
_MOST_OF_TEXT: Final = 0.3
"""of the words that look like text: more are the page's own, such as a list of the best of something"""

_OVERLAP: Final = NUMBERS.index("title overlap")
_LINK_SHARE: Final = NUMBERS.index("link share")


def other_stories(page: Page, seen: Features, chance: NDArray[np.float64]) -> Mask:
    """Which blocks belong to other stories than the one whose headline is the page's title.

    Stories are the page's ``article`` elements, or what is around each of several h1 of one kind of place. The page's
    own one has the headline that is most like the head's title, or stands first behind that; those that come later are
    others if they have a headline of the same rank that is no mere name, and enough words with a good ``chance``.

    >>> from tamis.html.tree import read
    >>> from tamis.model.compute import compute_features
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> headlines = "Rye bread", "Why the mills on the river stand still"
    >>> stories = [f"<article><h1>{headline}</h1><p>{'Mix and wait. ' * 20}</article>" for headline in headlines]
    >>> page = text_flow(read(f"<title>Rye bread</title>{''.join(stories)}", None, Limits()))
    >>> other_stories(page, compute_features(page), np.ones(4)).tolist()
    [False, False, True, True]
    """
    none = np.zeros(len(page), np.bool_)
    articles, first_rank = page.tree.rows("article"), page.tree.rows("h1")
    if not len(page) or (len(articles) < 2 and len(first_rank) < 2):
        return none
    rank = seen.tags[:, 1]
    headline = (rank >= TAG["h1"]) & (rank <= TAG["h3"]) & ~seen.never_shown & (seen.word_counts <= _LONGEST_HEADLINE)
    like_title = np.where(headline, seen.numbers[:, _OVERLAP], 0.0)
    most = float(like_title.max())
    if most < _LIKE_TITLE:
        return none
    likest = np.flatnonzero(like_title >= most)
    title = int(likest[rank[likest].argmin()])
    headlines = np.flatnonzero(headline & (rank == rank[title]))
    words = chance * seen.word_counts
    if len(articles) > 1:
        found = _besides(page, seen, _outermost(page.tree, articles), headlines, title, words)
        if found.any():
            return found
    titles = np.flatnonzero(headline & (rank == TAG["h1"]))
    if len(titles) > 1 and (seen.templates[titles] == seen.templates[titles[0]]).all():
        around = _around_each(page.tree, np.unique(page.elements[titles]).tolist())
        return _besides(page, seen, around, headlines, title, words, all_of_them=True)
    return none


def teasers(page: Page, seen: Features, chance: NDArray[np.float64]) -> Mask:
    """Which blocks stand where summaries of other stories do: several in one kind of place, most of them short and
    behind a line that is nothing but a link to elsewhere, and of all that looks like text the lesser part.

    >>> from tamis.html.tree import read
    >>> from tamis.model.compute import compute_features
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> teaser = "<h3><a href=/x>How bakers of the town bake it</a></h3><div>Flour is all they need.</div>"
    >>> page = text_flow(read(f"<p>{'Mix and wait. ' * 20}</p>{teaser * 3}", None, Limits()))
    >>> teasers(page, compute_features(page), np.ones(7)).tolist()
    [False, False, True, False, True, False, True]
    """
    links = np.ascontiguousarray(seen.numbers[:, _LINK_SHARE])
    found = _announced(links, seen, chance)
    if found.any():  # which is seldom, so only now is it asked where links lead
        within = _leads_within(
            page, np.flatnonzero((links > _ALL_LINK) & (seen.word_counts >= _HEADLINE_WORDS)).tolist()
        )
        if within:
            links[within] = 0.0
            found = _announced(links, seen, chance)
    return found


def _announced(links: NDArray[np.float32], seen: Features, chance: NDArray[np.float64]) -> Mask:
    found = np.zeros(len(seen), np.uint8)
    kernel.mark_teasers(
        links, _ALL_LINK, seen.word_counts, seen.never_shown.view(np.uint8), seen.templates, chance, _HEADLINE_WORDS,
        _REACH, *_SUMMARY, _ALIKE, _MOST_OF_THEM, _MOST_OF_TEXT, np.zeros((len(seen), 3)), found,
    )  # fmt: skip
    return found.view(np.bool_)


def _leads_within(page: Page, blocks: Sequence[int]) -> list[int]:
    """Those of some blocks whose first words are a link to a place on the page, as a chapter's heading may be."""
    tree = page.tree
    within = set(rows_with(tree.traits, ANCHOR))
    if not within:
        return []
    found = []
    for block in blocks:
        first, own = int(page.first_run[block]), int(page.elements[block])
        element = int(tree.run_parents[first]) if first >= 0 else -1
        for _ in range(_NESTED):
            if element < 0 or element in within or element == own:
                break
            element = int(tree.parents[element])
        if element in within:
            found.append(block)
    return found


def _besides(
    page: Page, seen: Features, stories: Sequence[int], headlines: NDArray[np.int64], title: int,
    words: NDArray[np.float64], *, all_of_them: bool = False,
) -> Mask:  # fmt: skip
    """The blocks of those stories, each an element, that come after the page's own; none where ``all_of_them`` have to
    be such and one is not. ``headlines`` are those of the title's rank.
    """
    none = np.zeros(len(page), np.bool_)
    owners = _owners(page, stories)
    inside = owners >= 0
    heads = headlines[inside[headlines]]
    likest, longest = np.full(len(stories), -1.0), np.zeros(len(stories))
    np.maximum.at(likest, owners[heads], seen.numbers[heads, _OVERLAP])
    np.maximum.at(longest, owners[heads], seen.word_counts[heads])
    own = int(likest.argmax())
    if likest[own] < _LIKE_TITLE:  # the title stands over its story, which then has no other headline
        behind = owners[title:][inside[title:]]
        if not len(behind) or likest[behind[0]] >= 0:
            return none
        own = int(behind[0])
    enough = np.bincount(owners[inside], words[inside], len(stories)) >= _WORDS
    others = enough & (longest >= _HEADLINE_WORDS) & (likest <= _UNLIKE * max(likest[own], _LIKE_TITLE))
    others[: own + 1] = False
    if not enough[own] or (all_of_them and np.count_nonzero(others) < len(stories) - 1):
        return none
    found: Mask = inside & others[owners]
    return found


def _owners(page: Page, elements: Sequence[int]) -> NDArray[np.int64]:
    """For each block the place of the one of these elements that it stands in, which are in order and hold none of each
    other; -1 for none.
    """
    ends = np.array([int(page.tree.ends[element]) for element in elements])
    owner = np.searchsorted(np.array(elements), page.elements, side="right") - 1
    inside = (owner >= 0) & (page.elements < ends[owner]) & (page.first_run >= 0)
    return np.where(inside, owner, -1)


def _outermost(tree: Tree, elements: Sequence[int]) -> list[int]:
    found: list[int] = []
    end = 0
    for element in elements:
        if element >= end:
            found.append(element)
            end = int(tree.ends[element])
    return found


def _around_each(tree: Tree, elements: list[int]) -> list[int]:
    """The largest element around each of these, which are in order, that holds no other of them. No element is around
    two of them, so this takes no more steps than there are elements.
    """
    found = []
    for place, element in enumerate(elements):
        before = elements[place - 1] if place else -1
        behind = elements[place + 1] if place + 1 < len(elements) else len(tree.tags)
        largest, around = element, int(tree.parents[element])
        while around > before and behind >= int(tree.ends[around]):
            largest, around = around, int(tree.parents[around])
        found.append(largest)
    return found
