"""What a page shows about the thing it is about: its price, and the labels beside values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from tamis.blocks.page import Page
from tamis.html.tree import Tree
from tamis.records.money import Money, find_money
from tamis.records.vocabulary import properties_of

_PRICE: Final = re.compile(r"price|preis|prix|precio|preco|prezzo|prijs|cena|cost|amount|betrag", re.I)
_FINAL: Final = re.compile(r"sale|current|now|final|our|special|offer|deal|actual|main|buy|primary", re.I)
_OLD: Final = re.compile(
    r"old|was|strike|list[-_]?price|regular|rrp|msrp|uvp|before|original|cross|compare|prev|standard|"
    r"retail|basis|saving|save|discount|barr|lower|delivery|shipping|install|per[-_]?unit|unit[-_]?price|"
    r"month",
    re.I,
)
_NOT: Final = re.compile(
    r"\b(?:was|rrp|msrp|list price|save|saving|you save|statt|instead|shipping|delivery|postage|off|month|"
    r"mth|p/m|from|uvp|before|regular|spar|livraison|versand|"
    r"envío|spedizione|coupon|over|orders?|up to|per)\b|/\s?(?:mo|month|monat)",
    re.I,
)
_STRUCK: Final = frozenset(("del", "s", "strike"))
_PERCENT: Final = re.compile(r"(?<![\d.,])(\d{1,2})\s?%")
_ROUNDED: Final = 0.012
"""how far a discount may be rounded"""
_BY_DISTANCE: Final = 0.08
_FARTHEST: Final = 5.0
"""what a block of distance from the name costs, and the most of it; of 0.02, 0.05 and 0.08 the best on products-dev"""
_FIRST_DIGITS: Final = re.compile(r"\d+")
_LONGEST: Final = 80
_UP: Final = 5


class Price(NamedTuple):
    """A price that a page shows."""

    money: Money
    block: int
    score: float
    struck: bool


def rows_of(page: Page, heading: int) -> list[int]:
    """The blocks that a page shows; all, if its heading is hidden until a script runs."""
    shown = page.first_run >= 0
    if not page.hidden[heading : heading + 1].any():
        shown &= ~page.hidden
    found: list[int] = np.flatnonzero(shown).tolist()
    return found


def shown_prices(page: Page, beside: list[bool], heading: int) -> list[Price]:
    """The prices that a page shows, the likeliest to be paid first; ``heading`` is the block of the thing's name."""
    tree, found = page.tree, []
    names: dict[int, str] = {}
    usual = _link_targets(tree)
    for block in rows_of(page, heading):
        text = page.texts[block]
        if len(text) > _LONGEST or not any(character.isdigit() for character in text):
            continue
        money = find_money(text)
        if not money:
            continue
        for one in money[:2]:
            element = _element_of(page, block, one)
            score, struck = _score(tree, element, text, one, names)
            if beside[element]:
                score -= 4
            if usual[element]:
                score -= 4
            if "price" in properties_of(page.texts[block - 1][:40] if block else ""):
                score += 3
            distance = block - heading
            score -= min(abs(distance) * _BY_DISTANCE, _FARTHEST) + (1.0 if distance < 0 else 0.0)
            found.append(Price(one, block, score, struck))
    return sorted(_discounted(page, found), key=lambda price: -price.score)


def _discounted(page: Page, prices: list[Price]) -> list[Price]:
    """The prices, where one is another less a percentage beside it: the lower is paid, the higher is not."""
    paid: set[int] = set()
    before: set[int] = set()
    for place, price in enumerate(prices):
        percents = [int(found) for found in _PERCENT.findall(page.texts[price.block])]
        for offset in (-1, 1):
            if 0 <= price.block + offset < len(page.texts):
                percents += [int(found) for found in _PERCENT.findall(page.texts[price.block + offset][:40])]
        if not percents:
            continue
        near = range(max(place - 3, 0), min(place + 4, len(prices)))
        for other in near:
            low, high = float(prices[other].money.amount), float(price.money.amount)
            for lower, higher, whole, part in ((other, place, high, low), (place, other, low, high)):
                if 0 < part < whole and any(abs(part / whole - 1 + percent / 100) < _ROUNDED for percent in percents):
                    paid.add(lower)
                    before.add(higher)
    return [
        price._replace(score=price.score + 4)
        if place in paid
        else price._replace(score=price.score - 6, struck=True)
        if place in before
        else price
        for place, price in enumerate(prices)
    ]


def _element_of(page: Page, block: int, money: Money) -> int:
    """The innermost element that the digits of an amount stand in."""
    digits = _FIRST_DIGITS.search(money.shown)
    for run in range(int(page.first_run[block]), int(page.last_run[block]) + 1):
        if digits and digits[0] in page.tree.runs[run]:
            return page.tree.run_parents[run]
    return int(page.elements[block])


def _link_targets(tree: Tree) -> list[bool]:
    """Elements in a link or a list: cards of other things."""
    found: list[bool] = []
    for parent, tag in zip(tree.parents, tree.tags, strict=True):
        found.append(tag in ("a", "li", "select", "option") or (parent >= 0 and found[parent]))
    return found


def _score(tree: Tree, element: int, text: str, money: Money, names: dict[int, str]) -> tuple[float, bool]:
    score, struck = 0.0, False
    above, weight = element, 1.0
    for _ in range(_UP):
        if above <= 0:
            break
        if above not in names:
            names[above] = " ".join(tree.attr(above, name) or "" for name in ("class", "id", "itemprop"))
        named = names[above]
        if _PRICE.search(named):
            score += 2 * weight
        if _FINAL.search(named):
            score += 0.5 * weight
        if tree.tags[above] in _STRUCK or _OLD.search(named):
            score -= 4 * weight if tree.tags[above] not in _STRUCK else 8
            struck = struck or tree.tags[above] in _STRUCK or weight > 0.6
        above, weight = tree.parents[above], weight * 0.7
    rest = len(text) - len(money.shown)
    score += 2.0 if rest <= 3 else 0.5 if rest < 15 else 0.0
    if _NOT.search(text):
        score -= 3
    if money.amount == "0":
        score -= 5
    return score, struck


class Pair(NamedTuple):
    """A value with the label that stands beside it."""

    label: str
    value: str
    block: int


def labelled(page: Page, beside: list[bool], heading: int) -> Iterator[Pair]:
    """The labels of a page and the values beside them: ``Brand: Viking``, and cells, terms and lines behind a label."""
    rows = rows_of(page, heading)
    tags = page.tree.tags
    for place, block in enumerate(rows):
        text, element = page.texts[block], int(page.elements[block])
        if beside[element]:
            continue
        label, colon, value = text.partition(":")
        if colon and len(label) <= 40 and value.strip() and len(value) <= 200:
            yield Pair(label.strip(), value.strip(), block)
            continue
        follows = rows[place + 1] if place + 1 < len(rows) else -1
        if follows < 0 or len(text) > 40:
            continue
        is_label = (colon and not value.strip()) or tags[element] in ("dt", "th") or _first_cell(page.tree, element)
        if (is_label or len(text) <= 25) and len(page.texts[follows]) <= 200:
            yield Pair(label.strip(), page.texts[follows].lstrip(": "), follows)


def _first_cell(tree: Tree, element: int) -> bool:
    for _ in range(4):
        if element < 0:
            return False
        if tree.tags[element] in ("td", "th", "dt"):
            return True
        element = tree.parents[element]
    return False
