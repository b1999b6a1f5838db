"""Google-Trends-2017 as BoilerNet publishes it: ``prepared_html/``, and ``raw_html/`` if the crawl is
there too.

Every text node of a prepared page is in an element with ``__boilernet_label``, 1 for content and 0
for the rest; the nearest one decides. The page handed out is the raw one. Without it, it is the prepared
one less its labels (an extractor must not see them), which has more ``span`` elements than the page had.
Lost characters: see ``restored``.
"""

from __future__ import annotations

import re
from pathlib import Path

from tamis.lab.corpora.base import HTML, GoldPage, Pairs, files_by_stem, paired_layout, read_gold, read_markup
from tamis.lab.corpora.markup import address_of, join_pieces, labelled_pieces, restored
from tamis.web.domains import host_of

_ATTRIBUTE = "__boilernet_label"
_LABELS = re.compile(rf"""\s{_ATTRIBUTE}=(?:"[^"]*"|'[^']*'|[^\s>]+)""")
_CONTENT = frozenset("1")


def _find(path: Path) -> Pairs[Path] | None:
    if not (path / "prepared_html").is_dir():
        return None
    golds = files_by_stem(path / "prepared_html", *HTML)
    return (files_by_stem(path / "raw_html", *HTML) if (path / "raw_html").is_dir() else golds), golds


def _page(page_id: str, html: Path, prepared: Path) -> GoldPage:
    annotated = read_gold(prepared)
    pieces = list(labelled_pieces(annotated, lambda element: element.attr(_ATTRIBUTE)))
    if all(piece.label is None for piece in pieces):
        raise ValueError("no text is annotated")
    markup: str | bytes = _LABELS.sub("", annotated)
    if html != prepared:
        markup = read_markup(html)
        pieces = restored(pieces, markup)
    url = address_of(markup)
    return GoldPage(page_id, markup, join_pieces(pieces, _CONTENT), host=host_of(url), url=url)


LAYOUT = paired_layout("boilernet", _find, _page)
