"""What the type of a page tells of its blocks beside what the network says: on products' pages and on articles'.

* Where a product's page tells its scripts or search engines what the description is, that is kept, and all else needs
  better odds (:mod:`tamis.rules.described`); so do cards of other products there (:mod:`tamis.rules.cards`).
* Other stories on an article's page are dropped, and what announces them needs better odds
  (:mod:`tamis.rules.stories`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.model.features import Features
from tamis.model.head import says
from tamis.rules.apart import FRAME
from tamis.rules.cards import cards
from tamis.rules.stories import other_stories, teasers

Chances = NDArray[np.float64]

ARTICLE: Final = 0.5
"""a page with a better chance is taken for one"""
LEAST: Final = 0.25
"""a page whose best block has less of a chance looks like nothing learned if it has prose, else it has no content: of
the pages left out of training two to five had less and no prose with each of four sets of networks, and the gold texts
of all of them are empty; a page without prose that has a gold text had 0.295 or more"""
FEW_WORDS: Final = 10
"""a page that shows fewer is too short for that to be told; of one that has hardly anything besides a footer and the
like, such as a shop's whose wares did not come, the rest must look good to be text"""

_DECLARED: Final = ("type:product", "type:productgroup", "og:product")
"""what a page says of itself that is about a product: on others a description is that of something else"""
_DESCRIBED: Final = 0.9
"""least chance of what is in a product's description; of those in JSON-LD 82 % of the words are gold on wcxb-dev's
product pages, three of which have text and no gold at all"""
_UNDESCRIBED: Final = 0.3
"""times the odds of all else; 0.1 and 0.5 have 0.003 less on wcxb-dev's product pages, in the mean of six networks"""
_WORTH_A_WORD: Final = 0.4
"""chance from which a reason says that a block is not in the description, or announces another story"""
_LIVE: Final = "type:liveblogposting"
_OTHER_PRODUCT: Final = 0.1
"""times the odds of cards; 0.2 has 0.002 less there, and leaving them out 0.001 to 0.002 less on collections"""
_TEASER: Final = 0.2
"""times the odds of summaries of other stories; 0.1 has 0.0001 less on unseen pages of wcxb-dev"""

TOLD: Final = "in the description that the page gives as data"
LOWERED: Final = (
    "", "one of many with a price on a product's page", "not in the description that the page gives as data",
    "part of another story on the page", "announces another story",
)  # fmt: skip
_CARD, _BESIDE, _STORY, _ANNOUNCES = range(1, 5)


class Ruled(NamedTuple):
    """Chances as they are on a page of that type, and why."""

    chance: Chances
    told: NDArray[np.bool_]
    """what the page itself says is its content"""
    lowered: NDArray[np.uint8]
    """by number why a block's chance is lower (:data:`LOWERED`), or 0"""


def by_type(page: Page, seen: Features, chance: Chances, page_type: str, article: float) -> Ruled:
    """The chances on a page that looks like this type most of all, and like an article with that chance."""
    as_it_is = Ruled(chance, np.zeros(len(page), np.bool_), np.zeros(len(page), np.uint8))
    if page_type == "product":
        return of_the_product(page, seen, as_it_is)
    return of_the_article(page, seen, as_it_is) if article > ARTICLE else as_it_is


def of_the_product(page: Page, seen: Features, as_it_is: Ruled) -> Ruled:
    """The chances on a product's page, with its description, if the page tells that, and the cards of others; as they
    are if hardly anything would look like text any more.
    """
    from tamis.rules.described import described  # few pages need it, and the first one waits

    chance, told, lowered = as_it_is
    if says(seen.head, *_DECLARED):
        told = described(page, seen.never_shown | np.isin(seen.outside_main, FRAME))
    others = cards(seen) & ~told
    times = np.where(others, _OTHER_PRODUCT, 1.0)
    if told.any():
        times *= _UNDESCRIBED
        lowered = np.where(~told & (chance >= _WORTH_A_WORD), _BESIDE, lowered)
    now = np.where(told, np.maximum(chance, _DESCRIBED), with_odds(chance, times))
    besides = np.where((seen.outside_main > 0) & ~told, 0.0, now)
    if besides.max() < LEAST or besides @ seen.word_counts < FEW_WORDS:
        return as_it_is
    return Ruled(now, told, np.where(others, _CARD, lowered).astype(np.uint8))


def of_the_article(page: Page, seen: Features, as_it_is: Ruled) -> Ruled:
    """The chances on an article's page, without the text of other stories and with less of what announces them. What a
    live report has one below the other is one story.
    """
    chance, told, lowered = as_it_is
    announced = teasers(page, seen, chance)
    if announced.any():
        lowered = np.where(announced & (chance >= _WORTH_A_WORD), _ANNOUNCES, lowered).astype(np.uint8)
        chance = np.where(announced, with_odds(chance, _TEASER), chance)
    others = other_stories(page, seen, chance)
    if others.any() and not says(seen.head, _LIVE):
        chance = np.where(others, 0.0, chance)
        lowered = np.where(others, _STORY, lowered).astype(np.uint8)
    return Ruled(chance, told, lowered)


def with_odds(chance: Chances, times: float | Chances) -> Chances:
    """Chances whose odds are so many times those of the given ones.

    >>> with_odds(np.array([0.25, 0.5]), 3.0).tolist()
    [0.5, 0.75]
    """
    return chance * times / (1 + chance * (times - 1))
