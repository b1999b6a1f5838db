"""How found blocks are ordered.

* ``density``: keyword density, ``Kd``: occurrences of the query's words over the block's words;
* ``priority``: PAB 2015, eq. 4: ``Bp = Pb × Kd``, ``Pb`` being the block's tag priority;
* ``bm25``: BM25, each block being a document;
* ``blend``: the three orders joined by the sum of their reciprocal ranks (Cormack, Clarke and Büttcher 2009, with their
  constant of 60), times the score that the block was kept with. No weights, so none to tune.

A block that holds some parts of the query only is worth that share of it: two of three words, two thirds.
A page is worth the sum of its best blocks (PAB orders pages), here the best three, by ``priority`` and ``density``;
by ``bm25`` and ``blend`` it is worth the BM25 of its kept blocks together: they may share the query's words.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_RECIPROCAL: Final = 60
_BEST_OF_A_PAGE: Final = 3


class Candidate(NamedTuple):
    """A block that matches, on one of the pages that have it."""

    block: int
    page: int
    place: int
    score: float
    priority: float
    words: int
    found: int
    """occurrences of the query's words"""
    bm25: float
    held: float
    """the share of the query's parts that the block holds"""
    page_bm25: float
    """the BM25 of its page, if pages are ordered"""

    @property
    def density(self) -> float:
        """``Kd``."""
        return self.found / self.words if self.words else 0.0


FIELDS: Final = Candidate._fields
Rows = NDArray[np.float64]
"""candidates as rows of numbers, in the order of their fields: common words have thousands, so only those that are
shown are made into more than numbers"""


def best(rows: Rows, rank: str, limit: int) -> list[tuple[Candidate, float]]:
    """The best blocks that hold the whole query, each once: on the page where it is worth most.

    Of a page without such a block, whose blocks hold the query together, the best of them represents the page.
    """
    columns = rows.T
    values = rank_values(columns, rank)
    order = _order(columns, values)
    block, page, whole = columns[0][order], columns[1][order], columns[8][order] == 1
    together = ~np.isin(page, page[whole])
    first = [
        np.flatnonzero(those)[np.unique(key[those], return_index=True)[1]]  # of each key, where it is best
        for those, key in ((whole, block), (together, page))
    ]
    return [(_candidate(rows[i]), float(values[i])) for i in order[np.sort(np.concatenate(first))[:limit]].tolist()]


def best_pages(rows: Rows, rank: str, limit: int) -> list[tuple[Candidate, float]]:
    """The best block of each of the best pages, with the page's worth."""
    columns = rows.T
    values = rank_values(columns, rank)
    of_page: dict[int, list[int]] = {}
    for i in _order(columns, values).tolist():
        of_page.setdefault(int(columns[1][i]), []).append(i)
    worth = {
        page: float(columns[9][found[0]] if rank in ("bm25", "blend") else values[found[:_BEST_OF_A_PAGE]].sum())
        for page, found in of_page.items()
    }
    pages = sorted(of_page, key=lambda page: (-worth[page], page))[:limit]
    return [(_candidate(rows[of_page[page][0]]), worth[page]) for page in pages]


def rank_values(columns: NDArray[np.float64], rank: str) -> NDArray[np.float64]:
    """What each candidate is worth; more is better."""
    score, priority, words, found, bm25, held = columns[3:9]
    density = found / np.maximum(words, 1)
    if rank == "density":
        return np.asarray(held * density)
    if rank == "priority":
        return np.asarray(held * priority * density)
    if rank == "bm25":
        return np.asarray(held * bm25)
    return np.asarray(
        held * score * sum(1 / (_RECIPROCAL + _places(each)) for each in (bm25, priority * density, density))
    )


def _candidate(row: NDArray[np.float64]) -> Candidate:
    block, page, place, score, priority, words, found, *ranks = row.tolist()
    return Candidate(int(block), int(page), int(place), score, priority, int(words), int(found), *ranks)


def _places(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """The place of each value among all, from 1; equal values share the first of their places."""
    _, inverse, counts = np.unique(-values, return_inverse=True, return_counts=True)
    return 1 + np.concatenate(([0], np.cumsum(counts)[:-1]))[inverse]


def _order(columns: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Best first; of equals the higher score, then the earlier page and place: the same order each time."""
    return np.lexsort((columns[2], columns[1], -columns[3], -values))
