"""FeatureExtractor: the one block that has most of the features asked for (Debnath 2005, section 3.2, algorithm 2).

A block of GetBlockSet whose desired features sum to more than the rest enters the winner basket. The features' values
are computed anew inside the basket, and the block with the highest desired sum wins. The README tells how we read the
paper, whose algorithm as printed clusters instead (:mod:`tamis.papers.debnath2005.k_feature_extractor`).

The winner's score is at least 0.75; others in the basket have up to a half by their share of the winner's sum, and
blocks outside it up to a quarter.

>>> import tamis
>>> page = "<ul><li><a href=/>Home</a><li><a href=/x>Contact</a></ul><p>Rye is a grass.<p>It is grown for its grain."
>>> for block in tamis.analyze(page, strategy="feature-extractor").blocks:
...     print(block.kept, block.reason)
False text 0.33, the rest 2.00 (list 1.00, link 1.00): not in the winner basket
False text 0.67 (4 words), below the winner's 1.00 (6 words) in a basket of 2
True text 1.00 (6 words), the highest in a basket of 2
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.decisions import Decisions
from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.papers.debnath2005.block_features import FEATURES, block_features, scaled
from tamis.papers.debnath2005.tag_set import TAGS, tag_set
from tamis.papers.decide import decide_visible
from tamis.strategies.base import strategy

DESIRED: Final = ("text",)
_BELOW: Final = 0.49
"""the highest score of a block that did not win"""


@strategy("feature-extractor", segment=tag_set)
def feature_extractor(page: Page, *, desired: tuple[str, ...] = DESIRED, tags: tuple[str, ...] = TAGS) -> Decisions:
    """The single block with most of the desired features: text, image, link, list, form … (Debnath 2005)."""
    basket = choose_basket(page, desired, tags)
    size = int(basket.members.sum())
    best_last = np.lexsort((-np.arange(len(basket.sums)), basket.amounts, basket.sums))
    winner = int(best_last[-1]) if size else -1
    won = np.arange(len(basket.sums)) == winner
    score = basket.scores(won, 0.5 + 0.5 * basket.share, basket.sums.max(initial=0.0))

    def why(block: int) -> str:
        if won[block]:
            return f"{basket.describe(block)}, the highest in a basket of {size}"
        theirs = f"the winner's {basket.sums[winner]:.2f} ({basket.amount(winner)})"
        behind = "below" if basket.sums[block] < basket.sums[winner] else "as much as, but no larger or earlier than"
        return f"{basket.describe(block)}, {behind} {theirs} in a basket of {size}"

    return basket.decide(page, won, score, why)


@dataclass(frozen=True, slots=True)
class Basket:
    """The blocks of GetBlockSet as the desired features see them; the columns have a row a block."""

    desired: tuple[str, ...]
    rows: NDArray[np.int64]
    """the block of each row of the page"""
    values: NDArray[np.float64]
    """the features' values over the whole page, a column a feature"""
    share: NDArray[np.float64]
    """what part of all the values is of desired features: Pr of algorithm 2"""
    members: NDArray[np.bool_]
    """the winner basket: share above a half"""
    sums: NDArray[np.float64]
    """the desired values computed anew inside the basket, summed up; 0 outside it"""
    amounts: NDArray[np.int64]
    """the desired features' counts, summed up"""
    places: NDArray[np.int64]
    """where each block is among the texts of the page: the run before which it begins"""

    def scores(self, won: NDArray[np.bool_], winning: NDArray[np.float64], enough: float) -> NDArray[np.float64]:
        """Scores: ``winning`` for winners, members by their part of the sum that is enough, others up to 0.25."""
        below = np.where(self.members, 0.5 * self.sums / (enough or 1.0), 0.5 * self.share)
        return np.where(won, winning, np.minimum(below, _BELOW))

    def decide(
        self, page: Page, won: NDArray[np.bool_], score: NDArray[np.float64], why: Callable[[int], str]
    ) -> Decisions:
        """The decisions on blocks as decisions on rows; ``why`` gives the reasons for the basket's members."""
        beside = self._beside(page, won)
        of_row = np.array([beside.get(row, block) for row, block in enumerate(self.rows.tolist())], np.int64)

        def reason(row: int) -> str:
            block = int(of_row[row])
            if row in beside:
                return f"the nearest text of a block without words: {why(block)}"
            return why(block) if self.members[block] else self._why_not(block)

        return decide_visible(page, won[of_row], score[of_row], reason)

    def _beside(self, page: Page, won: NDArray[np.bool_]) -> dict[int, int]:
        """For blocks that won and have no words (a picture, a form): their blocks by the row next to each, its caption.

        Of a text before and one after that are as near, the one that follows.
        """
        shown = np.flatnonzero(~page.hidden)
        without = np.setdiff1d(np.flatnonzero(won), self.rows[shown])
        if not len(shown):
            return {}
        runs = page.first_run[shown]
        found: dict[int, int] = {}
        for block in without.tolist():
            after = min(int(np.searchsorted(runs, self.places[block])), len(shown) - 1)
            before = max(after - 1, 0)
            follows = runs[after] - self.places[block] <= self.places[block] - page.last_run[shown[before]]
            row = int(shown[after if follows else before])
            if not won[self.rows[row]]:
                found.setdefault(row, block)
        return found

    def describe(self, block: int) -> str:
        """A member's sum and amount, in words."""
        return f"{' + '.join(self.desired)} {self.sums[block]:.2f} ({self.amount(block)})"

    def amount(self, block: int) -> str:
        """How much a block has of what is desired, in words."""
        count = self.amounts[block]
        unit = "counted" if self.desired != ("text",) else "word" if count == 1 else "words"
        return f"{count} {unit}"

    def _why_not(self, block: int) -> str:
        values = dict(zip(FEATURES, self.values[block].tolist(), strict=True))
        asked = sum(value for name, value in values.items() if name in self.desired)
        others = {name: value for name, value in values.items() if name not in self.desired and value}
        listed = ", ".join(f"{name} {value:.2f}" for name, value in others.items())
        rest = f"the rest {sum(others.values()):.2f} ({listed})"
        return f"{' + '.join(self.desired)} {asked:.2f}, {rest}: not in the winner basket"


def choose_basket(page: Page, desired: tuple[str, ...], tags: tuple[str, ...]) -> Basket:
    """The features of a page's blocks, and which blocks have more of the desired ones than of the rest."""
    unknown = set(desired) - set(FEATURES)
    if unknown or not desired:
        raise UsageError(f"desired features are of: {', '.join(FEATURES)}; not {', '.join(sorted(unknown)) or 'none'}")
    counts, rows, places = block_features(page, tags)
    asked = np.array([name in desired for name in FEATURES])
    of_page = scaled(counts)
    wanted, rest = of_page[:, asked].sum(axis=1), of_page[:, ~asked].sum(axis=1)
    members = wanted > rest
    sums = np.zeros(len(counts))
    sums[members] = scaled(counts[members])[:, asked].sum(axis=1)
    everything = wanted + rest
    share = np.divide(wanted, everything, out=np.zeros(len(counts)), where=everything > 0)
    return Basket(desired, rows, of_page, share, members, sums, counts[:, asked].sum(axis=1), places)
