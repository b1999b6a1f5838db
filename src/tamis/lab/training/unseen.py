"""The figures of a model's card: pages that it did not learn from, through the whole of ``analyze()``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.errors import TamisError
from tamis.lab.corpora import GoldPage
from tamis.lab.metrics import character_counts, is_complete, word_counts
from tamis.model.load import Model
from tamis.options import Selection
from tamis.selection import select
from tamis.strategies.auto import decide

_OPTIONS: Final[dict[str, tuple[float, Selection]]] = {
    "without title": (1.0, Selection(include_title=False)),
    "without comments": (1.0, Selection(include_comments=False)),
    "with byline": (1.0, Selection(include_byline=True)),
    "without title, favoring precision": (0.5, Selection(include_title=False)),
    "of prose with comments and without title": (
        1.0,
        Selection(include_title=False, include_comments=True, prose_only=True),
    ),
    "favoring recall": (2.0, Selection()),
}
"""what callers may ask for, as corpora disagree on what counts: how much recall counts, and which parts are wanted"""


def page_figures(page: GoldPage, model: Model) -> dict[str, float | str]:
    """The figures of one page."""
    text, page_type, some, confidence = "", "", False, 0.0
    texts = dict.fromkeys(_OPTIONS, "")
    try:
        cut = page.cut()
        decisions = decide(cut, model)
        text = _text(cut, decisions)
        page_type, some, confidence = str(decisions.page_type), len(cut) > 0, decisions.confidence or 0.0
        for name, (beta, selection) in _OPTIONS.items():
            decided = decisions if beta == 1 else decide(cut, model, beta)
            texts[name] = _text(cut, select(cut, decided, selection))
    except TamisError:
        pass  # counts as an empty answer
    words, characters = word_counts(text, page.gold).rates, character_counts(text, page.gold).rates
    figures: dict[str, float | str] = {
        "word F1": words.f1, "precision": words.precision, "recall": words.recall, "character F1": characters.f1,
        "complete": float(is_complete(text, page.gold)), "empty": float(some and not text and bool(page.gold.strip())),
        "page type": str(page.page_type or ""), "confidence": confidence,
    }  # fmt: skip
    for name, found in texts.items():
        figures[f"word F1 {name}"] = word_counts(found, page.gold).rates.f1
        figures[f"complete {name}"] = float(is_complete(found, page.gold))
    figures["character F1 without comments"] = character_counts(texts["without comments"], page.gold).rates.f1
    if page.gold.strip():
        figures["word F1 where there is gold"] = words.f1
    if page.page_type:
        figures["type right"] = float(page_type == page.page_type)
    return figures


def _text(page: Page, decisions: Decisions) -> str:
    return "\n".join(page.texts[i] for i in np.flatnonzero(decisions.kept))


def summary(rows: Sequence[Mapping[str, float | str]]) -> dict[str, Any]:
    """Means over pages; word F1 also by page type and of the pages with the highest confidence; empty answers counted.

    >>> good = {"word F1": 1.0, "empty": 0.0, "confidence": 0.9, "page type": ""}
    >>> poor = {"word F1": 0.5, "empty": 1.0, "confidence": 0.4, "page type": "forum"}
    >>> for name, value in summary([good, poor, good, good, good]).items():
    ...     print(name, value)
    pages 5
    word F1 0.9
    empty 1
    confidence 0.8
    word F1 of the surest 80 % 1.0
    by type {'forum': 0.5}
    """
    found: dict[str, Any] = {"pages": len(rows)}
    for name in dict.fromkeys(name for row in rows for name in row if name != "page type"):
        values = [float(row[name]) for row in rows if name in row]
        found[name] = int(sum(values)) if name == "empty" else round(float(np.mean(values)), 4)
    surest = sorted(rows, key=lambda row: float(row["confidence"]), reverse=True)[: math.ceil(0.8 * len(rows))]
    found["word F1 of the surest 80 %"] = round(float(np.mean([float(row["word F1"]) for row in surest])), 4)
    types = sorted({str(row["page type"]) for row in rows if row["page type"]})
    if types:
        found["by type"] = {
            kind: round(float(np.mean([float(row["word F1"]) for row in rows if row["page type"] == kind])), 4)
            for kind in types
        }
    return found
