"""How found pages and blocks are ordered.

* ``blend``, of pages: each part of the query adds to a page by BM25 (Robertson and Zaragoza 2009) over its kept blocks
  as one text, once for the words as they were typed and once, with less weight, for all their forms; a word of the
  head's title counts as one more occurrence. The share of the query's parts that the page holds scales the sum: pages
  that lack some come after those that hold all, unless they are much more about the rest. Titles that hold parts of
  the query add to that. Of a page's blocks: the same of each block, times the score that it was kept with. The numbers
  were fitted (``docs/store.md``).
* ``bm25``: BM25 of each block, with the numbers of FTS5; of a page, of its blocks together;
* ``density``: keyword density, ``Kd``: occurrences of the query's words over the block's words;
* ``priority``: PAB 2015, eq. 4: ``Bp = Pb × Kd``, ``Pb`` being the block's tag priority.

By these three, pages that lack a part of the query are shown only if none has all. By ``density`` and ``priority`` a
block that holds some parts only is worth that share of it, and a page the sum of its best blocks (PAB orders pages),
here the best three.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from tamis.store.matching import Match
from tamis.store.segments import SCALE, Columns, Floats, Mask
from tamis.store.varints import Ints


class _Bm25(NamedTuple):
    k1: float
    b: float
    """how much length counts"""
    title: float
    """of a word in the title, in occurrences"""
    named: float
    """the weight of a title that holds a part of the query"""
    forms: float
    """the weight of the words' forms; beside it that of the exact words is 1, or 0 where forms are all that counts"""
    exact: float
    coverage: float
    """the power of the share of the query's parts that a page holds"""


_FITTED: Final = _Bm25(k1=0.5, b=0.9, title=1.0, named=0.7, forms=0.6, exact=1.0, coverage=0.5)
_FTS5: Final = _Bm25(k1=1.2, b=0.75, title=0.0, named=0.0, forms=1.0, exact=0.0, coverage=1.0)
_BEST_OF_A_PAGE: Final = 3
_LEAST: Final = 1e-12
_DIGITS: Final = 9
"""of a rank that counts: what is equal but for rounding is equal"""


class Ranked(NamedTuple):
    """Blocks in order, each with what it is worth."""

    blocks: Ints
    """positions among all blocks of the index"""
    values: Floats


def rank_pages(found: Match, rank: str, many: int) -> tuple[Ints, Floats]:
    """The positions of the best pages and what they are worth, best first."""
    values, whole = _page_values(found, _FTS5 if rank == "bm25" else _FITTED)
    shown = found.allowed & (values > 0)
    if rank != "blend":
        shown = _of_best_tier(shown, whole)
    if rank in ("density", "priority"):
        block, value, _ = _block_values(found, rank, np.flatnonzero(shown))
        values = _sum_of_best(found.columns, block, value)
        shown &= values > 0
    pages = np.flatnonzero(shown)
    if len(pages) > 4 * many:  # sorting them all takes longer than finding the least of those that count
        pages = pages[values[pages] >= np.partition(values[pages], -many)[-many]]
    ids = found.columns.joined.pages[pages]
    order = np.lexsort((ids, -np.round(values[pages], _DIGITS)))[:many]
    return pages[order], values[pages[order]]


def best_blocks(found: Match, rank: str, pages: Ints, values: Floats) -> Ranked:
    """The best block of each of some pages, in their order; pages without a block are left out."""
    block, value, _ = _block_values(found, rank, pages)
    of_page = found.columns.page_of_block[block]
    order = np.lexsort((block, -np.round(value, _DIGITS), of_page))
    _, first = np.unique(of_page[order], return_index=True)
    best = dict(zip(of_page[order[first]].tolist(), block[order[first]].tolist(), strict=True))
    rows = [(best[page], worth) for page, worth in zip(pages.tolist(), values.tolist(), strict=True) if page in best]
    return Ranked(np.array([row for row, _ in rows], np.int64), np.array([worth for _, worth in rows]))


def rank_blocks(found: Match, rank: str, many: int) -> Ranked:
    """The best blocks of the best pages: those that hold the whole query, and of a page without any its best one.

    By ``blend`` a page's best block is worth what the page is worth, and the others their share of it; the blocks are
    those of so ``many`` pages.
    """
    if rank == "blend":
        pages, worth = rank_pages(found, rank, many)
    else:
        values, whole = _page_values(found, _FTS5)
        pages = np.flatnonzero(_of_best_tier(found.allowed & (values > 0), whole))
        worth = np.zeros(len(pages))
    block, value, held = _block_values(found, rank, pages)
    columns = found.columns
    place = np.zeros(len(columns.joined.pages), np.int64)
    place[pages] = np.arange(len(pages))
    of_page = place[columns.page_of_block[block]]
    most = np.zeros(len(pages))
    np.maximum.at(most, of_page, value)
    with_whole = np.bincount(of_page, held == 1, len(pages)) > 0
    shown = np.where(with_whole[of_page], held == 1, value == most[of_page])
    if rank == "blend":
        value = worth[of_page] * value / np.maximum(most[of_page], _LEAST)
    ids = columns.joined.pages[pages][of_page]
    order = np.lexsort((block, ids, -columns.joined.scores[block], -np.round(value, _DIGITS)))
    order = order[shown[order]]
    return Ranked(block[order], value[order])


def density(found: Match, blocks: Ints) -> Floats:
    """``Kd`` of some blocks."""
    counts = _counts_in(found, blocks).sum(0)
    words = np.maximum(found.columns.words[blocks], 1)
    return np.asarray(np.minimum(counts, words) / words)


def _of_best_tier(shown: Mask, whole: Mask) -> Mask:
    """The pages that hold the whole query; all, if there are none."""
    return shown & whole if (shown & whole).any() else shown


def _page_values(found: Match, by: _Bm25) -> tuple[Floats, Mask]:
    """What each page is worth, and whether it holds all parts of the query."""
    columns = found.columns
    pages = len(columns.joined.pages)
    many = found.live.pages
    norm = 1 - by.b + by.b * columns.lengths / max(found.live.page_words, 1.0)
    norm = np.maximum(norm, 1e-9)
    values, named = np.zeros(pages), np.zeros(pages)
    held = np.zeros((2, pages))
    for part in found.parts:
        for row, places, weight in ((0, part.exact, by.exact), (1, part.forms, by.forms)):
            title, body = columns.in_pages(places)
            there = (title + body > 0) & found.live.mask
            held[row] += there
            idf = _idf(many, int(there.sum()))
            frequency = body / norm + by.title * title
            values += weight * idf * there * frequency * (by.k1 + 1) / (frequency + by.k1)
            named += row * idf * (title > 0)
    share = held[1] if not by.exact else held.mean(0)
    wanted = max(1, len(found.parts))
    return values * (share / wanted) ** by.coverage + by.named * named, held[1] == wanted


def _idf(pages: int, holding: int) -> float:
    return float(np.log1p((pages - holding + 0.5) / (holding + 0.5)))


def _block_values(found: Match, rank: str, pages: Ints) -> tuple[Ints, Floats, Floats]:
    """The blocks of some pages that hold a part of the query, what each is worth, and the share of parts it holds."""
    columns = found.columns
    placed = [_in_blocks(columns, part.forms, pages) for part in found.parts]
    there = np.zeros(len(columns.words), np.bool_)
    for blocks in placed:
        there[blocks] = True
    block = np.flatnonzero(there)
    counts = np.array([_count(block, places) for places in placed])
    words = np.maximum(columns.words[block], 1)
    held = (counts > 0).mean(0) if placed else np.zeros(0)
    if rank in ("density", "priority"):
        value = held * np.minimum(counts.sum(0), words) / words
        if rank == "priority":
            value = value * columns.joined.priorities[block] / SCALE
        return block, value, held
    by = _FTS5 if rank == "bm25" else _FITTED
    norm = 1 - by.b + by.b * words / max(1.0, found.live.block_words)
    value = np.zeros(len(block))
    for part, forms in zip(found.parts, counts, strict=True):
        exact = _count(block, _in_blocks(columns, part.exact, pages)) if by.exact else None
        for frequency, weight, places in ((forms, by.forms, part.forms), (exact, by.exact, part.exact)):
            if frequency is not None:
                holding = (columns.in_pages(places).sum(0) > 0) & found.live.mask
                idf = _idf(found.live.pages, int(holding.sum()))
                value += weight * idf * frequency * (by.k1 + 1) / (frequency + by.k1 * norm)
    if rank == "blend":
        value *= held * columns.joined.scores[block] / SCALE
    return block, value, held


def _in_blocks(columns: Columns, places: Ints, pages: Ints) -> Ints:
    """The block of each place that is in a block of some pages, not in their titles."""
    pages = np.sort(pages)
    firsts = np.searchsorted(places, columns.edges[2 * pages + 1])
    sizes = np.searchsorted(places, columns.edges[2 * pages + 2]) - firsts
    at = np.repeat(firsts - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
    return columns.block_of(places[at])


def _count(blocks: Ints, places: Ints) -> Ints:
    """How often each of some blocks, which are in order, is among ``places``."""
    return np.bincount(np.searchsorted(blocks, places), minlength=len(blocks))[: len(blocks)]


def _counts_in(found: Match, blocks: Ints) -> Ints:
    starts = found.columns.joined.starts
    return np.array([
        np.searchsorted(part.forms, starts[blocks + 1]) - np.searchsorted(part.forms, starts[blocks])
        for part in found.parts
    ])  # fmt: skip


def _sum_of_best(columns: Columns, blocks: Ints, values: Floats) -> Floats:
    """For each page, the sum of what its best blocks are worth."""
    of_page = columns.page_of_block[blocks]
    order = np.lexsort((-values, of_page))
    page = of_page[order]
    first = np.searchsorted(page, page)
    best = np.arange(len(page)) - first < _BEST_OF_A_PAGE
    return np.bincount(page[best], values[order][best], len(columns.joined.pages)).astype(np.float64)
