"""WCXB as published (Murrough-Foley/web-content-extraction-benchmark): ``html/`` and ``ground-truth/``
per half.

``ground-truth/0001.json`` has ``url``, ``_internal.page_type.primary`` and ``ground_truth`` with
``main_content``, ``title``, ``author``, ``publish_date`` and the snippets ``with`` and ``without``;
``html/0001.html.gz`` is UTF-8.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
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
    return (path / "html").is_dir() and (path / "ground-truth").is_dir()


def _read(path: Path) -> Iterator[GoldPage | Unreadable]:
    pages = files_by_stem(path / "html", ".html", ".html.gz")
    return read_pairs(pages, files_by_stem(path / "ground-truth", ".json"), _page)


def _page(page_id: str, html: Path, gold: Path) -> GoldPage:
    record = json.loads(gold.read_bytes())
    truth = record["ground_truth"]
    return page_from_record(
        {
            "id": page_id,
            "gold": truth["main_content"],
            "url": record.get("url"),
            "page_type": _page_type(record),
            **benchmark_facts(truth),
        },
        page_markup(read_bytes(html)),
    )


def _page_type(record: Mapping[str, Any]) -> str | None:
    """The type, by the names of the benchmark's own evaluation: some annotations call a collection
    "category".
    """
    kind = (record.get("_internal") or {}).get("page_type")
    name = kind.get("primary") if isinstance(kind, dict) else kind
    return "collection" if name == "category" else name


LAYOUT = Layout("wcxb", _matches, _read)
