"""What is known of the thing that a page is about."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from tamis.records.entity.stated import Stated
from tamis.records.identifiers import gtin_of
from tamis.records.money import read_money

_AVAILABLE: Final = {
    "instock": "InStock",
    "available": "InStock",
    "onlineonly": "InStock",
    "instoreonly": "InStock",
    "limitedavailability": "InStock",
    "in stock": "InStock",
    "outofstock": "OutOfStock",
    "soldout": "OutOfStock",
    "out of stock": "OutOfStock",
    "oos": "OutOfStock",
    "discontinued": "Discontinued",
    "preorder": "PreOrder",
    "presale": "PreSale",
    "backorder": "BackOrder",
    "madetoorder": "MadeToOrder",
    "reserved": "Reserved",
}


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an attribute."""

    text: str
    """as the page shows or states it"""
    normalized: str
    """in one form: a price without its currency, availability in schema.org's terms, identifiers as digits"""
    source: str
    """where it was found: ``json-ld: offers.price``, ``page: label Brand`` …"""

    def to_dict(self) -> dict[str, str]:
        """The value as plain data."""
        return {"text": self.text, "normalized": self.normalized, "source": self.source}


@dataclass(frozen=True, slots=True)
class Entity:
    """The thing that a page is about."""

    type: str
    """its type in schema.org's terms: ``Product``, ``Book`` …"""
    attributes: dict[str, list[Value]] = field(default_factory=dict)
    """values by schema.org's names of properties, the most trusted first"""
    blocks: tuple[int, ...] = ()
    """the blocks that values were read from"""

    def to_dict(self) -> dict[str, Any]:
        """The entity as plain data."""
        values = {name: [value.to_dict() for value in found] for name, found in self.attributes.items()}
        return {"type": self.type, "attributes": values, "blocks": list(self.blocks)}


class Found:
    """The values so far."""

    def __init__(self) -> None:
        self.values: dict[str, list[Value]] = {}
        self.blocks: set[int] = set()

    def add(self, name: str, text: str, normalized: str, source: str, block: int = -1) -> None:
        """Add a value that is not there yet."""
        values = self.values.setdefault(name, [])
        if all(value.normalized != normalized for value in values):
            values.append(Value(text, normalized, source))
        if block >= 0:
            self.blocks.add(block)

    def first(self, name: str, text: str, normalized: str, source: str, block: int) -> None:
        """Put a value before those of lesser sources, unless the page has shown one already."""
        values = self.values.setdefault(name, [])
        if any(value.source.startswith("page") for value in values):
            return
        kept = [value for value in values if value.normalized != normalized]
        self.values[name] = [Value(text, normalized, source), *kept]
        self.blocks.add(block)

    def add_stated(self, value: Stated) -> None:
        """Add a value that the page states, normalised by what it is."""
        text = value.text
        if value.name == "price":
            money = read_money(text)
            if money and money.amount != "0":
                self.add("price", text, money.amount, value.source)
                if money.currency:
                    self.add("priceCurrency", money.shown, money.currency, value.source)
        elif value.name == "priceCurrency":
            self.add("priceCurrency", text, currency_of(text), value.source)
        elif value.name == "availability":
            if term := availability_of(text):
                self.add("availability", text, term, value.source)
                if term == "InStock":  # of several variants one is enough
                    self.values[value.name].sort(key=lambda known: known.normalized != "InStock")
        elif value.name == "gtin":
            if digits := gtin_of(text):
                self.add("gtin", text, digits, value.source)
        else:
            self.add(value.name, text, text, value.source)


def availability_of(text: str) -> str | None:
    """Availability in schema.org's terms; ``None`` for what says nothing about it.

    >>> [availability_of(text) for text in ("http://schema.org/InStock", "in stock", "SoldOut", "NOT SOLD")]
    ['InStock', 'InStock', 'OutOfStock', None]
    """
    plain = re.split(r"[/#]", text.strip().rstrip("/"))[-1].lower()
    return _AVAILABLE.get(plain) or _AVAILABLE.get(re.sub(r"[\W_]", "", plain))


def currency_of(text: str) -> str:
    """The code of a currency that may be a sign."""
    money = read_money(f"{text.strip()} 1")
    return money.currency if money and money.currency else text.strip().upper()
