"""ContentExtractor: a block that stands on several pages of a site is not content.

Debnath, Mitra and Giles, "Automatic extraction of informative blocks from webpages", 2005 (Debnath 2005), section 3.1,
algorithm 1: the blocks of GetBlockSet (:mod:`tamis.papers.debnath2005.tag_set`) of all pages; two are similar if the
cosine of their vectors is above ε = 0.9; a block's inverse block document frequency (IBDF) is one over the number of
pages that hold a block similar to it; content is what has an IBDF above θ.

Where this departs from the paper, or says what it leaves open:

* a vector has a one for each term, as the paper says, and the counts of terms, images, scripts, links, lists and form
  fields, each over its largest value in the class: raw counts would make any two long texts alike;
* θ is not given; 0.5 keeps what stands on one page only, as the paper's prose has it;
* the paper compares every pair of blocks. :mod:`tamis.papers.debnath2005.similar` gives the same answer and compares
  few;
* a page counts once however many similar blocks it has, and a block's own page always counts;
* blocks without text take part (an image may be similar to an image), but there is nothing of them to keep.

>>> import tamis
>>> pages = ["<p>All rights reserved.<p>Rye is a grass.", "<p>All rights reserved.<p>Oats are eaten as porridge."]
>>> for block in tamis.analyze_site(pages, strategy="content-extractor")[0].blocks:
...     print(block.kept, block.reason)
False a similar block stands on 2 of 2 pages
True no similar block on the other page
"""

from __future__ import annotations

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
from tamis.strategies.base import strategy
from tamis.text.words import words_or_text

COUNTED: Final = ("text", "image", "script", "link", "list", "form")
"""the counts of the vector; the paper names the numbers of terms, images and scripts as examples"""
_ENOUGH: Final = 64
"""pages after which counting stops; a class of no more pages is always counted out"""


@strategy("content-extractor", scope="site", segment=tag_set)
def content_extractor(
    pages: Sequence[Page], *, threshold: float = 0.5, similarity: float = 0.9, tags: tuple[str, ...] = TAGS
) -> list[Decisions]:
    """Blocks with no similar block on another page of the site (Debnath 2005)."""
    if not (0 <= threshold < 1 and 0 < similarity < 1):
        raise UsageError("content-extractor: threshold is from 0 to below 1, similarity between 0 and 1")
    blocks, rows = blocks_of(pages, tags)
    enough = max(_ENOUGH, int(1 / threshold) + 1) if threshold else len(pages) + 1
    standing = pages_with_similar(blocks, similarity, enough)
    return [_decide(page, standing[row], len(pages), threshold, enough) for page, row in zip(pages, rows, strict=True)]


def blocks_of(pages: Sequence[Page], tags: tuple[str, ...] = TAGS) -> tuple[Blocks, list[NDArray[np.int64]]]:
    """The blocks of all pages, those without text included, and for each page the block that its rows belong to."""
    columns = [FEATURES.index(name) for name in COUNTED]
    counts: list[NDArray[np.int64]] = []
    rows: list[NDArray[np.int64]] = []
    terms: list[tuple[str, ...]] = []
    for page in pages:
        features = block_features(page, tags)
        found: list[dict[str, None]] = [{} for _ in features.counts]
        for block, text, hidden in zip(features.blocks.tolist(), page.texts, page.hidden.tolist(), strict=True):
            if not hidden:
                found[block].update(dict.fromkeys(words_or_text(text)))
        rows.append(features.blocks + len(terms))
        counts.append(features.counts[:, columns])
        terms.extend(map(tuple, found))
    numbers = np.repeat(np.arange(len(pages)), [len(rows) for rows in counts])
    return Blocks(numbers, terms, np.concatenate(counts)), rows


def _decide(page: Page, standing: NDArray[np.int64], pages: int, threshold: float, enough: int) -> Decisions:
    ibdf = 1 / standing
    kept = (ibdf > threshold) & ~page.hidden
    above = 0.5 + 0.5 * (ibdf - threshold) / (1 - threshold)
    score = np.where(kept, above, 0.49 * np.minimum(ibdf / max(threshold, 1e-9), 1))

    def why(i: int) -> str:
        if page.hidden[i]:
            return "hidden: the page does not show it"
        if standing[i] == 1:
            return f"no similar block on the other {'page' if pages == 2 else f'{pages - 1} pages'}"
        least = "at least " if standing[i] >= enough and standing[i] < pages else ""
        return f"a similar block stands on {least}{standing[i]} of {pages} pages"

    return Decisions(kept, np.where(page.hidden, 0.0, score), why)
