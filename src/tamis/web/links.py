"""The addresses that sitemaps and feeds list."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from typing import Any, Final, cast
from urllib.parse import urljoin
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from tamis.errors import InputError, MissingExtraError

_MOST_BYTES: Final = 50_000_000
"""of a sitemap, unpacked: what the protocol allows (https://www.sitemaps.org/protocol.html)"""
_MOST_LINKS: Final = 50_000
"""as well"""
_MOST_SITEMAPS: Final = 500
_STEP: Final = 65_536


def sitemap_links(data: bytes, base: str) -> tuple[list[str], list[str]]:
    """The pages and the further sitemaps that a sitemap lists; it may be packed with gzip, or be plain lines.

    >>> sitemap_links(b"<urlset><url><loc> /rye </loc></url></urlset>", "https://mill.example/sitemap.xml")
    (['https://mill.example/rye'], [])
    """
    text = _unpacked(data)
    if not text.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        lines = text.decode("utf-8", "replace").split()
        return [line for line in lines if line.startswith(("http://", "https://"))][:_MOST_LINKS], []
    found: dict[str, list[str]] = {"url": [], "sitemap": []}
    for kind, link in _locations(text):
        if len(found[kind]) < _MOST_LINKS:
            found[kind].append(urljoin(base, link))
    return found["url"], found["sitemap"]


def _unpacked(data: bytes) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data[:_MOST_BYTES]
    try:
        with gzip.open(BytesIO(data)) as packed:
            return packed.read(_MOST_BYTES)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"not a packed sitemap: {error}") from None


def _locations(text: bytes) -> Iterator[tuple[str, str]]:
    """The addresses in ``url`` and ``sitemap``, as far as the XML is well-formed; no entity is looked up elsewhere.

    expat itself refuses entities that unfold without end.
    """
    parser: XMLPullParser[Any] = XMLPullParser(("start", "end"))
    inside = ""
    for at in range(0, len(text), _STEP):
        with suppress(ParseError):
            parser.feed(text[at : at + _STEP])
        events = parser.read_events()
        try:
            for event, element in cast("Iterator[tuple[str, Element]]", events):
                name = element.tag.rpartition("}")[2]
                if name in ("url", "sitemap"):
                    inside = name if event == "start" else ""
                elif name == "loc" and event == "end" and inside and (element.text or "").strip():
                    yield inside, (element.text or "").strip()
                if event == "end":
                    element.clear()
        except ParseError:  # it is among the events, where the text broke off
            return


def feed_links(data: bytes, base: str) -> list[str]:
    """The pages that an RSS or Atom feed lists, in its order; it needs the extra ``feeds``."""
    try:
        import feedparser
    except ImportError:
        raise MissingExtraError("feedparser", "feeds") from None
    links = [entry.get("link") for entry in feedparser.parse(BytesIO(data[:_MOST_BYTES])).entries]
    return list(dict.fromkeys(urljoin(base, link) for link in links if link))[:_MOST_LINKS]


def all_sitemap_links(address: str, get: Callable[[str], bytes | None]) -> Iterator[str]:
    """The pages of a sitemap and of those that it lists, each once; ``get`` fetches one, ``None`` if that fails."""
    waiting, seen, pages = [address], {address}, set[str]()
    while waiting:
        here = waiting.pop(0)
        data = get(here)
        if data is None:
            continue
        links, further = sitemap_links(data, here)
        for link in links:
            if link not in pages:
                pages.add(link)
                yield link
        for other in further:
            if other not in seen and len(seen) < _MOST_SITEMAPS:
                seen.add(other)
                waiting.append(other)
