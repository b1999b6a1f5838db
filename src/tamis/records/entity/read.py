"""The thing that a page is about, with its attributes: what the page states and what it shows, joined."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import numpy as np

from tamis.blocks.page import Page
from tamis.metadata.structured import structured
from tamis.records.entity.product import add_availability, add_brand, add_identifiers, add_labelled, add_price
from tamis.records.entity.shown import labelled, shown_prices
from tamis.records.entity.stated import main_thing, rdfa, stated_values
from tamis.records.entity.values import Entity, Found
from tamis.records.places import outside

_PRICED: Final = re.compile(r"^[^\w\s]?\d[\d.,]{0,12}\s{0,2}[·|–-]\s{0,2}")
"""a price before the name"""


def read_entity(page: Page) -> Entity | None:
    """The thing that a page is about; ``None`` for a page that states none and offers nothing for sale."""
    document = page.tree.document
    stated = structured(page.tree)
    stated = replace(stated, records=[*stated.records, *rdfa(document)])
    heading, title = _heading(page)
    thing = main_thing(stated, f"{title} {stated.value('og:title')}", page.url)
    hidden = bool(page.hidden[heading : heading + 1].any())  # until a script runs: then all is looked at
    beside = [False] * len(page.tree.tags) if hidden else outside(page.tree)
    found = Found()
    for value in stated_values(stated, thing):
        found.add_stated(value)
    prices = shown_prices(page, beside, heading)
    pairs = list(labelled(page, beside, heading))
    add_price(found, prices)
    add_labelled(found, pairs, heading)
    add_identifiers(found, page, pairs, heading)
    add_brand(found, page, heading, title)
    for_sale = bool(found.values.get("price"))
    kind = next((name for name in thing.types), "Product") if thing else "Product"
    signs = sum(name in found.values for name in ("price", "sku", "brand", "mpn", "gtin", "availability"))
    if thing is None and signs < 2 and "product" not in stated.value("og:type"):
        return None
    add_availability(found, page, heading, for_sale)
    if "name" not in found.values and title:
        found.add("name", title, title, "page: heading")
    return Entity(kind, found.values, tuple(sorted(found.blocks)))


def _heading(page: Page) -> tuple[int, str]:
    """The first block of a page's main heading, shown if one is, and its text."""
    for tag in ("h1", "h2"):
        for shown in (~page.hidden & (page.first_run >= 0), page.first_run >= 0):
            for row in page.tree.rows(tag)[:3]:
                inside = np.flatnonzero(shown & (page.elements >= row) & (page.elements < page.tree.ends[row]))
                if len(inside) and len(page.texts[int(inside[0])]) > 2:
                    return int(inside[0]), _PRICED.sub("", page.texts[int(inside[0])])
    return 0, ""
