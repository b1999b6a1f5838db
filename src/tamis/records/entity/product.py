"""What is known of a product: its price, identifiers, brand and availability, of what is stated and what is shown."""

from __future__ import annotations

import re
from html import unescape
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

import numpy as np

from tamis.blocks.page import Page
from tamis.records.entity.shown import Pair, Price
from tamis.records.entity.values import Found, Value
from tamis.records.identifiers import gtin_of
from tamis.records.vocabulary import properties_of
from tamis.text.space import tidy

_OUT: Final = re.compile(
    r"(?:currently |temporarily |this item is |item |actualmente |momentan |derzeit |attualmente |"
    r"momentaneamente |actuellement |atualmente )?"
    r"(?:out of stock|sold out|unavailable|no longer available|not available|nicht verfügbar|"
    r"nicht auf lager|ausverkauft|agotado|sin stock|esgotado|"
    r"indisponível|no disponible|épuisé|indisponible|en rupture(?: de stock)?|rupture de stock|"
    r"non disponibile|esaurito|niet op voorraad|uitverkocht|"
    r"vypredan[éý]|vyprodáno|nedostupn[éýá]|nie je skladom|není skladem|niedostępny|wyprzedan[ye]|"
    r"brak w magazynie|нет в наличии|распродано|"
    r"slutsåld|utsolgt|udsolgt|loppuunmyyty|otsas|stokta yok|品切れ|在庫切れ|缺货|缺貨|已售完|售完|"
    r"אזל(?: מהמלאי)?|غير متوفر|نفد)[^\w]{0,3}"
    r"(?:[.!].{0,60})?",
    re.I,
)
_TOKEN: Final = re.compile(r"[#№]?\s?([A-Za-z0-9][A-Za-z0-9/._-]{2,40})")
_LAST: Final = re.compile(r"(?:(?<=[/=_-])|^)[A-Z0-9]{5,24}(?=$|[/?&.#])|(?<!\d)\d{5,24}(?=$|[/?&.#])")
_FIRST_WORD: Final = re.compile(r"^[A-Z][\w&'.-]{2,20}(?=\s)")
_BUY: Final = re.compile(
    r"(?:add to (?:your |my )?(?:cart|basket|bag|trolley|order)|buy (?:it )?now|in den (?:warenkorb|"
    r"einkaufswagen)|ajouter au panier|"
    r"añadir al carr|agregar al carr|aggiungi al carrello|adicionar ao carrinho|comprar agora|"
    r"in winkelwagen|do košíka|do košíku|"
    r"dodaj do koszyka|в корзину|lägg i varukorg|lisää ostoskoriin|lisa ostukorvi|ielikt grozā|加入购物车|"
    r"加入購物車|カートに入れる)",
    re.I,
)
_NEAR: Final = 150
"""blocks behind the name that may be about it"""
_ABOVE: Final = ("h2", "h3", "h4", "h5")
_SHOWN_ID: Final = re.compile(r"\d[\d/.-]{3,20}\d")
_JSON_BRAND: Final = re.compile(
    r'"brand(?:_?name)?"\s{0,2}:\s{0,2}(?:\{[^{}]{0,80}"name"\s{0,2}:\s{0,2})?"([^"]{2,50})"', re.I
)


def add_price(found: Found, prices: list[Price]) -> None:
    """The price that is paid: of those that are stated the one that the page shows best, uncrossed."""
    stated = found.values.pop("price", [])
    scores: dict[str, float] = {}
    for price in prices:
        if not price.struck:
            scores.setdefault(price.money.amount, price.score)
    struck = {price.money.amount for price in prices if price.struck} - scores.keys()
    best = next((price for price in prices if not price.struck and price.score > 0), None)
    order = sorted(stated, key=lambda v: (v.normalized in struck, -scores.get(v.normalized, -9.0), float(v.normalized)))
    if best is not None and (not order or order[0].normalized in struck):
        found.add("price", best.money.shown, best.money.amount, "page: price", best.block)
        if best.money.currency:
            found.add("priceCurrency", best.money.shown, best.money.currency, "page: price")
    elif order:
        found.values["price"] = order[:1]


_FROM_LABELS: Final = frozenset(
    "sku mpn brand manufacturer color material weight height width depth size author publisher "
    "datePublished numberOfPages"
    " director genre duration telephone servesCuisine vehicleEngine fuelEfficiency vehicleTransmission isbn".split()
)


def add_labelled(found: Found, pairs: list[Pair], heading: int) -> None:
    """Add what stands beside a label that is known; an article's number that is shown comes before a stated one."""
    for pair in pairs:
        for name in properties_of(pair.label)[:1]:
            if name not in _FROM_LABELS or not pair.value or len(pair.value) > 80:
                continue
            if name == "sku":
                token = _TOKEN.match(pair.value)
                if token and any(c.isdigit() for c in token[1]) and pair.block >= heading:
                    found.first("sku", pair.value, token[1], f"page: label {pair.label}", pair.block)
            elif name not in found.values and not is_label(pair.value):
                found.add(name, pair.value, pair.value, f"page: label {pair.label}", pair.block)


def add_brand(found: Found, page: Page, heading: int, title: str) -> None:
    """The brand without the words of a label, or what stands beside the name and begins it."""
    if stated := found.values.get("brand"):
        _, colon, rest = stated[0].text.rpartition(":")
        if colon and rest.strip():
            found.values["brand"] = [Value(rest.strip(), rest.strip(), stated[0].source), *stated[1:]]
        return
    if maker := found.values.get("manufacturer"):
        found.values["brand"] = maker[:1]
        return
    for block in (heading - 1, heading + 1, heading - 2, heading + 2):
        text = page.texts[block].strip() if 0 <= block < len(page.texts) else ""
        inside = len(text) < len(title) and f" {text.lower()} " in f" {title.lower()} "
        above = block == heading - 1 and "price" in found.values and page.tree.tags[int(page.elements[block])] in _ABOVE
        if 1 < len(text) <= 40 and (inside or above):
            found.add("brand", text, text, "page: beside the name", block)
            return
    for match in _JSON_BRAND.finditer(page.tree.source):
        text = tidy(unescape(match[1]))
        if text and text.lower() in title.lower():
            found.add("brand", text, text, "page: embedded data")
            return
    first = _FIRST_WORD.search(title)
    if first and any(f"{before}{first[0]}{after}" in page.tree.source for before, after in (('"', '"'), (">", "<"))):
        found.add("brand", first[0], first[0], "page: begins the name, and stands by itself")


def is_label(text: str) -> bool:
    """Whether a text is itself a label."""
    return text.endswith(":") or bool(properties_of(text))


def add_identifiers(found: Found, page: Page, pairs: list[Pair], heading: int) -> None:
    """Add the GTIN, and the number that the page and its address share."""
    for pair in pairs:
        if {"gtin", "isbn"} & set(properties_of(pair.label)) and (digits := gtin_of(pair.value)):
            found.add("gtin", pair.value, digits, f"page: label {pair.label}", pair.block)
    labelled_one = any(value.source.startswith("page") for value in found.values.get("sku", ()))
    if page.url and not labelled_one:
        digits = re.sub(r"\D", "", urlsplit(page.url).path)
        for block in range(heading, min(heading + 12, len(page.texts))):
            for match in _SHOWN_ID.finditer(page.texts[block][:200]):
                plain = re.sub(r"\D", "", match[0])
                if len(plain) >= 5 and plain in digits:
                    found.first("sku", match[0], match[0], "page: as in the address", block)
                    return
    if "sku" not in found.values and "productID" in found.values:
        found.values["sku"] = found.values["productID"][:1]
    if "sku" not in found.values and page.url:
        parts = urlsplit(page.url)
        tokens = [match[0] for text in (parts.path, parts.query) for match in islice(_LAST.finditer(text), 8)]
        tokens = [token for token in tokens if any(c.isdigit() for c in token)]
        if tokens:
            best = max(tokens, key=lambda token: (page.tree.source.count(token), len(token)))
            found.add("sku", best, best, "url")


def add_availability(found: Found, page: Page, heading: int, for_sale: bool) -> None:
    """Add availability where none is stated; what can be put into a cart is available, whatever is stated."""
    stated = found.values.get("availability", [])
    if stated and stated[0].normalized != "OutOfStock":
        return
    shown = page.first_run >= 0
    if not page.hidden[heading : heading + 1].any():
        shown &= ~page.hidden
    near = (np.flatnonzero(shown[heading : heading + _NEAR]) + heading).tolist()
    if stated:
        if any(len(page.texts[block]) <= 40 and _BUY.match(page.texts[block]) for block in near):
            found.values["availability"] = [Value(stated[0].text, "InStock", "page: can be bought")]
        return
    for block in near:
        text = page.texts[block]
        if len(text) <= 90 and _OUT.fullmatch(text.strip()):
            found.add("availability", text, "OutOfStock", "page: text", block)
            return
    found.add("availability", "", "InStock", "page: offered" + " for a price" * for_sale)
