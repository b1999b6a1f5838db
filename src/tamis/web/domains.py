"""Which site an address belongs to: the registrable domain, by the public suffix list.

``news.bbc.co.uk`` and ``www.bbc.co.uk`` are pages of ``bbc.co.uk``; ``a.github.io`` and ``b.github.io`` are two sites.
The list ships with the package ``publicsuffixlist``, so nothing is fetched; it is read when first needed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from tamis.text.utf8 import encodable

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


_PLAIN: Final = re.compile(r"https?://([a-z0-9.-]{0,250}[a-z0-9])[/?#]")
"""as most addresses are: their host is told without taking them apart"""


def host_of(url: str | None) -> str | None:
    """The host of an address, lower-cased; ``None`` if it has no host.

    >>> host_of("https://News.example.org:8080/a"), host_of("//cdn.example.org/x.js"), host_of("mailto:x")
    ('news.example.org', 'cdn.example.org', None)
    """
    if plain := _PLAIN.match(url or ""):
        return plain[1]
    try:
        return (urlsplit(url or "").hostname or "").rstrip(".") or None
    except ValueError:  # "http://[broken": links hold anything
        return None


@lru_cache(maxsize=1 << 12)
def site_of_host(host: str) -> str:
    """The registrable domain of a host; the host itself where it has none (an IP address, ``localhost``, a suffix).

    >>> site_of_host("news.bbc.co.uk"), site_of_host("me.github.io"), site_of_host("127.0.0.1")
    ('bbc.co.uk', 'me.github.io', '127.0.0.1')
    """
    host = host.lower().rstrip(".")
    host = encodable(host)  # it is the name of a file, and goes into stores
    if ":" in host or host.rpartition(".")[2].isdigit():  # no top-level domain is a number, so these are addresses
        return host
    return _suffixes().privatesuffix(host) or host


def site_of(url: str | None) -> str | None:
    """The site an address belongs to; ``None`` for one without a host.

    >>> site_of("https://news.bbc.co.uk/1/hi/x.html"), site_of("/relative"), site_of(None)
    ('bbc.co.uk', None, None)
    """
    host = host_of(url)
    return site_of_host(host) if host else None


def site_of_page(url: str | None, host: str | None) -> str | None:
    """The site of a page by its address, or by the host that it was fetched from.

    >>> site_of_page(None, "news.bbc.co.uk"), site_of_page("https://example.org/", "news.bbc.co.uk")
    ('bbc.co.uk', 'example.org')
    """
    return site_of(url) or (site_of_host(host) if host else None)


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    """The list, some ten thousand rules, read once: data that never changes while we run."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
