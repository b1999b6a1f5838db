"""All fields of a page's metadata, each from the best source there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any, Final

from tamis.blocks.page import Page
from tamis.metadata.author import find_authors
from tamis.metadata.date import find_modified, find_published
from tamis.metadata.facts import Fact, vocabulary
from tamis.metadata.language import find_language
from tamis.metadata.structured import Structured, structured, texts
from tamis.metadata.title import find_title
from tamis.text.space import tidy
from tamis.web.urls import safe_url

_LICENCE_HOSTS: Final = ("creativecommons.org/", "opensource.org/licenses", "gnu.org/licenses")


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """Each field is ``None`` (or empty) when the page does not say. Their order is that of the keys in JSON."""

    title: str | None = None
    author: str | None = None
    """all authors, parted by commas"""
    authors: tuple[str, ...] = ()
    date: str | None = None
    """of publication, ``YYYY-MM-DD``"""
    modified: str | None = None
    """``YYYY-MM-DD``"""
    description: str | None = None
    language: str | None = None
    url: str | None = None
    """the canonical address, else the one the caller gave"""
    site: str | None = None
    image: str | None = None
    licence: str | None = None
    tags: tuple[str, ...] = ()
    facts: dict[str, Fact] = field(default_factory=dict, compare=False)
    """for each field that is there: its value, where it was found, and how far that can be trusted"""

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain data, and under ``sources`` where each was found."""
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "facts"}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        sources = {name: {"source": fact.source, "confidence": fact.confidence} for name, fact in self.facts.items()}
        return {**plain, "sources": sources}


def read_metadata(page: Page, text: str = "") -> Metadata:
    """Read the metadata; ``text`` is the page's main text, by which its language is detected.

    >>> import tamis
    >>> metadata = tamis.analyze("<title>Bread - The Mill</title><h1>Bread</h1><p>Flour and water.").metadata
    >>> metadata.title, metadata.facts["title"].source
    ('Bread', 'page: h1, as in the head')
    """
    stated = structured(page.tree.document)
    authors, author = find_authors(page, stated)
    tags, tag_fact = _tags(stated)
    found = {
        "title": find_title(page, stated),
        "author": author,
        "date": find_published(page, stated),
        "modified": find_modified(stated),
        "description": _description(stated),
        "language": find_language(page, stated, text),
        "url": _canonical(page, stated),
        "site": _site(stated),
        "image": _image(page, stated),
        "licence": _licence(page, stated),
        "tags": tag_fact,
    }
    facts = {name: fact for name, fact in found.items() if fact is not None}
    values: dict[str, Any] = {"url": page.url} | {name: fact.value for name, fact in facts.items()}
    return Metadata(**values | {"authors": authors, "tags": tags}, facts=facts)


def _description(stated: Structured) -> Fact | None:
    names = ("og:description", "description", "dc.description", "dcterms.description", "twitter:description")
    return next(chain(stated.meta_facts(0.9, *names), stated.record_facts(0.8, "description")), None)


def _first_address(page: Page, facts: Iterable[Fact]) -> Fact | None:
    """The first of the facts that is an address that can be written, absolute."""
    addresses = (fact._replace(value=safe_url(fact.value, page.base_url) or "") for fact in facts)
    return next((fact for fact in addresses if fact.value), None)


def _links(page: Page, selector: str, source: str, confidence: float) -> Iterator[Fact]:
    """The address of the first element that matches a selector."""
    for link in page.tree.document.select(selector)[:1]:
        yield Fact(link.attr("href") or "", source, confidence)


def _canonical(page: Page, stated: Structured) -> Fact | None:
    links = _links(page, 'link[rel~="canonical"][href]', "page: link rel=canonical", 0.95)
    found = _first_address(page, chain(links, stated.meta_facts(0.9, "og:url")))
    return found or (Fact(page.url, "caller", 1.0) if page.url else None)


def _site(stated: Structured) -> Fact | None:
    named = next(stated.meta_facts(0.95, "og:site_name"), None)
    for record in stated.records:
        if named is None and record.is_a(("WebSite",)) and (names := texts(record.values.get("name"), stated.by_id)):
            named = Fact(names[0], f"{record.source}: WebSite name", 0.9)
    others = chain(stated.record_facts(0.8, "publisher"), stated.meta_facts(0.7, "application-name", "dc.publisher"))
    return named or next(others, None)


def _image(page: Page, stated: Structured) -> Fact | None:
    named = stated.meta_facts(0.9, "og:image", "og:image:url", "twitter:image", "twitter:image:src")
    return _first_address(page, chain(named, _record_images(stated)))


def _record_images(stated: Structured) -> Iterator[Fact]:
    for record in stated.about_page:
        image: Any = record.values.get("image") or record.values.get("thumbnailUrl")
        image = image[0] if isinstance(image, list) and image else image
        image = image.get("url") if isinstance(image, dict) else image
        if isinstance(image, str):
            yield Fact(image, f"{record.source}: image", 0.8)


def _licence(page: Page, stated: Structured) -> Fact | None:
    if linked := _first_address(page, _links(page, '[rel~="license"][href]', "page: rel=license", 0.9)):
        return linked
    named = chain(stated.record_facts(0.9, "license"), stated.meta_facts(0.8, "dc.rights", "dcterms.rights"))
    if (fact := next(named, None)) or not any(host in page.tree.source for host in _LICENCE_HOSTS):
        return fact
    addresses = (link.attr("href") or "" for link in page.tree.document.select("a[href]"))
    known = (address for address in addresses if any(host in address for host in _LICENCE_HOSTS))
    return next((Fact(address, "page: link", 0.5) for address in known), None)


def _tags(stated: Structured) -> tuple[tuple[str, ...], Fact | None]:
    tags: dict[str, str] = {}
    for _, value in stated.meta("article:tag"):
        tags.setdefault(value, "opengraph: article:tag")
    for record in stated.about_page:
        for value in texts(record.values.get("keywords"), {}):
            for tag in value.split(","):
                tags.setdefault(tidy(tag), f"{record.source}: keywords")
    for name, value in stated.meta("keywords", "news_keywords", "dc.subject"):
        for tag in value.split(","):
            tags.setdefault(tidy(tag), f"{vocabulary(name)}: {name}")
    names = tuple(tag for tag in tags if tag)[:100]
    return names, Fact(", ".join(names), tags[names[0]], 0.8) if names else None
