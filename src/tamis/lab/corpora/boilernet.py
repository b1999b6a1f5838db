"""Google-Trends-2017 as BoilerNet publishes it: ``prepared_html/``, and ``raw_html/`` if the crawl is
there too.

Every text node of a prepared page stands in an element with ``__boilernet_label``, 1 for content and 0
for the rest; the nearest one decides. The page handed out is the raw one. Without it, it is the prepared
one less its labels (an extractor must not see them), which has more ``span`` elements than the page had.
Lost characters: see ``restored``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tamis.lab.corpora.base import (
    GoldPage,
    Layout,
    Unreadable,
    files_by_stem,
    gold_text,
    page_markup,
    read_bytes,
    read_pairs,
)
from tamis.lab.corpora.markup import join_pieces, labelled_pieces, own_address, restored
from tamis.web.domains import host_of

_ATTRIBUTE = "__boilernet_label"
_LABELS = re.compile(rf"""\s{_ATTRIBUTE}=(?:"[^"]*"|'[^']*'|[^\s>]+)""")
_CONTENT = frozenset("1")


def _matches(path: Path) -> bool:
    return (path / "prepared_html").is_dir()


def _read(path: Path) -> Iterator[GoldPage | Unreadable]:
    golds = files_by_stem(path / "prepared_html", ".html", ".html.gz")
    if (path / "raw_html").is_dir():
        pages = files_by_stem(path / "raw_html", ".html", ".html.gz")
        return read_pairs(pages, golds, partial(_page, True))
    return read_pairs(golds, golds, partial(_page, False))


def _page(is_raw: bool, page_id: str, html: Path, prepared: Path) -> GoldPage:
    annotated = gold_text(read_bytes(prepared))
    pieces = list(labelled_pieces(annotated, lambda element: element.attr(_ATTRIBUTE)))
    if all(piece.label is None for piece in pieces):
        raise ValueError("no text is annotated")
    markup: str | bytes = _LABELS.sub("", annotated)
    if is_raw:
        markup = page_markup(read_bytes(html))
        pieces = restored(pieces, markup)
    url = own_address(markup)
    return GoldPage(page_id, markup, join_pieces(pieces, _CONTENT), host=host_of(url), url=url)


LAYOUT = Layout("boilernet", _matches, _read)
