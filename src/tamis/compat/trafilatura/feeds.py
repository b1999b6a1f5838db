"""The pages that the feeds of a site list."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

from tamis.compat.trafilatura.discovery import fetched, wanted_links
from tamis.compat.trafilatura.options import warn_once
from tamis.html.decode import decode
from tamis.html.nodes import read_markup
from tamis.web.links import feed_links
from tamis.web.polite import Polite

_KINDS = ("application/rss+xml", "application/atom+xml", "application/rdf+xml")
_MOST_FEEDS = 50


def find_feed_urls(
    url: str, target_lang: str | None = None, external: bool = False, sleep_time: float = 2.0, config: Any = None
) -> list[str]:
    """The pages that a feed lists, or the feeds that a page names; sorted, and empty if nothing can be fetched.

    Of the page's own site alone unless ``external``. It needs the extra ``feeds``.
    """
    if config is not None:
        warn_once("config", "tamis has no settings files")
    polite = Polite(sleep_time)
    data = fetched(polite, url)
    if data is None:
        return []
    links = feed_links(data, url)
    if not links:
        for feed in _named_feeds(data, url)[:_MOST_FEEDS]:
            links += feed_links(fetched(polite, feed) or b"", feed)
    return wanted_links(links, url, target_lang, external=external)


def _named_feeds(page: bytes, url: str) -> list[str]:
    """The feeds that a page's head names."""
    named = [
        urljoin(url, link.attr("href") or "")
        for link in read_markup(decode(page, None)[0]).select("link[href]")
        if "alternate" in (link.attr("rel") or "").lower().split() and (link.attr("type") or "").lower() in _KINDS
    ]
    return list(dict.fromkeys(named))
