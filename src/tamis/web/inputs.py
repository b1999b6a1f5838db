"""What callers name as an input: addresses, files of pages, or the page itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, cast

from tamis.errors import InputError, UsageError
from tamis.web.fetch import Fetched

_LONGEST: Final = 4096
"""characters of an address or a path: a longer text is a page, and is not looked at"""
PAGE_ENDINGS: Final = (".htm", ".html", ".shtml", ".xhtml")
"""of the names of files that are pages"""


class LxmlElement(Protocol):
    """An element of lxml, of which tamis takes the markup."""

    @property
    def tag(self) -> Any:
        """Its name."""

    @property
    def attrib(self) -> Any:
        """Its attributes."""


PageSource: TypeAlias = str | bytes | os.PathLike[str] | Fetched | LxmlElement
"""what a page may be handed over as: its text, its bytes, its file, what was fetched, a tree of lxml"""


def as_page(source: PageSource, url: str | None, charset: str | None) -> tuple[str | bytes, str | None, str | None]:
    """The page's text or bytes, its address, and the charset that the HTTP header named.

    What is given beside a fetched page is worth more than what the server said.

    >>> as_page(Fetched("https://example.org/rye", b"<p>Rye", "utf-8", 200), None, None)
    (b'<p>Rye', 'https://example.org/rye', 'utf-8')
    """
    if isinstance(source, Fetched):
        return source.html, url or source.url, charset or source.charset
    if isinstance(source, os.PathLike):
        try:
            return Path(source).read_bytes(), url, charset
        except OSError as error:
            raise InputError(f"{source}: {error.strerror or error}") from None
    if type(source).__module__.partition(".")[0] == "lxml":
        from lxml import html

        return html.tostring(source, encoding="unicode", with_tail=False), url, charset
    return cast("bytes", source), url, charset  # bytes of some kind, or an error of who reads it


def check_page(html: object) -> None:
    """Refuse a text that is the address of a page, or the path of a file that exists; any other text is a page.

    >>> check_page("Rye is a grass."), check_page("https://example.org/ has a page on rye.")
    (None, None)
    >>> check_page("https://example.org/rye")
    Traceback (most recent call last):
    ...
    tamis.errors.UsageError: 'https://example.org/rye' is an address, not a page: fetch it first, tamis.fetch(url)
    """
    if not isinstance(html, str) or len(html) > _LONGEST:
        return
    text = html.strip()
    if is_address(text):
        raise UsageError(f"{text!r} is an address, not a page: fetch it first, tamis.fetch(url)")
    if _is_file(text):
        raise UsageError(f"{text!r} is a file, not a page: read it first, pathlib.Path({text!r}).read_bytes()")


def is_url(name: str) -> bool:
    """Whether a name is to be fetched from the web.

    >>> is_url("HTTP://example.org/"), is_url("example.org")
    (True, False)
    """
    return name[:8].lower().startswith(("http://", "https://"))


def is_address(text: str) -> bool:
    """Whether a text is one address of the web and nothing else.

    >>> is_address("https://example.org/rye"), is_address("https://example.org/ <p>Rye"), is_address("example.org")
    (True, False, False)
    """
    return len(text) <= _LONGEST and is_url(text) and "<" not in text and len(text.split()) == 1


def _is_file(text: str) -> bool:
    """Whether a text is the path of a page's file. Paths on other machines (``//host/…``) are not looked up."""
    if not text.lower().endswith(PAGE_ENDINGS) or "<" in text or len(text.split()) != 1:
        return False
    if text.startswith(("//", "\\\\")):
        return False
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return False
