"""Where a page's elements have their attributes in its source: values are read when they are asked for."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from tamis.html.references import unescape_value
from tamis.native.attributes import NAMING, holding, rows_by_value, value_of, values_by_row, values_of


class AttributeSource(NamedTuple):
    """Where a page's elements have their attributes."""

    markup: str
    """the source, and what does not stand there"""
    begins: array[int]
    """for each element where its attributes begin"""
    names_begin: array[int]
    names_end: array[int]
    """and the stretch of them in which it is named: by class, id, role …"""
    head: list[tuple[str, int]]
    """tags of the head's elements, and where their attributes begin"""
    title: str | None
    run_begins: array[int] | None
    run_ends: array[int] | None
    """where runs of text stand in the markup, if that is the page's source"""

    def attr(self, element: int, name: str) -> str | None:
        """An attribute of an element; ``None`` when it is absent."""
        if name not in NAMING:
            return value_at(self.markup, self.begins[element], name)
        begin = self.names_begin[element]
        return value_at(self.markup, begin, name) if begin < self.names_end[element] else None

    def attrs(self, elements: Sequence[int], name: str) -> list[str | None]:
        """An attribute of several elements."""
        begins = self.begins
        return self._values([begins[element] for element in elements], name)

    def holding(self, elements: Sequence[int], name: str, parts: tuple[str, ...]) -> list[int]:
        """Those of the elements with an attribute whose value, as it is written, holds one of these parts."""
        begins = self.begins
        if name in NAMING:
            begins, ends = self.names_begin, self.names_end
            elements = [element for element in elements if begins[element] < ends[element]]
        found = holding(self.markup, [begins[element] for element in elements], name, "", parts)
        return [elements[number] for number in found]

    def rows_by_value(self, name: str) -> dict[str, list[int]]:
        """The rows of the elements that have an attribute by which elements are named, by its value."""
        found: dict[str, list[int]] = {}
        for value, rows in rows_by_value(self.markup, self.names_begin, self.names_end, name).items():
            found.setdefault(unescape_value(value), []).extend(rows)
        return found

    def by_element(self, *names: str) -> dict[int, list[str]]:
        """For each element that has one of these attributes the values of all; empty where one is absent."""
        return values_by_row(self.markup, self.begins, list(names), unescape_value)

    def of_head(
        self, tag: str, name: str, other: str, most: int, wanted: tuple[str, ...]
    ) -> list[tuple[int, str | None]]:
        """Of those of the head's first elements that have this tag, their places and an attribute, or else another.

        Elements whose markup has nothing of what is wanted in either are left out before any value is made.
        """
        places = [at for of, at in self.head[:most] if of == tag]
        places = [places[number] for number in holding(self.markup, places, name, other, (*wanted, "&"))]
        return list(zip(places, self._values(places, name, other), strict=True))

    def value_at(self, place: int, name: str) -> str | None:
        """An attribute of the element whose attributes begin there."""
        return value_at(self.markup, place, name)

    def _values(self, places: list[int], name: str, other: str = "") -> list[str | None]:
        values = values_of(self.markup, places, name, other)
        return [value if value is None else unescape_value(value) for value in values]


def value_at(markup: str, at: int, name: str) -> str | None:
    """The value of an attribute among those that begin there; ``None`` if it is not there."""
    value = value_of(markup, at, name)
    return value if value is None else unescape_value(value)
