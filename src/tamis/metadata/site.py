"""Where a page belongs: its address, the site's name, its licence, and whether it is free to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final

from tamis.metadata.facts import Fact
from tamis.metadata.reading import Reading
from tamis.metadata.structured import Record, texts
from tamis.metadata.title import fold, parts_of
from tamis.text.space import tidy
from tamis.web.urls import safe_url

_LICENCE_HOSTS: Final = ("creativecommons.org/", "opensource.org/licenses", "gnu.org/licenses")
_TIERS: Final = ("article:content_tier", "og:article:content_tier", "content_tier", "article:content-tier")
_LOCKED: Final = frozenset("locked metered paid premium subscriber subscription".split())


def find_address(reading: Reading) -> Fact | None:
    """The canonical address, else the one the caller gave."""
    links = _links(reading, "canonical", "page: link rel=canonical", 0.95)
    found = _first_address(reading, chain(links, reading.stated.meta_facts(0.9, "og:url")))
    return found or (Fact(reading.page.url, "caller", 1.0) if reading.page.url else None)


def find_site_name(reading: Reading) -> Fact | None:
    """What the site calls itself; else the part of the head's title that its host's name has."""
    stated = reading.stated
    named = next(stated.meta_facts(0.95, "og:site_name"), None)
    for record in stated.records:
        if named is None and record.is_a(("WebSite",)) and (names := texts(record.values.get("name"), stated.by_id)):
            named = Fact(names[0], f"{record.source}: WebSite name", 0.9)
    metas = stated.meta_facts(0.7, "application-name", "apple-mobile-web-app-title", "dc.publisher")
    return named or next(chain(stated.record_facts(0.8, "publisher"), metas, _in_title(reading)), None)


def _in_title(reading: Reading) -> Iterator[Fact]:
    host = reading.host.removeprefix("www.").rpartition(".")[0].replace(".", "").replace("-", "")
    for part in reversed(parts_of(tidy(reading.tree.attributes.title))):
        squeezed = fold(part).replace(" ", "")
        if len(squeezed) > 2 and (squeezed in host or (len(host) > 2 and host in squeezed)):
            yield Fact(part, "page: title", 0.6)


def find_licence(reading: Reading) -> Fact | None:
    """The address or the words of the licence."""
    tree, stated = reading.tree, reading.stated
    marked = tree.attributes.holding(tree.rows("a"), "rel", ("license",))[:1]
    addresses = (Fact(tree.attr(row, "href") or "", "page: rel=license", 0.9) for row in marked)
    if linked := _first_address(reading, chain(_links(reading, "license", "page: rel=license", 0.9), addresses)):
        return linked
    named = chain(stated.record_facts(0.9, "license"), stated.meta_facts(0.8, "dc.rights", "dcterms.rights"))
    if fact := next(named, None):
        return fact
    known = tree.attrs_holding("a", "href", *_LICENCE_HOSTS)
    return next((Fact(address, "page: link", 0.5) for address in known), None)


def find_paywall(reading: Reading) -> Fact | None:
    """``yes`` where the page states that not all of it is free to read, ``no`` where it states that it is."""
    parts: Fact | None = None
    for record in reading.stated.records:
        free = _free(record)
        if free is not None:
            fact = Fact("no" if free else "yes", f"{record.source}: isAccessibleForFree", 0.9)
            if record.top:
                return fact
            parts = fact if parts is None or not free else parts
    for fact in reading.stated.meta_facts(0.9, *_TIERS):
        return fact._replace(value="yes" if fact.value.lower() in _LOCKED else "no")
    return parts if parts is not None and parts.value == "yes" else None


def _free(record: Record) -> bool | None:
    value: Any = record.values.get("isAccessibleForFree")
    value = value[0] if isinstance(value, list) and value else value
    if isinstance(value, bool):
        return value
    word = tidy(value).lower().rpartition("/")[2]
    return {"true": True, "false": False, "yes": True, "no": False}.get(word)


def _first_address(reading: Reading, facts: Iterable[Fact]) -> Fact | None:
    """The first of the facts that is an address that can be written, absolute."""
    base = reading.page.base_url
    addresses = (fact._replace(value=safe_url(fact.value, base) or "") for fact in facts)
    return next((fact for fact in addresses if fact.value), None)


def _links(reading: Reading, rel: str, source: str, confidence: float) -> Iterator[Fact]:
    """The addresses of the head's links of a kind."""
    for names, href, _ in reading.stated.links:
        if rel in names.split():
            yield Fact(href, source, confidence)
