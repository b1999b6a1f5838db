"""What is thought of the blocks of a page: the network's opinion, and what rules change of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tamis.model.features import Features
from tamis.native import decide as kernel
from tamis.native.network import Prediction

Floats = NDArray[np.float64]
Blocks = NDArray[np.int64]
Mask = NDArray[np.bool_]

NEVER: Final = -np.inf
"""added to log odds, drops a block for good: no later rule can raise it. For what is never shown"""
_MOST: Final = 30.0
"""log odds of what a network is certain of: more would say nothing more"""
DROPPED: Final = -100.0
"""added to log odds, drops a block unless a later rule raises it (:meth:`Opinion.raised_to`). For all other reasons"""
LOWEST: Final = 1e-6
"""of all thresholds: what has a smaller probability is dropped on any page"""
_BINS: Final = 128
"""of probabilities that :func:`best_threshold` tells from each other; with twice as many no set's F1 is another"""
ARTICLE: Final = 0.5
"""a page with a higher probability is taken for an article"""


@dataclass(frozen=True, slots=True, eq=False)
class Adjustment:
    """A change of the log odds of some blocks."""

    blocks: Blocks
    log_odds: float | Floats
    """what is added: the same to all, or to each its own"""
    reason: str


@dataclass(frozen=True, eq=False, repr=False)
class Opinion:
    """The log odds of each block to be content, and what they were made from. Immutable: each rule gives a new one.

    >>> opinion = Opinion(np.array([2.0, -1.0, -3.0]), np.array([9.0, 1.0, 5.0]), "article", {"article": 0.9})
    >>> after = opinion.after("headings", [opinion.raised_to(np.array([1]), 0.88, "a heading and its text")])
    >>> after.probability.round(2).tolist(), after.likely.tolist()
    ([0.88, 0.88, 0.05], [True, True, False])
    """

    log_odds: Floats
    words: Floats
    page_type: str
    """the likeliest"""
    types: Mapping[str, float]
    """the probability of each page type"""
    shared: float = 0.0
    """the probability that the page's blocks share one fate (:func:`best_threshold`)"""
    changes: Mapping[str, Sequence[Adjustment]] = field(default_factory=dict)
    """by the name of the rule that made them, in the order of the rules"""

    @property
    def article(self) -> float:
        """The probability that the page is an article."""
        return self.types["article"]

    @cached_property
    def probability(self) -> Floats:
        """The probability of each block."""
        return probabilities(self.log_odds)

    @cached_property
    def threshold(self) -> float:
        """The probability that a block needs where precision and recall count the same."""
        return best_threshold(self.probability, self.words, shared=self.shared)

    def threshold_for(self, beta: float) -> float:
        """The probability that a block needs where recall counts ``beta`` times as much as precision.

        Favoring precision never keeps a block more than the balanced answer, favoring recall never one less.
        """
        if beta == 1:
            return self.threshold
        favored = best_threshold(self.probability, self.words, beta, self.shared)
        return max(favored, self.threshold) if beta < 1 else min(favored, self.threshold)

    @cached_property
    def likely(self) -> Mask:
        """The blocks that would be kept as things are, where precision and recall count the same."""
        return self.probability >= self.threshold

    def raised_to(self, blocks: Blocks, probability: float | Floats, reason: str) -> Adjustment:
        """The adjustment that gives each of the blocks this probability, or leaves it its own if that is higher."""
        wanted = np.log(probability) - np.log1p(-np.asarray(probability))
        return Adjustment(blocks, np.maximum(wanted - self.log_odds[blocks], 0.0), reason)

    def after(self, rule: str, changes: Sequence[Adjustment]) -> Opinion:
        """The opinion with the changes of one rule."""
        log_odds = self.log_odds.copy()
        for change in changes:
            log_odds[change.blocks] += change.log_odds
        return replace(self, log_odds=log_odds, changes={**self.changes, rule: changes})

    @cached_property
    def reasons(self) -> Mapping[int, Sequence[tuple[str, float]]]:
        """The reasons of the changes of each changed block, with what each adds to the log odds."""
        found: dict[int, list[tuple[str, float]]] = {}
        for change in (c for changes in self.changes.values() for c in changes):
            added = np.broadcast_to(change.log_odds, len(change.blocks))
            sums: dict[int, float] = {}
            for block, more in zip(change.blocks.tolist(), added.tolist(), strict=True):
                sums[block] = sums.get(block, 0.0) + more
            for block, whole in sums.items():
                found.setdefault(block, []).append((change.reason, whole))
        return found

    def changed_by(self, rule: str) -> Mask:
        """Which blocks a rule changed."""
        found = np.zeros(len(self.words), np.bool_)
        for change in self.changes.get(rule, ()):
            found[change.blocks] = True
        return found


def opinion_of(prediction: Prediction, features: Features, card: Mapping[str, Any]) -> Opinion:
    """The network's own opinion: its logits calibrated as the model's card says."""
    types = np.exp(prediction.types - prediction.types.max())
    named = dict(zip(card["page_types"], (types / types.sum()).tolist(), strict=True))
    settings = card["decision"]
    log_odds = np.clip(settings["slope"] * prediction.logits + settings["shift"], -_MOST, _MOST)
    weights = settings.get("shared", {})
    shared = sum(probability * weights.get(name, 0.0) for name, probability in named.items())
    return Opinion(log_odds, features.word_counts, max(named, key=named.__getitem__), named, shared)


def probabilities(log_odds: Floats) -> Floats:
    """The probabilities of log odds.

    >>> probabilities(np.array([0.0, NEVER])).tolist()
    [0.5, 0.0]
    """
    found = np.empty(len(log_odds))
    kernel.logistic(log_odds, found)
    return found


def best_threshold(probability: Floats, words: Floats, beta: float = 1.0, shared: float = 0.0) -> float:
    """The probability that a block needs to stay, such that the expected word F of what is kept is highest.

    Recall counts ``beta`` times as much as precision. With a probability p for each word, and each block on its own,
    about as many words as the sum of p over those that are kept are kept rightly, and the sum of p over all words is
    what should be kept. So::

        expected F1 = 2 * sum(p of the kept) / (number of the kept + sum(p of all))

    But blocks are not on their own: where the network takes a page for what it is not, it errs on many of them at
    once. So with the probability ``shared`` what should be kept are all blocks with a p above one number, which is as
    likely to be anywhere between 0 and 1; the expected F is the mean over it. A short text above thirty summaries that
    have 0.35 each is then kept alone, as all of those are likely to be wrong together.

    >>> best_threshold(np.array([0.9, 0.4, 0.1]), np.array([20.0, 80.0, 80.0]))
    0.4
    >>> best_threshold(np.array([0.9, 0.4, 0.1]), np.array([80.0, 20.0, 80.0]))
    0.9
    >>> best_threshold(np.array([0.9, 0.35]), np.array([100.0, 900.0])), best_threshold(
    ...     np.array([0.9, 0.35]), np.array([100.0, 900.0]), shared=1.0)
    (0.35, 0.9)
    """
    found = kernel.best_threshold(probability, words, beta * beta, shared, np.empty((_BINS, 5)))
    return max(found, LOWEST)
