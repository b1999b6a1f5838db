"""The caller's say in what is kept, whatever the strategy: applied once, before anything is rendered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tamis.document import Decisions
from tamis.errors import UsageError
from tamis.page import Page

PRECISE: Final = 0.75
RECALLING: Final = 0.25
"""Half-way from the fence at 0.5 to certainty."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Options that change which blocks are kept."""

    favor_precision: bool = False
    favor_recall: bool = False
    include_title: bool = True

    def __post_init__(self) -> None:
        if self.favor_precision and self.favor_recall:
            raise UsageError("favor_precision and favor_recall exclude each other: choose one")


def select(page: Page, decisions: Decisions, selection: Selection) -> Decisions:
    """Apply the options to a strategy's decisions; a block that changes sides gets a reason that says so."""
    if selection == Selection():
        return decisions
    kept = decisions.kept.copy()
    overruled: dict[int, str] = {}
    fence = PRECISE if selection.favor_precision else RECALLING if selection.favor_recall else None
    if fence is not None:
        kept = (decisions.score >= fence) & ~page.hidden
        side = "precision" if selection.favor_precision else "recall"
        for i in np.flatnonzero(kept != decisions.kept).tolist():
            overruled[i] = f"score {decisions.score[i]:.2f}, fence {fence} to favor {side}; else: {decisions.why(i)}"
    if not selection.include_title:
        for i in np.flatnonzero(kept).tolist():
            if page.first_run[i] < 0 or page.tree.tags[page.elements[i]] == "h1":
                kept[i] = False
                overruled[i] = "the page's title, not wanted"
                break
    score = decisions.score

    def why(i: int) -> str:
        return overruled.get(i) or decisions.why(i)

    return Decisions(kept, score, why)
