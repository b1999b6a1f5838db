"""A threshold that moves on a strategy's scores, for strategies that cannot favor precision or recall themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page

_PRECISION: Final = 0.75
_RECALL: Final = 0.25
"""half-way from the usual threshold, 0.5, to certainty"""


def favor_side(page: Page, decisions: Decisions, *, precision: bool = False, recall: bool = False) -> Decisions:
    """The decisions with a higher threshold for precision, or a lower one for recall."""
    if not (precision or recall):
        return decisions
    threshold, side = (_PRECISION, "precision") if precision else (_RECALL, "recall")
    kept = (decisions.score >= threshold) & (~page.hidden | decisions.kept)

    def why(i: int) -> str:
        reason = decisions.why(i)
        if kept[i] == decisions.kept[i]:
            return reason
        return f"score {decisions.score[i]:.2f}, threshold {threshold} to favor {side}; else: {reason}"

    return replace(decisions, kept=kept, why=why)
