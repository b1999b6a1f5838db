"""Where the parts of a query stand in the index, and which pages take part in a search.

Each part is looked for twice: as it was typed, and in all forms of its words (:mod:`tamis.store.forms`). The exact
words tell more about a page than their stems do; the stems find what the exact words miss.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Final

import numpy as np

from tamis.roles import ROLES
from tamis.store.database import Database
from tamis.store.forms import forms_of, languages, stems_beginning
from tamis.store.query import Filter, Phrase, Query
from tamis.store.records import storable
from tamis.store.segments import Columns, Index, Live, Mask
from tamis.store.varints import Ints
from tamis.text.terms import terms

_MOST_WORDS: Final = 500
"""words that a beginning is looked up by, the first of them in alphabetical order"""
_NOWHERE: Final = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class Part:
    """Where a part of a query stands, in the sequence of all words."""

    exact: Ints
    """as it was typed"""
    forms: Ints
    """in any form of its words, the exact ones included"""
    length: int
    """its words"""


@dataclass(frozen=True, slots=True)
class Words:
    """What the words of a query mean in a store: what a text's words are compared with to mark them."""

    forms: frozenset[str]
    beginnings: tuple[str, ...]
    _seen: dict[str, str | None] = field(default_factory=dict, compare=False)

    def wanted(self, word: str) -> str | None:
        """The first term of a text's word that is one of the wanted ones."""
        if word not in self._seen:
            self._seen[word] = next(filter(self._has, terms(word)), None)
        return self._seen[word]

    def _has(self, term: str) -> bool:
        return term in self.forms or term.startswith(self.beginnings)


@dataclass(frozen=True, slots=True)
class Match:
    """The parts of a query, and the pages that may be shown."""

    columns: Columns
    live: Live
    allowed: Mask
    """of those the ones that pass the filters, and have nothing that must not be there"""
    parts: tuple[Part, ...]
    words: Words


def match(database: Database, index: Index, query: Query, site: str | None) -> Match:
    """Look a query up; ``site`` is one more filter."""
    columns = index.columns()
    live = index.live(columns)
    phrases = [*(phrase for part in query.wanted for phrase in part), *query.unwanted]
    variants = _variants(database, index, columns, phrases)
    places = index.places(columns, {word for rows in variants.values() for words in rows for word in words})
    roles = _blocks_of_roles(columns, query.roles)
    parts = tuple(_part(phrases, variants, places, columns, roles) for phrases in query.wanted)
    allowed = live.mask & _passing(database, columns, query.filters, site)
    for phrase in query.unwanted:
        found = _phrase(phrase, variants[phrase], places, forms=True)
        allowed[columns.page_of_block[columns.block_of(found)]] = False
    wanted = [phrase for part in query.wanted for phrase in part]
    forms = frozenset(word for phrase in wanted for words in variants[phrase] for word in words)
    beginnings = tuple(sorted({phrase.terms[-1] for phrase in wanted if phrase.prefix}))
    return Match(columns, live, allowed, parts, Words(forms, beginnings))


Variants = Mapping[Phrase, Sequence[Sequence[str]]]
"""for each phrase and each of its words all words that count as it, those that are exact first"""


def _variants(database: Database, index: Index, columns: Columns, phrases: Sequence[Phrase]) -> Variants:
    whole = {term for phrase in phrases for term in (phrase.terms[:-1] if phrase.prefix else phrase.terms)}
    forms = forms_of(database, whole, languages(database)) if whole else {}
    beginnings = {phrase.terms[-1] for phrase in phrases if phrase.prefix}
    begun = {beginning: index.words(columns, beginning, _MOST_WORDS) for beginning in beginnings}
    further = {beginning: stems_beginning(database, words)[:_MOST_WORDS] for beginning, words in begun.items()}
    found: dict[Phrase, Sequence[Sequence[str]]] = {}
    for phrase in phrases:
        rows = [[term, *sorted(forms.get(term, {term}) - {term})] for term in phrase.terms]
        if phrase.prefix:
            exact = begun[phrase.terms[-1]]
            rows[-1] = [*exact, *sorted(set(further[phrase.terms[-1]]) - set(exact))]
        found[phrase] = rows
    return found


def _part(
    phrases: Sequence[Phrase], variants: Variants, places: Mapping[str, Ints], columns: Columns, roles: Mask | None
) -> Part:
    exact = _union(_phrase(phrase, variants[phrase], places, forms=False) for phrase in phrases)
    forms = _union(_phrase(phrase, variants[phrase], places, forms=True) for phrase in phrases)
    if roles is not None:
        exact, forms = (found[roles[columns.block_of(found)]] for found in (exact, forms))
    return Part(exact, forms, max(len(phrase.terms) for phrase in phrases))


def _phrase(phrase: Phrase, variants: Sequence[Sequence[str]], places: Mapping[str, Ints], *, forms: bool) -> Ints:
    """Where a phrase begins."""
    rows = []
    for place, (term, words) in enumerate(zip(phrase.terms, variants, strict=True)):
        begun = phrase.prefix and place == len(phrase.terms) - 1
        chosen = words if forms else [word for word in words if word == term or (begun and word.startswith(term))]
        rows.append(_union(places[word] for word in chosen if word in places) - place)
    return reduce(lambda a, b: np.intersect1d(a, b, assume_unique=True), sorted(rows, key=len))


def _union(places: Iterable[Ints]) -> Ints:
    """Places in order, each once."""
    listed = [some for some in places if len(some)]
    if len(listed) < 2:
        return listed[0] if listed else _NOWHERE
    found = np.sort(np.concatenate(listed), kind="stable")  # several times as fast as np.unique on what is in order
    return np.asarray(found[np.append(True, found[1:] != found[:-1])])


def _blocks_of_roles(columns: Columns, filters: Sequence[Filter]) -> Mask | None:
    """The blocks that pass the filters of roles; ``None`` if there are none."""
    if not filters:
        return None
    passing = columns.joined.places >= 0
    wanted = [_role(each) for each in filters if not each.unwanted]
    unwanted = [_role(each) for each in filters if each.unwanted]
    if wanted:
        passing &= np.isin(columns.joined.roles, wanted)
    return passing & ~np.isin(columns.joined.roles, unwanted)


def _role(given: Filter) -> int:
    return ROLES.index(given.value) if given.value in ROLES else -1


def _passing(database: Database, columns: Columns, filters: Sequence[Filter], site: str | None) -> Mask:
    """The pages that pass the filters of pages. Filters of one field are alternatives."""
    passing = np.ones(len(columns.joined.pages), np.bool_)
    fields: dict[tuple[str, bool], list[Filter]] = {}
    for each in filters:
        if each.field != "role":
            fields.setdefault((each.field, each.unwanted), []).append(each)
    conditions = [("site = ?", [storable(site)], False)] if site is not None else []
    for (_, unwanted), some in fields.items():
        found = [_condition(each) for each in some]
        joined = " OR ".join(f"({sql})" for sql, _ in found)
        conditions.append((joined, [value for _, values in found for value in values], unwanted))
    for sql, values, unwanted in conditions:
        ids = [row[0] for row in database.run(f"SELECT id FROM pages WHERE {sql}", values)]  # noqa: S608 - our own words
        passing &= np.isin(columns.joined.pages, ids) != unwanted
    return passing


def _condition(given: Filter) -> tuple[str, list[Any]]:
    value = storable(given.value)
    if given.field == "date":
        return "date >= ? AND date <= ?", list(given.days)
    if given.field == "site":
        return "site = ? OR host = ?", [value, value]
    if given.field == "host":
        ending = "." + value
        return "host = ? OR substr(host, length(host) - ?, length(host)) = ?", [value, len(ending) - 1, ending]
    if given.field == "lang":
        return "language = ? OR substr(language, 1, ?) = ?", [value, len(value) + 1, value + "-"]
    return "page_type = ?", [value]
