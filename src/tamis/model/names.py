"""Elements' names and the first words of blocks, as hashed tokens.

Names are the words in ``class``, ``id``, ``role``, ``itemprop``, ``data-testid`` and ``aria-label``. Which of them
matter is learned; a token is known by its hash alone, so there is no list of words here or in the weights. The loops
of :mod:`tamis.native.hashing` make them; texts that they cannot put into lower case one character at a time are left
to :func:`word_tokens`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from zlib import crc32

NAME_BUCKETS: Final = 8192
WORD_BUCKETS: Final = 4096
MARKS: Final = ".,:;!?()[]\"'“”‘’»«…|•·-–—"
"""stripped from words"""
_FIRST_WORDS: Final = 4
_LONGEST: Final = 24
"""characters of a word; longer ones are left out"""


@lru_cache(maxsize=1 << 15)
def _word(word: str) -> int:
    return crc32(word.encode()) % WORD_BUCKETS


def word_tokens(text: str) -> list[int]:
    """The first words of a text, hashed.

    >>> word_tokens("Read more") == word_tokens("READ: more!")
    True
    """
    words = text[:80].lower().split(None, _FIRST_WORDS)[:_FIRST_WORDS]
    return [_word(word.strip(MARKS)) for word in words if len(word) <= _LONGEST]
