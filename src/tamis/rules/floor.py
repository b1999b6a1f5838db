"""Pages have content: where no text has a high probability, the likeliest is raised to one, and the rest with it.

The network may have a poor opinion of a page as a whole, but it still knows which blocks are the likeliest. Low
probabilities lie close together, so without this the best few blocks would be kept of a text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from tamis.blocks.page import Page
from tamis.model.features import Features
from tamis.rules.amounts import SURE, enough_words, is_sure
from tamis.rules.opinion import LOWEST, Adjustment, Opinion

_SHOPS: Final = ("collection", "product")
"""types of pages whose content may be little and hard to tell from the rest: nothing is gained by raising there"""


def floor(_: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Raise the log odds of all blocks by as much as makes the page's best text likely."""
    if sum(opinion.types[name] for name in _SHOPS) > 0.5 or is_sure(opinion, features):
        return
    probability = opinion.probability
    order = np.argsort(-probability, kind="stable")
    words = np.cumsum(opinion.words[order])
    best = float(probability[order[min(int(np.searchsorted(words, enough_words(features))), len(order) - 1)]])
    if best > LOWEST:
        shift = np.log(SURE / (1 - SURE)) - np.log(best / (1 - best))
        yield Adjustment(np.arange(len(order)), float(shift), "raised, as no text of the page has a high probability")
