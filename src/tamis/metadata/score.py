"""Which of a field's candidates is right: a small score of the evidence for each, fitted on annotated pages.

A candidate's evidence is a set of named signs, each with an amount. Its score is the sum of their weights, and the
probability of each is its share among all candidates and of one more, that none of them is right, whose score is zero.
``weights.json`` holds the weights, by field and sign, and the command that fitted them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import Final, NamedTuple

from tamis.metadata.facts import Fact

Signs = dict[str, float]
Weights = Mapping[str, Mapping[str, float]]
"""by field and sign"""


THRESHOLDS: Final[Mapping[str, float]] = {"authors": 0.2, "date": 0.1}
"""probability below which a field stays empty: on wcxb-dev authors are then right on 0.80 of the pages that have one,
instead of 0.81, and empty on 0.82 of those that have none, instead of 0.62; for dates 0.1 costs next to nothing"""


class Candidate(NamedTuple):
    """A value that a field may have."""

    value: str
    source: str
    """the best of the places where it was found"""
    signs: Signs
    values: tuple[str, ...] = ()
    """the parts of the value, if it has several"""


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    found: Weights = json.loads(files("tamis.metadata").joinpath("weights.json").read_text("utf-8"))["weights"]
    return found


def best(candidates: Sequence[Candidate], weights: Mapping[str, float]) -> tuple[int, float]:
    """The number of the likeliest candidate and its probability; -1 if there is none.

    >>> best([Candidate("a", "", {"h1": 1}), Candidate("b", "", {"og": 1, "h1": 1})], {"h1": 0.5, "og": 0.5})[0]
    1
    """
    if not candidates:
        return -1, 0.0
    scores = scores_of(candidates, weights)
    likeliest = max(range(len(scores)), key=scores.__getitem__)
    top = max(scores[likeliest], 0.0)
    total = exp(-top) + sum(exp(score - top) for score in scores)
    return likeliest, exp(scores[likeliest] - top) / total


def scores_of(candidates: Sequence[Candidate], weights: Mapping[str, float]) -> list[float]:
    """The sum of each candidate's signs by their weights; a sign without a weight counts for nothing."""
    get = weights.get
    return [sum(get(sign, 0.0) * amount for sign, amount in each.signs.items()) for each in candidates]


def chosen(field: str, candidates: Sequence[Candidate], weights: Weights) -> tuple[Fact, Candidate] | None:
    """The likeliest candidate, if it is likely enough."""
    at, probability = best(candidates, weights[field])
    if at < 0 or probability < THRESHOLDS.get(field, 0.0):
        return None
    found = candidates[at]
    return Fact(found.value, found.source, round(min(max(probability, 0.01), 0.99), 2)), found
