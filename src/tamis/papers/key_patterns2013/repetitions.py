"""Repetitions in a sequence, and the key patterns among them, by a suffix array.

Key patterns 2013, section 3.4. A *repetition* of a sequence of n elements is a stretch of 1 < m <= n/2 elements that
occurs at least twice; if all its elements are equal, at least twice without overlap. A *key pattern* is a repetition
that no other repetition properly contains.

Comparing all stretches with each other takes n³ steps. Sorting the sequence's suffixes takes n log n: what occurs twice
begins two neighbours of the sorted order, so the longest repetition at each place is what its suffix shares with
a neighbour. Every part of a repetition is one, so a repetition is a key pattern if at none of its places it can be made
longer, behind or in front.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_Ints = NDArray[np.int64]

SHORTEST = 2
"""1 < m (Key patterns 2013, section 3.4)"""


class Pattern(NamedTuple):
    """A key pattern: its length, where it begins (overlapping places included), and whether its elements are equal."""

    length: int
    places: list[int]
    uniform: bool


def key_patterns(sequence: Sequence[Hashable]) -> list[Pattern]:
    """The key patterns of a sequence, longest first, then leftmost.

    >>> key_patterns("h2 p p ul p p h2 p p p p p p div".split())
    [Pattern(length=3, places=[0, 6], uniform=False), Pattern(length=3, places=[7, 8, 9, 10], uniform=True)]
    """
    if _has_no_repetition(sequence):
        return []
    found = _longest_repetitions(_numbered(sequence))
    order, common, lengths = found.order, found.common, found.lengths[found.order]
    # The places of one stretch are neighbours in the order: all that share its whole length, and no others.
    starts = np.flatnonzero((common < lengths) | (lengths != np.concatenate(([-1], lengths[:-1]))))
    ends = np.append(starts[1:], len(order))
    length = lengths[starts]
    longer_behind = (common[starts] >= length) | (np.append(common, 0)[ends] >= length)
    in_front = np.concatenate(([0], found.lengths[:-1]))[order]
    longer_in_front = np.logical_or.reduceat(in_front > lengths, starts)
    patterns: list[Pattern] = []
    for group in np.flatnonzero((length >= SHORTEST) & ~longer_behind & ~longer_in_front).tolist():
        places = np.sort(order[starts[group] : ends[group]]).tolist()
        patterns.append(Pattern(int(length[group]), places, bool(found.run_left[places[0]] >= length[group])))
    return sorted(patterns, key=lambda pattern: (-pattern.length, pattern.places[0]))


def _has_no_repetition(sequence: Sequence[Hashable]) -> bool:
    """Whether a sequence is too short, or no two neighbours occur twice. So are most; it saves them the sorting."""
    return len(sequence) < 2 * SHORTEST or len(set(pairwise(sequence))) == len(sequence) - 1


class _Repetitions(NamedTuple):
    order: _Ints
    """the places, their suffixes sorted"""
    common: _Ints
    """how many elements each shares with the one before it in that order"""
    run_left: _Ints
    """how many equal elements there are from each place on"""
    lengths: _Ints
    """of the longest repetition at each place"""


def _longest_repetitions(sequence: _Ints) -> _Repetitions:
    longest = len(sequence) // 2
    order, common = _sorted_suffixes(sequence, longest)
    shared = np.maximum(common, np.append(common[1:], 0))
    repeated = np.empty_like(shared)
    repeated[order] = np.minimum(shared, longest)
    run_left = _run_left(sequence)
    uniform = np.minimum(np.minimum(run_left, _uniform_limit(sequence)[sequence]), longest)
    return _Repetitions(order, common, run_left, np.where(repeated > run_left, repeated, uniform))


def _sorted_suffixes(sequence: _Ints, longest: int) -> tuple[_Ints, _Ints]:
    """Sort the suffixes by their first ``longest`` elements, and count what neighbours have in common, up to there.

    Prefix doubling (Manber and Myers 1993): ranks by the first w elements, taken in pairs, sort by 2w.
    """
    count = len(sequence)
    order, rank, width = _stable_order(sequence), sequence, 1
    ranks = [rank]
    while width < longest and rank[order[-1]] < count - 1:
        # Sorted by their second half already: those without a second half come first.
        by_second = np.concatenate((np.arange(count - width, count), order[order >= width] - width))
        order = by_second[_stable_order(rank[by_second])]
        second = np.append(rank, np.full(width, -1))[width:]
        differs = (rank[order[1:]] != rank[order[:-1]]) | (second[order[1:]] != second[order[:-1]])
        rank = np.empty_like(rank)
        rank[order] = np.concatenate(([0], np.cumsum(differs)))
        ranks.append(rank)
        width *= 2
    return order, _common(order, ranks)


def _common(order: _Ints, ranks: Iterable[_Ints]) -> _Ints:
    """What each suffix shares with the one before it in the order; 0 for the first.

    The n-th of the ranks says whether 2**n elements are equal, so the length is put together like a binary number.
    """
    shared = np.zeros(len(order) - 1, np.int64)
    for level, rank in reversed(list(enumerate(ranks))):
        one, other = order[1:] + shared, order[:-1] + shared
        inside = (one < len(order)) & (other < len(order))
        one, other = np.where(inside, one, 0), np.where(inside, other, 0)
        shared += np.where(inside & (rank[one] == rank[other]), 1 << level, 0)
    return np.concatenate(([0], shared))


def _stable_order(keys: _Ints) -> _Ints:
    """The order that sorts the keys, by a radix sort, which is what NumPy does with 16 bits: linear."""
    order = np.argsort((keys & 0xFFFF).astype(np.uint16), kind="stable")
    if len(keys) > 0xFFFF:
        order = order[np.argsort((keys[order] >> 16).astype(np.uint16), kind="stable")]
    return order


def _run_left(sequence: _Ints) -> _Ints:
    ends = np.append(np.flatnonzero(sequence[1:] != sequence[:-1]) + 1, len(sequence))
    places = np.arange(len(sequence))
    return ends[np.searchsorted(ends, places, side="right")] - places


def _uniform_limit(sequence: _Ints) -> _Ints:
    """For each kind of element how many in a row occur twice without overlap.

    Both occurrences lie in one run of the element, which gives half of its length, or in two, which gives the
    shorter's length.
    """
    starts = np.flatnonzero(np.concatenate(([True], sequence[1:] != sequence[:-1])))
    kinds, lengths = sequence[starts], np.diff(np.append(starts, len(sequence)))
    by_length = np.lexsort((lengths, kinds))
    kinds, lengths = kinds[by_length], lengths[by_length]
    shorter = np.where(kinds == np.concatenate(([-1], kinds[:-1])), np.concatenate(([0], lengths[:-1])), 0)
    longest = np.flatnonzero(np.append(kinds[1:] != kinds[:-1], True))
    limit: _Ints = np.maximum(lengths[longest] // 2, shorter[longest])
    return limit


def _numbered(sequence: Sequence[Hashable]) -> _Ints:
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(element, len(numbers)) for element in sequence], np.int64)
