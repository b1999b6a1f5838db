"""Other stories on the page of one: the articles that a page loads as its reader goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.tree import Tree
from tamis.model.features import NUMBERS, TAG, Features
from tamis.model.head import declares
from tamis.rules.opinion import ARTICLE, DROPPED, Adjustment, Floats, Mask, Opinion

_LIVE: Final = "type:liveblogposting"
_LIKE_TITLE: Final = 0.1
"""overlap of a headline with the head's title, which may have the site's name and more in it: 0.05 finds the same pages
of all sets, 0.2 one less"""
_UNLIKE: Final = 0.5
"""of that overlap: other stories' headlines have less of the title's words"""
_WORDS: Final = 40
"""words that look like text which a story has; with 20 one listing of wcxb-dev is taken for a story with others"""
_LONGEST_HEADLINE: Final = 40
_HEADLINE_WORDS: Final = 6
"""of a headline of another story: chapters and products have shorter names"""
_OVERLAP: Final = NUMBERS.index("title overlap")


def stories(page: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Drop other stories on an article's page. What a live report has one below the other is one story."""
    if opinion.article > ARTICLE:
        blocks = np.flatnonzero(other_stories(page, features, opinion.probability))
        if len(blocks) and not declares(features.head, _LIVE):
            yield Adjustment(blocks, DROPPED, "part of another story on the page")


def other_stories(page: Page, features: Features, probability: Floats) -> Mask:
    """Which blocks belong to other stories than the one whose headline is the page's title.

    Stories are the page's ``article`` elements, or what is around each of several h1 of one template. The page's
    own one has the headline that is most like the head's title, or stands first behind that; those that come later are
    others if they have a headline of the same rank that is no mere name, and enough words with a high ``probability``.

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
    rank = features.tags[:, 1]
    headline = (
        (rank >= TAG["h1"]) & (rank <= TAG["h3"]) & ~features.never_shown & (features.word_counts <= _LONGEST_HEADLINE)
    )
    like_title = np.where(headline, features.numbers[:, _OVERLAP], 0.0)
    most = float(like_title.max())
    if most < _LIKE_TITLE:
        return none
    likest = np.flatnonzero(like_title >= most)
    title = int(likest[rank[likest].argmin()])
    headlines = np.flatnonzero(headline & (rank == rank[title]))
    words = probability * features.word_counts
    if len(articles) > 1:
        found = _besides(page, features, _outermost(page.tree, articles), headlines, title, words)
        if found.any():
            return found
    titles = np.flatnonzero(headline & (rank == TAG["h1"]))
    if len(titles) > 1 and (features.templates[titles] == features.templates[titles[0]]).all():
        around = _around_each(page.tree, np.unique(page.elements[titles]).tolist())
        return _besides(page, features, around, headlines, title, words, all_of_them=True)
    return none


def _besides(
    page: Page, features: Features, stories: Sequence[int], headlines: NDArray[np.int64], title: int,
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
    np.maximum.at(likest, owners[heads], features.numbers[heads, _OVERLAP])
    np.maximum.at(longest, owners[heads], features.word_counts[heads])
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
