"""What every layout gives: pages with their gold text, and by name the pages that could not be read."""

from __future__ import annotations

import hashlib
import lzma
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from tamis.blocks.embedded import text_or_embedded
from tamis.blocks.page import Page
from tamis.crawl.inputs import unpacked
from tamis.errors import InputError
from tamis.html.tree import read
from tamis.limits import Limits

Gold = TypeVar("Gold")
Pairs = tuple[Mapping[str, Path], Mapping[str, Gold]]
"""a corpus's pages, and where their gold texts come from, by id"""
HTML: Final = (".html", ".html.gz")
# All that a broken file, a broken archive or a field of the wrong kind raises.
BROKEN = (
    OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, RecursionError, lzma.LZMAError, zlib.error,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A page and its content as people labelled it.

    ``html`` is text where the set's files are known to be UTF-8, and the raw bytes where sniffing the encoding is part
    of the task; ``encoding`` is theirs, where the set names it. ``gold`` is the main text; ``comments`` and
    ``undecided`` (what annotators did not agree on) are None where a set does not separate them.
    """

    id: str
    html: str | bytes
    gold: str
    host: str | None = None
    url: str | None = None
    comments: str | None = None
    undecided: str | None = None
    page_type: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None
    must_have: tuple[str, ...] = ()
    must_not_have: tuple[str, ...] = ()
    encoding: str | None = None

    def cut(self) -> Page:
        """The page in the blocks that the learned strategy decides on."""
        return text_or_embedded(read(self.html, self.encoding, Limits()), self.url)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A page that should have been there, and why it could not be read."""

    id: str
    reason: str
    facts: tuple[str, ...] = ()
    """what is known of a page that has no gold text: names of fields, as ``date``"""


class Layout(NamedTuple):
    """A way to keep a corpus on disk: how to know it, and how to read it, page by page, in a stable order.

    ``read`` never raises for a single bad page: it gives an ``Unreadable`` in its place.
    """

    name: str
    matches: Callable[[Path], bool]
    read: Callable[[Path], Iterator[GoldPage | Unreadable]]


class Corpus:
    """The pages of one corpus. Iterating reads them from disk again each time, so that only one is in memory.

    ``unreadable`` names the pages that could not be read; ``sha256`` is the hash of all that was read, whatever its
    compression or order. Both are known after a full pass and start one if there was none.
    """

    def __init__(self, path: Path, layout: Layout) -> None:
        self.path = path
        self.layout = layout
        self._unreadable: tuple[Unreadable, ...] | None = None
        self._sha256: str | None = None

    @property
    def name(self) -> str:
        """The corpus's name in tables: that of its file or folder, without ``.jsonl.xz`` and the like."""
        return self.path.resolve().name.split(".jsonl")[0]

    def __iter__(self) -> Iterator[GoldPage]:
        unreadable: list[Unreadable] = []
        digests: list[bytes] = []
        for page in self.layout.read(self.path):
            digests.append(_digest(page))
            if isinstance(page, GoldPage):
                yield page
            else:
                unreadable.append(page)
        self._unreadable = tuple(unreadable)
        self._sha256 = hashlib.sha256(b"".join(sorted(digests))).hexdigest()

    @property
    def unreadable(self) -> tuple[Unreadable, ...]:
        """The pages that could not be read, in the order of the corpus."""
        if self._unreadable is None:
            self._read_through()
        return self._unreadable or ()

    @property
    def sha256(self) -> str:
        """The hash of all pages, the unreadable ones by name: what a quality gate pins its floors to."""
        if self._sha256 is None:
            self._read_through()
        return self._sha256 or ""

    def instead_of_gold(self) -> tuple[str, ...]:
        """The facts that a set without any gold text states instead; empty for a set with gold texts.

        Such a set is sound, but made for measuring something else than a main text.
        """
        facts: set[str] = set()
        for page in self.layout.read(self.path):
            if isinstance(page, GoldPage):
                return ()
            facts.update(page.facts)
        return tuple(sorted(facts))

    def _read_through(self) -> None:
        for _ in self:
            pass

    def __repr__(self) -> str:
        return f"Corpus({str(self.path)!r}, layout={self.layout.name!r})"


def _digest(page: GoldPage | Unreadable) -> bytes:
    """A page's own hash. Each part goes in with its length, so that text cannot move from one field to the next.

    Why a page could not be read is left out: the words differ between Python versions.
    """
    hasher = hashlib.sha256()
    names = [field.name for field in fields(page)] if isinstance(page, GoldPage) else ["id"]
    for name in names:
        value = getattr(page, name)
        data = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
        hasher.update(b"%s %s %d:" % (name.encode(), type(value).__name__.encode(), len(data)))
        hasher.update(data)
    return hasher.digest()


def read_bytes(path: Path) -> bytes:
    """A file's bytes, decompressed by the ending of its name."""
    with path.open("rb") as file, unpacked(file, path.name) as data:
        return data.read()


def read_markup(path: Path) -> str | bytes:
    """The HTML of a page's file."""
    return page_markup(read_bytes(path))


def read_gold(path: Path) -> str:
    """The text of a gold text's file."""
    return gold_text(read_bytes(path))


def page_markup(data: bytes) -> str | bytes:
    """A page's HTML: text if its bytes are UTF-8 or UTF-16, else the bytes for the parser to sniff.

    Collectors saved most pages as UTF-8 and left the old charset in their ``meta``, which would mislead a sniffer. An
    escape byte is a sign of ISO-2022-JP, which is valid UTF-8, too.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if b"\x1b" in data:
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data


def gold_text(data: bytes) -> str:
    r"""A gold text's words: UTF-8, UTF-16 with its mark, or Windows-1252, which annotators' editors wrote.

    >>> gold_text(b"caf\xe9"), gold_text(b"caf\xc3\xa9"), gold_text("café".encode("utf-16"))
    ('café', 'café', 'café')
    """
    markup = page_markup(data)
    return markup if isinstance(markup, str) else markup.decode("cp1252", "replace")


def paired_layout(
    name: str, find: Callable[[Path], Pairs[Gold] | None], read: Callable[[str, Path, Gold], GoldPage]
) -> Layout:
    """A layout that keeps pages and gold texts in two places; a page that has only one is named.

    ``find`` gives both by the pages' ids, or ``None`` if there is no such corpus at the path.
    """

    def read_all(path: Path) -> Iterator[GoldPage | Unreadable]:
        found = find(path)
        if found is None:
            raise InputError(f"{path} is not in the layout {name}")
        pages, golds = found
        for page_id in sorted(pages.keys() | golds.keys()):
            if page_id not in golds:
                yield Unreadable(page_id, "there is a page but no gold text")
            elif page_id not in pages:
                yield Unreadable(page_id, "there is a gold text but no page")
            else:
                yield guarded(page_id, partial(read, page_id, pages[page_id], golds[page_id]))

    return Layout(name, lambda path: find(path) is not None, read_all)


def guarded(page_id: str, read: Callable[[], GoldPage]) -> GoldPage | Unreadable:
    """The page that ``read`` gives, or why it does not."""
    try:
        return read()
    except BROKEN as error:
        return Unreadable(page_id, f"{type(error).__name__}: {error}")


def files_by_stem(folder: Path, *endings: str) -> dict[str, Path]:
    """The folder's files that have one of the endings, by their name without it; the first ending wins.

    >>> files_by_stem(Path("/nowhere"), ".html")
    {}
    """
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        ending = next((e for e in endings if path.name.endswith(e)), None)
        if ending is not None and not path.name.startswith("."):
            found.setdefault(path.name.removesuffix(ending), path)
    return found
