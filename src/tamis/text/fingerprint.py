"""Fingerprints of texts: which are the same, and which are nearly so.

Three for three uses, each the same on every machine and in every run:

* :func:`exact`, 128 bits of BLAKE2: a name for a text, safe to store things under;
* :func:`keys`, 64 bits for a whole column of texts: cheap enough to look up every block of every page;
* :func:`near`, 64 bits in four bands of 16: texts that share most of their words share a band, so a store finds the
  similar blocks of Debnath 2005 ("if B already exists in the repository, a second copy is not stored") by four
  comparisons for equality; how similar they are :mod:`tamis.store.near` says by their words.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import chain
from typing import Final
from zlib import adler32, crc32

import numpy as np
from numpy.typing import NDArray

from tamis.text.words import words_or_text

BANDS: Final = 4
_PER_BAND: Final = 2
"""minima a band: two texts with a share J of their words in common (Jaccard) agree in a band with probability J², in
one of four with 1 - (1 - J²)⁴: 0.99 at J = 0.82 (a cosine of 0.9), 0.68 at 0.5, 0.15 at 0.2"""
_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)


def exact(text: str) -> bytes:
    """Sixteen bytes that stand for a text, its white space collapsed.

    >>> exact("All rights  reserved") == exact("All rights reserved"), exact("All rights") == exact("all rights")
    (True, False)
    """
    return blake2b(_encoded(" ".join(text.split())), digest_size=16).digest()


def keys(texts: Sequence[str]) -> NDArray[np.uint64]:
    """A key for each text: its CRC-32 and its Adler-32, side by side.

    Both are computed in C at a quarter of the cost of a cryptographic hash. They part texts by chance, not against
    somebody who means to make two collide: name stored things by :func:`exact`.

    >>> a, b, c = keys(["Read more", "Read more", "Read less"]).tolist()
    >>> a == b, a == c
    (True, False)
    """
    coded = [text.encode("utf-8", "surrogatepass") for text in texts]
    return np.array([crc32(data) << 32 | adler32(data) for data in coded], np.uint64)


def near(texts: Sequence[str]) -> NDArray[np.uint64]:
    """A sketch of each text's set of words (MinHash, Broder 1997) in four bands of 16 bits; see :func:`bands`.

    >>> a, b, c = bands(near(["the lazy dog sleeps", "a list of other things", "A LIST of other things!"]))
    >>> bool((a == b).any()), bool((b == c).any())
    (False, True)
    """
    if not len(texts):
        return np.zeros(0, np.uint64)
    words = [words_or_text(text) for text in texts]
    first = np.cumsum([0, *(len(found) for found in words[:-1])])
    hashes = keys(list(chain.from_iterable(words)))
    sketches = np.zeros(len(texts), np.uint64)
    salts = scrambled(np.arange(1, 1 + BANDS * _PER_BAND, dtype=np.uint64)).reshape(BANDS, _PER_BAND)
    for band in range(BANDS):
        mixed = np.zeros(len(texts), np.uint64)
        for salt in salts[band]:
            mixed = scrambled(mixed ^ np.minimum.reduceat(scrambled(hashes ^ salt), first))
        sketches |= (mixed & np.uint64(0xFFFF)) << np.uint64(16 * band)
    return sketches


def bands(sketches: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The four bands of each sketch, a row a text: what a store puts an index on.

    >>> bands(np.array([0x0004_0003_0002_0001], np.uint64)).tolist()
    [[1, 2, 3, 4]]
    """
    shifts = np.arange(BANDS, dtype=np.uint64) * np.uint64(16)
    return ((sketches[:, None] >> shifts) & np.uint64(0xFFFF)).astype(np.uint16)


def scrambled(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Steele, Lea and Flood's SplitMix64: every bit of the input moves every bit of the result."""
    mixed = values + _GOLDEN
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
