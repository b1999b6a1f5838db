"""Pages from files, folders, URLs and standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.crawl.folders import files_in, is_page, places
from tamis.errors import InputError, UsageError
from tamis.limits import Limits
from tamis.web.inputs import PAGE_ENDINGS, is_url

if TYPE_CHECKING:
    from tamis.document import Document


class ReadPage(NamedTuple):
    """An input that was read."""

    name: str
    html: bytes
    url: str | None = None
    charset: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One input, not yet read."""

    name: str
    folder: str | None = None
    """the folder among the inputs that it was found in"""

    def read(self, max_bytes: int = Limits().max_bytes) -> ReadPage:
        """The input, read; :class:`tamis.InputError` if it cannot be. ``max_bytes`` bounds what is fetched."""
        if self.name == "-":
            if sys.stdin.isatty():
                print("tamis: reading a page from the keyboard; Ctrl-D ends it, --help says more", file=sys.stderr)
            return ReadPage(self.name, sys.stdin.buffer.read())
        if is_url(self.name):
            from tamis.web.fetch import fetch

            page = fetch(self.name, max_bytes=max_bytes)
            return ReadPage(self.name, page.html, page.url, page.charset)
        try:
            return ReadPage(self.name, Path(self.name).read_bytes())
        except IsADirectoryError:
            endings = ", ".join(PAGE_ENDINGS)
            raise InputError(f"{self.name}: no pages in this folder; their names end in {endings}") from None
        except OSError as error:
            raise InputError(f"{self.name}: {error.strerror or error}{_advice(self.name)}") from None


def analyzed(page: ReadPage, url: str | None, **options: Any) -> Document:
    """The decisions on a page; ``url`` is its address if the caller names one."""
    from tamis.api import analyze

    document = analyze(page.html, url or page.url, charset=page.charset, **options)
    if document.status.startswith("not html"):
        raise InputError(f"{page.name}: {document.status}")
    return document


def _advice(name: str) -> str:
    """What to do about a name that may be meant for an address.

    >>> _advice("ftp://example.org/rye"), _advice("www.example.org/rye"), _advice("rye.html")
    ('; only http:// and https:// are fetched', '; an address begins with https://', '')
    """
    if "://" in name:
        return "; only http:// and https:// are fetched"
    return "; an address begins with https://" if name.lower().startswith("www.") else ""


def named(names: Sequence[str], what: str = "an input") -> None:
    """Refuse empty names: to the system they are the current folder, which nobody means."""
    if not all(name.strip() for name in names):
        raise UsageError(f"{what} has an empty name: perhaps a variable of the shell is empty")


def sources(names: Sequence[str], output: str | None = None) -> Iterator[Source]:
    """The inputs by name; a folder stands for all the pages below it, in order, or for itself without any.

    Files of an ``output`` folder inside such a folder are not its pages. A page with several names, such as its own and
    its folder's, comes once, at the first.
    """
    named(names)
    if output is not None:
        named([output], "the output")
    given = names or ["-"]
    if len(given) == 1:
        yield from _pages(given[0], output)
        return
    seen: set[str] = set()
    place = places()
    for page in (page for name in given for page in _pages(name, output)):
        name = page.name
        own = name if name == "-" or is_url(name) else place(name)
        if own not in seen:
            seen.add(own)
            yield page


def _refuse_collection(name: str) -> None:
    """Refuse a file of many pages where a page is wanted, and name the command that takes it."""
    if name == "-" or is_url(name) or is_page(Path(name)):  # before what it takes to know is imported
        return
    from tamis.crawl.inputs import is_collection
    from tamis.crawl.slices import is_warc

    if is_warc(name) or is_collection(Path(name)):
        raise UsageError(f"{name} holds many pages: `tamis run {name} -o OUT` makes a row of each")


def _pages(name: str, output: str | None) -> Iterator[Source]:
    """The pages that a name means."""
    if name == "-" or is_url(name) or not Path(name).is_dir():
        _refuse_collection(name)
        yield Source(name)
        return
    folder = Path(name)
    left_out = output if output and Path(output).resolve() != folder.resolve() else None
    found = [Source(str(path), name) for path in files_in(folder, left_out) if is_page(path)]
    yield from found or [Source(str(folder))]
