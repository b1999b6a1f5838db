"""How found blocks are ordered.

* ``density``: keyword density, ``Kd``: occurrences of the query's words over the block's words;
* ``priority``: PAB 2015, eq. 4: ``Bp = Pb × Kd``, ``Pb`` being the block's tag priority;
* ``bm25``: the engine's own: BM25 of SQLite, cover density (``ts_rank_cd``) of PostgreSQL;
* ``blend``: the three orders joined by the sum of their reciprocal ranks (Cormack, Clarke and Büttcher 2009, with their
  constant of 60), times the score that the block was kept with. No weights, so none to tune.

A page is worth the sum of its best blocks (PAB orders pages): here the best three.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_RECIPROCAL: Final = 60
_BEST_OF_A_PAGE: Final = 3


class Candidate(NamedTuple):
    """A block that matches, on one of the pages it stands on."""

    block: int
    page: int
    place: int
    score: float
    priority: float
    words: int
    found: int
    """occurrences of the query's words"""
    bm25: float

    @property
    def density(self) -> float:
        """``Kd``."""
        return self.found / self.words if self.words else 0.0


Rows = Sequence[tuple[float, ...]]
"""candidates as a back end gives them, in the order of their fields: common words have thousands, so only those that
are shown are made into more than numbers"""


def best(rows: Rows, rank: str, limit: int) -> list[tuple[Candidate, float]]:
    """The best blocks, each once: on the page where it is worth most."""
    columns = _columns(rows)
    values = rank_values(columns, rank)
    order = _order(columns, values)
    _, first = np.unique(columns[0][order], return_index=True)  # of each block, where it is best
    return [(_candidate(rows[i]), float(values[i])) for i in order[np.sort(first)[:limit]].tolist()]


def best_pages(rows: Rows, rank: str, limit: int) -> list[tuple[Candidate, float]]:
    """The best block of each of the best pages, with the page's worth."""
    columns = _columns(rows)
    values = rank_values(columns, rank)
    of_page: dict[int, list[int]] = {}
    for i in _order(columns, values).tolist():
        of_page.setdefault(int(columns[1][i]), []).append(i)
    worth = {page: float(sum(values[i] for i in found[:_BEST_OF_A_PAGE])) for page, found in of_page.items()}
    pages = sorted(of_page, key=lambda page: (-worth[page], page))[:limit]
    return [(_candidate(rows[of_page[page][0]]), worth[page]) for page in pages]


def rank_values(columns: NDArray[np.float64], rank: str) -> NDArray[np.float64]:
    """What each candidate is worth; more is better."""
    score, priority, words, found, bm25 = columns[3:]
    density = found / np.maximum(words, 1)
    if rank == "density":
        return np.asarray(density)
    if rank == "priority":
        return np.asarray(priority * density)
    if rank == "bm25":
        return np.asarray(bm25)
    return np.asarray(score * sum(1 / (_RECIPROCAL + _places(each)) for each in (bm25, priority * density, density)))


def needs_engine(rank: str) -> bool:
    """Whether an order asks for the engine's own, which costs it time."""
    return rank in ("bm25", "blend")


def _columns(rows: Rows) -> NDArray[np.float64]:
    return np.array(rows, np.float64).reshape(-1, len(Candidate._fields)).T


def _candidate(row: tuple[float, ...]) -> Candidate:
    block, page, place, score, priority, words, found, bm25 = row
    return Candidate(int(block), int(page), int(place), score, priority, int(words), int(found), float(bm25))


def _places(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """The place of each value among all, from 1; equal values share the first of their places."""
    _, inverse, counts = np.unique(-values, return_inverse=True, return_counts=True)
    return 1 + np.concatenate(([0], np.cumsum(counts)[:-1]))[inverse]


def _order(columns: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Best first; among equals the higher score, then the earlier page and place, so that the order never wavers."""
    return np.lexsort((columns[2], columns[1], -columns[3], -values))
