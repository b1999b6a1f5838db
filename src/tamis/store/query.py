"""Queries as people type them: words, ``"phrases"``, ``begin*`` and ``-without``; all else in them is data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tamis.text.stems import stem, stems
from tamis.text.terms import terms

LAST: Final = "\U0010ffff"
"""comes after all that a term holds"""
_PART: Final = re.compile(r'(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))(\*?)')
_MOST_PARTS: Final = 32
_MOST_TERMS: Final = 64
"""what a person types; the rest of a longer query is left out, or it would be a way to keep a server busy"""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Terms that follow each other; the last may be the beginning of one."""

    terms: tuple[str, ...]
    prefix: bool = False


@dataclass(frozen=True)
class Query:
    """What must be there and what must not."""

    wanted: tuple[Phrase, ...]
    unwanted: tuple[Phrase, ...]


@dataclass(frozen=True)
class Sought:
    """A query in the stems of a store: each part is the phrases that it may be found as."""

    wanted: tuple[tuple[Phrase, ...], ...]
    unwanted: tuple[tuple[Phrase, ...], ...]

    @cached_property
    def words(self) -> frozenset[str]:
        """The wanted stems, without the beginnings of words."""
        return frozenset(t for part in self.wanted for p in part for t in (p.terms[:-1] if p.prefix else p.terms))

    @cached_property
    def prefixes(self) -> tuple[str, ...]:
        """The wanted beginnings."""
        return tuple(sorted({p.terms[-1] for part in self.wanted for p in part if p.prefix}))

    def has(self, term: str, language: str) -> bool:
        """Whether a term of a text in a language is one of the wanted ones."""
        return stem(term, language) in self.words or term.startswith(self.prefixes)


def parse_query(text: str) -> Query:
    """Read a query. There is no wrong one: what holds no letter or digit is left out.

    >>> parse_query('rye "cover crop" gra* -wheat')  # doctest: +NORMALIZE_WHITESPACE
    Query(wanted=(Phrase(terms=('rye',), prefix=False), Phrase(terms=('cover', 'crop'), prefix=False),
        Phrase(terms=('gra',), prefix=True)), unwanted=(Phrase(terms=('wheat',), prefix=False),))
    >>> parse_query("'; DROP TABLE pages --").wanted[-1]
    Phrase(terms=('pages',), prefix=False)
    """
    wanted: list[Phrase] = []
    unwanted: list[Phrase] = []
    for found in list(_PART.finditer(text))[:_MOST_PARTS]:
        minus, quoted, bare, star = found.groups()
        found_terms = tuple(terms(quoted if bare is None else bare))[:_MOST_TERMS]
        if found_terms:
            phrase = Phrase(found_terms, prefix=bool(star) or (bare or "").endswith("*"))
            (unwanted if minus else wanted).append(phrase)
    return Query(tuple(dict.fromkeys(wanted)), tuple(dict.fromkeys(unwanted)))


def seek(query: Query, languages: Sequence[str], stems_of: Callable[[str], Iterable[str]]) -> Sought:
    """A query in the stems of all the languages of a store.

    ``stems_of`` gives the stems of the words that begin in some way, as far as they do not begin so themselves:
    "elections" is indexed as "elect", and is to be found by ``election*``.

    >>> seek(parse_query("elections"), ["en", "it"], lambda _: ()).wanted  # doctest: +NORMALIZE_WHITESPACE
    ((Phrase(terms=('elect',), prefix=False), Phrase(terms=('elections',), prefix=False)),)
    """

    def variants(phrase: Phrase) -> tuple[Phrase, ...]:
        if not phrase.prefix:
            return tuple(dict.fromkeys(Phrase(tuple(stems(phrase.terms, language))) for language in languages))
        *first, last = phrase.terms
        ends = [Phrase((last,), prefix=True), *(Phrase((one,)) for one in stems_of(last))]
        heads = dict.fromkeys(tuple(stems(first, language)) for language in languages)
        return tuple(Phrase((*head, *end.terms), end.prefix) for head in heads for end in ends)

    return Sought(
        tuple(dict.fromkeys(map(variants, query.wanted))), tuple(dict.fromkeys(map(variants, query.unwanted)))
    )
