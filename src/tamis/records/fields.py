"""The parts of one repeated record: title, link, image, price, author, date, and what else has a name."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np

from tamis.blocks.page import Page
from tamis.html.nodes import Element
from tamis.records.item import Item
from tamis.text.dates import read_day
from tamis.text.people import byline
from tamis.text.space import tidy
from tamis.web.images import image_source
from tamis.web.urls import safe_url

_PRICE: Final = re.compile(
    r"(?:(?:US|CA|AU)?[$€£¥₹]|USD|EUR|GBP|CHF|kr)\s?\d[\d.,\u00a0 ]{0,12}\d?"
    r"|\d[\d.,\u00a0]{0,12}\s?(?:[€£¥₹]|USD|EUR|GBP|CHF|kr|zł|Kč)"
)
_HEADINGS: Final = "h1, h2, h3, h4, h5, h6, [itemprop~=name], [itemprop~=headline], [role=heading]"
_TITLES: Final = '[class*="title"], [class*="name"], [class*="headline"]'
_AUTHORS: Final = (
    '[itemprop~="author"] [itemprop~="name"]', '[itemprop~="author"]', '[rel~="author"]', '[class*="username"]',
    '[class*="author"]', '[class*="user-name"]', '[class*="byline"]', '[class*="poster"]', "[data-author]",
    'a[href*="/user"]', 'a[href*="/u/"]', 'a[href*="member"]', 'a[href*="profile"]', 'a[href*="user"]',
)  # fmt: skip
_DATES: Final = 'time, relative-time, [itemprop~="datePublished"], [class*="date"], [class*="time"], [title]'
_LONG: Final = 250


class Row(NamedTuple):
    """What was found in a record."""

    item: Item
    headed: bool
    """whether the title is a heading"""
    first_name: str | None
    """the first short text that could be a name"""


class Reader:
    """Reads the parts of records of one page."""

    def __init__(self, page: Page, kinds: list[str]) -> None:
        self.page = page
        self.kinds = kinds
        self.blocks: dict[int, list[int]] = {}
        for block in np.flatnonzero(~page.hidden & (page.first_run >= 0)).tolist():
            self.blocks.setdefault(int(page.elements[block]), []).append(block)

    def read(self, element: int) -> Row:
        """The parts of the record that an element is."""
        node = self.page.tree.nodes[element]
        inside = range(element, int(self.page.tree.ends[element]))
        blocks = sorted(block for e in inside for block in self.blocks.get(e, ()))
        texts = [self.page.texts[i] for i in blocks]
        title, link, headed = self._title(node)
        names = (
            name for t in texts[:6] if len(t) <= 30 and len(t.split()) <= 3 and (name := byline(t)) and not read_day(t)
        )
        images = (image_source(image, self.page.base_url) for image in node.select("img")[:3])
        item = Item(
            "card", "page", title, link, next(filter(None, images), None), _price(texts), _author(node),
            _date(node, texts), "\n".join(texts), self._fields(inside, title), tuple(blocks),
        )  # fmt: skip
        return Row(item, headed, next(names, None))

    def _title(self, node: Element) -> tuple[str | None, str | None, bool]:
        """The heading, or what is called a title, or the longest link; and the link that goes with it."""
        for selector in (_HEADINGS, _TITLES):
            for found in node.select(selector)[:3]:
                text = tidy(found.text[:1000])
                if len(text) <= _LONG and sum(letter.isalpha() for letter in text) >= 2:
                    return text, self._link(found) or self._link(node), selector == _HEADINGS
        links = [(len(tidy(a.text[:500])), a) for a in node.select("a[href]")[:20]]
        if links and (best := max(links, key=lambda pair: pair[0]))[0]:
            return tidy(best[1].text)[:_LONG], self._link(best[1]), False
        return None, self._link(node), False

    def _link(self, node: Element) -> str | None:
        own = node.closest("a[href]") or next(iter(node.select("a[href]")), None)
        return safe_url(own.attr("href"), self.page.base_url) if own is not None else None

    def _fields(self, inside: range, title: str | None) -> dict[str, str]:
        """Short texts by the class or tag of the element that they stand in."""
        fields: dict[str, str] = {}
        for element in list(inside)[:200]:
            for block in self.blocks.get(element, ()):
                text = self.page.texts[block]
                name = self.kinds[element].rpartition(".")[2]
                if len(text) <= 120 and text != title and name not in fields:
                    fields[name] = text
        return dict(list(fields.items())[:20])


def _price(texts: list[str]) -> str | None:
    found = (_PRICE.search(text) for text in texts if len(text) <= 60)
    return next((price[0].strip(" .,\u00a0") for price in found if price), None)


def _author(node: Element) -> str | None:
    for selector in _AUTHORS:
        for found in node.select(selector)[:2]:
            for said in (*map(_said, found.select("a[href]")[:3]), found.attr("data-author"), _said(found)):
                if said and (name := byline(said)) and len(name) <= 60:
                    return name
    return None


def _said(node: Element) -> str:
    """An element's text without what drawings in it say, such as initials in place of a picture."""
    text = node.text[:4000]
    for drawing in node.select("svg")[:4]:
        text = text.replace(drawing.text, " ", 1)
    return tidy(text)[:200]


def _date(node: Element, texts: list[str]) -> str | None:
    for found in node.select(_DATES)[:8]:
        for value in (found.attr("datetime"), found.attr("content"), found.attr("title"), found.text[:100]):
            if value and len(value) < 100 and any(c.isdigit() for c in value) and (day := read_day(tidy(value))):
                return day
    for text in texts[:8]:
        if 8 <= len(text) <= 60 and re.search(r"\b20\d\d\b", text) and (day := read_day(text)):
            return day
    return None
