"""The terms of many texts as numbers, and sketches of the texts made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.native import terms as native
from tamis.store.folding import folds
from tamis.store.varints import Ints
from tamis.text.fingerprint import scrambled
from tamis.text.terms import terms

_BANDS: Final = 2
_PER_BAND: Final = 2
"""minima a band: texts with a share J of their words in common (Jaccard) agree in a band with probability J², in one of
two with 1 - (1 - J²)²: 0.89 at J = 0.82 (a cosine of 0.9), 0.08 at 0.2"""
_SIGN: Final = np.uint64(1)
_MOST: Final = np.uint64(2**64 - 1)


class Tokens(NamedTuple):
    """The terms of some texts."""

    words: list[str]
    """the different ones, in order"""
    hashes: NDArray[np.uint64]
    """of these"""
    terms: NDArray[np.int32]
    """the position among ``words`` of each term of all texts, one text after the other"""
    sizes: Ints
    """how many terms each text has"""


def tokenize(texts: Sequence[str]) -> Tokens:
    """The terms of texts.

    >>> tokens = tokenize(["Rye bread", "", "Bread!"])
    >>> tokens.words, tokens.terms.tolist(), tokens.sizes.tolist()
    (['bread', 'rye'], [1, 0, 0], [2, 0, 1])
    """
    words, ordered, hashes, numbers, sizes = native.tokenize(list(texts), *folds(), terms)
    order = np.frombuffer(ordered, np.int32)
    place = np.empty(len(words), np.int32)
    place[order] = np.arange(len(words), dtype=np.int32)
    return Tokens(
        [words[i] for i in order.tolist()], np.frombuffer(hashes, np.uint64)[order],
        place[np.frombuffer(numbers, np.int32)], np.frombuffer(sizes, np.int64),
    )  # fmt: skip


def sketches(tokens: Tokens) -> Ints:
    """Two keys of each text, of which texts with most of their words in common share one (MinHash, Broder 1997).

    >>> a, b, c = sketches(tokenize(["the lazy dog sleeps", "a list of other things", "A LIST of other things!"]))
    >>> bool((a == b).any()), bool((b == c).all())
    (False, True)
    """
    salts = scrambled(np.arange(1, 1 + _BANDS * _PER_BAND, dtype=np.uint64))
    least = np.full((len(tokens.sizes), len(salts)), _MOST)
    native.least(tokens.terms, tokens.sizes, scrambled(tokens.hashes[:, None] ^ salts), least)
    found = np.zeros((len(tokens.sizes), _BANDS), np.int64)
    for band, minima in enumerate(np.split(least, _BANDS, 1)):
        mixed = np.full(len(minima), band, np.uint64)
        for column in minima.T:
            mixed = scrambled(mixed ^ column)
        found[:, band] = (mixed >> _SIGN).astype(np.int64)
    found[tokens.sizes == 0] = 0
    return found
