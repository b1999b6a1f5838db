"""scrapinghub/article-extraction-benchmark: ``ground-truth.json`` beside ``html/<id>.html.gz``.

The file maps a page's id to ``articleBody`` and ``url``. WCXB's first edition took the layout over and added
``title``, ``author``, ``publish_date``, ``with`` and ``without``; they are read if they are there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tamis.lab.corpora.base import (
    GoldPage,
    Layout,
    Unreadable,
    files_by_stem,
    page_markup,
    read_bytes,
    read_pairs,
)
from tamis.lab.corpora.json_lines import benchmark_facts, page_from_record


def _matches(path: Path) -> bool:
    return (path / "html").is_dir() and (path / "ground-truth.json").is_file()


def _read(path: Path) -> Iterator[GoldPage | Unreadable]:
    truth: dict[str, Any] = json.loads((path / "ground-truth.json").read_bytes())
    pages = files_by_stem(path / "html", ".html", ".html.gz")
    return read_pairs(pages, truth, _page)


def _page(page_id: str, html: Path, truth: dict[str, Any]) -> GoldPage:
    return page_from_record(
        {
            "id": page_id,
            "gold": truth.get("articleBody") or "",  # the benchmark reads a missing body as an empty one
            "url": truth.get("url"),
            **benchmark_facts(truth),
        },
        page_markup(read_bytes(html)),
    )


LAYOUT = Layout("article-extraction-benchmark", _matches, _read)
