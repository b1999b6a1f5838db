"""ContentExtractor: a block that occurs on several pages of a site is not content (Debnath 2005, section 3.1).

The blocks of GetBlockSet of all pages are compared; two are similar if the cosine of their vectors is above 0.9. A
block's inverse block document frequency (IBDF) is one over the number of pages with a similar block. Content has an
IBDF above the threshold. The README tells how we read the paper.

``mended`` adds what short blocks need, which the paper does not have. Short lines differ from page to page without
being content: dates, tags, links to the previous and the next page. They go. And short lines repeat by chance: one that
stands between two blocks that stay, and is no line of links, stays as well.

>>> import tamis
>>> pages = ["<p>All rights reserved.<p>Rye is a grass.", "<p>All rights reserved.<p>Oats are eaten as porridge."]
>>> for block in tamis.analyze_site(pages, strategy="content-extractor")[0].blocks:
...     print(block.kept, block.reason)
False a similar block stands on 2 of 2 pages
True no similar block on the other page
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.papers.debnath2005.block_features import FEATURES, block_features
from tamis.papers.debnath2005.similar import Blocks, pages_with_similar
from tamis.papers.debnath2005.tag_set import TAGS, tag_set
from tamis.papers.decide import decide_visible, graded
from tamis.papers.shared_words import different_pairs, words_of_site
from tamis.strategies.base import strategy

COUNTED: Final = ("text", "image", "script", "link", "list", "form")
"""the counts of the vector; the paper names the numbers of terms, images and scripts as examples"""
_SHORT: Final = 8
"""words: what is longer is a sentence"""
_DATE: Final = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{1,2}:\d\d\b")
"""a year, a date in figures or a time of day"""
_ENOUGH: Final = 64
"""pages after which counting stops; the blocks of a site with no more pages are counted in full"""


@strategy("content-extractor", scope="site", segment=tag_set)
def content_extractor(
    pages: Sequence[Page],
    *,
    threshold: float = 0.5,
    similarity: float = 0.9,
    tags: tuple[str, ...] = TAGS,
    mended: bool = False,
) -> list[Decisions]:
    """Blocks with no similar block on another page of the site (Debnath 2005)."""
    if not (0 <= threshold < 1 and 0 < similarity < 1):
        raise UsageError("content-extractor: threshold is from 0 to below 1, similarity between 0 and 1")
    blocks, rows = blocks_of(pages, tags)
    enough = max(_ENOUGH, int(1 / threshold) + 1) if threshold else len(pages) + 1
    frequency = pages_with_similar(blocks, similarity, enough)
    decided = [
        _decide(page, frequency[row], len(pages), threshold, enough) for page, row in zip(pages, rows, strict=True)
    ]
    return [_mended(page, decisions) for page, decisions in zip(pages, decided, strict=True)] if mended else decided


def blocks_of(pages: Sequence[Page], tags: tuple[str, ...] = TAGS) -> tuple[Blocks, list[NDArray[np.int64]]]:
    """The blocks of all pages, those without text included, and for each page the block that its rows belong to."""
    features = [block_features(page, tags) for page in pages]
    sizes = [len(of_page.counts) for of_page in features]
    firsts = np.cumsum([0, *sizes])
    rows = [of_page.blocks + first for of_page, first in zip(features, firsts[:-1].tolist(), strict=True)]
    words = words_of_site(pages, hidden=False)
    block, term, _ = different_pairs(np.concatenate(rows)[words.row], words.word)
    terms = np.split(term, np.searchsorted(block, np.arange(1, firsts[-1])))
    counts = np.concatenate([of_page.counts for of_page in features])
    columns = [FEATURES.index(name) for name in COUNTED]
    return Blocks(np.repeat(np.arange(len(pages)), sizes), terms, counts[:, columns]), rows


def _decide(page: Page, frequency: NDArray[np.int64], pages: int, threshold: float, enough: int) -> Decisions:
    ibdf = 1 / frequency
    kept = ibdf > threshold

    def why(i: int) -> str:
        if frequency[i] == 1:
            return f"no similar block on the other {'page' if pages == 2 else f'{pages - 1} pages'}"
        least = "at least " if enough <= frequency[i] < pages else ""
        return f"a similar block stands on {least}{frequency[i]} of {pages} pages"

    return decide_visible(page, kept, graded(ibdf, kept, threshold), why)


def _mended(page: Page, decisions: Decisions) -> Decisions:
    """The decisions, with those on short lines put right."""
    short = page.words < _SHORT
    links = 2 * page.link_words > page.words
    dates = np.zeros(len(page), np.bool_)
    brief = np.flatnonzero(short).tolist()
    dates[brief] = [_DATE.search(page.texts[i]) is not None for i in brief]
    out = decisions.kept & short & (links | dates)
    left = decisions.kept & ~out
    shown = np.flatnonzero(~page.hidden)
    between = np.zeros(len(page), np.bool_)
    between[shown[1:-1]] = left[shown[:-2]] & left[shown[2:]]
    back = between & ~decisions.kept & short & ~links & ~dates

    def why(i: int) -> str:
        if out[i]:
            return f"a short line {'of links' if links[i] else 'with a date'}; {decisions.why(i)}"
        return f"a short line between two blocks that stay; {decisions.why(i)}" if back[i] else decisions.why(i)

    score = np.where(out, 0.25, np.where(back, 0.5, decisions.score))
    return Decisions(left | back, score, why)
