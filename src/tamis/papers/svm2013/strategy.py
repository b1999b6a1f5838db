"""A support vector machine over shallow features and the names that authors give to the parts of a page.

Yao and Zuo, "A Machine Learning Approach to Webpage Content Extraction" (SVM 2013): text blocks (section III.A), the
eighteen features of section III.B (:mod:`tamis.papers.svm2013.features`), an RBF kernel on features scaled to one range
with default C and γ (section III.C). ``tamis train svm`` makes the weights; the folder ``weights`` holds ours, and its
card says what they were trained on and how well they do. The README tells how we read the paper.

>>> import tamis
>>> page = "<ul class=nav><li><a href=/>Home</a><li><a href=/n>News</a></ul><p>Mix flour, water and salt. " + (
...     "Wait until the dough has risen to twice its size, then fold it, and wait again. ") * 3
>>> for block in tamis.analyze(page, strategy="svm").blocks:
...     print(block.kept, block.text[:20], "|", block.reason)
False Home | margin -1.46: link density 1.00, inside “nav”, 1.0 words a line
False News | margin -1.49: link density 1.00, inside “nav”, 1.0 words a line
True Mix flour, water and | margin +1.07: link density 0.00, 13.2 words a line, 53 words
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.papers.decide import decide_visible
from tamis.papers.svm2013.features import NUMBERS, features
from tamis.papers.svm2013.support_vectors import SHIPPED, SupportVectors, load
from tamis.strategies.base import strategy

_NAMED: Final = 3
"""features named in a reason"""
_WORDS: Final = (
    "{:.0f} words", "{:.1f} words a sentence", "{:.1f} words a line",
    "{:.2g} times the words of the block before", "{:.2g} times its words a sentence", "{:.2g} times its words a line",
    "link density {:.2f}", "in tenth {:.0f} of the page",
)  # fmt: skip


@strategy("svm")
def svm(page: Page, *, model: str = "") -> Decisions:
    """A support vector machine over text, place and id/class tokens, after Yao and Zuo 2013.

    ``model`` is a folder that ``tamis train svm`` made; without it the weights that come with tamis are used.
    """
    machine = load(Path(model) if model else SHIPPED)
    rows = features(page, machine.tokens)
    margins = machine.margins(rows)
    score = machine.scores(margins)

    def why(i: int) -> str:
        return f"margin {margins[i]:+.2f}: {', '.join(strongest(machine, rows[i]))}"

    return replace(decide_visible(page, score >= 0.5, score, why), model=machine.sha256)


def strongest(machine: SupportVectors, row: NDArray[np.float64]) -> list[str]:
    """The features that speak most for what was decided on a block, in words, the strongest first.

    A feature's weight is how far the margin moves the other way if the block had the value that is typical of the
    blocks decided otherwise.
    """
    margin = machine.margins(row[None])[0]
    other = machine.typical[0 if margin >= 0 else 1]
    replaced = np.where(np.eye(len(row), dtype=np.bool_), other, row)
    weights = (margin - machine.margins(replaced)) * (1 if margin >= 0 else -1)
    order = [i for i in np.argsort(-weights, kind="stable").tolist() if weights[i] > 0 and row[i] != other[i]]
    return [_phrase(machine, i, float(row[i])) for i in order[:_NAMED]] or [_phrase(machine, 0, float(row[0]))]


def _phrase(machine: SupportVectors, feature: int, value: float) -> str:
    if feature < len(NUMBERS):
        return _WORDS[feature].format(value + 1 if NUMBERS[feature] == "position" else value)
    token = machine.tokens[feature - len(NUMBERS)]
    return f"inside “{token}”" if value else f"not inside “{token}”"
