"""Columns learned from examples: which of a page's texts is the engine, which the price.

Each text has signs (:mod:`tamis.native.cells`): the way to it from the body by tags, classes and positions, the texts
beside it, its shape. A column gives each sign a weight, by how many of the labelled pages have it at a value of the
column, and how rarely other texts of these pages have it. On a new page the text with the highest sum is the value. So
a layout that moves keeps the labels, a label that is missing keeps the way, and one labelled page is enough to begin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.native.cells import fit
from tamis.site.tables.cells import Cells

ABSTAIN: Final = 0.25
"""a text is a value if its sum is at least this share of the lowest of the examples; chosen on swde-dev with one and
with five labelled pages, where 0.2 to 0.35 differ by 0.002"""
DOUBT: Final = 0.1
"""and at least this far on the way from the highest sum of another text on the labelled pages: what looks most like a
value is none, so a page without a value has none; 0.02 to 0.1 are the same on swde-dev, 0.3 loses 0.02 with one page"""
LEAST: Final = 0.02
"""of a weight that is kept: signs that a hundredth of a page's texts share say nothing"""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """What is known of one column."""

    name: str
    weights: dict[int, float]
    """by sign"""
    least: float
    """the least sum of a value"""
    several: float
    """the share of the highest sum that further values have; above 1 if there is one value a page"""
    before: str = ""
    after: str = ""
    """what stands around the value in its text"""

    def cut(self, text: str) -> str:
        """The value without what stands around it in its text.

        >>> Column("price", {}, 0.0, 2.0, "from ", " a night").cut("Rooms from $ 90 a night")
        '$ 90'
        """
        begin = text.find(self.before)
        if begin < 0:
            return text
        begin += len(self.before)
        end = text.find(self.after, begin) if self.after else len(text)
        return text[begin : end if end > begin else len(text)].strip()


def learn_column(name: str, labelled: Sequence[tuple[Cells, NDArray[np.bool_]]]) -> Column | None:
    """A column from labelled pages, each with the texts that are its values; ``None`` if no page has any."""
    labelled = [(cells, right) for cells, right in labelled if right.any()]
    if not labelled:
        return None
    of_values = [np.unique(cells.signs[right]) for cells, right in labelled]
    known, pages = np.unique(np.concatenate(of_values), return_counts=True)
    right, every = np.zeros(len(known)), np.zeros(len(known))
    for cells, values in labelled:
        places = np.searchsorted(known, cells.signs).clip(max=len(known) - 1)
        there = known[places] == cells.signs
        np.add.at(every, places[there], 1)
        np.add.at(right, places[values][there[values]], 1)
    weights = (right / every) ** 2 * pages / len(labelled)
    chosen = weights >= LEAST
    column = Column(name, dict(zip(known[chosen].tolist(), weights[chosen].tolist(), strict=True)), 0.0, 2.0)
    scorer = Scorer([column])
    sums = [scorer.scores(cells)[:, 0] for cells, _ in labelled]
    scored = list(zip(sums, labelled, strict=True))
    least = min(float(score[values].max()) for score, (_, values) in scored)
    others = max(float(score[~values].max(initial=0.0)) for score, (_, values) in scored)
    doubtful = others + DOUBT * (least - others) if others < least else 0.0
    return Column(name, column.weights, max(ABSTAIN * least, doubtful), _several(sums, labelled))


def _several(sums: Sequence[NDArray[np.float64]], labelled: Sequence[tuple[Cells, NDArray[np.bool_]]]) -> float:
    """The share of the highest sum that separates further values from other texts; above 1 if there are none."""
    lowest, highest, many = 1.0, 0.0, False
    for score, (cells, values) in zip(sums, labelled, strict=True):
        shares = score / score.max()
        by_text: dict[str, float] = {}
        for cell in np.flatnonzero(values).tolist():
            text = cells.text(cell)
            by_text[text] = max(by_text.get(text, 0.0), float(shares[cell]))
        many |= len(by_text) > 1
        lowest = min(lowest, *by_text.values())
        highest = max(highest, float(shares[~values].max(initial=0.0)))
    return (lowest + highest) / 2 if many and lowest > highest else 2.0


class Scorer:
    """The weights of several columns, looked up together."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = columns
        known = sorted({sign for column in columns for sign in column.weights})
        rows = {sign: row for row, sign in enumerate(known)}
        self.weights = np.zeros((max(len(known), 1), len(columns)))
        for number, column in enumerate(columns):
            self.weights[[rows[sign] for sign in column.weights], number] = list(column.weights.values())
        size = 1 << (2 * len(known) + 1).bit_length()
        self.slots, self.places = np.zeros(size, np.uint64), np.zeros(size, np.int64)
        taken: dict[int, int] = {}
        for sign, row in rows.items():
            slot = sign & (size - 1)
            while slot in taken:
                slot = (slot + 1) & (size - 1)
            taken[slot] = sign
            self.slots[slot], self.places[slot] = sign, row

    def scores(self, cells: Cells) -> NDArray[np.float64]:
        """The sums of the weights of each text's signs, a column a column."""
        scores = np.zeros((cells.count, len(self.columns)))
        fit(cells.signs, cells.count, self.slots, self.places, self.weights, scores)
        return scores

    def values(self, cells: Cells) -> list[list[str]]:
        """The values of each column on a page, in the order of the page."""
        if not cells.count:
            return [[] for _ in self.columns]
        scores = self.scores(cells)
        return [
            _values(cells, scores[:, number], column) if scores[best, number] >= column.least else []
            for number, (best, column) in enumerate(zip(scores.argmax(axis=0).tolist(), self.columns, strict=True))
        ]


def _values(cells: Cells, scores: NDArray[np.float64], column: Column) -> list[str]:
    best = int(scores.argmax())
    if column.several > 1:
        return [column.cut(cells.text(best))]
    near = np.flatnonzero(scores >= column.several * scores[best]).tolist()
    return list(dict.fromkeys(column.cut(cells.text(cell)) for cell in near))
