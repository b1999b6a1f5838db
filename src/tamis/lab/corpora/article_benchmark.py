"""scrapinghub/article-extraction-benchmark: ``ground-truth.json`` beside ``html/<id>.html.gz``.

The file maps a page's id to ``articleBody`` and ``url``. WCXB's first edition took the layout over and added
``title``, ``author``, ``publish_date``, ``with`` and ``without``; they are read if they are there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tamis.lab.corpora.base import HTML, GoldPage, Pairs, files_by_stem, paired_layout, read_markup
from tamis.lab.corpora.json_lines import benchmark_facts, page_from_record


def _find(path: Path) -> Pairs[dict[str, Any]] | None:
    if not (path / "html").is_dir() or not (path / "ground-truth.json").is_file():
        return None
    return files_by_stem(path / "html", *HTML), json.loads((path / "ground-truth.json").read_bytes())


def _page(page_id: str, html: Path, truth: dict[str, Any]) -> GoldPage:
    return page_from_record(
        {
            "id": page_id,
            "gold": truth.get("articleBody") or "",  # the benchmark reads a missing body as an empty one
            "url": truth.get("url"),
            **benchmark_facts(truth),
        },
        read_markup(html),
    )


LAYOUT = paired_layout("article-extraction-benchmark", _find, _page)
