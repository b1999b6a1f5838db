"""All fields of a page's metadata, each from the best source there is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from tamis.blocks.page import Page
from tamis.metadata.author import find_authors
from tamis.metadata.date import find_modified, find_published
from tamis.metadata.facts import Fact, first, tidy
from tamis.metadata.language import find_language
from tamis.metadata.structured import Structured, structured, texts
from tamis.metadata.title import find_title
from tamis.web.urls import safe_url

_LICENCE_HOSTS: Final = ("creativecommons.org/", "opensource.org/licenses", "gnu.org/licenses")


@dataclass(frozen=True, slots=True)
class Metadata:
    """Each field is ``None`` (or empty) when the page does not say."""

    title: str | None
    author: str | None
    """all authors, parted by commas"""
    date: str | None
    """of publication, ``YYYY-MM-DD``"""
    description: str | None
    language: str | None
    url: str | None
    """the canonical address, else the one the caller gave"""
    site: str | None
    image: str | None
    tags: tuple[str, ...]
    authors: tuple[str, ...] = ()
    modified: str | None = None
    """``YYYY-MM-DD``"""
    licence: str | None = None
    facts: dict[str, Fact] = field(default_factory=dict, compare=False)
    """for each field that is there: its value, where it was found, and how far that can be trusted"""

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain data, and under ``sources`` where each was found."""
        return {
            "title": self.title,
            "author": self.author,
            "authors": list(self.authors),
            "date": self.date,
            "modified": self.modified,
            "description": self.description,
            "language": self.language,
            "url": self.url,
            "site": self.site,
            "image": self.image,
            "licence": self.licence,
            "tags": list(self.tags),
            "sources": {
                name: {"source": fact.source, "confidence": fact.confidence} for name, fact in self.facts.items()
            },
        }


def read_metadata(page: Page, text: str = "") -> Metadata:
    """Read the metadata; ``text`` is the page's main text, by which its language is told.

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
    values = {name: fact.value for name, fact in facts.items()}
    return Metadata(
        values.get("title"), values.get("author"), values.get("date"), values.get("description"),
        values.get("language"), values.get("url") or page.url, values.get("site"), values.get("image"),
        tags, authors, values.get("modified"), values.get("licence"), facts,
    )  # fmt: skip


def _from_meta(stated: Structured, confidence: float, *names: str) -> Fact | None:
    for name, value in stated.meta(*names):
        kind = "dublin core" if name.startswith("dc") else "opengraph" if ":" in name else "meta"
        return Fact(value, f"{kind}: {name}", confidence)
    return None


def _from_records(stated: Structured, key: str, confidence: float) -> Fact | None:
    for record in stated.about_page():
        for value in texts(record.values.get(key), stated.by_id)[:1]:
            return Fact(value, f"{record.source}: {key}", confidence)
    return None


def _description(stated: Structured) -> Fact | None:
    names = ("og:description", "description", "dc.description", "dcterms.description", "twitter:description")
    return first((_from_meta(stated, 0.9, *names), _from_records(stated, "description", 0.8)))


def _canonical(page: Page, stated: Structured) -> Fact | None:
    document = page.tree.document
    base = document.base_url(page.url or "") or None
    for link in document.select('link[rel~="canonical"][href]')[:1]:
        if address := safe_url(link.attr("href"), base):
            return Fact(address, "page: link rel=canonical", 0.95)
    for _, value in stated.meta("og:url"):
        if address := safe_url(value, base):
            return Fact(address, "opengraph: og:url", 0.9)
    return Fact(page.url, "caller", 1.0) if page.url else None


def _site(stated: Structured) -> Fact | None:
    if fact := _from_meta(stated, 0.95, "og:site_name"):
        return fact
    for record in stated.records:
        if record.is_a(("WebSite",)) and (names := texts(record.values.get("name"), stated.by_id)):
            return Fact(names[0], f"{record.source}: WebSite name", 0.9)
    return first((_from_records(stated, "publisher", 0.8), _from_meta(stated, 0.7, "application-name", "dc.publisher")))


def _image(page: Page, stated: Structured) -> Fact | None:
    base = page.tree.document.base_url(page.url or "") or None
    for name, value in stated.meta("og:image", "og:image:url", "twitter:image", "twitter:image:src"):
        if address := safe_url(value, base):
            return Fact(address, f"opengraph: {name}", 0.9)
    for record in stated.about_page():
        image: Any = record.values.get("image") or record.values.get("thumbnailUrl")
        image = image[0] if isinstance(image, list) and image else image
        image = image.get("url") if isinstance(image, dict) else image
        if isinstance(image, str) and (address := safe_url(image, base)):
            return Fact(address, f"{record.source}: image", 0.8)
    return None


def _licence(page: Page, stated: Structured) -> Fact | None:
    document = page.tree.document
    base = document.base_url(page.url or "") or None
    for link in document.select('[rel~="license"][href]')[:1]:
        if address := safe_url(link.attr("href"), base):
            return Fact(address, "page: rel=license", 0.9)
    stated_here = first((_from_records(stated, "license", 0.9), _from_meta(stated, 0.8, "dc.rights", "dcterms.rights")))
    if stated_here or not any(host in page.tree.source for host in _LICENCE_HOSTS):
        return stated_here
    for link in document.select("a[href]"):
        address = link.attr("href") or ""
        if any(host in address for host in _LICENCE_HOSTS):
            return Fact(address, "page: link", 0.5)
    return None


def _tags(stated: Structured) -> tuple[tuple[str, ...], Fact | None]:
    tags: dict[str, str] = {}
    for _, value in stated.meta("article:tag"):
        tags.setdefault(value, "opengraph: article:tag")
    for record in stated.about_page():
        for value in texts(record.values.get("keywords"), {}):
            for tag in value.split(","):
                tags.setdefault(tidy(tag), f"{record.source}: keywords")
    for name, value in stated.meta("keywords", "news_keywords", "dc.subject"):
        for tag in value.split(","):
            tags.setdefault(tidy(tag), f"{'dublin core' if name.startswith('dc') else 'meta'}: {name}")
    names = tuple(tag for tag in tags if tag)[:100]
    return names, Fact(", ".join(names), tags[names[0]], 0.8) if names else None
