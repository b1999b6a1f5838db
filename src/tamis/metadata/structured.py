"""JSON-LD, microdata and ``meta`` elements in one form: records of named values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import Any, Final

from tamis.html.nodes import MicrodataItem, ParsedDocument
from tamis.metadata.facts import Fact, vocabulary
from tamis.text.space import tidy

_MAX_RECORDS: Final = 2000
_MAX_DEPTH: Final = 12
"""of nested JSON-LD; what is deeper is no statement about the page"""
ARTICLES: Final = frozenset(
    "Article NewsArticle BlogPosting Report TechArticle ScholarlyArticle DiscussionForumPosting SocialMediaPosting"
    " LiveBlogPosting AdvertiserContentArticle OpinionNewsArticle AnalysisNewsArticle ReportageNewsArticle Question"
    " Recipe HowTo Review MedicalWebPage PodcastEpisode VideoObject".split()
)
_SECONDARY: Final = frozenset(("Review", "VideoObject"))
"""articles that may be a part of the page, beside its own text"""
_PAGES: Final = frozenset("WebPage ItemPage FAQPage QAPage AboutPage CollectionPage ProfilePage Product Event".split())


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that the page describes."""

    types: tuple[str, ...]
    values: Mapping[str, Any]
    source: str
    top: bool
    """whether it stands by itself, not as part of another"""

    def is_a(self, names: Collection[str]) -> bool:
        """Whether it is of one of the types."""
        return any(name in names for name in self.types)


@dataclass(frozen=True)
class Structured:
    """All that a page states in a machine's terms."""

    records: list[Record]
    by_id: Mapping[str, Mapping[str, Any]]
    metas: Mapping[str, list[str]]
    """the contents of ``meta`` elements by their name or property, in lower case"""

    def meta(self, *names: str) -> Iterator[tuple[str, str]]:
        """The contents under the first of the names that has any, with the name."""
        for name in names:
            for value in self.metas.get(name, ()):
                yield name, value

    def value(self, *names: str) -> str:
        """The first of those contents; an empty text if there is none."""
        return next((value for _, value in self.meta(*names)), "")

    def meta_facts(self, confidence: float, *names: str) -> Iterator[Fact]:
        """The contents under these names as facts."""
        for name, value in self.meta(*names):
            yield Fact(value, f"{vocabulary(name)}: {name}", confidence)

    def record_facts(self, confidence: float, *keys: str) -> Iterator[Fact]:
        """What the records about the page's own content say under these keys."""
        for record in self.about_page:
            for key in keys:
                for value in texts(record.values.get(key), self.by_id):
                    yield Fact(value, f"{record.source}: {key}", confidence)

    @cached_property
    def about_page(self) -> list[Record]:
        """The records that speak of the page's own content, best first."""
        top = [record for record in self.records if record.top]
        secondary = [record for record in top if record.is_a(_SECONDARY)]
        articles = [record for record in top if record.is_a(ARTICLES) and not record.is_a(_SECONDARY)]
        return [*articles, *(record for record in top if record.is_a(_PAGES)), *secondary]


def structured(document: ParsedDocument) -> Structured:
    """Read a document's JSON-LD, microdata and ``meta`` elements.

    >>> from tamis.html.parser import parse
    >>> page = parse('<meta name=author content="A. Baker"><div itemscope itemtype="https://schema.org/Product">'
    ...              '<b itemprop=name>Kettle</b></div>')
    >>> found = structured(page)
    >>> found.metas, found.records[0].types, found.records[0].values
    ({'author': ['A. Baker']}, ('Product',), {'name': ['Kettle']})
    """
    records: list[Record] = []
    by_id: dict[str, Mapping[str, Any]] = {}
    try:
        blocks = document.json_ld()
    except (ValueError, RecursionError):
        blocks = []
    for block in blocks:
        _collect(block, records, by_id)
    for item in document.microdata():
        _collect_item(item, records)
    return Structured(records, by_id, _metas(document))


def _collect(block: Any, records: list[Record], by_id: dict[str, Mapping[str, Any]]) -> None:
    stack: list[tuple[Any, int, bool]] = [(block, 0, True)]
    while stack and len(records) < _MAX_RECORDS:
        value, depth, top = stack.pop()
        if depth > _MAX_DEPTH:
            continue
        if isinstance(value, list):
            stack += [(part, depth + 1, top) for part in reversed(value)]
        elif isinstance(value, dict):
            if types := _types(value.get("@type")):
                records.append(Record(types, value, "json-ld", top))
            name = value.get("@id")
            if isinstance(name, str) and len(value) > 1:
                by_id.setdefault(name, value)
            for key, part in reversed(list(value.items())):
                if isinstance(part, dict | list):
                    stack.append((part, depth + 1, top and key in ("@graph", "mainEntity", "mainEntityOfPage")))


def _collect_item(item: MicrodataItem, records: list[Record]) -> None:
    """Add an item and those inside as records, their values as JSON-LD would have them."""
    stack: list[tuple[MicrodataItem, dict[str, Any], bool]] = [(item, {}, True)]
    while stack and len(records) < _MAX_RECORDS:
        here, values, top = stack.pop()
        records.append(Record(_types(here.type), values, "microdata", top))
        for name, parts in here.properties.items():
            own: list[str | dict[str, Any]] = []
            for part in parts:
                if isinstance(part, str):
                    own.append(part)
                else:
                    inside: dict[str, Any] = {}
                    own.append(inside)
                    stack.append((part, inside, False))
            values[name] = own


def _types(value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list) else str(value or "").split()
    return tuple(name.rstrip("/").rpartition("/")[2].rpartition("#")[2] for name in names if isinstance(name, str))


def _metas(document: ParsedDocument) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for element in document.select("meta[content]"):
        value = tidy(element.attr("content"))
        for attribute in ("property", "name", "itemprop"):
            if value and (name := tidy(element.attr(attribute)).lower()):
                found.setdefault(name, []).append(value)
                break
    return found


def texts(value: Any, by_id: Mapping[str, Mapping[str, Any]], depth: int = 0) -> list[str]:
    """The names or texts that a value stands for: itself, its parts, or what it refers to.

    >>> texts([{"@type": "Person", "name": "Ann"}, "Bo"], {})
    ['Ann', 'Bo']
    """
    if depth > 4:
        return []
    if isinstance(value, str):
        return [tidy(unescape(value))] if value.strip() else []
    if isinstance(value, list):
        return [text for part in value[:50] for text in texts(part, by_id, depth + 1)]
    if not isinstance(value, Mapping):
        return []
    for key in ("name", "@value", "headline", "url"):
        if value.get(key):
            return texts(value[key], by_id, depth + 1)[:1]
    if value.get("givenName"):
        given, family = texts(value["givenName"], {}, depth + 1), texts(value.get("familyName"), {}, depth + 1)
        return [" ".join([*given[:1], *family[:1]])]
    known = by_id.get(str(value.get("@id")))
    return texts({k: v for k, v in known.items() if k != "@id"}, by_id, depth + 1) if known else []
