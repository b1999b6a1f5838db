"""Queries as people type them; whatever is not understood in them is a word.

``rye bread`` wants both words, ``rye OR oats`` one of two, ``"rye bread"`` a phrase, ``gra*`` a beginning, ``-wheat``
none; ``site:``, ``host:``, ``lang:``, ``type:``, ``role:`` and ``date:`` filter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

from tamis.text.terms import terms

LAST: Final = "\U0010ffff"
"""comes after all that a term holds"""
Field = Literal["site", "host", "date", "lang", "type", "role"]
FIELDS: Final[tuple[Field, ...]] = get_args(Field)
_PART: Final = re.compile(rf'(-?)(?:({"|".join(FIELDS)}):([^\s"]+)|"([^"]*)(?:"|$)(\*?)|([^\s"]+))')
_DAY: Final = r"\d{4}(?:-\d\d(?:-\d\d)?)?"
_DATES: Final = re.compile(rf"({_DAY})?(\.\.)?({_DAY})?")
_MOST_PARTS: Final = 32
_MOST_TERMS: Final = 64
"""what a person types; the rest of a longer query is left out, or it would be a way to keep a server busy"""
_LONGEST: Final = 10_000
"""characters of a query that are read"""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Terms that follow each other; the last may be the beginning of one."""

    terms: tuple[str, ...]
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """What pages, or by ``role`` blocks, must have or must not."""

    field: Field
    value: str
    unwanted: bool = False

    @property
    def days(self) -> tuple[str, str]:
        """The first and the last day of a range of dates, as texts that compare so."""
        found = _DATES.fullmatch(self.value)
        first, dots, last = found.groups() if found else (None, None, None)
        return first or "0", (last or ("9" if dots else first or "")) + LAST


@dataclass(frozen=True, slots=True)
class Query:
    """What is wanted, each part in one of several ways; what must not be there; and filters."""

    wanted: tuple[tuple[Phrase, ...], ...]
    unwanted: tuple[Phrase, ...] = ()
    filters: tuple[Filter, ...] = ()

    @property
    def roles(self) -> tuple[Filter, ...]:
        """The filters of blocks."""
        return tuple(each for each in self.filters if each.field == "role")


def parse_query(text: str) -> Query:
    """Read a query. There is no wrong one: what holds no letter or digit is left out.

    >>> parse_query('rye "cover crop" gra* -wheat').wanted  # doctest: +NORMALIZE_WHITESPACE
    ((Phrase(terms=('rye',), prefix=False),), (Phrase(terms=('cover', 'crop'), prefix=False),),
        (Phrase(terms=('gra',), prefix=True),))
    >>> [len(part) for part in parse_query("rye OR oats bread").wanted], parse_query("a site:b.org -lang:de").filters
    ... # doctest: +NORMALIZE_WHITESPACE
    ([2, 1], (Filter(field='site', value='b.org', unwanted=False), Filter(field='lang', value='de', unwanted=True)))
    >>> parse_query("'; DROP TABLE pages --").wanted[-1]
    (Phrase(terms=('pages',), prefix=False),)
    """
    wanted: list[tuple[Phrase, ...]] = []
    unwanted: list[Phrase] = []
    filters: list[Filter] = []
    joined = False  # to the part before, by OR
    for found in list(_PART.finditer(text[:_LONGEST]))[:_MOST_PARTS]:
        minus, field, value, quoted, star, bare = found.groups()
        if bare == "OR" and not minus:
            joined = bool(wanted)
            continue
        given = _filter(field, value, bool(minus))
        phrase = None if given else _phrase(f"{field}:{value}" if field else bare if quoted is None else quoted, star)
        if given:
            filters.append(given)
        elif phrase and minus:
            unwanted.append(phrase)
        elif phrase and joined:
            wanted[-1] = (*wanted[-1], phrase)
        elif phrase:
            wanted.append((phrase,))
        joined = False
    parts = (tuple(dict.fromkeys(part)) for part in wanted)
    return Query(tuple(dict.fromkeys(parts)), tuple(dict.fromkeys(unwanted)), tuple(dict.fromkeys(filters)))


def _phrase(text: str, star: str | None) -> Phrase | None:
    found = tuple(terms(text))[:_MOST_TERMS]
    return Phrase(found, prefix=bool(star) or (star is None and text.endswith("*"))) if found else None


def _filter(name: str | None, value: str, unwanted: bool) -> Filter | None:
    """A filter; ``None`` if there is none, or the value makes no sense, and what was typed is words."""
    field = next((field for field in FIELDS if field == name), None)
    if field is None:
        return None
    value = value.lower().strip(".,;") if field != "date" else value.strip(",;")
    if not value or (field == "date" and not _DATES.fullmatch(value)):
        return None
    return Filter(field, value, unwanted)
