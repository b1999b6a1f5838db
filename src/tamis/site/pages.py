"""The pages of a site as callers hand them in: bare HTML, or pairs of address and HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from tamis.errors import UsageError
from tamis.html.tree import Tree
from tamis.web.domains import site_of
from tamis.web.inputs import check_page

_T = TypeVar("_T")
_OWN = (("link[rel=canonical]", "href"), ('meta[property="og:url"]', "content"), ("base[href]", "href"))
PageInput = str | bytes | tuple[str | None, str | bytes]


def as_pairs(pages: Iterable[PageInput]) -> Iterator[tuple[str | None, str | bytes]]:
    """Each page with its address, ``None`` where there is none.

    A first page that is an address or a path means that all are, and is refused; a later one is what was found there.

    >>> list(as_pairs(["<p>a", ("https://example.org/b", b"<p>b")]))
    [(None, '<p>a'), ('https://example.org/b', b'<p>b')]
    """
    if isinstance(pages, str | bytes):
        raise UsageError("pages are a list of HTML texts or of (url, html) pairs, not one text")
    for number, page in enumerate(pages):
        if isinstance(page, str | bytes):
            if number == 0:
                check_page(page)
            yield None, page
            continue
        try:
            url, html = page
        except (TypeError, ValueError):
            raise UsageError(f"a page is HTML or a (url, html) pair, not {type(page).__name__}") from None
        if not isinstance(html, str | bytes) or not (url is None or isinstance(url, str)):
            raise UsageError("a page is HTML or a (url, html) pair, in this order")
        yield url, html


def own_address(tree: Tree) -> str | None:
    """The address that a page gives as its own, for pages that come from files.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> own_address(read("<link rel=canonical href=https://example.org/a>", None, Limits()))
    'https://example.org/a'
    """
    for selector, attribute in _OWN:
        for element in tree.document.select(selector):
            address = element.attr(attribute)
            if site_of(address):
                return address
    return None


def by_site(items: Iterable[tuple[str | None, _T]]) -> dict[str, list[_T]]:
    """Group by the site (registrable domain) of the address; what has none comes under ``""``.

    >>> by_site([("https://a.example.org/", 1), ("https://b.example.org/", 2), ("https://example.com/", 3), (None, 4)])
    {'example.org': [1, 2], 'example.com': [3], '': [4]}
    """
    groups: dict[str, list[_T]] = {}
    for url, item in items:
        groups.setdefault(site_of(url) or "", []).append(item)
    return groups
