"""Dragnet's data (dragnet-org/dragnet_data): ``HTML/<id>.html`` and ``Corrected/<id>.html.corrected.txt``.

Encodings are mixed on both sides. In a gold text, the line ``!@#$%^&*()  COMMENTS`` parts the article
from the comments under it. Addresses are not in the set; the host is what the page itself names as its
address.
"""

from __future__ import annotations

import re
from pathlib import Path

from tamis.lab.corpora.base import HTML, GoldPage, Pairs, files_by_stem, paired_layout, read_gold, read_markup
from tamis.lab.corpora.markup import address_of
from tamis.web.domains import host_of

_COMMENTS = re.compile(r"\s*!@#\$%\^&\*\(\)\s+COMMENTS\s*")


def _find(path: Path) -> Pairs[Path] | None:
    packed = path / "corrected" / "Corrected"  # what the archive of gold texts unpacks to
    golds = packed if packed.is_dir() else path / "Corrected"
    if not (path / "HTML").is_dir() or not golds.is_dir():
        return None
    return files_by_stem(path / "HTML", *HTML), files_by_stem(golds, ".html.corrected.txt")


def _page(page_id: str, html: Path, gold: Path) -> GoldPage:
    article, *comments = _COMMENTS.split(read_gold(gold), maxsplit=1)
    markup = read_markup(html)
    url = address_of(markup)
    return GoldPage(
        id=page_id,
        html=markup,
        gold=article.strip(),
        host=host_of(url),
        url=url,
        comments=comments[0].strip() if comments else "",
    )


LAYOUT = paired_layout("dragnet", _find, _page)
