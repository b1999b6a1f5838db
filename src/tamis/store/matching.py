"""Which pages match a query, and the blocks they match by.

A page matches when its kept blocks together hold every part of the query, and none of what must not be there. The back
ends find the blocks of each part; all else is done here, so that both give the same answers. A block's BM25 is that of
FTS5 (k1 = 1.2, b = 0.75), with one difference: the stems that a word has in several languages count as one term.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.store.query import Phrase, Sought
from tamis.store.ranking import FIELDS, Rows

if TYPE_CHECKING:
    from tamis.store.sql import SqlStore

_MANY: Final = 10_000
"""blocks or pages in one list of a statement: common words have as many as there are"""
_K1: Final = 1.2
_B: Final = 0.75
_LEAST_IDF: Final = 1e-6
"""of what most blocks have, as in FTS5"""
_PLACED: Final = "SELECT page, place, block, score, priority FROM occurrences WHERE"


class _Part(NamedTuple):
    """The blocks that hold a part of the query."""

    blocks: NDArray[np.int64]
    """in order"""
    counts: NDArray[np.int64]
    """occurrences in each of the part's words"""
    length: int
    """words of the part"""

    def among(self, blocks: NDArray[np.int64]) -> NDArray[np.int64]:
        """The part's occurrences in each of some blocks."""
        at = np.minimum(np.searchsorted(self.blocks, blocks), len(self.blocks) - 1)
        return np.where(self.blocks[at] == blocks, self.counts[at], 0)


def candidates(store: SqlStore, query: Sought, site: str | None) -> Rows:
    """The blocks by which pages match, once for each page they stand on."""
    wanted = _parts(store, query.wanted)
    if len(wanted) < len(query.wanted):
        return np.empty((0, len(FIELDS)))
    unwanted = _parts(store, query.unwanted)
    placed = _placed(store, wanted, whole_pages=len(wanted) + len(unwanted) > 1, site=site)
    blocks = placed[:, 2].astype(np.int64)
    counts = np.array([part.among(blocks) for part in wanted])
    _, page = np.unique(placed[:, 0], return_inverse=True)
    matches = np.ones(len(placed), bool)
    for part in wanted:
        matches &= _pages_with(page, part.among(blocks) > 0)
    for part in unwanted:
        matches &= ~_pages_with(page, part.among(blocks) > 0)
    chosen = np.flatnonzero(matches & (counts > 0).any(0))
    placed, counts = placed[chosen], counts[:, chosen]
    words = _words(store, blocks[chosen])
    held = (counts > 0).mean(0)
    found = np.minimum(counts.sum(0), words)  # a word that two parts have is counted by both
    ranks = _bm25(store, wanted, counts, words)
    page_id, place, block, score, priority = placed.T
    return np.column_stack((block, page_id, place, score, priority, words, found, ranks, held))


def _parts(store: SqlStore, parts: Iterable[tuple[Phrase, ...]]) -> list[_Part]:
    """The blocks of each part that has any."""
    found = (_part(store, part) for part in parts)
    return [part for part in found if len(part.blocks)]


def _part(store: SqlStore, phrases: Sequence[Phrase]) -> _Part:
    """The blocks that hold one of some phrases."""
    single = [phrase for phrase in phrases if len(phrase.terms) == 1]
    rows = store.occurring(
        [phrase.terms[0] for phrase in single if not phrase.prefix],
        [phrase.terms[0] for phrase in single if phrase.prefix],
    ) if single else []  # fmt: skip
    for phrase in phrases:
        if len(phrase.terms) > 1 and (holding := set(store.holding(phrase))):
            words, last = (phrase.terms[:-1], phrase.terms[-1:]) if phrase.prefix else (phrase.terms, ())
            rows += [row for row in store.occurring(words, last) if row[0] in holding]
    table = np.array(rows, np.int64).reshape(-1, 2)
    blocks, at = np.unique(table[:, 0], return_inverse=True)
    counts = np.zeros(len(blocks), np.int64)
    np.maximum.at(counts, at, table[:, 1])
    return _Part(blocks, counts, max(len(phrase.terms) for phrase in phrases))


def _placed(store: SqlStore, wanted: Sequence[_Part], *, whole_pages: bool, site: str | None) -> NDArray[np.float64]:
    """Where the blocks of the rarest part stand; with ``whole_pages`` all blocks of these pages."""
    rarest = min(wanted, key=lambda part: len(part.blocks)).blocks.tolist()
    on_site, value = (" AND page IN (SELECT id FROM pages WHERE site = ?)", (site,)) if site is not None else ("", ())
    rows = store.rows_with(f"{_PLACED} block IN ?{on_site}", rarest, value, size=_MANY)
    if whole_pages:
        pages = {row[0] for row in rows}
        rows = store.rows_with(f"{_PLACED} page IN ?", sorted(pages), size=_MANY)
    return np.array(list(rows), np.float64).reshape(-1, 5)


def _pages_with(page: NDArray[np.int64], here: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of each block whether some block of its page has what it is asked for."""
    return np.asarray(np.bincount(page, here)[page] > 0) if len(page) else here


def _words(store: SqlStore, blocks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of words of each of some blocks."""
    different, at = np.unique(blocks, return_inverse=True)
    known = dict(store.rows_with("SELECT id, words FROM blocks WHERE id IN ?", different.tolist(), size=_MANY))
    return np.array([known[block] for block in different.tolist()], np.int64)[at]


def _bm25(
    store: SqlStore, parts: Sequence[_Part], counts: NDArray[np.int64], words: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The BM25 of each block."""
    blocks, all_words = store.size()
    frequency = counts / np.array([[part.length] for part in parts])
    length = 1 - _B + _B * words * blocks / max(1, all_words)
    weight = np.array([[_idf(blocks, len(part.blocks))] for part in parts])
    return np.asarray((weight * frequency * (_K1 + 1) / (frequency + _K1 * length)).sum(0))


def _idf(blocks: int, holding: int) -> float:
    return (
        max(_LEAST_IDF, float(np.log((blocks - holding + 0.5) / (holding + 0.5)))) if blocks > holding else _LEAST_IDF
    )
