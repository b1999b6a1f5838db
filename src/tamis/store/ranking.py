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
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Candidates(NamedTuple):
    """Blocks that match, each once for each page that has it, in columns."""

    block: Ints
    page: Ints
    place: Ints
    score: Floats
    priority: Floats
    density: Floats
    """``Kd``"""
    bm25: Floats
    held: Floats
    """the share of the query's parts that the block holds"""
    page_bm25: Floats
    """the BM25 of its page, if pages are ordered"""


def best(found: Candidates, rank: str, limit: int) -> list[tuple[int, float]]:
    """The rows of the best blocks that hold the whole query, with their ranks; of pages that share a block the best.

    Of a page without such a block, whose blocks hold the query together, the best of them represents the page.
    """
    values = rank_values(found, rank)
    order = _order(found, values)
    block, page, whole = found.block[order], found.page[order], found.held[order] == 1
    together = ~np.isin(page, page[whole])
    first = [
        np.flatnonzero(those)[np.unique(key[those], return_index=True)[1]]  # of each key, where it is best
        for those, key in ((whole, block), (together, page))
    ]
    return [(i, float(values[i])) for i in order[np.sort(np.concatenate(first))[:limit]].tolist()]


def best_pages(found: Candidates, rank: str, limit: int) -> list[tuple[int, float]]:
    """The row of the best block of each of the best pages, with the page's rank."""
    values = rank_values(found, rank)
    of_page: dict[int, list[int]] = {}
    for i in _order(found, values).tolist():
        of_page.setdefault(int(found.page[i]), []).append(i)
    worth = {
        page: float(found.page_bm25[rows[0]] if rank in ("bm25", "blend") else values[rows[:_BEST_OF_A_PAGE]].sum())
        for page, rows in of_page.items()
    }
    pages = sorted(of_page, key=lambda page: (-worth[page], page))[:limit]
    return [(of_page[page][0], worth[page]) for page in pages]


def rank_values(found: Candidates, rank: str) -> Floats:
    """What each candidate is worth; more is better."""
    by_priority = found.priority * found.density
    if rank == "density":
        return np.asarray(found.held * found.density)
    if rank == "priority":
        return np.asarray(found.held * by_priority)
    if rank == "bm25":
        return np.asarray(found.held * found.bm25)
    orders = (found.bm25, by_priority, found.density)
    return np.asarray(found.held * found.score * sum(1 / (_RECIPROCAL + _places(each)) for each in orders))


def _places(values: Floats) -> Ints:
    """The place of each value among all, from 1; equal values share the first of their places."""
    _, inverse, counts = np.unique(-values, return_inverse=True, return_counts=True)
    return 1 + np.concatenate(([0], np.cumsum(counts)[:-1]))[inverse]


def _order(found: Candidates, values: Floats) -> Ints:
    """Best first; of equals the higher score, then the earlier page and place: the same order each time."""
    return np.lexsort((found.place, found.page, -found.score, -values))
