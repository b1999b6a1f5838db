"""L3S-GN1 (Kohlschütter, Fankhauser and Nejdl 2010): ``original/``, ``annotated/`` and ``url-mapping.txt``.

Annotators wrapped text in ``<span class="x-nc-selN">``; the nearest such ancestor decides. 0 is not
content, 1 the headline, 2 the full text, 3 supplemental, 4 related content, 5 comments. The main text is
1 to 3, as BoilerNet reads the set too; comments are a text of their own. The page handed out is the original,
without the spans. The annotated copies lost what is not ASCII to ``?``; it is brought back from the
original where the two can be matched.
"""

from __future__ import annotations

import re
from pathlib import Path

from tamis.html.nodes import Element
from tamis.lab.corpora.base import HTML, GoldPage, Pairs, files_by_stem, paired_layout, read_gold, read_markup
from tamis.lab.corpora.markup import join_pieces, labelled_pieces, restored
from tamis.web.domains import host_of

_LABEL = re.compile(r"(?:^|\s)x-nc-sel([0-5])(?:\s|$)")
_MAPPING = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\S*\s+(\S+)", re.IGNORECASE)

_HEADLINE = frozenset("1")
_MAIN = frozenset("123")
_COMMENTS = frozenset("5")


def _find(path: Path) -> Pairs[tuple[Path, str | None]] | None:
    if not (path / "original").is_dir() or not (path / "annotated").is_dir():
        return None
    mapping = path / "url-mapping.txt"
    urls = dict(_MAPPING.findall(read_gold(mapping))) if mapping.is_file() else {}
    golds = {name: (file, urls.get(name)) for name, file in files_by_stem(path / "annotated", *HTML).items()}
    return files_by_stem(path / "original", *HTML), golds


def _page(page_id: str, html: Path, gold: tuple[Path, str | None]) -> GoldPage:
    annotated, url = gold
    original = read_markup(html)
    pieces = list(labelled_pieces(read_markup(annotated), _label))
    if all(piece.label is None for piece in pieces):
        raise ValueError("no text is annotated")
    pieces = restored(pieces, original)
    return GoldPage(
        id=page_id,
        html=original,
        gold=join_pieces(pieces, _MAIN),
        host=host_of(url),
        url=url,
        comments=join_pieces(pieces, _COMMENTS),
        title=join_pieces(pieces, _HEADLINE) or None,
    )


def _label(element: Element) -> str | None:
    match = _LABEL.search(element.attr("class") or "")
    return match[1] if match else None


LAYOUT = paired_layout("l3s-gn1", _find, _page)
