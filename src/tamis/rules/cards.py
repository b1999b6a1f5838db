"""Cards of things for sale: blocks of one kind that come many times, each with a price, and a link or a picture."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.model.features import NUMBERS, Features
from tamis.rules.amounts import FEW_WORDS, LEAST
from tamis.rules.opinion import Adjustment, Opinion

_TIMES: Final = 0.1
"""the odds of cards; 0.2 has 0.002 less on unseen product pages of wcxb-dev"""
_MANY: Final = 8
"""of a kind; from four on a list of a page's own facts is taken for one"""
_MOST_OF_THEM: Final = 0.6
_PRICE_NEAR: Final = (4, 4)
_LINK_NEAR: Final = (3, 1)
"""blocks before and behind"""
_CURRENCY: Final = NUMBERS.index("has currency")
_LINK_SHARE: Final = NUMBERS.index("link share")
_BEGINS: Final = [NUMBERS.index("link before"), NUMBERS.index("img before")]


def cards(_: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Lower the odds of cards of other products on a product's page, unless hardly anything would look like text."""
    if opinion.page_type != "product":
        return
    found = find_cards(features) & ~opinion.changed_by("description")
    if found.any():
        change = Adjustment(np.flatnonzero(found), log(_TIMES), "one of many with a price on a product's page")
        probability = opinion.after("cards", (change,)).probability
        if probability.max() >= LEAST and probability @ opinion.words >= FEW_WORDS:
            yield change


def find_cards(features: Features) -> NDArray[np.bool_]:
    """Which blocks are parts of such cards.

    >>> from tamis.html.tree import read
    >>> from tamis.model.compute import compute_features
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> loaves = "<li><a href=/rye>Rye</a><div>2.50 €</div>" * 8
    >>> page = text_flow(read(f"<p>We bake bread.</p><ul>{loaves}</ul>", None, Limits()))
    >>> find_cards(compute_features(page)).tolist() == [False] + [True] * 16
    True
    """
    kinds, numbers = features.templates, features.numbers
    linked = (numbers[:, _LINK_SHARE] > 0.5) | (numbers[:, _BEGINS] > 0).any(1)
    with_price = np.bincount(kinds, _near(numbers[:, _CURRENCY] > 0, *_PRICE_NEAR))
    with_link = np.bincount(kinds, _near(linked, *_LINK_NEAR))
    all_of_them = np.bincount(kinds)
    found = (all_of_them >= _MANY) & (np.minimum(with_price, with_link) > _MOST_OF_THEM * all_of_them)
    return found[kinds]


def _near(marks: NDArray[np.bool_], before: int, behind: int) -> NDArray[np.bool_]:
    """Where there is a mark at most so many places before or behind.

    >>> _near(np.array([False, False, True, False, False]), 1, 0).tolist()
    [False, False, True, True, False]
    """
    counts = np.concatenate([[0], np.cumsum(marks)])
    places = np.arange(len(marks))
    first, last = np.maximum(places - before, 0), np.minimum(places + behind, len(marks) - 1)
    near: NDArray[np.bool_] = counts[last + 1] > counts[first]
    return near
