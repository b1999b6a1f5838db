"""Attributes as they stand in a page's source; compiled like :mod:`tamis.native.tree`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tamis.native.references import decode

if TYPE_CHECKING:
    from tamis.native.arrays import Column

NAMING = frozenset(("class", "id", "role", "itemprop", "aria-label", "data-testid"))
"""attributes that say what an element is called"""
CLASS, ID, ITEM, ROLE = len("class"), len("id"), len("itemprop"), len("role")
"""the results of :meth:`Attribute.naming` for these"""
_CLASS, _ID, _ITEM, _ROLE = CLASS, ID, ITEM, ROLE
# In C these are plain variables; names that are imported are looked up each time.
_NEAR = 40
_QUOTE = '"'
_AS_PARSED = {0: "\ufffd"} | {code: chr(code + 32) for code in range(65, 91)}
"""letters of names (13.2.5.33): no other capitals than these become small, whatever Unicode says"""


class Attribute:
    """Steps through the attributes of a start tag (13.2.5.32 to 13.2.5.40)."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        """after the tag's name at first, after its end at last"""
        self.name = 0
        self.name_end = 0
        self.value = 0
        self.value_end = 0
        self.has_value = False

    def next(self) -> bool:
        """Go to the next attribute, if there is one; -1 is where a text ends before its tag does."""
        text, at, size = self.text, self.at, len(self.text)
        character = text[at] if at < size else ">"
        while is_space(character) or character == "/":
            at += 1
            character = text[at] if at < size else ">"
        if character == ">":
            self.at = at + 1 if at < size else -1
            return False
        self.name = at
        at += 1
        character = text[at] if at < size else ">"
        while character > "=" or (character != "=" and character != "/" and not is_space(character)):
            if character == ">":
                break
            at += 1
            character = text[at] if at < size else ">"
        self.name_end = at
        self.value = self.value_end = at
        self.has_value = False
        while is_space(character):
            at += 1
            character = text[at] if at < size else ">"
        if character == "=":
            at += 1
            while at < size and is_space(text[at]):
                at += 1
            if at < size and text[at] != ">":
                self.has_value = True
                at = self.read_value(at)
        self.at = at
        return at >= 0

    def read_value(self, at: int) -> int:
        """Read the value that begins here; returns where it ends, -1 if it does not end."""
        text, size = self.text, len(self.text)
        quote = text[at]
        if quote != '"' and quote != "'":
            self.value = at
            character = quote
            while character != ">" and not is_space(character):
                at += 1
                character = text[at] if at < size else ">"
            self.value_end = at
            return at
        at += 1
        self.value = at
        near = min(at + _NEAR, size)
        while at < near and text[at] != quote:
            at += 1
        if at == near:  # a long one; here it pays to ask
            at = find(text, '"' if quote == '"' else "'", at, len(text))
            if at < 0:
                return -1
        self.value_end = at
        return at + 1

    def closed(self) -> bool:
        """Whether the tag, which was read to its end, ends with a slash of its own."""
        return self.text[self.at - 2] == "/" and not (self.has_value and self.value_end == self.at - 1)

    def called(self, name: str) -> bool:
        """Whether the attribute has this name, which is in lower case."""
        return same(self.text, self.name, self.name_end, name)

    def naming(self) -> int:
        """The length of the attribute's name if it names its element, as ``class`` does, else 0; all lengths differ."""
        length = self.name_end - self.name
        if length == _CLASS:
            return length if self.called("class") else 0
        if length == _ID:
            return length if self.called("id") else 0
        if length == _ROLE:
            return length if self.called("role") else 0
        if length == _ITEM:
            return length if self.called("itemprop") else 0
        if length == 10:
            return length if self.called("aria-label") else 0
        if length == 11:
            return length if self.called("data-testid") else 0
        return 0


def is_space(character: str) -> bool:
    """White space as HTML has it."""
    return character == " " or character == "\n" or character == "\t" or character == "\r" or character == "\f"


def is_letter(character: str) -> bool:
    """An ASCII letter, which a tag's name can begin with."""
    return "a" <= character <= "z" or "A" <= character <= "Z"


def find(text: str, part: str, begin: int, end: int) -> int:
    """Where a part of a text first stands between two places, -1 if nowhere."""
    return end >= 0 and text.find(part, begin, end)  # as a condition, or C makes objects of the numbers


def same(text: str, begin: int, end: int, name: str) -> bool:
    """Whether a stretch of a text is this name, in capitals or not."""
    if end - begin != len(name):
        return False
    for i in range(end - begin):
        character, small = text[begin + i], name[i]
        if character != small and not ("A" <= character <= "Z" and ord(character) + 32 == ord(small)):
            return False
    return True


def value_of(markup: str, at: int, name: str) -> str | None:
    """The value of an attribute among those that begin here, as it is written; ``None`` if it is not there."""
    attribute = Attribute(markup, at)
    while attribute.next():
        if attribute.called(name):
            return markup[attribute.value : attribute.value_end]
    return None


def values_of(markup: str, places: list[int], name: str, other: str) -> list[str | None]:
    """The same for several elements; where the value is empty, that of another attribute."""
    attribute = Attribute(markup, 0)
    found: list[str | None] = []
    for at in places:
        attribute.at = at
        value = instead = None
        while not value and attribute.next():
            if value is None and attribute.called(name):
                value = markup[attribute.value : attribute.value_end]
            elif instead is None and other and attribute.called(other):
                instead = markup[attribute.value : attribute.value_end]
        found.append(instead if instead and not value else value)
    return found


def values_by_row(
    markup: str, begins: Column, names: list[str], unescape: Callable[[str], str]
) -> dict[int, list[str]]:
    """The values of some attributes of each element that has one of them, by its row; empty where one is absent."""
    attribute = Attribute(markup, 0)
    found: dict[int, list[str]] = {}
    for row in range(len(begins)):
        attribute.at = begins[row]
        given = 0
        while attribute.next():
            for number in range(len(names)):
                if attribute.called(names[number]):
                    if not given:
                        values = found[row] = [""] * len(names)
                    if not given >> number & 1:  # of two with one name the first counts
                        value = markup[attribute.value : attribute.value_end]
                        values[number] = unescape(value) if "&" in value else value
                    given |= 1 << number
                    break
    return found


def rows_by_value(markup: str, begins: Column, ends: Column, name: str) -> dict[str, list[int]]:
    """The rows of the elements that have an attribute between these places, by its value as it is written."""
    attribute = Attribute(markup, 0)
    found: dict[str, list[int]] = {}
    for row in range(len(begins)):
        attribute.at = begins[row]
        while attribute.at < ends[row] and attribute.next():
            if attribute.called(name):
                value = markup[attribute.value : attribute.value_end]
                rows = found.get(value)
                if rows is None:
                    rows = found[value] = []
                rows.append(row)
                break
    return found


def holding(markup: str, places: list[int], name: str, other: str, parts: tuple[str, ...]) -> list[int]:
    """Which of several elements have an attribute of one of two names whose value holds one of these parts, as it is
    written.
    """
    attribute = Attribute(markup, 0)
    found: list[int] = []
    for number in range(len(places)):
        attribute.at = places[number]
        held = False
        while not held and attribute.next():
            if attribute.called(name) or (other and attribute.called(other)):
                for part in parts:
                    held = held or find(markup, part, attribute.value, attribute.value_end) >= 0
                if not other:
                    break
        if held:
            found.append(number)
    return found


def attributes_of(markup: str, at: int) -> dict[str, str]:
    """The attributes that begin here, and what their values say; of two with one name the first counts."""
    attribute = Attribute(markup, at)
    found: dict[str, str] = {}
    while attribute.next():
        name = markup[attribute.name : attribute.name_end].translate(_AS_PARSED)
        if name not in found:
            found[name] = read_value(markup[attribute.value : attribute.value_end])
    return found


def end_of_tag(markup: str, at: int) -> int:
    """One past the tag whose attributes begin here; the length of the markup if it has no end."""
    attribute = Attribute(markup, at)
    while attribute.next():
        pass
    return attribute.at if attribute.at >= 0 else len(markup)


def read_value(value: str) -> str:
    """What an attribute's value says that is written so."""
    if "\0" in value:
        value = value.replace("\0", "\ufffd")
    if "\r" in value:
        value = value.replace("\r\n", "\n").replace("\r", "\n")
    return decode(value, True)


def merged(markup: str, places: list[int]) -> str:
    """The attributes that begin at these places as those of one element."""
    found: dict[str, str] = {}
    for place in places:
        found |= {name: value for name, value in attributes_of(markup, place).items() if name not in found}
    values = [f' {name}="{value.replace("&", "&amp;").replace(_QUOTE, "&quot;")}"' for name, value in found.items()]
    return "".join([*values, ">"])
