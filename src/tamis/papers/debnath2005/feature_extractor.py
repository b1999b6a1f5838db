"""FeatureExtractor: the one block that has most of the features asked for.

Debnath, Mitra and Giles, "Automatic extraction of informative blocks from webpages", 2005 (Debnath 2005), section 3.2,
algorithm 2: the blocks of GetBlockSet (:mod:`tamis.papers.debnath2005.tag_set`), eleven features whose value in a block
is its count over the largest count in any block of the page (:mod:`tamis.papers.debnath2005.block_features`). A block
whose desired features sum to more than the rest enters the winner basket; the values are computed anew inside the
basket, and the block with the highest desired sum wins.

Where this departs from the paper, or says what it leaves open:

* algorithm 2 as printed clusters the basket with k = 2, the prose picks one winner; this follows the prose, and
  :mod:`tamis.papers.debnath2005.k_feature_extractor` clusters;
* of equal sums the larger amount (words, images …) wins, then the first on the page. A block of one word and nothing
  else still wins where no other block is in the basket, which the paper notes and hopes not to meet;
* a block without visible text takes part in the largest counts, but cannot win: there is nothing of it to keep.

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
from tamis.papers.debnath2005.block_features import FEATURES, block_features, values
from tamis.papers.debnath2005.tag_set import TAGS, tag_set
from tamis.strategies.base import strategy

DESIRED: Final = ("text",)
_BELOW: Final = 0.49
"""the highest score of a block that is in the basket and did not win"""


@strategy("feature-extractor", segment=tag_set)
def feature_extractor(page: Page, *, desired: tuple[str, ...] = DESIRED, tags: tuple[str, ...] = TAGS) -> Decisions:
    """The single block with most of the desired features: text, image, link, list, form … (Debnath 2005)."""
    basket = fill_basket(page, desired, tags)
    places = np.arange(len(basket.sums))
    best_last = np.lexsort((-places, basket.amounts, basket.sums))
    winner = int(best_last[-1]) if basket.size else -1
    won = places == winner
    score = np.minimum(basket.closeness(basket.sums.max(initial=0.0)), _BELOW)
    score[won] = 0.5 + 0.5 * basket.share[won]

    def why(block: int) -> str:
        if won[block]:
            return f"{basket.tell(block)}, the highest in a basket of {basket.size}"
        theirs = f"the winner's {basket.sums[winner]:.2f} ({basket.amount(winner)})"
        behind = "below" if basket.sums[block] < basket.sums[winner] else "as much as, but no larger or earlier than"
        return f"{basket.tell(block)}, {behind} {theirs} in a basket of {basket.size}"

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
    size: int
    """how many blocks are in the basket"""

    def closeness(self, highest: float) -> NDArray[np.float64]:
        """How near each block came, 0 to 0.5: members by their part of the sum that is enough, others to 0.25."""
        return np.where(self.members, 0.5 * self.sums / (highest or 1.0), 0.5 * self.share)

    def decide(
        self, page: Page, won: NDArray[np.bool_], score: NDArray[np.float64], why: Callable[[int], str]
    ) -> Decisions:
        """The decisions on blocks as decisions on rows; ``why`` speaks for the basket's members."""

        def reason(row: int) -> str:
            block = int(self.rows[row])
            if page.hidden[row]:
                return "hidden: the page does not show it"
            return why(block) if self.members[block] else self._why_not(block)

        return Decisions(won[self.rows] & ~page.hidden, np.where(page.hidden, 0.0, score[self.rows]), reason)

    def tell(self, block: int) -> str:
        """A member's sum and amount, in words."""
        return f"{' + '.join(self.desired)} {self.sums[block]:.2f} ({self.amount(block)})"

    def amount(self, block: int) -> str:
        """How much a block has of what is desired."""
        count = self.amounts[block]
        unit = "counted" if self.desired != ("text",) else "word" if count == 1 else "words"
        return f"{count} {unit}"

    def _why_not(self, block: int) -> str:
        named = list(zip(FEATURES, self.values[block].tolist(), strict=True))
        asked = sum(value for name, value in named if name in self.desired)
        others = [(name, value) for name, value in named if name not in self.desired and value]
        told = ", ".join(f"{name} {value:.2f}" for name, value in others)
        rest = f"the rest {sum(value for _, value in others):.2f} ({told})"
        return f"{' + '.join(self.desired)} {asked:.2f}, {rest}: not in the winner basket"


def fill_basket(page: Page, desired: tuple[str, ...], tags: tuple[str, ...]) -> Basket:
    """Compute the features of a page's blocks and choose those that have more of the desired ones than of the rest."""
    unknown = set(desired) - set(FEATURES)
    if unknown or not desired:
        raise UsageError(f"desired features are of: {', '.join(FEATURES)}; not {', '.join(sorted(unknown)) or 'none'}")
    features = block_features(page, tags)
    counts = features.counts
    asked = np.array([name in desired for name in FEATURES])
    of_page = values(counts)
    wanted, rest = of_page[:, asked].sum(axis=1), of_page[:, ~asked].sum(axis=1)
    members = (wanted > rest) & (counts[:, 0] > 0)
    sums = np.zeros(len(counts))
    sums[members] = values(counts[members])[:, asked].sum(axis=1)
    everything = wanted + rest
    share = np.divide(wanted, everything, out=np.zeros(len(counts)), where=everything > 0)
    amounts = counts[:, asked].sum(axis=1)
    return Basket(desired, features.blocks, of_page, share, members, sums, amounts, int(members.sum()))
