"""The terms of many texts as numbers, and sketches of the texts made of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.store.varints import Ints
from tamis.text.fingerprint import keys, scrambled
from tamis.text.terms import terms

_BANDS: Final = 2
_PER_BAND: Final = 2
"""minima a band: texts with a share J of their words in common (Jaccard) agree in a band with probability J², in one of
two with 1 - (1 - J²)²: 0.89 at J = 0.82 (a cosine of 0.9), 0.08 at 0.2"""
_SIGN: Final = np.uint64(1)


class Tokens(NamedTuple):
    """The terms of some texts."""

    words: list[str]
    """the different ones, in order"""
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
    found = [terms(text) for text in texts]
    flat = list(chain.from_iterable(found))
    words = sorted(set(flat))
    numbers = dict(zip(words, count(), strict=False))
    listed = np.fromiter(map(numbers.__getitem__, flat), np.int32, len(flat))
    return Tokens(words, listed, np.fromiter(map(len, found), np.int64, len(found)))


def sketches(tokens: Tokens) -> Ints:
    """Two keys of each text, of which texts with most of their words in common share one (MinHash, Broder 1997).

    >>> a, b, c = sketches(tokenize(["the lazy dog sleeps", "a list of other things", "A LIST of other things!"]))
    >>> bool((a == b).any()), bool((b == c).all())
    (False, True)
    """
    found = np.zeros((len(tokens.sizes), _BANDS), np.int64)
    some = np.flatnonzero(tokens.sizes)
    if not len(some):
        return found
    firsts = (np.cumsum(tokens.sizes) - tokens.sizes)[some]
    salts = scrambled(np.arange(1, 1 + _BANDS * _PER_BAND, dtype=np.uint64)).reshape(_BANDS, _PER_BAND)
    hashes = keys(tokens.words)
    for band in range(_BANDS):
        mixed = np.full(len(some), band, np.uint64)
        for salt in salts[band]:
            mixed = scrambled(mixed ^ np.minimum.reduceat(scrambled(hashes ^ salt)[tokens.terms], firsts))
        found[some, band] = (mixed >> _SIGN).astype(np.int64)
    return found
