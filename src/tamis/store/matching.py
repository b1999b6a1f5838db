"""Which pages match a query, and the blocks they match by.

A page matches when its kept blocks together hold every part of the query, and none of what must not be there. The back
ends find the blocks of each part; all else is done here, so that both give the same answers. A block's BM25 is that of
FTS5 (k1 = 1.2, b = 0.75), with one difference: the stems that a word has in several languages count as one term.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.store.database import Database
from tamis.store.query import Phrase, Sought
from tamis.store.ranking import Candidates, Floats, Ints
from tamis.store.stemming import size

_MANY: Final = 10_000
"""blocks or pages in one list of a statement: common words have as many as there are"""
_K1: Final = 1.2
_B: Final = 0.75
_LEAST_IDF: Final = 1e-6
"""of what most blocks have, as in FTS5"""
_PLACED: Final = "SELECT page, place, block, score, priority FROM occurrences WHERE"


class _Part(NamedTuple):
    """The blocks that hold a part of the query."""

    blocks: Ints
    """in order"""
    counts: Ints
    """occurrences in each of the part's words"""
    length: int
    """words of the part"""

    def among(self, blocks: Ints) -> Ints:
        """The part's occurrences in each of some blocks."""
        at = np.minimum(np.searchsorted(self.blocks, blocks), len(self.blocks) - 1)
        return np.where(self.blocks[at] == blocks, self.counts[at], 0)


def candidates(database: Database, query: Sought, site: str | None, *, by_page: bool) -> Candidates:
    """The blocks by which pages match, once for each page that has them; ``by_page`` with the pages' own BM25."""
    wanted = _parts(database, query.wanted)
    if len(wanted) < len(query.wanted):
        return Candidates(*(np.empty(0, np.int64),) * 3, *(np.empty(0),) * 6)
    unwanted = _parts(database, query.unwanted)
    rows = _rows(database, wanted, whole_pages=len(wanted) + len(unwanted) > 1, site=site)
    page, place, block = rows[:, :3].astype(np.int64).T
    counts = np.array([part.among(block) for part in wanted])
    _, number = np.unique(page, return_inverse=True)
    matches = (counts > 0).any(0)
    for part in wanted:
        matches &= _pages_with(number, part.among(block) > 0)
    for part in unwanted:
        matches &= ~_pages_with(number, part.among(block) > 0)
    page, place, block, counts = page[matches], place[matches], block[matches], counts[:, matches]
    words = _numbers(database, "SELECT id, words FROM blocks WHERE id IN ?", block)
    found = np.minimum(counts.sum(0), words)  # a word that two parts have is counted by both
    weights = _weights(database, wanted)
    all_blocks, all_words = size(database)
    bm25 = _bm25(weights, counts, words * all_blocks / max(1, all_words))
    of_page = _bm25_of_pages(database, weights, counts, page) if by_page else np.zeros(len(page))
    score, priority = rows[matches, 3:].T
    held = (counts > 0).mean(0)
    return Candidates(block, page, place, score, priority, found / np.maximum(words, 1), bm25, held, of_page)


def _parts(database: Database, parts: Iterable[tuple[Phrase, ...]]) -> list[_Part]:
    """The blocks of each part that has any."""
    found = (_part(database, part) for part in parts)
    return [part for part in found if len(part.blocks)]


def _part(database: Database, phrases: Sequence[Phrase]) -> _Part:
    """The blocks that hold one of some phrases."""
    single = [phrase for phrase in phrases if len(phrase.terms) == 1]
    rows = database.occurring(
        [phrase.terms[0] for phrase in single if not phrase.prefix],
        [phrase.terms[0] for phrase in single if phrase.prefix],
    ) if single else []  # fmt: skip
    for phrase in phrases:
        if len(phrase.terms) > 1 and (holding := set(database.holding(phrase))):
            words, last = (phrase.terms[:-1], phrase.terms[-1:]) if phrase.prefix else (phrase.terms, ())
            rows += [row for row in database.occurring(words, last) if row[0] in holding]
    table = np.array(rows, np.int64).reshape(-1, 2)
    blocks, at = np.unique(table[:, 0], return_inverse=True)
    counts = np.zeros(len(blocks), np.int64)
    np.maximum.at(counts, at, table[:, 1])
    return _Part(blocks, counts, max(len(phrase.terms) for phrase in phrases))


def _rows(database: Database, wanted: Sequence[_Part], *, whole_pages: bool, site: str | None) -> Floats:
    """The places of the blocks of the rarest part; with ``whole_pages`` all blocks of these pages."""
    rarest = min(wanted, key=lambda part: len(part.blocks)).blocks.tolist()
    on_site, value = (" AND page IN (SELECT id FROM pages WHERE site = ?)", (site,)) if site is not None else ("", ())
    rows = database.rows_with(f"{_PLACED} block IN ?{on_site}", rarest, value, size=_MANY)
    if whole_pages:
        pages = {row[0] for row in rows}
        rows = database.rows_with(f"{_PLACED} page IN ?", sorted(pages), size=_MANY)
    return np.array(list(rows), np.float64).reshape(-1, 5)


def _pages_with(page: Ints, here: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each block, whether any block of its page is one of those ``here``."""
    return np.asarray(np.bincount(page, here)[page] > 0) if len(page) else here


def _numbers(database: Database, sql: str, ids: Ints) -> Floats:
    """The number that a statement with a list of ids has for each of them."""
    different, at = np.unique(ids, return_inverse=True)
    known: dict[int, int] = dict(database.rows_with(sql, different.tolist(), size=_MANY))
    return np.array([known[each] for each in different.tolist()], np.float64)[at]


def _weights(database: Database, parts: Sequence[_Part]) -> Floats:
    """The weight of each part, by the inverse of the blocks that hold it, and the number of its words."""
    blocks, _ = size(database)
    return np.array([[_idf(blocks, len(part.blocks)), part.length] for part in parts])


def _idf(blocks: int, holding: int) -> float:
    return max(_LEAST_IDF, float(np.log((max(0, blocks - holding) + 0.5) / (holding + 0.5))))


def _bm25(weights: Floats, counts: Floats | Ints, length: Floats) -> Floats:
    """BM25 from each part's occurrences in each document, and the documents' lengths over the mean length."""
    idf, size = weights.T[:, :, None]
    frequency = counts / size
    return np.asarray((idf * frequency * (_K1 + 1) / (frequency + _K1 * (1 - _B + _B * length))).sum(0))


def _bm25_of_pages(database: Database, weights: Floats, counts: Ints, pages: Ints) -> Floats:
    """For each block, the BM25 of its page, whose kept blocks are one document."""
    different, at = np.unique(pages, return_inverse=True)
    size = _numbers(database, "SELECT id, kept_bytes FROM pages WHERE id IN ?", different)
    mean = float(database.run("SELECT coalesce(avg(kept_bytes), 0) FROM pages")[0][0])
    together = np.array([np.bincount(at, row, len(different)) for row in counts])
    return _bm25(weights, together, size / max(1.0, mean))[at]
