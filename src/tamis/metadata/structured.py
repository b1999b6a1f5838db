"""JSON-LD, microdata and ``meta`` elements in one form: records of named values, read once for a page.

All of it is read from the tree's columns and the source; nothing is parsed again.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import Any, Final
from weakref import WeakKeyDictionary

from tamis.html.attributes import AttributeSource
from tamis.html.tree import Tree
from tamis.metadata.facts import Fact, vocabulary
from tamis.native.attributes import end_of_tag
from tamis.text.patterns import late
from tamis.text.space import tidy

_MAX_RECORDS: Final = 2000
_MAX_DEPTH: Final = 12
"""of nested JSON-LD; what is deeper is no statement about the page"""
_MAX_SCRIPTS: Final = 200
_MAX_SCRIPT: Final = 4_000_000
"""characters of one JSON-LD script"""
_MAX_TEXT: Final = 5000
"""characters of an element that are a value of microdata"""
ARTICLES: Final = frozenset(
    "Article NewsArticle BlogPosting Report TechArticle ScholarlyArticle DiscussionForumPosting SocialMediaPosting"
    " LiveBlogPosting AdvertiserContentArticle OpinionNewsArticle AnalysisNewsArticle ReportageNewsArticle Question"
    " Recipe HowTo Review MedicalWebPage PodcastEpisode VideoObject".split()
)
_SECONDARY: Final = frozenset(("Review", "VideoObject"))
"""articles that may be a part of the page, beside its own text"""
_PAGES: Final = frozenset("WebPage ItemPage FAQPage QAPage AboutPage CollectionPage ProfilePage Product Event".split())
NAMING: Final = ("itemprop", "itemtype", "class", "rel", "data-testid")
_VALUES: Final = ("content", "datetime", "href", "src")
"""attributes that are a value of microdata, if there is one of them"""
_LISTED: Final = frozenset("@graph mainEntity mainEntityOfPage".split())
"""keys under which a record still stands for the page"""
_WRAPPED: Final = late(r"\s*(?:<!--|//\s?<!\[CDATA\[|/\*\s?<!\[CDATA\[\s?\*/|<!\[CDATA\[)")
_COMMA: Final = late(r",(\s*[}\]])")
_ROOT: Final = re.compile(r"<!--|<html(?=[\s/>])|<body(?=[\s/>])", re.IGNORECASE)


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
    links: list[tuple[str, str, str]]
    """``rel``, ``href`` and ``type`` of the head's ``link`` elements"""
    named: Mapping[int, list[str]]
    """the elements that have any of the attributes in :data:`NAMING`, with the values of all"""

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


_READ: WeakKeyDictionary[Tree, Structured] = WeakKeyDictionary()
"""metadata and records ask for the same"""


def structured(tree: Tree) -> Structured:
    """Read a page's JSON-LD, microdata and ``meta`` elements; each page is read once.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> source = ('<meta name=author content="A. Baker"><body><div itemscope itemtype="https://schema.org/Product">'
    ...           '<b itemprop=name>Kettle</b></div>')
    >>> found = structured(read(source, None, Limits()))
    >>> found.metas, found.records[0].types, found.records[0].values
    ({'author': ['A. Baker']}, ('Product',), {'name': ['Kettle']})
    """
    found = _READ.get(tree)
    if found is None:
        records: list[Record] = []
        by_id: dict[str, Mapping[str, Any]] = {}
        for value in json_ld(tree):
            _collect(value, records, by_id)
        named = tree.attributes.by_element(*NAMING)
        _microdata(tree, named, records)
        links = [(rel.lower(), href, kind) for rel, href, kind in _head(tree, "link", "rel", "href", "type")]
        found = Structured(records, by_id, _metas(tree), links, named)
        _READ[tree] = found
    return found


def root_attribute(tree: Tree, name: str) -> str:
    """An attribute of the ``html`` element, which is no element of the tree; empty if it is absent."""
    at = 0
    while found := _ROOT.search(tree.source, at):
        if found[0] != "<!--":
            is_root = found[0].lower() == "<html"
            return (tree.attributes.value_at(found.end(), name) or "").strip() if is_root else ""
        at = tree.source.find("-->", found.end())
        if at < 0:
            break
    return ""


def _head(tree: Tree, tag: str, *names: str) -> list[list[str]]:
    """Attributes of the head's elements with this tag, then of those in the body; empty where one is absent."""
    attributes = tree.attributes
    places = array("q", [at for of, at in attributes.head if of == tag])
    places.extend(attributes.begins[row] for row in tree.rows(tag))
    return [*_at(attributes, places).by_element(*names).values()]


def _at(attributes: AttributeSource, places: array[int]) -> AttributeSource:
    return attributes._replace(begins=places)


def json_ld(tree: Tree) -> list[Any]:
    """The values of a page's JSON-LD scripts; those that cannot be read are left out."""
    attributes, source = tree.attributes, tree.source
    places = [at for tag, at in attributes.head if tag == "script"]
    places += [attributes.begins[row] for row in tree.rows("script")]
    values: list[Any] = []
    for at in places:
        if len(values) >= _MAX_SCRIPTS or "ld+json" not in (attributes.value_at(at, "type") or "").lower():
            continue
        begin = end_of_tag(source, at)
        end = source.find("</script", begin)
        value = _loads(source[begin : end if end >= 0 else len(source)][:_MAX_SCRIPT])
        if value is not None:
            values.append(value)
    return values


def _loads(text: str) -> Any:
    """A JSON value as pages write it: with line breaks in texts, within a comment, with a comma too many."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        pass
    wrapped = _WRAPPED.match(text)
    text = text[wrapped.end() if wrapped else 0 :]
    for mark in ("/*]]>*/", "//]]>", "]]>", "-->", ";"):
        text = text.rstrip().removesuffix(mark)
    try:
        return json.loads(_COMMA.sub(r"\1", text), strict=False)
    except (ValueError, RecursionError):
        return None


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
                    stack.append((part, depth + 1, top and key in _LISTED))


def _microdata(tree: Tree, named: Mapping[int, list[str]], records: list[Record]) -> None:
    """Add the items as records, their values as JSON-LD would have them; what no item holds is the page's own."""
    marked = [(row, names[0], names[1]) for row, names in named.items() if names[0] or names[1]]
    if not marked:
        return
    own: dict[str, Any] = {}
    page = Record(_types(root_attribute(tree, "itemtype")) or ("WebPage",), own, "microdata", True)
    items: list[tuple[int, dict[str, Any]]] = []
    first = len(records)
    for row, name, kind in marked:
        if len(records) >= _MAX_RECORDS:
            break
        while items and items[-1][0] <= row:
            items.pop()
        values = items[-1][1] if items else own
        value: Any = None
        if kind:
            value = {}
            records.append(Record(_types(kind), value, "microdata", not items))
            items.append((int(tree.ends[row]), value))
        elif row:
            given = (tree.attr(row, attribute) or "" for attribute in _VALUES)
            value = next((text for text in given if text.strip()), "") or tree.text(row)[:_MAX_TEXT]
        for key in name.split() if value is not None else ():
            values.setdefault(key, []).append(value)
    if own:
        records.insert(first, page)


def _types(value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list) else str(value or "").split()
    return tuple(name.rstrip("/").rpartition("/")[2].rpartition("#")[2] for name in names if isinstance(name, str))


def _metas(tree: Tree) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for content, *names in _head(tree, "meta", "content", "property", "name", "itemprop"):
        value = tidy(content)
        if value and (name := next((name for name in map(tidy, names) if name), "")):
            found.setdefault(name.lower(), []).append(value)
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
