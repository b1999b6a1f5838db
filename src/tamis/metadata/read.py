"""All fields of a page's metadata."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Final

from tamis.blocks.page import Page
from tamis.metadata.author import find_authors
from tamis.metadata.date import find_modified, find_published
from tamis.metadata.facts import Fact
from tamis.metadata.language import find_language
from tamis.metadata.reading import Reading
from tamis.metadata.score import shipped_weights
from tamis.metadata.site import find_address, find_licence, find_paywall, find_site_name
from tamis.metadata.title import find_title
from tamis.metadata.topics import find_categories, find_description, find_images, find_tags
from tamis.web.domains import host_of

_ALIASES: Final = {"author": "authors", "url": "canonical_url", "site": "site_name", "image": "images"}
"""names that fields had before, after which they stand in JSON, with the fields that they are read from"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """Each field is ``None`` (or empty) when the page does not say. Their order is that of the keys in JSON."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    """names of people, or of an organisation where that has signed"""
    date: str | None = None
    """of publication: ``YYYY-MM-DD``, with time and offset from UTC where they are stated"""
    modified: str | None = None
    """of the last change, in the same form"""
    description: str | None = None
    language: str | None = None
    canonical_url: str | None = None
    """the address that the page states for itself, else the one the caller gave"""
    site_name: str | None = None
    hostname: str | None = None
    """of that address"""
    images: tuple[str, ...] = ()
    """addresses of the images that head and JSON-LD name, the page's main one first"""
    licence: str | None = None
    categories: tuple[str, ...] = ()
    """sections of the site, the outermost first"""
    tags: tuple[str, ...] = ()
    paywall: bool | None = None
    """whether the page says that not everybody may read all of it; ``None`` if it says nothing of it"""
    facts: dict[str, Fact] = field(default_factory=dict, compare=False)
    """for each field that is there: its value, where it was found, and the probability that it is right"""

    @property
    def author(self) -> str | None:
        """All authors, separated by commas."""
        return ", ".join(self.authors) or None

    @property
    def url(self) -> str | None:
        """Another name of ``canonical_url``."""
        return self.canonical_url

    @property
    def site(self) -> str | None:
        """Another name of ``site_name``."""
        return self.site_name

    @property
    def image(self) -> str | None:
        """The first of the images."""
        return self.images[0] if self.images else None

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain data, with their earlier names, and under ``sources`` where each was found."""
        earlier = {of: name for name, of in _ALIASES.items()}
        values: dict[str, Any] = {}
        for each in fields(self)[:-1]:
            value = getattr(self, each.name)
            if each.name in earlier:
                values[earlier[each.name]] = getattr(self, earlier[each.name])
            values[each.name] = list(value) if isinstance(value, tuple) else value
        sources = {name: {"source": fact.source, "confidence": fact.confidence} for name, fact in self.facts.items()}
        return {**values, "sources": sources}


def read_metadata(page: Page, text: str = "") -> Metadata:
    """Read the metadata; ``text`` is the page's main text, by which its language is detected.

    >>> import tamis
    >>> metadata = tamis.analyze("<title>Bread - The Mill</title><h1>Bread</h1><p>Flour and water.").metadata
    >>> metadata.title, metadata.facts["title"].source
    ('Bread', 'page: h1')
    """
    reading, weights = Reading(page), shipped_weights()
    authors, author = find_authors(reading, weights)
    address = find_address(reading)
    images, tags, categories = find_images(reading), find_tags(reading), find_categories(reading)
    paywall = find_paywall(reading)
    found = {
        "title": find_title(reading, weights),
        "author": author,
        "date": find_published(reading, weights),
        "modified": find_modified(reading),
        "description": find_description(reading),
        "language": find_language(reading, text),
        "url": address,
        "site": find_site_name(reading),
        "image": images[0] if images else None,
        "licence": find_licence(reading),
        "categories": _joined(categories),
        "tags": _joined(tags),
        "paywall": paywall,
    }
    facts = {name: fact for name, fact in found.items() if fact is not None}
    single = ("title", "date", "modified", "description", "language", "licence")
    return Metadata(
        authors=authors,
        canonical_url=address.value if address else None,
        site_name=facts["site"].value if "site" in facts else None,
        hostname=host_of(address.value) if address else None,
        images=tuple(fact.value for fact in images),
        categories=tuple(fact.value for fact in categories),
        tags=tuple(fact.value for fact in tags),
        paywall=None if paywall is None else paywall.value == "yes",
        facts=facts,
        **{name: facts[name].value for name in single if name in facts},
    )


def _joined(facts: Iterable[Fact]) -> Fact | None:
    """Several facts as one, with the first one's source."""
    several = list(facts)
    return several[0]._replace(value=", ".join(fact.value for fact in several)) if several else None
