"""Summaries of other stories, each behind a headline that leads there, announce what is not on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.tags import ANCHOR
from tamis.model.features import NUMBERS, Features
from tamis.native.features import mark_teasers
from tamis.native.tree import rows_with
from tamis.rules.opinion import ARTICLE, Adjustment, Floats, Mask, Opinion

_TIMES: Final = 0.2
"""the odds of such summaries; 0.1 has 0.0001 less on unseen pages of wcxb-dev"""
_HEADLINE_WORDS: Final = 6
"""of a link that announces a story: chapters and products have shorter names. With 4, links to those count as well, at
a loss on wcxb-dev"""
_ALL_LINK: Final = 0.9
_REACH: Final = 2
"""blocks from there to the summary: a date or a section's name may stand between them"""
_SUMMARY: Final = (5, 80)
"""words of a summary; 150 find the same"""
_ALIKE: Final = 3
_MOST_OF_THEM: Final = 0.7
"""summaries of one template, and how many of those that stand there need such a headline"""
_NESTED: Final = 20
"""elements from a word up to its link"""
_MOST_OF_TEXT: Final = 0.3
"""of the words that look like text: more are the page's own, such as a list of the best of something"""
_LINK_SHARE: Final = NUMBERS.index("link share")


def teasers(page: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Lower the odds of summaries of other stories on an article's page; comments behind a name are none."""
    if opinion.article > ARTICLE:
        blocks = np.flatnonzero(find_teasers(page, features, opinion.probability) & ~features.comment)
        if len(blocks):
            yield Adjustment(blocks, log(_TIMES), "announces another story")


def find_teasers(page: Page, features: Features, probability: Floats) -> Mask:
    """Which blocks stand where summaries of other stories do: several of one template, most of them short and
    behind a line that is nothing but a link to elsewhere, and of all that looks like text the lesser part.

    >>> from tamis.html.tree import read
    >>> from tamis.model.compute import compute_features
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> teaser = "<h3><a href=/x>How bakers of the town bake it</a></h3><div>Flour is all they need.</div>"
    >>> page = text_flow(read(f"<p>{'Mix and wait. ' * 20}</p>{teaser * 3}", None, Limits()))
    >>> find_teasers(page, compute_features(page), np.ones(7)).tolist()
    [False, False, True, False, True, False, True]
    """
    links = np.ascontiguousarray(features.numbers[:, _LINK_SHARE])
    found = _behind_headlines(links, features, probability)
    if found.any():  # which is seldom, so only now is it asked where links lead
        within = _leads_within(
            page, np.flatnonzero((links > _ALL_LINK) & (features.word_counts >= _HEADLINE_WORDS)).tolist()
        )
        if within:
            links[within] = 0.0
            found = _behind_headlines(links, features, probability)
    return found


def _behind_headlines(links: NDArray[np.float32], features: Features, probability: Floats) -> Mask:
    found = np.zeros(len(features), np.uint8)
    mark_teasers(
        links, _ALL_LINK, features.word_counts, features.never_shown.view(np.uint8), features.templates, probability,
        _HEADLINE_WORDS, _REACH, *_SUMMARY, _ALIKE, _MOST_OF_THEM, _MOST_OF_TEXT, np.zeros((len(features), 3)), found,
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
