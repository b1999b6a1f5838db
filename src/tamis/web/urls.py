"""Addresses that are safe to write, absolute where a base is known."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin

_SCHEMES: Final = frozenset(("http", "https", "mailto", "tel", "ftp"))
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{0,30}):")
_BREAKS: Final = re.compile(r"[\t\n\r]")
"""what browsers drop wherever it stands, in a scheme too; a space is a part of the address"""
_CONTROL: Final = re.compile(r"[\x00-\x20\x7f-\xa0]")


def safe_url(url: str | None, base: str | None) -> str | None:
    r"""The address, absolute where a base is known; ``None`` if its scheme could run something.

    >>> safe_url("java\nscript:alert(1)", None), safe_url("java script:alert(1)", None)
    (None, None)
    >>> safe_url("/a?b=c", "https://example.com/d/e")
    'https://example.com/a?b=c'
    >>> safe_url("a b.png", "https://example.com/d/")
    'https://example.com/d/a%20b.png'
    >>> safe_url(" https://example.com/a b.png\n", None)
    'https://example.com/a%20b.png'
    """
    if not url:
        return None
    url = _BREAKS.sub("", url).strip()
    url = re.sub(r"^[\x00-\x20]{1,64}", "", url)
    scheme = _SCHEME.match("".join(url.split()) if ":" in url else url)  # to be on the safe side of odd readers
    if not url or "\x00" in url or (scheme and scheme[1].lower() not in _SCHEMES):
        return None
    if base and not scheme:
        try:
            url = urljoin(base, url)
        except ValueError:
            return None
    return _CONTROL.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), url)
