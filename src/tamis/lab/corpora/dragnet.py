"""Dragnet's data (dragnet-org/dragnet_data): ``HTML/<id>.html`` and ``Corrected/<id>.html.corrected.txt``.

Encodings are mixed on both sides. In a gold text, the line ``!@#$%^&*()  COMMENTS`` parts the article
from the comments under it. Addresses are not in the set; the host is what the page itself names as its
address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
from tamis.lab.corpora.markup import own_address
from tamis.web.domains import host_of

_COMMENTS = re.compile(r"\s*!@#\$%\^&\*\(\)\s+COMMENTS\s*")


def _matches(path: Path) -> bool:
    return (path / "HTML").is_dir() and _gold_folder(path).is_dir()


def _read(path: Path) -> Iterator[GoldPage | Unreadable]:
    pages = files_by_stem(path / "HTML", ".html", ".html.gz")
    return read_pairs(pages, files_by_stem(_gold_folder(path), ".html.corrected.txt"), _page)


def _gold_folder(path: Path) -> Path:
    packed = path / "corrected" / "Corrected"  # what the archive of gold texts unpacks to
    return packed if packed.is_dir() else path / "Corrected"


def _page(page_id: str, html: Path, gold: Path) -> GoldPage:
    article, *comments = _COMMENTS.split(gold_text(read_bytes(gold)), maxsplit=1)
    markup = page_markup(read_bytes(html))
    url = own_address(markup)
    return GoldPage(
        id=page_id,
        html=markup,
        gold=article.strip(),
        host=host_of(url),
        url=url,
        comments=comments[0].strip() if comments else "",
    )


LAYOUT = Layout("dragnet", _matches, _read)
