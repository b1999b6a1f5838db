"""Where the description of a product stands that the page also holds as data, for search engines or its own scripts.

A shop's page is full of prose that is none of its product's: terms of delivery, reviews, questions, other products.
What the shop itself calls the description it often states once more as JSON, in a product's record for search engines
or in the state of the page's scripts. Nothing is parsed or run for that: the values are looked for by their key, also
where the JSON stands in a string of a script.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.html.references import unescape
from tamis.model.features import Features
from tamis.model.head import declares
from tamis.model.outside import FRAME
from tamis.rules.amounts import FEW_WORDS, LEAST
from tamis.rules.opinion import Adjustment, Opinion
from tamis.text.patterns import late
from tamis.text.words import words_or_text

_DECLARED: Final = ("type:product", "type:productgroup", "og:product")
"""what a page declares that is about a product: on others a description is that of something else"""
_PROBABILITY: Final = 0.9
"""least of what is in the description; of those in JSON-LD 82 % of the words are gold on wcxb-dev's product pages,
three of which have text and no gold at all"""
_TIMES: Final = 0.3
"""the odds of all else; 0.1 and 0.5 have 0.003 less on wcxb-dev's product pages, in the mean of six networks"""
_KEY: Final = '"description'
"""keys that only end like it, which mostly hold a line or bullet points, lose 0.001 on wcxb-dev's product pages"""
_VALUE: Final = late(r'"\s{0,9}:\s{0,9}"((?:[^"\\]++|\\.)*+)"', re.DOTALL)
_QUOTED_VALUE: Final = late(r'\\"\s{0,9}:\s{0,9}\\"((?:[^"\\]++|\\[^"\\]|\\\\(?:\\.|[^\\]))*+)\\"', re.DOTALL)
"""the same in a string of a script: quotes have a backslash, and those within the value three"""
_TAG: Final = late(r"<(?=[A-Za-z/!?])")
_LONGEST: Final = 20_000
"""characters of a value; longer ones are ignored"""
_SHORTEST: Final = 100
_MOST: Final = 2000
"""places that are looked at, of which so many may hold a long value"""
_MOST_LONG: Final = 20
_MOST_CHARACTERS: Final = 400_000
"""of the blocks that are looked at: no page that is about one product has more"""
_MOST_LINKS: Final = 0.5
_FIRST: Final = 60
"""characters of a block that hold its first words"""
_RUN: Final = 3
"""words in a row that have to be the same; what has fewer is nowhere"""
_SHARE: Final = 0.8
"""of a block's runs of words that stand in the description; 0.6 and 0.9 do as well"""
_LEAST_WORDS: Final = 60
"""of blocks: what is shorter may be one line of several. 30 to 70 do as well, 80 has 0.009 less on wcxb-dev's product
pages, in the mean of six networks"""


def description(page: Page, features: Features, opinion: Opinion) -> Iterator[Adjustment]:
    """Raise a product's description and lower the odds of all else, unless hardly anything would look like text."""
    if opinion.page_type != "product" or not declares(features.head, *_DECLARED):
        return
    found = described(page, features.never_shown | np.isin(features.outside_main, FRAME))
    if not found.any():
        return
    blocks, others = np.flatnonzero(found), np.flatnonzero(~found)
    changes = (
        opinion.raised_to(blocks, _PROBABILITY, "in the description that the page gives as data"),
        Adjustment(others, log(_TIMES), "not in the description that the page gives as data"),
    )
    probability = opinion.after("description", changes).probability
    if probability.max() >= LEAST and probability @ opinion.words >= FEW_WORDS:
        yield from changes


def described(page: Page, never: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which blocks stand in the description that has most of them; none if that is short. Some ``never`` do.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> text = "A loaf of rye that keeps for a week, baked by hand. " * 6
    >>> data = json.dumps({"@type": "Product", "description": f"<p>{text}</p>"})
    >>> source = f"<script type=application/ld+json>{data}</script><p>{text}<p>We send it on the day that you order."
    >>> described(text_flow(read(source, None, Limits())), np.zeros(2, bool)).tolist()
    [True, False]
    """
    best: list[int] = []
    mask = np.zeros(len(page), np.bool_)
    likely = np.flatnonzero((page.words >= _RUN) & (page.link_words <= _MOST_LINKS * page.words) & ~never)
    blocks = [(block, page.texts[block]) for block in likely.tolist()]
    if page.words[likely].sum() < _LEAST_WORDS or sum(len(text) for _, text in blocks) > _MOST_CHARACTERS:
        return mask
    texts = list(dict.fromkeys(_descriptions(page.tree.source)))
    if not texts:
        return mask
    begins = {pair for text in texts for pair in pairwise(text.lower().split())}
    runs = [(block, _runs(text)) for block, text in blocks if _first_two(text) in begins or " " not in text]
    for text in texts:
        runs_of_text = set(_runs(text))
        found = [block for block, own in runs if own and sum(map(runs_of_text.__contains__, own)) >= _SHARE * len(own)]
        if page.words[found].sum() >= max(_LEAST_WORDS, page.words[best].sum() + 1):
            best = found
    mask[best] = True
    return mask


def _first_two(text: str) -> tuple[str, ...]:
    """The first two words as they are written, by which most blocks are known to stand elsewhere."""
    return tuple(text[:_FIRST].lower().split(None, 2)[:2])


def _runs(text: str) -> list[tuple[str, ...]]:
    words = words_or_text(text)
    return list(zip(*(words[i:] for i in range(_RUN)), strict=False))


def _descriptions(source: str) -> Iterator[str]:
    """The long values of this key in the JSON of a page, without their markup."""
    at, long = -1, 0
    for _ in range(_MOST):
        at = source.find(_KEY, at + 1)
        if at < 0 or long == _MOST_LONG:
            return
        end = at + len(_KEY)
        quoted = source.startswith("\\", end)
        found = (_QUOTED_VALUE if quoted else _VALUE).match(source, end, end + _LONGEST)
        if not found or len(found[1]) < _SHORTEST:
            continue
        try:
            value = _of_string(found[1])
            value = _of_string(value) if quoted else value
        except ValueError:
            continue
        long += 1
        yield _without_markup(value)


def _of_string(literal: str) -> str:
    """The value of a string of JSON, or of a script, where an apostrophe may have a backslash."""
    return str(json.loads('"' + literal.replace("\\'", "'") + '"', strict=False))


def _without_markup(value: str) -> str:
    first, *tags = _TAG.split(unescape(value))
    return unescape(" ".join([first, *(tag.partition(">")[2] for tag in tags)]))
