"""Blocks with a similar block on other pages: as comparing all pairs would find them, without comparing all pairs.

A block's vector has a one for each of its terms and a few counts scaled to 0–1 (Debnath 2005, section 3.1). Equal
vectors are held once. Of two different ones whose cosine is above ε we know that they share a *rare* dimension: put all
dimensions in one order, the rarest first, and let the prefix of a vector be its first dimensions, up to where the rest
has a norm of at most ε times the whole. Had two vectors no dimension of their prefixes in common, then all that they
share would lie in the rest of one of them, and the cosine would be at most ε (Cauchy–Schwarz). So an index of prefixes
names every candidate; the cosine itself decides. (Prefix filtering: Chaudhuri et al. 2006; with norms: Bayardo et al.
2007, Anastasiu and Karypis 2014.)

Where blocks are nearly alike all are candidates of all. But what is asked for is pages, and one similar block tells of
a page: so a few candidates from all over the site are compared first, and no more on pages that are found; and the
terms shared with very many vectors are counted by an index of terms, for all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_Ints = NDArray[np.int64]
_Floats = NDArray[np.float64]
_SLACK: Final = 1e-9
"""what rounding may move a bound by: a pair too many is compared rather than one too few"""
_ROUNDING: Final = 1e-12
"""a cosine of exactly the threshold, such as 9 of 10 terms, is not above it, however it is rounded"""
_FEW: Final = 256
"""candidates that are compared before the others"""
_MANY: Final = 65_536
"""and as many of the others at a time"""
_STEPS: Final = 4
"""times that looking up a candidate's term takes as long as counting one in the index of terms"""


class Blocks(NamedTuple):
    """The blocks of a class of pages, in columns."""

    pages: _Ints
    """the page that each block stands on"""
    terms: Sequence[Sequence[str]]
    """each block's different terms"""
    counts: _Ints
    """a row a block, a column a count; may have no terms and no counts at all"""


@dataclass(frozen=True, slots=True)
class _Vectors:
    """The different vectors, and where they stand."""

    of_block: _Ints
    """the vector of each block"""
    pages: list[_Ints]
    """the pages that hold a block with this vector"""
    alone: _Ints
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


def pages_with_similar(blocks: Blocks, threshold: float = 0.9, enough: int = 64) -> _Ints:
    """On how many pages, its own included, a block with a cosine above ``threshold`` stands, for each block.

    Counting stops at ``enough`` pages: a result below that is exact, one that is not says "at least".

    >>> terms = [text.split() for text in ("all rights reserved", "rye bread", "all rights reserved")]
    >>> pages_with_similar(Blocks(np.array([0, 0, 1]), terms, np.zeros((3, 1), np.int64))).tolist()
    [2, 1, 2]
    """
    if not len(blocks.pages):
        return np.zeros(0, np.int64)
    vectors = _distinct(blocks)
    index = _Index(vectors, threshold)
    enough = min(enough, len(np.unique(blocks.pages)))
    found = np.array([index.count_pages(i, enough) for i in range(len(vectors.pages))], np.int64)
    return found[vectors.of_block]


def scaled(counts: _Ints) -> _Floats:
    """Each count over its largest value in the class, so that it lies in 0 to 1.

    >>> scaled(np.array([[2, 0], [4, 0]])).tolist()
    [[0.5, 0.0], [1.0, 0.0]]
    """
    largest: _Ints = np.maximum(counts.max(axis=0, initial=0), 1)
    return counts / largest


def _distinct(blocks: Blocks) -> _Vectors:
    numbers: dict[str, int] = {}
    rows: dict[tuple[bytes, bytes], int] = {}
    found: list[int] = []
    firsts: list[int] = []
    term_rows: list[_Ints] = []
    pages: list[set[int]] = []
    for i, (page, terms) in enumerate(zip(blocks.pages.tolist(), blocks.terms, strict=True)):
        ids = np.sort(np.array([numbers.setdefault(term, len(numbers)) for term in terms], np.int64))
        row = rows.setdefault((ids.tobytes(), blocks.counts[i].tobytes()), len(rows))
        if row == len(firsts):
            firsts.append(i)
            term_rows.append(ids)
            pages.append(set())
        pages[row].add(page)
        found.append(row)
    sizes = np.array([len(ids) for ids in term_rows], np.int64)
    start = np.concatenate(([0], np.cumsum(sizes)))
    all_terms: _Ints = np.concatenate([np.zeros(0, np.int64), *term_rows])
    counts = scaled(blocks.counts)[firsts]
    times = np.bincount(all_terms, minlength=len(numbers))
    owners = np.repeat(np.arange(len(sizes)), sizes)
    return _Vectors(
        of_block=np.array(found, np.int64),
        pages=[np.array(sorted(on), np.int64) for on in pages],
        alone=np.array([next(iter(on)) if len(on) == 1 else -1 for on in pages], np.int64),
        terms=_rarest_first(all_terms, start, len(numbers)),
        start=start,
        sizes=sizes,
        shared=np.bincount(owners[times[all_terms] > 1], minlength=len(sizes)),
        counts=counts,
        norms=np.sqrt(sizes + (counts * counts).sum(axis=1)),
    )


def _rarest_first(terms: _Ints, start: _Ints, vocabulary: int) -> _Ints:
    """The terms renumbered by how few vectors have them, and each vector's terms in that order."""
    order = np.argsort(np.bincount(terms, minlength=vocabulary), kind="stable")
    rank = np.empty(vocabulary, np.int64)
    rank[order] = np.arange(vocabulary)
    owners = np.repeat(np.arange(len(start) - 1), np.diff(start))
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
        order = np.lexsort((vectors.alone[owners], dims))
        self.members = owners[order]
        self.first = np.searchsorted(dims[order], np.arange(len(self.marked) + vectors.counts.shape[1] + 1))
        by_owner = np.argsort(owners, kind="stable")
        self.dims = dims[by_owner]
        self.dims_start = np.searchsorted(owners[by_owner], np.arange(len(vectors.sizes) + 1))
        by_term = np.argsort(vectors.terms, kind="stable")
        self.holders = np.repeat(np.arange(len(vectors.sizes)), vectors.sizes)[by_term]
        self.holders_start = np.searchsorted(vectors.terms[by_term], np.arange(len(self.marked) + 1))

    def _prefixes(self) -> tuple[_Ints, _Ints]:
        """All pairs of a dimension and a vector with that dimension in its prefix."""
        v = self.vectors
        squares = v.norms * v.norms
        wanted = np.ceil((1 - self.threshold**2) * squares + _SLACK).astype(np.int64)  # a term adds one to the square
        owners = np.repeat(np.arange(len(v.sizes)), v.sizes)
        place = np.arange(len(v.terms)) - v.start[owners]
        chosen = place < wanted[owners]
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
            fresh = self._not_found(self._similar(row, candidates), enough)
            self.found[fresh] = True
            known.append(fresh)
            count += len(fresh)
            if count >= enough:
                break
        for on in known:
            self.found[on] = False
        return count

    def _not_found(self, rows: _Ints, enough: int) -> _Ints:
        """The pages that vectors stand on, ``enough`` of each, less those that are found already."""
        alone = self.vectors.alone[rows]
        several = [self.vectors.pages[row][:enough] for row in rows[alone < 0].tolist()]
        on: _Ints = np.unique(np.concatenate([alone[alone >= 0], *several]))
        return on[~self.found[on]]

    def _candidates(self, row: int) -> Iterator[_Ints]:
        """Vectors with a dimension of the prefix in common, less those that stand on the same single page.

        Those that share a rare dimension come first; they are the likeliest.
        """
        page = int(self.vectors.alone[row])
        waiting: list[_Ints] = []
        for dim in self.dims[self.dims_start[row] : self.dims_start[row + 1]].tolist():
            members = self.members[self.first[dim] : self.first[dim + 1]]
            if len(members) > 1:  # one is the vector itself
                low, high = np.searchsorted(self.vectors.alone[members], (page, page + 1)) if page >= 0 else (0, 0)
                waiting += [part for part in (members[:low], members[high:]) if len(part)]
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
        """Those of the candidates that are similar and stand on a page that is not found yet."""
        v = self.vectors
        alone = v.alone[candidates]
        candidates = candidates[((alone < 0) | ~self.found[alone]) & (candidates != row)]
        lengths = v.norms[row] * v.norms[candidates]
        dots = v.counts[candidates] @ v.counts[row]
        most = np.minimum(v.shared[candidates], v.shared[row])
        likely = most + dots > (self.threshold - _SLACK) * lengths
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
        sizes = v.sizes[others]
        begins, ends = self.holders_start[mine], self.holders_start[mine + 1]
        if 0 < (ends - begins).sum() < _STEPS * sizes.sum():
            lists = [self.holders[begin:end] for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
            with_all: _Ints = np.bincount(np.concatenate(lists), minlength=len(v.sizes))
            return with_all[others]
        self.marked[mine] = True
        ends = np.cumsum(sizes)
        places = np.arange(ends[-1]) + np.repeat(v.start[others] - (ends - sizes), sizes)
        hits = np.concatenate(([0], np.cumsum(self.marked[v.terms[places]])))
        self.marked[mine] = False
        counted: _Ints = hits[ends] - hits[ends - sizes]
        return counted
