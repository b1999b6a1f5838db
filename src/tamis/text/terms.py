"""How texts become terms: one way for both back ends, so that the same words find the same blocks in either.

A term is a run of letters, digits and marks, in lower case and without accents (``Café`` is found by ``cafe``). In
scripts without spaces (:mod:`tamis.text.words`) each character is a term, and a word of several is looked up as a
phrase: any part of a sentence is found, whatever a dictionary thinks of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from unicodedata import normalize

from tamis.text.words import SPACELESS

# Vowel signs of the Indic scripts are not letters to Python, but parts of their words.
_MARKS: Final = "\u0900-\u0963\u0966-\u0dff\u0f71-\u0f84"
_TERM: Final = re.compile(rf"[{SPACELESS}]|(?:[^\W{SPACELESS}]|[{_MARKS}])+")
_SPACELESS: Final = re.compile(f"[{SPACELESS}]")
_ASCII_TERM: Final = re.compile(r"\w+", re.ASCII)
# Accents, Hebrew points, Arabic vowel signs and the tatweel: written or not, the word is the same.
_POINTS: Final = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]+"
)
_WORD: Final = re.compile(rf"[{SPACELESS}]|(?:[^\W{SPACELESS}]|[{_MARKS}]|{_POINTS.pattern[:-1]})+")
"""a term as it stands in a text, points and all"""
_LONGEST: Final = 100
"""characters of a term that count: PostgreSQL takes 2,046 bytes, and nobody types more than these"""


def terms(text: str) -> list[str]:
    """The terms of a text, in order.

    >>> terms("Café-crème, 3.5 €; 中文!"), terms("don't")
    (['cafe', 'creme', '3', '5', '中', '文'], ['don', 't'])
    """
    if not text.isascii():
        return [term[:_LONGEST] for term in _TERM.findall(folded(text))]
    found = _ASCII_TERM.findall(text.lower())
    return [term[:_LONGEST] for term in found] if len(text) > _LONGEST else found


def folded(text: str) -> str:
    """A text in the characters that terms are made of.

    >>> folded("Café ½")
    'cafe 1⁄2'
    """
    return _POINTS.sub("", normalize("NFC", _POINTS.sub("", normalize("NFKD", text.casefold()))))


def is_spaceless(letter: str) -> bool:
    """Whether a character is of a script without spaces.

    >>> is_spaceless("中"), is_spaceless("a")
    (True, False)
    """
    return _SPACELESS.match(letter) is not None


def places(text: str) -> Iterator[tuple[int, int, str]]:
    """The words of a text as they stand in it: start, end and the word, from which :func:`terms` makes its terms.

    >>> list(places("Café!"))
    [(0, 4, 'Café')]
    """
    for match in _WORD.finditer(text):
        yield match.start(), match.end(), match.group()
