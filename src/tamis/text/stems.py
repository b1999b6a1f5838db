"""Stems of terms, by the language of the page they stand on: "elections" is found by "election".

Snowball's stemmers run when a word is stored and when a query is read: both back ends hold the same stems. A page has
one language, detected in its kept text; English stands in where there is too little text to tell, or no stemmer. A
query has no language: each of its words is looked up by its stem in every language of the store.

Stemmers work on terms without accents, so that a word is found whether its accents were typed or not.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import Stemmer

from tamis.text.language import language_of

_STEMMERS: Final = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "fi": "finnish", "fr": "french", "hi": "hindi", "hu": "hungarian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "nb": "norwegian", "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pl": "polish",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
_DEFAULT: Final = "en"
_SAMPLE: Final = 5_000
"""characters of a page that its language is detected in"""
_ENOUGH: Final = 120
"""characters; in less, the detector guesses (as in :mod:`tamis.text.language`)"""
_LONGEST: Final = 40
"""characters; nothing longer is an inflected word"""
_KNOWN: Final = 1 << 17
"""stems in memory, some 20 MB: the words of a few thousand pages, each of which is stemmed once"""
STEMMER: Final = str(Stemmer.version())
"""the version of the library: another one may have other stems, so what depends on them is made anew by it"""
_own = threading.local()


def language_of_page(texts: Iterable[str]) -> str:
    """The language of a page's texts; empty if there is too little text to tell.

    >>> language_of_page(["Der Teig muss eine Stunde lang ruhen.", "Dann wird er im Ofen gebacken, bis er braun ist. "
    ...     "Das Brot bleibt eine Woche lang frisch und schmeckt am besten mit Butter."])
    'de'
    >>> language_of_page(["Rye"])
    ''
    """
    parts, size = [], 0
    for text in texts:
        parts.append(text[:_SAMPLE])
        size += len(parts[-1])
        if size >= _SAMPLE:
            break
    found = language_of("\n".join(parts)) if size >= _ENOUGH else None
    return found[0] if found else ""


def stemmed_as(language: str) -> str:
    """The language whose stemmer serves a page in a language, or in one that is not known.

    >>> stemmed_as("nb"), stemmed_as("zh"), stemmed_as("")
    ('nb', 'en', 'en')
    """
    return language if language in _STEMMERS else _DEFAULT


def stems(terms: Sequence[str], language: str) -> list[str]:
    """The stems of terms, in order.

    >>> stems(["elections", "policies", "3", "cafe"], "en"), stems(["wahlen"], "de")
    (['elect', 'polici', '3', 'cafe'], ['wahl'])
    """
    stemmed = [term for term in terms if _is_inflected(term)]
    found = dict(zip(stemmed, _stemmer(language).stemWords(stemmed), strict=True))
    return [found.get(term) or term for term in terms]


@lru_cache(_KNOWN)
def stem(term: str, language: str) -> str:
    """The stem of a term; the term itself if it has none."""
    return str(_stemmer(language).stemWord(term)) or term if _is_inflected(term) else term


def _is_inflected(term: str) -> bool:
    """Whether a term may be a form of a word."""
    return 3 <= len(term) <= _LONGEST and term.isalpha()


def _stemmer(language: str) -> Any:
    """The stemmer of a language, one a thread: a stemmer keeps the word that it works on."""
    name = _STEMMERS[language]
    if not hasattr(_own, name):
        setattr(_own, name, Stemmer.Stemmer(name, 0))  # no cache: a writer asks for each word once
    return getattr(_own, name)
