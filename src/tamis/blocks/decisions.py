"""What a strategy decides on the blocks of a page: kept or not, a score, a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Decision(NamedTuple):
    """What was decided on one block, and why."""

    kept: bool
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions on all blocks of a page, in columns."""

    kept: NDArray[np.bool_]
    score: NDArray[np.float64]
    """0 to 1; what a strategy kept has 0.5 or more"""
    why: Callable[[int], str]
    """the reason of a block in words, made when it is read"""
    confidence: float | None = None
    """an estimate of the page's word F1, from strategies that have one"""
    page_type: str | None = None
    """what kind of page it is, from strategies that predict it"""
    model: str | None = None
    """the hash of the weights that decided, from strategies that have learned"""
    comment: NDArray[np.bool_] | None = None
    """which blocks are readers' comments, from strategies that detect more of them than names do; the form to write one
    may be among them"""

    def __getitem__(self, block: int) -> Decision:
        return Decision(bool(self.kept[block]), float(self.score[block]), self.why(block))

    def __len__(self) -> int:
        return len(self.kept)

    def __reduce__(self) -> tuple[type[Decisions], tuple[Any, ...]]:
        """For copies and other processes: the reasons as words, since what makes them cannot be sent."""
        reasons = [self.why(block) for block in range(len(self))]
        rest = (self.confidence, self.page_type, self.model, self.comment)
        return Decisions, (self.kept, self.score, reasons.__getitem__, *rest)
