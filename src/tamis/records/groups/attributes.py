"""The attributes of one record: prices, names, links, dates, labelled values, and other texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tamis.blocks.page import Page
from tamis.html.tags import HEADINGS
from tamis.records.entity.values import Value
from tamis.records.money import find_money
from tamis.records.vocabulary import properties_of
from tamis.text.dates import read_day
from tamis.text.space import tidy
from tamis.web.urls import safe_url

_LONGEST: Final = 90
"""characters of a price, a date or a label with its value"""
_LABEL: Final = 40
_LOOKED_AT: Final = 400
"""elements of a record"""
_TITLED: Final = re.compile(r"title|name|headline|heading", re.I)
_STRUCK: Final = frozenset(("del", "s", "strike"))
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_STARS: Final = re.compile(r"(\d(?:[.,]\d{1,2})?)\s?(?:/|out of|von|sur|de|av)\s?(?:5|10)\b", re.I)

Attributes = dict[str, list[Value]]


class Reader:
    """Reads the attributes of a page's records."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def read(self, blocks: Sequence[int], parts: Sequence[int]) -> Attributes:
        """The attributes of a record with these blocks, whose parts are these elements."""
        found: Attributes = {}
        named = self._name_block(blocks)
        label = ""
        for block in blocks:
            text = self._page.texts[block]
            if block == named:
                _add(found, "name", text, text, "page: heading")
                self._link(found, int(self._page.elements[block]), parts)
            elif label and len(text) <= 200:
                _add_labelled(found, label, text)
                label = ""
            elif text.endswith(":") and len(text) <= _LABEL:
                label = text[:-1]
            else:
                self._value(found, block, text)
        if "url" not in found:
            for part in parts:
                self._link(found, part, parts)
        self._image(found, parts)
        if "datePublished" not in found:
            self._time(found, parts)
        return found

    def _name_block(self, blocks: Sequence[int]) -> int:
        """The block that names the record: a heading, or what is called a title, or else the first link, or words."""
        page = self._page
        by_class = link = words = -1
        for block in blocks[:30]:
            text, element = page.texts[block], int(page.elements[block])
            if not any(character.isalpha() for character in text) or len(text) > 300:
                continue
            tag = page.tree.tags[element]
            if tag in HEADINGS:
                return block
            if find_money(text[:_LONGEST]):
                continue
            if by_class < 0 and _TITLED.search(
                f"{page.tree.attr(element, 'class')} {page.tree.attr(element, 'itemprop')}"
            ):
                by_class = block
            if link < 0 and page.link_words[block] * 2 > page.words[block] and len(text) > 3:
                link = block
            if words < 0 and page.words[block]:
                words = block
        return next((block for block in (by_class, link, words) if block >= 0), -1)

    def _value(self, found: Attributes, block: int, text: str) -> None:
        """Add what a block says: a price, a rating, a date, a labelled value, or a text."""
        if len(text) <= _LONGEST and any(character.isdigit() for character in text):
            if money := find_money(text):
                for one in money[:2]:
                    name = "listPrice" if self._struck(block, one.shown) else "price"
                    _add(found, name, one.shown, one.amount, "page: price")
                    if one.currency and name == "price":
                        _add(found, "priceCurrency", one.shown, one.currency, "page: price")
                return
            if stars := _STARS.search(text):
                _add(found, "ratingValue", text, stars[1].replace(",", "."), "page: rating")
                return
            if _YEAR.search(text) and (day := read_day(text)):
                _add(found, "datePublished", text, day, "page: date")
                return
        label, colon, value = text.partition(":")
        if colon and len(label) <= _LABEL and value.strip() and len(text) <= 300 and not value.startswith("//"):
            _add_labelled(found, label, value.strip())
            return
        element = int(self._page.elements[block])
        _add(found, tidy(self._page.tree.attr(element, "itemprop")) or "text", text, text, "page: text")

    def _struck(self, block: int, shown: str) -> bool:
        """Whether an amount is crossed out."""
        tree = self._page.tree
        for run in range(int(self._page.first_run[block]), int(self._page.last_run[block]) + 1):
            parent = tree.run_parents[run]
            if tree.runs[run].strip() and tidy(tree.runs[run]) in shown and tree.tags[parent] in _STRUCK:
                return True
        return tree.tags[int(self._page.elements[block])] in _STRUCK

    def _link(self, found: Attributes, element: int, parts: Sequence[int]) -> None:
        """Add the link in an element, or around it."""
        tree = self._page.tree
        for inside in range(element, min(int(tree.ends[element]), element + _LOOKED_AT)):
            if tree.tags[inside] == "a" and (address := tree.attr(inside, "href")):
                _add(found, "url", address, self._absolute(address), "page: link")
                return
        for above in tree.around(element):
            if tree.tags[above] == "a" and (address := tree.attr(above, "href")):
                _add(found, "url", address, self._absolute(address), "page: link")
            if above in parts or tree.tags[above] == "a":
                return

    def _image(self, found: Attributes, parts: Sequence[int]) -> None:
        tree = self._page.tree
        for part in parts:
            for inside in range(part, min(int(tree.ends[part]), part + _LOOKED_AT)):
                if tree.tags[inside] == "img" and (
                    address := tree.attr(inside, "src") or tree.attr(inside, "data-src")
                ):
                    _add(found, "image", address, self._absolute(address), "page: image")
                    return

    def _time(self, found: Attributes, parts: Sequence[int]) -> None:
        """Add the first date that a ``time`` element states; its text may stand in one block with a name."""
        tree = self._page.tree
        for part in parts:
            for inside in range(part, min(int(tree.ends[part]), part + _LOOKED_AT)):
                if tree.tags[inside] == "time":
                    stated = (tree.attr(inside, "datetime") or "")[:_LONGEST]
                    if day := read_day(stated):
                        _add(found, "datePublished", stated, day, "page: time")
                        return

    def _absolute(self, address: str) -> str:
        return safe_url(address, self._page.url) or ""


def _add(found: Attributes, name: str, text: str, normalized: str, source: str) -> None:
    if normalized:
        found.setdefault(name, []).append(Value(text, normalized, source))


def _add_labelled(found: Attributes, label: str, text: str) -> None:
    """Add a value under its label, or under the property of schema.org that the label is a word for."""
    label = tidy(label)
    names = properties_of(label)
    name = names[0] if names else label
    money = find_money(text) if name == "price" else []
    _add(found, name, text, money[0].amount if money else text, f"page: label {label}")
