"""What ``feeds`` and ``sitemaps`` share: the pages of a site that an address stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from tamis.errors import FetchError
from tamis.web.domains import site_of
from tamis.web.polite import Polite

_LANGUAGE: Final = re.compile(r"[a-z]{2}(?:[-_][a-z]{2})?")
_TARGETS: Final = frozenset(
    "ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv ta th tr "
    "uk ur vi zh".split()
)
"""languages that sites are written in, by ISO 639-1; other pairs of letters in addresses mean something else"""


def fetched(polite: Polite, address: str) -> bytes | None:
    """What is at an address; ``None`` if it cannot be fetched."""
    try:
        return polite.get(address).html
    except FetchError:
        return None


def wanted_links(links: Iterable[str], url: str, target_lang: str | None, *, external: bool) -> list[str]:
    """The links that an address stands for, sorted: those of its site, in its folder, and in the language."""
    folder = "" if _is_file(url) else urlsplit(url).path.rstrip("/")
    beginning = url.rstrip("/") if folder else ""
    return sorted(
        {
            link
            for link in links
            if (external or (site_of(link) == site_of(url) and link.startswith(beginning)))
            and (target_lang is None or language_of_address(link) in (None, target_lang.lower()))
        }
    )


def language_of_address(link: str) -> str | None:
    """The language that an address names in its path or host, as ``/en/`` and ``ja.`` do.

    >>> language_of_address("https://example.org/en-GB/rye"), language_of_address("https://ja.example.org/rye")
    ('en', 'ja')
    >>> language_of_address("https://example.org/rye")
    """
    parts = urlsplit(link)
    named = [*parts.path.lower().split("/")[:-1], *(parts.hostname or "").split(".")[:-2]]
    return next((name[:2] for name in named if _LANGUAGE.fullmatch(name) and name[:2] in _TARGETS), None)


def _is_file(url: str) -> bool:
    """Whether an address is that of a feed or sitemap itself rather than of a part of the site."""
    name = urlsplit(url).path.rpartition("/")[2].lower()
    return "." in name or any(word in name for word in ("feed", "rss", "atom", "sitemap"))
