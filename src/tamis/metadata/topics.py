"""What a page is about: description, categories, tags and images, as head, JSON-LD and links name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final

from tamis.metadata.facts import Fact
from tamis.metadata.reading import Reading
from tamis.metadata.structured import Record, Structured, texts
from tamis.metadata.title import fold
from tamis.text.space import tidy
from tamis.web.urls import safe_url

_DESCRIPTIONS: Final = (
    "og:description", "description", "dc.description", "dcterms.description", "twitter:description",
)  # fmt: skip
_TAGS: Final = (
    "article:tag", "parsely-tags", "sailthru.tags", "keywords", "news_keywords", "dc.subject", "dcterms.subject",
    "article:tags", "book:tag", "video:tag",
)  # fmt: skip
_SECTIONS: Final = (
    "article:section", "parsely-section", "section", "category", "categories", "article.section", "og:article:section",
    "cxenseparse:section", "dc.type.section", "cg", "product:category",
)  # fmt: skip
_HOME: Final = frozenset("home start startseite homepage accueil inicio início strona główna hjem hem etusivu".split())
_IMAGES: Final = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src", "image")
_MOST: Final = 100
_LONGEST: Final = 100
"""characters of a tag or category"""


def find_description(reading: Reading) -> Fact | None:
    """The page in a sentence or two, as it says itself."""
    stated = reading.stated
    return next(chain(stated.meta_facts(0.9, *_DESCRIPTIONS), stated.record_facts(0.8, "description")), None)


def find_tags(reading: Reading) -> list[Fact]:
    """Keywords: of the head, of JSON-LD, and links that are marked as tags."""
    stated = reading.stated
    graph = [name for name in _TAGS if name.startswith("article")]
    others = [name for name in _TAGS if name not in graph]
    return _unique(
        chain(
            _parted(stated.meta_facts(0.8, *graph)),
            _parted(_of_articles(stated, "keywords")),
            _parted(stated.meta_facts(0.8, *others)),
            _marked(reading, "tag", "category"),
        )
    )


def find_categories(reading: Reading) -> list[Fact]:
    """Sections of the site that the page stands in: of the head, of JSON-LD, links marked so, else the breadcrumbs."""
    stated = reading.stated
    found = _unique(
        chain(
            _parted(stated.meta_facts(0.8, *_SECTIONS)),
            _of_articles(stated, "articleSection"),
            _marked(reading, "category", ""),
        )
    )
    return found or _unique(_breadcrumbs(stated))


def find_images(reading: Reading) -> list[Fact]:
    """Addresses of the images that head and JSON-LD name."""
    stated, base = reading.stated, reading.page.base_url
    links = (Fact(href, "page: link rel=image_src", 0.8) for rel, href, _ in stated.links if "image_src" in rel)
    found: dict[str, Fact] = {}
    for fact in chain(stated.meta_facts(0.9, *_IMAGES), _record_images(stated), links):
        if len(found) < _MOST and (address := safe_url(fact.value, base)):
            found.setdefault(address, fact._replace(value=address))
    return list(found.values())


def _record_images(stated: Structured) -> Iterator[Fact]:
    for record in stated.about_page:
        for key in ("image", "thumbnailUrl", "primaryImageOfPage"):
            for address in _addresses(record.values.get(key), stated):
                yield Fact(address, f"{record.source}: {key}", 0.8)


def _addresses(value: Any, stated: Structured) -> Iterator[str]:
    """The addresses in an image's record, in a list of them, or in what it refers to."""
    for part in value[:_MOST] if isinstance(value, list) else (value,):
        address = part
        if isinstance(part, dict):
            known = part if part.get("url") or part.get("contentUrl") else stated.by_id.get(str(part.get("@id")), {})
            address = known.get("url") or known.get("contentUrl")
            address = address[0] if isinstance(address, list) and address else address
        if isinstance(address, str):
            yield address


def _of_articles(stated: Structured, key: str) -> Iterator[Fact]:
    for record in stated.about_page:
        for value in texts(record.values.get(key), stated.by_id):
            yield Fact(value, f"{record.source}: {key}", 0.8)


def _marked(reading: Reading, rel: str, less: str) -> Iterator[Fact]:
    """The texts of links that say what they are, outside navigation and comments."""
    tree = reading.tree
    for row in tree.attributes.holding(tree.rows("a"), "rel", (rel,))[:_MOST]:
        names = (tree.attr(row, "rel") or "").lower().split()
        if rel in names and (not less or less not in names) and reading.beside(row) in ("", "beside"):
            yield Fact(reading.text(row, _LONGEST).lstrip("#"), f"page: rel={rel}", 0.7)


def _breadcrumbs(stated: Structured) -> Iterator[Fact]:
    """The steps between the front page and the page itself."""
    lists = [record for record in stated.records if record.is_a(("BreadcrumbList",))]
    for record in lists[:1]:
        steps = [name for name in _steps(record, stated) if fold(name) not in _HOME]
        for name in steps[:-1]:
            yield Fact(name, f"{record.source}: BreadcrumbList", 0.6)


def _steps(record: Record, stated: Structured) -> Iterator[str]:
    elements = record.values.get("itemListElement")
    for element in elements[:20] if isinstance(elements, list) else ():
        if isinstance(element, dict):
            named = element if element.get("name") else element.get("item")
            yield from texts(named, stated.by_id)[:1]


def _parted(facts: Iterable[Fact]) -> Iterator[Fact]:
    for fact in facts:
        for part in fact.value.split(","):
            yield fact._replace(value=tidy(part))


def _unique(facts: Iterable[Fact]) -> list[Fact]:
    found: dict[str, Fact] = {}
    for fact in facts:
        if 0 < len(fact.value) <= _LONGEST and not fact.value.startswith(("http:", "https:")):
            found.setdefault(fact.value.casefold(), fact)
        if len(found) >= _MOST:
            break
    return list(found.values())
