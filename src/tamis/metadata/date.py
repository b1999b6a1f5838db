"""When it was published and last changed, as ``YYYY-MM-DD``."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from itertools import chain
from typing import Final

from tamis.blocks.page import Page
from tamis.html.parser import find_date
from tamis.metadata.facts import Fact
from tamis.metadata.structured import Structured
from tamis.text.space import tidy

_OPEN_GRAPH: Final = ("article:published_time", "og:published_time", "article:published")
_PUBLISHED: Final = (
    "datepublished", "sailthru.date",
    "parsely-pub-date", "pubdate", "publishdate", "publish-date", "publish_date", "publication_date",
    "article.published", "cxenseparse:recs:publishtime", "citation_online_date", "citation_publication_date",
    "citation_date", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date", "dcterms.date", "date",
    "release_date",
)  # fmt: skip
_MODIFIED: Final = (
    "article:modified_time", "og:updated_time", "datemodified", "dcterms.modified", "dc.date.modified", "last-modified",
    "lastmod", "revised", "article:updated_time",
)  # fmt: skip
_ISO: Final = re.compile(r"^\W{0,3}((?:19|20)\d\d)(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d\d)(\d\d))(?!\d)")
_YEAR_FIRST: Final = re.compile(r"\b((?:19|20)\d\d)\s([A-Za-z]{3,9})\.?\s(\d{1,2})\b")
_AMERICAN: Final = re.compile(r"\b(0?[1-9]|1[0-2])-(1[3-9]|2\d|3[01])-((?:19|20)\d\d)\b")
_IN_ADDRESS: Final = re.compile(r"/((?:19|20)\d\d)[/-](\d{1,2})[/-](\d{1,2})(?:[/-]|$)")
_YEAR: Final = re.compile(r"\b(?:199\d|20\d\d)\b")
_NEAR: Final = 14
"""blocks behind the heading in which a byline's date stands; 8 to 20 do about as well on wcxb-dev"""
_MARKED: Final = (
    'time[itemprop~="datePublished"]', '[itemprop~="datePublished"]', "time[pubdate]", "time.published",
    "time.entry-date", 'time[class*="publish"]', "article header time", "main time", "article time", "time",
)  # fmt: skip
_DATED: Final = (
    '[class*="publish"]', '[class*="date"]', '[class*="Date"]', '[class*="byline"]', '[class*="meta"]',
    '[class*="time"]',
)  # fmt: skip


def find_published(page: Page, stated: Structured) -> Fact | None:
    """The day of publication."""
    address = _IN_ADDRESS.search(page.url or "")
    if address and (day := _day(address[1], address[2], address[3])):
        return Fact(day, "page: address", 0.95)
    facts = chain(
        stated.meta_facts(0.95, *_OPEN_GRAPH),
        stated.record_facts(0.87, "datePublished", "dateCreated", "uploadDate"),
        stated.meta_facts(0.83, *_PUBLISHED),
    )
    return _first_day(facts) or next(_in_page(page), None)


def find_modified(stated: Structured) -> Fact | None:
    """The day of the last change."""
    return _first_day(chain(stated.meta_facts(0.9, *_MODIFIED), stated.record_facts(0.85, "dateModified")))


def _first_day(facts: Iterable[Fact]) -> Fact | None:
    return next((fact._replace(value=day) for fact in facts if (day := read_day(fact.value))), None)


def _in_page(page: Page) -> Iterator[Fact]:
    document = page.tree.document
    for selector in _MARKED:
        for element in document.select(selector)[:3]:
            given = element.attr("datetime") or element.attr("content") or element.attr("title") or ""
            if day := read_day(given) or read_day(element.text[:80]):
                yield Fact(day, f"page: {selector}", 0.76)
    for selector in _DATED:
        for element in document.select(selector)[:12]:
            text = tidy(element.text[:400])
            if 6 <= len(text) <= 120 and any(c.isdigit() for c in text) and (day := read_day(text)):
                yield Fact(day, f"page: {selector}", 0.6)
    yield from _near_heading(page)
    if found := find_date(page.tree.source):
        yield Fact(found.day, f"page: {found.signal}", 0.5)


@lru_cache(maxsize=1024)
def read_day(text: str) -> str | None:
    """The day that a text names, in any of the common ways to write one.

    >>> read_day("2024-05-03T10:00:00+02:00"), read_day("Posted 3 May 2024"), read_day("soon")
    ('2024-05-03', '2024-05-03', None)
    """
    if iso := _ISO.match(text):
        return _day(iso[1], iso[2] or iso[4], iso[3] or iso[5])
    text = tidy(text)[:200]
    if not any(letter.isdigit() for letter in text):
        return None
    if american := _AMERICAN.search(text):
        return _day(american[3], american[1], american[2])
    text = _YEAR_FIRST.sub(r"\3 \2 \1", text)
    found = find_date(f"<time>{escape(text)}</time>") or find_date(f"<p>{escape(text)}</p>")
    return found.day if found else None


def _day(year: str, month: str, day: str) -> str | None:
    try:
        return datetime.date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def _near_heading(page: Page) -> Iterator[Fact]:
    """Short texts with a year in them, right behind the page's first heading or just before it."""
    tags = page.tags
    heading = next((i for i, tag in enumerate(tags) if tag == "h1" and not page.hidden[i]), None)
    if heading is None:
        return
    for block in [*range(heading + 1, min(heading + _NEAR, len(page))), *range(max(0, heading - 4), heading)]:
        text = page.texts[block]
        if len(text) <= 120 and "©" not in text and _YEAR.search(text) and (day := read_day(text)):
            yield Fact(day, "page: beside the heading", 0.6)
