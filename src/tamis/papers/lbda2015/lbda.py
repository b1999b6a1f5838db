"""LBDA, the layout based detachment approach: cut a page by its layout, keep the blocks that weigh enough.

D. Chandran and A. S. Vijendran, "A Layout Based Detachment Approach for Extracting Content from Webpages" (LBDA 2015):
advertisements go (:mod:`tamis.papers.lbda2015.ad_servers`), the layout cuts the rest
(:mod:`tamis.papers.lbda2015.baps`), and blocks are weighed. The paper names what the weight depends on but gives no
formula. Ours is

    weight = words / (words + half_length)
             × ((1 - punctuation) × (1 - link words / words) + punctuation × min(1, marks / words / full_density))

so that it lies in 0 to 1: a long text without links has a high weight; a navigation bar, all links and no marks, has
none; a text of many links gets a part of its weight back by its commas and full stops; a line of a header, a footer
or an advertisement is short. Images have no words, so a block of images alone weighs nothing.

The user's query, if there is one, ranks the kept blocks: the score of a block is then ``0.5 + relevance / 2``, its
relevance being the mean over the query's words of f / (f + 1), where f is how often the block has the word. The reason
tells the rank. With ``top`` only so many of the best blocks stay, and blocks under ``min_relevance`` are dropped; by
default all stay, in the order of the page.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.errors import UsageError
from tamis.html.tree import Tree
from tamis.papers.decide import decide_visible
from tamis.papers.lbda2015.ad_servers import advertisements
from tamis.papers.lbda2015.baps import LayoutPage, baps
from tamis.strategies.base import strategy

_Floats = NDArray[np.float64]

_MARK: Final = re.compile("[.,;:!?…。，、；：！？।؟،؛]")
"""punctuation of sentences, with which the numbers below were set"""

# The four numbers of the weight were set together on wcxb-dev (1,497 pages) by the mean word F1, with
#   python benchmarks/calibrate.py $TAMIS_DATA/wcxb-dev.jsonl.xz lbda half_length=4,8,16,32 punctuation=0,0.2,0.4,0.6 \
#     full_density=0.05,0.1,0.15 threshold=0.1,0.15,0.2,0.25,0.3,0.35,0.4,0.45,0.5
# The best six come to 0.7656 or 0.7657; of those these have the best precision but one, and round values.
HALF_LENGTH: Final = 8.0
PUNCTUATION: Final = 0.2
FULL_DENSITY: Final = 0.1
THRESHOLD: Final = 0.4


def layout_blocks(tree: Tree, url: str | None = None, *, filters: tuple[str, ...] = ()) -> LayoutPage:
    """Take the advertisements out of a page and cut the rest by its layout; ``filters`` are paths of filter lists."""
    return baps(tree, url, advertisements(tree, url, filters))


@strategy("lbda", segment=layout_blocks)
def lbda(
    page: LayoutPage,
    *,
    half_length: float = HALF_LENGTH,
    punctuation: float = PUNCTUATION,
    full_density: float = FULL_DENSITY,
    threshold: float = THRESHOLD,
    query: str = "",
    min_relevance: float = 0.0,
    top: int = 0,
) -> Decisions:
    """Blocks by the page's layout; those with much text, much punctuation and few links stay.

    >>> import tamis
    >>> page = '''<nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav>
    ... <div><h2>Bread</h2><p>Mix flour, water and salt, and wait until it has risen.</div>
    ... <div>Advertisement: <a href=https://ad.doubleclick.net/7>Example Mills, finest flour of all.</a></div>'''
    >>> for block in tamis.analyze(page, strategy="lbda").blocks:
    ...     print(block.kept, block.reason)
    False weight 0.00, under 0.4: 2 words, 100% in links, 0.00 marks a word; degree b
    True weight 0.60, at least 0.4: 12 words, 0% in links, 0.25 marks a word; degree b
    False weight 0.11, under 0.4: 1 words, 0% in links, 1.00 marks a word; degree c
    False advertisement: ad.doubleclick.net is on the list of ad servers (doubleclick.net)
    """
    if top < 0:
        raise UsageError(f"lbda: top is a number of blocks, or 0 for all, not {top}")
    if not 0 <= punctuation <= 1:
        raise UsageError(f"lbda: punctuation is its share in the weight, from 0 to 1, not {punctuation:g}")
    marks_of_rows = np.array([len(_MARK.findall(text)) for text in page.texts], np.int64)
    words, links, marks = (_by_block(page, column) for column in (page.words, page.link_words, marks_of_rows))
    some = np.maximum(words, 1)
    length = words / np.maximum(words + half_length, 1)
    text_share, density = 1 - links / some, np.minimum(1, marks / some / max(full_density, 1e-9))
    weight = length * ((1 - punctuation) * text_share + punctuation * density)
    removed = np.array([reason != "" for reason in page.removed], np.bool_)
    heavy = (weight >= threshold) & ~removed
    relevance = _relevance(page.texts, query) if query else np.ones(len(page))
    kept = heavy & (relevance >= min_relevance) if query else heavy
    ranks = _ranks(page.blocks, relevance, kept & ~page.hidden) if query else np.zeros(len(page), np.int64)
    last = int(ranks[kept].max(initial=0))
    kept &= (ranks <= top) if query and top else True
    by_weight = _score(weight, threshold)
    score = _ranked(by_weight, kept, relevance) if query else by_weight

    def why(i: int) -> str:
        if page.removed[i]:
            return page.removed[i]
        of_weight = (
            f"weight {weight[i]:.2f}, {'at least' if heavy[i] else 'under'} {threshold:g}: {words[i]:.0f} words, "
            f"{links[i] / some[i]:.0%} in links, {marks[i] / some[i]:.2f} marks a word; degree {page.degrees[i]}"
        )
        if not query or not heavy[i]:
            return of_weight
        low = relevance[i] < min_relevance
        rank = f", under {min_relevance:g}" if low else f", rank {ranks[i]} of {last}"
        return (
            f"relevance to the query {relevance[i]:.2f}{rank}{'' if kept[i] or low else f', over {top}'}; {of_weight}"
        )

    return decide_visible(page, kept, np.where(removed, 0.0, score), why)


def _by_block(page: LayoutPage, column: NDArray[np.int64]) -> _Floats:
    """A row's figure, summed over its block: an advertisement inside a block splits its rows, not its weight."""
    sums: _Floats = np.bincount(page.blocks, column).astype(np.float64)
    return sums[page.blocks]


def _score(weight: _Floats, threshold: float) -> _Floats:
    """A weight of 0 to 1 as a score: 0.5 at the threshold."""
    below = np.minimum(0.5 * weight / max(threshold, 1e-9), np.nextafter(0.5, 0))
    above = 0.5 + 0.5 * np.clip((weight - threshold) / max(1 - threshold, 1e-9), 0, 1)
    return np.where(weight >= threshold, above, below)


def _relevance(texts: list[str], query: str) -> _Floats:
    """How much of the query is in each text: the mean over its words of f / (f + 1), f being how often a word occurs.

    >>> _relevance(["Bread and bread", "Broadbread"], "bread salt").round(2).tolist()
    [0.33, 0.0]
    """
    found = np.zeros(len(texts))
    wanted = sorted(set(re.findall(r"\w+", query.casefold())))
    folded = [text.casefold() for text in texts]
    for word in wanted:
        # Scripts without upper case write no space between words (Chinese) or put prefixes to them (Hebrew, Arabic).
        whole = word.isascii() or word.upper() != word
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)" if whole else re.escape(word))
        often = np.array([len(pattern.findall(text)) for text in folded])
        found += often / (often + 1)
    return found / max(len(wanted), 1)


def _ranks(blocks: NDArray[np.int64], relevance: _Floats, kept: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The rank of each row's block among those that are kept, from 1; of equals the earlier one is first.

    >>> _ranks(np.array([0, 1, 1, 2]), np.array([0.2, 0.5, 0.0, 0.9]), np.array([True, True, True, False])).tolist()
    [2, 1, 1, 3]
    """
    best = np.full(int(blocks.max(initial=-1)) + 1, -1.0)
    np.maximum.at(best, blocks[kept], relevance[kept])
    order = np.lexsort((np.arange(len(best)), -best))
    ranks = np.empty(len(best), np.int64)
    ranks[order] = np.arange(1, len(best) + 1)
    return ranks[blocks]


def _ranked(by_weight: _Floats, kept: NDArray[np.bool_], relevance: _Floats) -> _Floats:
    """Kept blocks by their relevance, heavy ones that it drops likewise but under 0.5, light ones by their weight."""
    return np.where(kept, 0.5 + 0.5 * relevance, np.where(by_weight >= 0.5, 0.49 * relevance, by_weight))
