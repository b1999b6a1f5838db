"""Fingerprints of texts: which are the same, and which are nearly so.

Two for two uses, each the same on every machine and in every run:

* :func:`exact`, 128 bits of BLAKE2: a name for a text, safe to store things under;
* :func:`keys`, 64 bits for a whole column of texts: cheap enough to look up every block of every page.

:mod:`tamis.store.tokens` makes sketches of texts, by which similar ones are found.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final
from zlib import adler32, crc32

import numpy as np
from numpy.typing import NDArray

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


def scrambled(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Steele, Lea and Flood's SplitMix64: every bit of the input moves every bit of the result."""
    mixed = values + _GOLDEN
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
