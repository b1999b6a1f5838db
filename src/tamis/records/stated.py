"""Records that the page states itself, in JSON-LD, microdata or OpenGraph: products, events, recipes, job offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tamis.blocks.page import Page
from tamis.metadata.structured import structured, texts
from tamis.records.item import Item
from tamis.web.urls import safe_url

_STATED: Final = frozenset("Product Event Recipe JobPosting Book Movie Course SoftwareApplication Vehicle".split())
_MOST_STATED: Final = 200


def stated_items(page: Page) -> list[Item]:
    """The things that a page describes in a machine's terms."""
    stated = structured(page.tree)
    base = page.base_url
    items: list[Item] = []
    for record in stated.records[: _MOST_STATED * 10]:
        kind = next((name for name in record.types if name in _STATED), None)
        if kind is None or len(items) >= _MOST_STATED:
            continue
        one = {key: texts(value, stated.by_id)[:1] for key, value in record.values.items() if not key.startswith("@")}
        plain = {key: value[0] for key, value in one.items() if value}
        title = plain.pop("name", None)
        if not title:
            continue
        items.append(
            Item(
                kind, record.source, title,
                safe_url(plain.pop("url", None), base), safe_url(plain.pop("image", None), base),
                _offer(record.values.get("offers")), plain.pop("author", None),
                plain.pop("datePublished", None) or plain.pop("startDate", None),
                plain.pop("description", ""), plain,
            )
        )  # fmt: skip
    amount, name = stated.value("product:price:amount", "og:price:amount"), stated.value("og:title")
    if not items and name and (amount or "product" in stated.value("og:type")):
        currency = stated.value("product:price:currency", "og:price:currency")
        price = f"{amount} {currency}".strip() if amount else None
        image = safe_url(stated.value("og:image"), base)
        items.append(Item("Product", "opengraph", name, page.url, image, price, text=stated.value("og:description")))
    return items


def _offer(offers: Any) -> str | None:
    """The price of the first offer, with its currency."""
    while isinstance(offers, list) and offers:
        offers = offers[0]
    if not isinstance(offers, Mapping):
        return None
    price = offers.get("price") or offers.get("lowPrice")
    currency = offers.get("priceCurrency")
    price = price[0] if isinstance(price, list) and price else price
    currency = currency[0] if isinstance(currency, list) and currency else currency
    return f"{price} {currency or ''}".strip() if isinstance(price, str | int | float) and str(price).strip() else None
