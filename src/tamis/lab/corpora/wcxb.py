"""WCXB as published (Murrough-Foley/web-content-extraction-benchmark): ``html/`` and ``ground-truth/``
per half.

``ground-truth/0001.json`` has ``url``, ``_internal.page_type.primary`` and ``ground_truth`` with
``main_content``, ``title``, ``author``, ``publish_date`` and the snippets ``with`` and ``without``;
``html/0001.html.gz`` is UTF-8.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tamis.lab.corpora.base import HTML, GoldPage, Pairs, files_by_stem, paired_layout, read_markup
from tamis.lab.corpora.json_lines import benchmark_facts, page_from_record


def _find(path: Path) -> Pairs[Path] | None:
    if not (path / "html").is_dir() or not (path / "ground-truth").is_dir():
        return None
    return files_by_stem(path / "html", *HTML), files_by_stem(path / "ground-truth", ".json")


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
        read_markup(html),
    )


def _page_type(record: Mapping[str, Any]) -> str | None:
    """The type, by the names of the benchmark's own evaluation: some annotations call a collection
    "category".
    """
    kind = (record.get("_internal") or {}).get("page_type")
    name = kind.get("primary") if isinstance(kind, dict) else kind
    return "collection" if name == "category" else name


LAYOUT = paired_layout("wcxb", _find, _page)
