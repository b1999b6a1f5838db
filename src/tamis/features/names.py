"""What a page's author called things, and what blocks say first, as hashed tokens.

Names are the words in ``class``, ``id``, ``role``, ``itemprop``, ``data-testid`` and ``aria-label``. Which of them
matter is learned; a token is known by its hash alone, so there is no list of words here or in the weights.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tamis.dom import Tree
from tamis.reader import NAMING

NAME_BUCKETS: Final = 8192
WORD_BUCKETS: Final = 4096
MARKS: Final = ".,:;!?()[]\"'“”‘’»«…|•·-–—"
"""that are taken off words"""
_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_MOST_TOKENS: Final = 12
"""tokens of one attribute; generated class lists run to hundreds"""
_FIRST_WORDS: Final = 4
_MAYBE_COMMENTS: Final = ("omment", "isqus", "omentario", "alkback")
_LONGEST: Final = 24
"""characters of a word that is looked up; longer ones are no words"""


@lru_cache(maxsize=1 << 15)
def name_tokens(value: str) -> tuple[int, ...]:
    """The hashed tokens of an attribute's value.

    >>> name_tokens("navMain") == name_tokens("nav-main") == name_tokens("nav_main")
    True
    """
    parts = _PART.findall(value[:400])[:_MOST_TOKENS]
    return tuple(crc32(part.lower().encode()) % NAME_BUCKETS for part in parts if len(part) > 1)


def element_names(tree: Tree, elements: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64], list[int]]:
    """The tokens of these elements, as two columns, the place in ``elements`` and the token; and the elements whose
    names may say that readers' comments stand in them.
    """
    owners: list[int] = []
    tokens: list[int] = []
    maybe_comments: list[int] = []
    nodes = tree.nodes
    for place, element in enumerate(elements):
        for name, value in nodes[element].attrs.items():
            if value and name in NAMING:
                text = value if isinstance(value, str) else " ".join(value)
                found = name_tokens(text)
                owners.extend([place] * len(found))
                tokens.extend(found)
                if name == "itemprop" and text.lower() == "comment":
                    maybe_comments.append(element)
        node = nodes[element]
        names = f"{node.attr('id') or ''} {node.attr('class') or ''}"
        if any(part in names for part in _MAYBE_COMMENTS):
            maybe_comments.append(element)
    return np.array(owners, np.int64), np.array(tokens, np.int64), maybe_comments


@lru_cache(maxsize=1 << 15)
def _word(word: str) -> int:
    return crc32(word.encode()) % WORD_BUCKETS


def first_words(texts: list[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first words of each text, hashed: two columns, the text and the token.

    >>> places, tokens = first_words(["Read more", "READ MORE"])
    >>> places.tolist(), bool(tokens[0] == tokens[2])
    ([0, 0, 1, 1], True)
    """
    owners: list[int] = []
    tokens: list[int] = []
    for place, text in enumerate(texts):
        found = word_tokens(text)
        owners.extend([place] * len(found))
        tokens.extend(found)
    return np.array(owners, np.int64), np.array(tokens, np.int64)


def word_tokens(text: str) -> list[int]:
    """The first words of a text, hashed."""
    words = text[:80].lower().split(None, _FIRST_WORDS)[:_FIRST_WORDS]
    return [_word(word.strip(MARKS)) for word in words if len(word) <= _LONGEST]
