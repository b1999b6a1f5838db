"""The names of pages in the log: enough to find a page again, without its content."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final
from urllib.parse import urlsplit

_LONGEST: Final = 200
"""characters of an address"""
_PAGES: Final = 3
"""of a request for a site"""


def page_name(job: str, arguments: Mapping[str, Any]) -> str:
    """The page of a job, on one line.

    >>> page = {"html": "<p>Rye", "html_base64": None, "url": "https://me:secret@example.org/rye?key=secret"}
    >>> page_name("extract", {"page": {**page, "options": {"strategy": "auto"}}})
    'extract by auto, page 3358b627 (6 characters, https://example.org/rye)'
    """
    pages: Sequence[Mapping[str, Any]] = arguments.get("pages") or [arguments["page"]]
    strategy = arguments.get("strategy") or pages[0].get("options", {}).get("strategy", "auto")
    named = ", ".join(map(_name, pages[:_PAGES]))
    more = f" and {len(pages) - _PAGES} more" if len(pages) > _PAGES else ""
    return f"{job} by {strategy}, page{'s' * (len(pages) > 1)} {named}{more}"


def digest(page: Mapping[str, Any]) -> str:
    """Eight hexadecimal digits for a page: ``b2sum -l 32`` of its bytes, or of its text in UTF-8.

    >>> digest({"html": "<p>Rye"}) == blake2b(b"<p>Rye", digest_size=4).hexdigest()
    True
    """
    sent = _sent(page)
    data = sent.encode("utf-8", "surrogatepass") if isinstance(sent, str) else sent
    return blake2b(data, digest_size=4).hexdigest()


def _sent(page: Mapping[str, Any]) -> str | bytes:
    """The page as text or as bytes, by how it came."""
    html: str | bytes | None = page.get("html")
    if html is not None:
        return html
    packed: str = page.get("html_base64") or ""
    try:
        return base64.b64decode(packed)
    except binascii.Error:
        return packed


def _name(page: Mapping[str, Any]) -> str:
    sent = _sent(page)
    unit = "bytes" if isinstance(sent, bytes) else "characters"
    address = f", {_address(page['url'])}" if page.get("url") else ""
    return f"{digest(page)} ({len(sent):,} {unit}{address})"


def _address(url: str) -> str:
    r"""An address without what may be a secret in it, and without what could begin a line of its own.

    >>> _address("https://example.org/\nrye#top"), _address("http://[")
    ('https://example.org/rye', 'a broken address')
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return "a broken address"
    host = parts.netloc.rpartition("@")[2]
    shown = f"{parts.scheme}://{host}{parts.path}" if host else parts.path
    return "".join(c if c.isprintable() else "?" for c in shown[:_LONGEST])
