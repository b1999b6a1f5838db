"""Blocks with a similar block on other pages: as comparing all pairs would find them, without comparing all pairs.

A block's vector has a one for each of its terms and a few counts scaled to 0–1 (Debnath 2005, section 3.1). Equal
vectors are held once. Two different ones whose cosine is above ε share a *rare* dimension: put all dimensions in one
order, the rarest first, and let the prefix of a vector be its first dimensions, up to where the rest has a norm of at
most ε times the whole. If two vectors had no dimension of their prefixes in common, all that they share would be in the
rest of one of them, and the cosine would be at most ε (Cauchy–Schwarz). So an index of prefixes names every candidate;
the cosine itself decides. (Prefix filtering: Chaudhuri et al. 2006; with norms: Bayardo et al. 2007, Anastasiu and
Karypis 2014.)

Where blocks are nearly alike all are candidates of all. But pages are counted, and one similar block is enough for a
page: so a few candidates from all over the site are compared first, and no more on pages that are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.html.columns import running
from tamis.papers.debnath2005.block_features import scaled

_Ints = NDArray[np.int64]
_Floats = NDArray[np.float64]
_SLACK: Final = 1e-9
"""how far rounding may move a bound: a pair too many is compared rather than one too few"""
_ROUNDING: Final = 1e-12
"""a cosine of exactly the threshold, such as 9 of 10 terms, is not above it, however it is rounded"""
_FEW: Final = 256
"""candidates that are compared before the others"""
_MANY: Final = 65_536
"""and as many of the others at a time"""


class Blocks(NamedTuple):
    """The blocks of a site's pages, in columns."""

    pages: _Ints
    """the page of each block"""
    terms: Sequence[_Ints]
    """the numbers of each block's different terms, sorted"""
    counts: _Ints
    """a row a block, a column a count; may have no terms and no counts at all"""


def pages_with_similar(blocks: Blocks, threshold: float = 0.9, enough: int = 64) -> _Ints:
    """On how many pages, its own included, there is a block with a cosine above ``threshold``, for each block.

    Counting stops at ``enough`` pages: a result below that is exact, any other says "at least".

    >>> terms = [np.array([0, 1, 2]), np.array([3, 4]), np.array([0, 1, 2])]
    >>> pages_with_similar(Blocks(np.array([0, 0, 1]), terms, np.zeros((3, 1), np.int64))).tolist()
    [2, 1, 2]
    """
    if not len(blocks.pages):
        return np.zeros(0, np.int64)
    vectors = _different(blocks)
    index = _Index(vectors, threshold)
    enough = min(enough, len(np.unique(blocks.pages)))
    found = np.array([index.count_pages(i, enough) for i in range(len(vectors.pages))], np.int64)
    return found[vectors.of_block]


class _Vectors(NamedTuple):
    """The different vectors, and the pages they are on."""

    of_block: _Ints
    """the vector of each block"""
    pages: list[_Ints]
    """the pages that hold a block with this vector"""
    only_page: _Ints
    """the page, if it is a single one; else -1"""
    terms: _Ints
    """the terms of all vectors, one after the other, each vector's rarest first"""
    start: _Ints
    """where each vector's terms begin; one more, for the end"""
    sizes: _Ints
    """how many terms each has"""
    shared: _Ints
    """and how many of them others have too"""
    counts: _Floats
    norms: _Floats


def _different(blocks: Blocks) -> _Vectors:
    rows: dict[tuple[bytes, bytes], int] = {}
    of_block: list[int] = []
    firsts: list[int] = []
    pages: list[set[int]] = []
    for i, (page, terms) in enumerate(zip(blocks.pages.tolist(), blocks.terms, strict=True)):
        row = rows.setdefault((terms.tobytes(), blocks.counts[i].tobytes()), len(rows))
        if row == len(firsts):
            firsts.append(i)
            pages.append(set())
        pages[row].add(page)
        of_block.append(row)
    sizes = np.array([len(blocks.terms[i]) for i in firsts], np.int64)
    terms = np.concatenate([np.zeros(0, np.int64), *(blocks.terms[i] for i in firsts)])
    owners = np.repeat(np.arange(len(sizes)), sizes)
    counts = scaled(blocks.counts)[firsts]
    return _Vectors(
        of_block=np.array(of_block, np.int64),
        pages=[np.array(sorted(on), np.int64) for on in pages],
        only_page=np.array([next(iter(on)) if len(on) == 1 else -1 for on in pages], np.int64),
        terms=_rarest_first(terms, owners),
        start=running(sizes),
        sizes=sizes,
        shared=np.bincount(owners[np.bincount(terms)[terms] > 1], minlength=len(sizes)),
        counts=counts,
        norms=np.sqrt(sizes + (counts * counts).sum(axis=1)),
    )


def _rarest_first(terms: _Ints, owners: _Ints) -> _Ints:
    """The terms renumbered by how few vectors have them, and each vector's terms in that order."""
    order = np.argsort(np.bincount(terms), kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    ranks: _Ints = rank[terms]
    return ranks[np.lexsort((ranks, owners))]


class _Index:
    """The vectors by the dimensions of their prefixes; the counts' dimensions come after all terms."""

    def __init__(self, vectors: _Vectors, threshold: float) -> None:
        self.vectors = vectors
        self.threshold = threshold
        self.marked = np.zeros(int(vectors.terms.max(initial=-1)) + 1, np.bool_)
        self.listed = np.full(len(vectors.sizes), -1)
        """the last vector that each was a candidate of"""
        self.found = np.zeros(max(int(on[-1]) for on in vectors.pages) + 1, np.bool_)
        dims, owners = self._prefixes()
        order = np.lexsort((vectors.only_page[owners], dims))
        self.members = owners[order]
        self.first = np.searchsorted(dims[order], np.arange(len(self.marked) + vectors.counts.shape[1] + 1))
        by_owner = np.argsort(owners, kind="stable")
        self.dims = np.split(dims[by_owner], np.searchsorted(owners[by_owner], np.arange(1, len(vectors.sizes))))

    def _prefixes(self) -> tuple[_Ints, _Ints]:
        """All pairs of a dimension and a vector with that dimension in its prefix."""
        v = self.vectors
        squares = v.norms * v.norms
        wanted = np.ceil((1 - self.threshold**2) * squares + _SLACK).astype(np.int64)  # a term adds one to the square
        owners = np.repeat(np.arange(len(v.sizes)), v.sizes)
        chosen = np.arange(len(v.terms)) - v.start[owners] < wanted[owners]
        # Terms alone do not make the prefix (an image without words): then all counts belong to it.
        rows, columns = np.nonzero((v.counts > 0) & (wanted > v.sizes)[:, None])
        dims = np.concatenate((v.terms[chosen], columns + len(self.marked)))
        return dims, np.concatenate((owners[chosen], rows))

    def count_pages(self, row: int, enough: int) -> int:
        """How many pages hold a block similar to the vector's; may stop at ``enough``."""
        if not self.vectors.norms[row]:
            return 1  # nothing in it: no cosine with anything
        known = [self.vectors.pages[row]]
        self.found[known[0]] = True
        count = len(known[0])
        for candidates in self._candidates(row) if count < enough else ():
            new = self._not_found(self._similar(row, candidates), enough)
            self.found[new] = True
            known.append(new)
            count += len(new)
            if count >= enough:
                break
        self.found[np.concatenate(known)] = False
        return count

    def _not_found(self, rows: _Ints, enough: int) -> _Ints:
        """The pages that vectors are on, ``enough`` of each, less those that are found already."""
        only = self.vectors.only_page[rows]
        several = [self.vectors.pages[row][:enough] for row in rows[only < 0].tolist()]
        on: _Ints = np.unique(np.concatenate([only[only >= 0], *several]))
        return on[~self.found[on]]

    def _candidates(self, row: int) -> Iterator[_Ints]:
        """Vectors with a dimension of the prefix in common, less those that are on the same single page.

        Those that share a rare dimension come first; they are the likeliest.
        """
        page = int(self.vectors.only_page[row])
        waiting: list[_Ints] = []
        for dim in self.dims[row].tolist():
            members = self.members[self.first[dim] : self.first[dim + 1]]
            if len(members) > 1:  # one is the vector itself
                low, high = np.searchsorted(self.vectors.only_page[members], (page, page + 1)) if page >= 0 else (0, 0)
                waiting += [members[:low], members[high:]]
                if sum(map(len, waiting)) > _FEW:
                    yield from self._batches(row, np.concatenate(waiting))
                    waiting.clear()
        if waiting:
            yield from self._batches(row, np.concatenate(waiting))

    def _batches(self, row: int, candidates: _Ints) -> Iterator[_Ints]:
        """Candidates that have not come before; of many a few from everywhere first, which may well be enough."""
        candidates = candidates[self.listed[candidates] != row]
        self.listed[candidates] = row
        step = -(-len(candidates) // _FEW)
        if step > 1:
            candidates = np.concatenate([candidates[first::step] for first in range(step)])
        yield candidates[:_FEW]
        for begin in range(_FEW, len(candidates), _MANY):
            yield candidates[begin : begin + _MANY]

    def _similar(self, row: int, candidates: _Ints) -> _Ints:
        """Those of the candidates that are similar and on a page that is not found yet."""
        v = self.vectors
        only = v.only_page[candidates]
        candidates = candidates[((only < 0) | ~self.found[only]) & (candidates != row)]
        lengths = v.norms[row] * v.norms[candidates]
        dots = v.counts[candidates] @ v.counts[row]
        likely = np.minimum(v.shared[candidates], v.shared[row]) + dots > (self.threshold - _SLACK) * lengths
        candidates = candidates[likely]
        if not len(candidates):
            return candidates
        above = self._count_shared(row, candidates) + dots[likely] > (self.threshold + _ROUNDING) * lengths[likely]
        similar: _Ints = candidates[above]
        return similar

    def _count_shared(self, row: int, others: _Ints) -> _Ints:
        """How many terms a vector shares with each of the others."""
        v = self.vectors
        mine = v.terms[v.start[row] : v.start[row + 1]]
        ends = running(v.sizes[others])
        places = np.arange(ends[-1]) + np.repeat(v.start[others] - ends[:-1], v.sizes[others])
        self.marked[mine] = True
        hits = running(self.marked[v.terms[places]])[ends]
        self.marked[mine] = False
        return np.diff(hits)
