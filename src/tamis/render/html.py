"""HTML that is safe to show, written anew from the kept blocks.

Nothing is cleaned: only elements and attributes on the lists below are ever written, so what is not on them (scripts,
styles, handlers, frames, forms) cannot come through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from tamis.dom import Tree
from tamis.render.tables import data_tables
from tamis.tags import HEADINGS, PRE

if TYPE_CHECKING:
    from tamis.document import Document

_HOLDS_TEXT: Final = HEADINGS | frozenset("p li dt dd td th pre caption figcaption summary".split())
_STRUCTURE: Final = frozenset("ul ol dl blockquote figure details".split())
_TABLE: Final = frozenset("table thead tbody tfoot tr td th caption".split())
_INLINE: Final = frozenset(
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark q ruby rt s samp small strong sub sup time tt u var".split()
)
_ALLOWED: Final = _HOLDS_TEXT | _STRUCTURE | _INLINE
_SCHEMES: Final = frozenset(("http", "https", "mailto", "tel", "ftp"))
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{0,30}):")
_LANGUAGE: Final = re.compile(r"(?:^|\s)((?:language|lang|highlight)-[A-Za-z0-9+#_-]{1,30})")
_MAX_DEPTH: Final = 100
"""elements open at once in the output; what is nested deeper is written flat"""
_MAX_SPAN: Final = 1000
"""columns or rows a cell may span, the bound that browsers have"""


def to_html(document: Document, *, links: bool = True, images: bool = True, tables: bool = True) -> str:
    """The kept blocks as HTML, without ``html`` and ``body``.

    >>> import tamis
    >>> page = "<div onclick=x()>Dough rises <b>slowly</b>: a good <a href='javascript:y()'>loaf</a> takes an hour.</div>"
    >>> print(tamis.analyze(page).html())
    <p>Dough rises <b>slowly</b>: a good loaf takes an hour.</p>
    """
    return "".join(_Writer(document, links, images, tables).write())


def safe_url(url: str | None, base: str | None) -> str | None:
    r"""The address, absolute where a base is known; ``None`` if its scheme could run something.

    >>> safe_url("java\nscript:alert(1)", None) is None
    True
    >>> safe_url("/a?b=c", "https://example.com/d/e")
    'https://example.com/a?b=c'
    """
    if not url:
        return None
    url = "".join(url.split()) if ":" in url else url.strip()  # browsers drop line feeds inside a scheme
    url = re.sub(r"^[\x00-\x20]{1,64}", "", url)
    scheme = _SCHEME.match(url)
    if scheme:
        return url if scheme[1].lower() in _SCHEMES else None
    if not url or "\x00" in url:
        return None
    if base:
        try:
            return urljoin(base, url)
        except ValueError:
            return None
    return url


class _Writer:
    """Writes runs of text in order, opening and closing the elements around them."""

    def __init__(self, document: Document, links: bool, images: bool, tables: bool) -> None:
        self.page = document.page
        self.tree: Tree = document.page.tree
        self.kept = document.decisions.kept.tolist()
        self.base = self.tree.document.base_url(document.url or "") or None
        self.links, self.images, self.tables = links, images, tables
        self.data_tables = data_tables(self.tree)
        self.parts: list[str] = []
        self.open: list[tuple[int, str]] = []
        """element and name; an invented paragraph has the element -1"""

    def write(self) -> Iterator[str]:
        firsts, lasts = self.page.first_run.tolist(), self.page.last_run.tolist()
        pictures = self._pictures() if self.images else []
        previous = None
        for block, kept in enumerate(self.kept):
            while pictures and pictures[0][0] == block:
                self._picture(pictures.pop(0)[1])
            if not kept or (not self.tables and self._table_of(block) >= 0):
                continue
            if firsts[block] < 0:  # made from elsewhere: the head's title
                self._close(0)
                self.parts.append(f"<p>{escape(self.page.texts[block], quote=False)}</p>\n")
                continue
            for first, last in self._lines(firsts[block], lasts[block]):
                self._break_or_paragraph(previous, first)
                preformatted = bool(self.tree.flags[self.tree.run_parents[first]] & PRE)
                for run in range(first, last + 1):
                    self._run(run, run == first, run == last, preformatted)
                previous = last
        self._close(0)
        return iter(self.parts)

    def _lines(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The text blocks that a block is made of, as the first and last run with text of each."""
        runs, cuts = self.tree.runs, self.tree.run_cuts
        begin = first
        for end in range(first + 1, last + 2):
            if end > last or cuts[end] != cuts[begin]:
                shown = [run for run in range(begin, end) if not runs[run].isspace()]
                if shown:
                    yield shown[0], shown[-1]
                begin = end

    def _run(self, run: int, first: bool, last: bool, preformatted: bool) -> None:
        text = self.tree.runs[run]
        if not preformatted:
            lead = "" if first or not text[:1].isspace() else " "
            tail = "" if last or not text[-1:].isspace() else " "
            text = lead + " ".join(text.split()) + tail if not text.isspace() else " "
        elif first or last:
            text = text.strip("\n") if first and last else text.lstrip("\n") if first else text.rstrip("\n")
        self._open_around(self.tree.run_parents[run])
        self.parts.append(escape(text, quote=False))

    def _open_around(self, element: int) -> None:
        """Close what does not hold the element, open what does."""
        chain: list[tuple[int, str]] = []
        opened = {e: place for place, (e, _) in enumerate(self.open) if e >= 0}
        while element >= 0 and element not in opened:
            if name := self._name(element):
                chain.append((element, name))
            element = self.tree.parents[element]
        keep = opened[element] + 1 if element >= 0 else 0
        while keep < len(self.open) and self.open[keep][0] < 0:
            keep += 1  # the invented paragraph of the block being written
        self._close(keep)
        for element, name in reversed(chain[-_MAX_DEPTH:] if len(chain) > _MAX_DEPTH else chain):
            if len(self.open) < _MAX_DEPTH:
                self.parts.append(f"<{name}{self._attributes(element, name)}>")
                self.open.append((element, name))

    def _break_or_paragraph(self, previous: int | None, run: int) -> None:
        """Between two runs: a line break if only a ``br`` parts them, else a new paragraph where there is none."""
        owners, holders = self.tree.owners, self.tree.run_parents
        element = owners[holders[run]]
        if previous is not None and owners[holders[previous]] == element and self._breaks(previous, run) == 1:
            inline = [i for i, (e, name) in enumerate(self.open) if name in _INLINE]
            self._close(inline[0] if inline else len(self.open))
            self.parts.append("<br>")
            return
        invented = [i for i, (e, _) in enumerate(self.open) if e < 0]
        self._close(invented[0] if invented else len(self.open))
        holder = element
        while holder >= 0 and not self._name(holder):
            holder = self.tree.parents[holder]
        inline_end = holder
        self._open_around(inline_end)
        inline = [i for i, (_, name) in enumerate(self.open) if name in _INLINE]
        if inline:
            self._close(inline[0])
        if not any(name in _HOLDS_TEXT for _, name in self.open) or (
            self.open and self.open[-1][1] in _STRUCTURE | {"tr", "table"}
        ):
            self.parts.append("<p>")
            self.open.append((-1, "p"))

    def _breaks(self, previous: int, run: int) -> int:
        """How many ``br`` stand between two runs, if nothing but ``br`` does; else 0."""
        a, b = self.tree.run_seen[previous], self.tree.run_seen[run]
        between = [self.tree.tags[i] for i in range(a, min(b, a + 8))]
        return sum(tag == "br" for tag in between) if all(tag == "br" or tag in _INLINE for tag in between) else 0

    def _close(self, keep: int) -> None:
        while len(self.open) > keep:
            _, name = self.open.pop()
            self.parts.append(f"</{name}>" + ("\n" if name not in _INLINE else ""))

    def _name(self, element: int) -> str | None:
        """The name to write an element by; ``None`` if it is not written."""
        tag = self.tree.tags[element]
        if tag in _TABLE:
            return tag if self._in_data_table(element) else None
        if tag not in _ALLOWED or (
            tag == "a" and not (self.links and safe_url(self.tree.attr(element, "href"), self.base))
        ):
            return None
        return tag

    def _in_data_table(self, element: int) -> bool:
        while element >= 0 and self.tree.tags[element] in _TABLE:
            if self.tree.tags[element] == "table":
                return element in self.data_tables
            element = self.tree.parents[element]
        return False

    def _table_of(self, block: int) -> int:
        element = int(self.page.elements[block])
        while element >= 0 and element not in self.data_tables:
            element = self.tree.parents[element]
        return element

    def _attributes(self, element: int, name: str) -> str:
        found: dict[str, str | None] = {}
        if name == "a":
            found["href"] = safe_url(self.tree.attr(element, "href"), self.base)
        elif name in ("td", "th"):
            for key in ("colspan", "rowspan"):
                value = self.tree.attr(element, key) or ""
                if value.isascii() and value.isdigit():
                    found[key] = str(max(1, min(int(value[:5]), _MAX_SPAN)))
        elif name == "ol":
            start = self.tree.attr(element, "start") or ""
            found["start"] = start if start.isascii() and start.isdigit() and len(start) < 9 else None
        elif name in ("code", "pre") and (match := _LANGUAGE.search(self.tree.attr(element, "class") or "")):
            found["class"] = match[1]
        elif name == "time":
            found["datetime"] = self.tree.attr(element, "datetime")
        return "".join(f' {key}="{escape(value)}"' for key, value in found.items() if value)

    def _pictures(self) -> list[tuple[int, int]]:
        """The images between two kept blocks, each with the block it stands before."""
        starts = [self.tree.run_seen[i] if i >= 0 else 0 for i in self.page.first_run.tolist()]
        found, block = [], 0
        for element, tag in enumerate(self.tree.tags):
            if tag != "img" or not safe_url(self.tree.attr(element, "src"), self.base):
                continue
            while block < len(starts) and starts[block] <= element:
                block += 1
            after = self.kept[block] if block < len(starts) else False
            before = self.kept[block - 1] if block else False
            if before and after:
                found.append((block, element))
        return found

    def _picture(self, element: int) -> None:
        inline = [i for i, (e, name) in enumerate(self.open) if e < 0 or name in _INLINE or name == "p"]
        if inline:
            self._close(inline[0])
        source = safe_url(self.tree.attr(element, "src"), self.base) or ""
        alt = self.tree.attr(element, "alt") or ""
        self.parts.append(f'<img src="{escape(source)}" alt="{escape(" ".join(alt.split()))}">\n')
