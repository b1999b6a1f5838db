"""The pages that the sitemaps of a site list."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from tamis.compat.trafilatura.discovery import fetched, wanted_links
from tamis.compat.trafilatura.options import warn_once
from tamis.errors import TamisError
from tamis.web.links import all_sitemap_links
from tamis.web.polite import Polite


def sitemap_search(
    url: str,
    target_lang: str | None = None,
    external: bool = False,
    sleep_time: float = 2.0,
    max_sitemaps: int = 500,
    config: Any = None,
) -> list[str]:
    """The pages that the sitemaps of a site list, sorted; only those below ``url`` if it has a path.

    Sitemaps are those that robots.txt names, or ``/sitemap.xml``. At most 500 are read, whatever ``max_sitemaps`` says.
    """
    if config is not None:
        warn_once("config", "tamis has no settings files")
    polite, found = Polite(sleep_time), list[str]()
    parts = urlsplit(url)
    is_sitemap = parts.path.lower().endswith((".xml", ".xml.gz", ".txt"))
    with suppress(TamisError):
        for sitemap in [url] if is_sitemap else polite.sitemaps(url)[:max_sitemaps]:
            found += all_sitemap_links(sitemap, partial(fetched, polite))
    return wanted_links(found, url, target_lang, external=external)
