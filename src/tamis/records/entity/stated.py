"""What a page states about the thing it is about: JSON-LD, microdata, RDFa and Open Graph, by schema.org's names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any, Final, NamedTuple

from tamis.html.nodes import ParsedDocument
from tamis.metadata.structured import Record, Structured, texts
from tamis.text.space import tidy

THINGS: Final = frozenset(
    "Product ProductGroup ProductModel IndividualProduct SomeProducts Vehicle Car Event MusicEvent "
    "SportsEvent TheaterEvent"
    " Festival Recipe JobPosting Book Movie TVSeries Course SoftwareApplication MobileApplication VideoGame Restaurant"
    " FoodEstablishment LocalBusiness Hotel LodgingBusiness Apartment House Residence RealEstateListing Accommodation"
    " CollegeOrUniversity EducationalOrganization Person MusicAlbum MusicRecording Dataset "
    "TouristAttraction Place".split()
)
"""types of things that a page may be about, besides its own text"""
_META: Final = {
    "price": ("product:sale_price:amount", "product:price:amount", "og:price:amount"),
    "priceCurrency": ("product:sale_price:currency", "product:price:currency", "og:price:currency"),
    "availability": ("product:availability", "og:availability"),
    "brand": ("product:brand", "og:brand"),
    "sku": ("product:retailer_item_id", "product:sku"),
    "gtin": ("product:ean", "product:upc", "product:gtin", "product:isbn", "book:isbn"),
    "mpn": ("product:mfr_part_no",),
    "color": ("product:color",),
    "material": ("product:material",),
    "itemCondition": ("product:condition",),
    "category": ("product:category",),
    "image": ("og:image",),
    "description": ("og:description", "description"),
    "author": ("book:author",),
}
_GTINS: Final = ("gtin", "gtin13", "gtin12", "gtin8", "gtin14", "isbn", "ean")
_PLAIN: Final = (
    "sku productID mpn brand manufacturer color material description image category model weight height "
    "width depth size"
    " itemCondition isbn author publisher datePublished numberOfPages bookFormat inLanguage director actor genre"
    " contentRating duration telephone email address servesCuisine priceRange startDate endDate location "
    "performer organizer"
    " hiringOrganization jobLocation employmentType datePosted validThrough baseSalary recipeYield cookTime prepTime"
    " totalTime vehicleEngine fuelEfficiency mileageFromOdometer vehicleTransmission birthDate birthPlace"
).split()  # fmt: skip
_MOST: Final = 20
_WORDS: Final = re.compile(r"\w+")


class Stated(NamedTuple):
    """One value that a page states."""

    name: str
    """the property"""
    text: str
    source: str


def main_thing(stated: Structured, title: str, url: str | None) -> Record | None:
    """The thing that a page is about, of all it describes: the one that is called as the page is."""
    things = [record for record in stated.records if record.is_a(THINGS)]
    if not things:
        return None
    wanted = set(_WORDS.findall(title.lower()))

    def rank(place_and_record: tuple[int, Record]) -> tuple[float, ...]:
        place, record = place_and_record
        name = " ".join(texts(record.values.get("name"), stated.by_id)[:1])
        words = set(_WORDS.findall(unescape(name).lower()))
        like = len(words & wanted) / max(len(words), 1) if wanted else 0.0
        here = url is not None and url in texts(record.values.get("url"), stated.by_id)
        return (
            round(like, 1) + here,
            bool(record.values.get("offers")),
            record.top,
            record.source == "json-ld",
            -place,
        )

    best = max(enumerate(things[:200]), key=rank)
    # one of many cards, none of which is called as the page is, is not what the page is about
    many = len({" ".join(texts(thing.values.get("name"), stated.by_id)[:1]) for thing in things if thing.top}) > 2
    return None if many and rank(best)[0] <= 0.5 else best[1]


def stated_values(stated: Structured, thing: Record | None) -> Iterator[Stated]:
    """The values that a page states of its thing, the most trusted first."""
    if thing is not None:
        yield from _of_record(stated, thing)
        called = texts(thing.values.get("name"), stated.by_id)[:1]
        for other in stated.records[: _MOST * 10]:
            if (
                other is not thing
                and other.types == thing.types
                and texts(other.values.get("name"), stated.by_id)[:1] == called
            ):
                offers = other.values.get("offers")
                yield from _of_offers(stated, offers if isinstance(offers, list) else [offers], other.source)
    loose = [record for record in stated.records if record.is_a(("Offer", "AggregateOffer"))]
    if thing is None and 0 < len(loose) <= 3 and not any(record.is_a(THINGS) for record in stated.records):
        yield from _of_offers(stated, [record.values for record in loose], loose[0].source)
    for name, keys in _META.items():
        for key, value in stated.meta(*keys):
            yield Stated(name, value, f"opengraph: {key}" if ":" in key else f"meta: {key}")
            break


def _of_record(stated: Structured, thing: Record) -> Iterator[Stated]:
    values, source = thing.values, thing.source
    for text in texts(values.get("name"), stated.by_id)[:1]:
        yield Stated("name", text, f"{source}: name")
    offers = values.get("offers")
    yield from _of_offers(stated, offers if isinstance(offers, list) else [offers], source)
    for key in _GTINS:
        for text in _texts(values.get(key), stated):
            yield Stated("gtin", text, f"{source}: {key}")
    for key in _PLAIN:
        for text in _texts(values.get(key), stated)[:_MOST]:
            yield Stated(key, text, f"{source}: {key}")
    rating = values.get("aggregateRating")
    for part in rating if isinstance(rating, list) else [rating]:
        if isinstance(part, Mapping):
            for key in ("ratingValue", "reviewCount", "ratingCount"):
                for text in _texts(part.get(key), stated)[:1]:
                    yield Stated(key, text, f"{source}: aggregateRating.{key}")


def _of_offers(stated: Structured, offers: list[Any], source: str) -> Iterator[Stated]:
    """Prices, currencies and availability of offers, those inside others included."""
    stack = [(offer, 0) for offer in reversed(offers[:_MOST])]
    while stack:
        offer, depth = stack.pop()
        if isinstance(offer, list):
            stack += [(part, depth) for part in reversed(offer[:_MOST])]
        if not isinstance(offer, Mapping) or depth > 3:
            continue
        offer = stated.by_id.get(str(offer.get("@id")), offer) if len(offer) == 1 else offer
        price = _texts(offer.get("price"), stated) or _texts(offer.get("lowPrice"), stated)
        specified = offer.get("priceSpecification")
        if not price and specified:
            stack.append((specified, depth + 1))
        for text in price[:1]:
            yield Stated("price", text, f"{source}: offers.price")
        for key in ("priceCurrency", "availability", "itemCondition", "sku", "gtin13"):
            for text in _texts(offer.get(key), stated)[:1]:
                yield Stated("gtin" if key == "gtin13" else key, text, f"{source}: offers.{key}")
        if inner := offer.get("offers"):
            stack.append((inner, depth + 1))


def _texts(value: Any, stated: Structured) -> list[str]:
    """The texts of a value, numbers included."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int | float):
        return [f"{value:.10g}" if isinstance(value, float) else str(value)]
    if isinstance(value, list):
        return [text for part in value[:_MOST] for text in _texts(part, stated)]
    return [text for text in texts(value, stated.by_id) if text]


def rdfa(document: ParsedDocument) -> list[Record]:
    """The things that a page describes in RDFa: elements with ``typeof``, and the ``property`` of those inside."""
    found: list[Record] = []
    for holder in document.select("[typeof]")[:200]:
        types = tuple(re.split(r"[/#:]", name)[-1] for name in (holder.attr("typeof") or "").split())
        if len(found) == _MOST or THINGS.isdisjoint(types):
            continue
        values: dict[str, list[str]] = {}
        for part in holder.select("[property]")[:200]:
            name = re.split(r"[/#:]", (part.attr("property") or "").strip())[-1]
            text = tidy(part.attr("content")) or tidy(part.text[:2000]) or tidy(part.attr("href") or part.attr("src"))
            if name and text:
                values.setdefault(name, []).append(text)
        if values:
            offer = {key: values[key] for key in ("price", "priceCurrency", "availability") if key in values}
            found.append(Record(types, {**values, "offers": [offer]} if offer else values, "rdfa", True))
    return found
