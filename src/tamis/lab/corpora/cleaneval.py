"""CleanEval (Baroni, Chantree, Kilgarriff and Sharoff 2008): a folder of pages and one of cleaned texts.

A page's HTML is in ``<text id="address" title="…" encoding="…">``. A cleaned text may begin with a
line ``URL: address`` and marks its segments with ``<h>``, ``<p>`` and ``<l>``, which part lines and are
not text. The sets that are about name the two folders, and the cleaned files, differently.
"""

from __future__ import annotations

import html as entities
import re
from pathlib import Path

from tamis.lab.corpora.base import (
    HTML,
    GoldPage,
    Pairs,
    files_by_stem,
    gold_text,
    page_markup,
    paired_layout,
    read_bytes,
    read_gold,
)
from tamis.web.domains import host_of

# The 2007 sets, the copy in the Webis benchmark, and CleanPortalEval with the merged sets.
_FOLDERS = (
    ("en_original", "en_cleaned"),
    ("zh_original", "zh_cleaned"),
    ("original", "cleaned"),
    ("orig", "clean"),
    ("input", "GoldStandard"),
)
_WRAPPER = re.compile(rb'\A\s*<text\b((?:[^>"]|"[^"<]*")*|[^>]*)>\s*', re.IGNORECASE)
_WRAPPER_END = re.compile(rb"\s*</text>\s*\Z", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_URL_LINE = re.compile(r"\A\s*URL:[ \t]*(\S*)[^\n]*\n?", re.IGNORECASE)
_MARK = re.compile(r"[ \t]*</?[hpl]>[ \t]*", re.IGNORECASE)

# What pages called themselves and what they were written in are not the same; these take in the former.
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "iso-8859-1": "cp1252", "us-ascii": "cp1252"}


def _find(path: Path) -> Pairs[Path] | None:
    for pages, golds in _FOLDERS:
        if (path / pages).is_dir() and (path / golds).is_dir():
            cleaned = files_by_stem(path / golds, "-cleaned.txt", ".html.txt", ".txt")
            return files_by_stem(path / pages, ".htm", *HTML), cleaned
    return None


def _page(page_id: str, html: Path, gold: Path) -> GoldPage:
    data = read_bytes(html)
    about: dict[str, str] = {}
    if wrapper := _WRAPPER.match(data):
        data = _WRAPPER_END.sub(b"", data[wrapper.end() :])
        about = _attributes(wrapper[1])
    markup = _decoded(data, about.get("encoding", ""))
    text = read_gold(gold)
    line = _URL_LINE.match(text)
    url = (about.get("id") or (line[1] if line else "")) or None
    return GoldPage(
        id=page_id,
        html=markup,
        gold=_MARK.sub("\n", text[line.end() if line else 0 :]).strip(),
        host=host_of(url),
        url=url,
    )


def _attributes(wrapper: bytes) -> dict[str, str]:
    found = _ATTRIBUTE.findall(gold_text(wrapper))
    return {name.lower(): entities.unescape(double or single) for name, double, single in found}


def _decoded(data: bytes, encoding: str) -> str | bytes:
    """The page as text by the wrapper's word, if that fits: inside, the page's own ``meta`` may be gone."""
    markup = page_markup(data)
    if isinstance(markup, str) or not encoding:
        return markup
    name = encoding.strip().lower()
    try:
        return data.decode(_WIDER.get(name, name))
    except (LookupError, UnicodeDecodeError):
        return data


LAYOUT = paired_layout("cleaneval", _find, _page)
