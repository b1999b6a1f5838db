"""The words of a site's pages, and how evenly they are spread: what the site strategies count.

A :class:`tamis.SiteTemplate` counts something else, whole texts at places, one page at a time in bounded memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.text.words import words_or_text

_Ints = NDArray[np.int64]


class SiteWords(NamedTuple):
    """All words of a site's pages: a row for each time that one occurs."""

    word: _Ints
    """its number; numbers go by first occurrence"""
    row: _Ints
    """its block, counted through all pages"""
    page: _Ints
    """the page of the block"""
    different: int
    """how many different words there are"""


def words_of_site(pages: Sequence[Page], *, hidden: bool) -> SiteWords:
    """The words of all blocks of some pages; those of hidden blocks only if asked for."""
    numbers: dict[str, int] = {}
    found: list[int] = []
    sizes: list[int] = []
    for page in pages:
        for text, is_hidden in zip(page.texts, page.hidden.tolist(), strict=True):
            words = words_or_text(text) if hidden or not is_hidden else ()
            found.extend(numbers.setdefault(word, len(numbers)) for word in words)
            sizes.append(len(words))
    page_of_row = np.repeat(np.arange(len(pages)), [len(page) for page in pages])
    rows = np.repeat(np.arange(len(sizes)), sizes)
    return SiteWords(np.array(found, np.int64), rows, page_of_row[rows], len(numbers))


def different_pairs(first: _Ints, second: _Ints) -> tuple[_Ints, _Ints, _Ints]:
    """The different pairs of two columns in sorted order, as two columns, and how often each pair occurs.

    >>> [column.tolist() for column in different_pairs(np.array([1, 0, 1]), np.array([2, 5, 2]))]
    [[0, 1], [5, 2], [1, 2]]
    """
    width = int(second.max(initial=0)) + 1
    pairs, times = np.unique(first * width + second, return_counts=True)
    return pairs // width, pairs % width, times


def spread(groups: _Ints, times: _Ints, base: _Ints) -> NDArray[np.float64]:
    """The entropy of the counts of each group over the logarithm of its ``base``, 0 to 1; 0 where the base is 1.

    >>> spread(np.array([0, 0, 1]), np.array([3, 3, 7]), np.array([2, 2])).tolist()
    [1.0, 0.0]
    """
    totals = np.bincount(groups, times, len(base))
    shares = times / totals[groups]
    sums = np.bincount(groups, -shares * np.log(shares), len(base))
    return np.clip(sums / np.log(np.maximum(base, 2)), 0.0, 1.0) * (base > 1)
