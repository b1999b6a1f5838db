"""CSS selectors: what users keep and drop by, and what metadata and records look for.

A selector is parsed once into tests, and matched from its last part backwards. What its last part asks for first (a
tag, an attribute that holds a text) is looked for in compiled code, so most elements are never made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tamis.html.nodes import Element

Test = Callable[["Element"], bool]

_NAME: Final = re.compile(
    r"(?:\\[0-9a-fA-F]{1,6}\s?|\\.|[^\W\d]|[-_\u0080-\U0010ffff])"
    r"(?:\\[0-9a-fA-F]{1,6}\s?|\\.|[\w\u0080-\U0010ffff-])*"
)
_ESCAPE: Final = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_STRING: Final = re.compile(r""""((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'""", re.DOTALL)
_OPERATOR: Final = re.compile(r"[~|^$*]?=")
_COMBINATOR: Final = re.compile(r"\s*([>+~])\s*|\s+")
_SPACE: Final = re.compile(r"\s*")
_NTH: Final = re.compile(r"(?:([+-]?\d{0,9})n\s*(?:([+-])\s*(\d{1,9}))?|([+-]?\d{1,9}))", re.IGNORECASE)
_DEEPEST: Final = 20
"""selectors in selectors"""
_LONGEST: Final = 10_000


class SelectorError(ValueError):
    """What is not a CSS selector."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one element must be, and how it stands to the part before it."""

    tag: str | None
    attribute: str | None
    """one that it must have"""
    holds: str
    """what that must hold"""
    tests: tuple[Test, ...]
    before: str
    """the combinator before it; empty for the first part"""

    def matches(self, element: Element) -> bool:
        """Whether an element is such a one, wherever it stands."""
        return (self.tag is None or element.tag.lower() == self.tag) and all(test(element) for test in self.tests)


Selector = tuple[tuple[Part, ...], ...]
"""alternatives, each with its parts from the last one to the first"""


@lru_cache(maxsize=256)
def parse_selector(text: str) -> Selector:
    """The alternatives of a selector.

    >>> [[part.tag for part in parts] for parts in parse_selector("ul > li a, h1")]
    [['a', 'li', 'ul'], ['h1']]
    """
    if len(text) > _LONGEST:
        raise SelectorError("too long")
    parser = _Parser(text.strip())
    found = parser.alternatives(0)
    if parser.at < len(parser.text):
        raise SelectorError(f"not understood from position {parser.at} on")
    return found


def matches(element: Element, selector: Selector) -> bool:
    """Whether an element matches one of the alternatives."""
    return any(_stands(element, parts, 0, {}) for parts in selector)


def _is_one_of(selector: Selector, wanted: bool, element: Element) -> bool:
    return matches(element, selector) == wanted


def _holds(selector: Selector, element: Element) -> bool:
    return element.holds(selector)


def _stands(element: Element, parts: tuple[Part, ...], number: int, known: dict[tuple[Element, int], bool]) -> bool:
    """Whether an element is what a part asks for, with elements before and around it as the parts before ask for."""
    key = (element, number)
    if key in known:
        return known[key]
    known[key] = False
    if parts[number].matches(element):
        before = parts[number].before
        known[key] = not before or any(_stands(other, parts, number + 1, known) for other in _others(element, before))
    return known[key]


def _others(element: Element, combinator: str) -> Iterator[Element]:
    if combinator == " ":
        while (around := element.around) is not None:
            yield around
            element = around
    elif combinator == ">":
        if (around := element.around) is not None:
            yield around
    else:
        while (before := element.before) is not None:
            yield before
            if combinator == "+":
                return
            element = before


class _Parser:
    """Reads a selector from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def alternatives(self, depth: int) -> Selector:
        if depth > _DEEPEST:
            raise SelectorError("too deep")
        found = [self.parts(depth)]
        self.take(_SPACE)
        while self.text.startswith(",", self.at):
            self.at += 1
            self.take(_SPACE)
            found.append(self.parts(depth))
            self.take(_SPACE)
        return tuple(found)

    def parts(self, depth: int) -> tuple[Part, ...]:
        found, before = [self.part("", depth)], ""
        while True:
            begin = self.at
            combinator = self.take(_COMBINATOR)
            if combinator is None or self.text[self.at : self.at + 1] in ("", ",", ")"):
                if combinator is not None and combinator[1]:
                    raise SelectorError(f"expected a selector at position {self.at}")
                self.at = begin
                return tuple(reversed(found))
            before = combinator[1] or " "
            found.append(self.part(before, depth))

    def part(self, before: str, depth: int) -> Part:
        begin = self.at
        tag = attribute = None
        holds = ""
        tests: list[Test] = []
        if self.text.startswith("*", self.at):
            self.at += 1
        elif (name := self.take(_NAME)) is not None:
            tag = _unescaped(name[0]).lower()
        if self.text.startswith("|", self.at):
            self.at += 1
            tag = None if self.text.startswith("*", self.at) else self.name().lower()
            self.at += tag is None
        while (sign := self.text[self.at : self.at + 1]) in ("#", ".", "[", ":"):
            if not sign:
                break
            self.at += 1
            if sign == "#":
                attribute, holds = "id", (value := self.name())
                tests.append(_attribute("id", "=", value, False))
            elif sign == ".":
                attribute, holds = "class", (value := self.name())
                tests.append(_attribute("class", "~=", value, False))
            elif sign == "[":
                attribute, operator, value, small = self.attribute()
                holds = "" if small or operator == "" else value
                tests.append(_attribute(attribute, operator, value, small))
            else:
                tests.append(self.pseudo(depth))
        if self.at == begin:
            raise SelectorError(f"expected a selector at position {begin}")
        return Part(tag, attribute, holds, tuple(tests), before)

    def name(self) -> str:
        found = self.take(_NAME)
        if found is None:
            raise SelectorError(f"expected a name at position {self.at}")
        return _unescaped(found[0])

    def attribute(self) -> tuple[str, str, str, bool]:
        self.take(_SPACE)
        name = self.name().lower()
        self.take(_SPACE)
        operator = self.take(_OPERATOR)
        value, small = "", False
        if operator is not None:
            self.take(_SPACE)
            string = self.take(_STRING)
            value = _unescaped(string[1] or string[2] or "") if string else self.name()
            self.take(_SPACE)
            if self.text[self.at : self.at + 1] in ("i", "I", "s", "S"):
                small = self.text[self.at] in "iI"
                self.at += 1
                self.take(_SPACE)
        if not self.text.startswith("]", self.at):
            raise SelectorError(f"expected ] at position {self.at}")
        self.at += 1
        return name, operator[0] if operator else "", value, small

    def pseudo(self, depth: int) -> Test:
        begin = self.at
        name = self.name().lower()
        if self.text.startswith("(", self.at):
            self.at += 1
            self.take(_SPACE)
            if name in ("not", "is", "where", "matches"):
                inside = self.alternatives(depth + 1)
                test: Test = partial(_is_one_of, inside, name != "not")
            elif name == "has":
                test = partial(_holds, self.alternatives(depth + 1))
            elif name in _COUNTED:
                test = _nth(self.formula(), *_COUNTED[name])
            else:
                raise SelectorError(f"unknown pseudo-class at position {begin}")
            self.take(_SPACE)
            if not self.text.startswith(")", self.at):
                raise SelectorError(f"expected ) at position {self.at}")
            self.at += 1
            return test
        if name not in _SIMPLE:
            raise SelectorError(f"unknown pseudo-class at position {begin}")
        return _SIMPLE[name]

    def formula(self) -> tuple[int, int]:
        """The ``an+b`` of ``:nth-child``."""
        for word, found in (("odd", (2, 1)), ("even", (2, 0))):
            if self.text[self.at : self.at + len(word)].lower() == word:
                self.at += len(word)
                return found
        parsed = self.take(_NTH)
        if parsed is None:
            raise SelectorError(f"expected a number at position {self.at}")
        if parsed[4] is not None:
            return 0, int(parsed[4])
        step = int(parsed[1] + "1") if parsed[1] in ("", "+", "-") else int(parsed[1])
        return step, int((parsed[2] or "+") + (parsed[3] or "0"))


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16) % 0x110000) if found[1] else found[2], text)


def _attribute(name: str, operator: str, wanted: str, small: bool) -> Test:
    """The test of an attribute's value."""
    wanted = wanted.lower() if small else wanted

    def test(element: Element) -> bool:
        value = element.attr(name)
        if value is None or not operator:
            return value is not None
        value = value.lower() if small else value
        if operator == "=":
            return value == wanted
        if operator == "~=":
            return wanted in value.split()
        if operator == "|=":
            return value == wanted or value.startswith(f"{wanted}-")
        if not wanted:
            return False
        return (
            value.startswith(wanted)
            if operator == "^="
            else (value.endswith(wanted) if operator == "$=" else wanted in value)
        )

    return test


_COUNTED: Final = {
    "nth-child": (False, False), "nth-last-child": (True, False),
    "nth-of-type": (False, True), "nth-last-of-type": (True, True),
}  # fmt: skip
"""whether they count from the end, and elements with the same name alone"""


def _nth(formula: tuple[int, int], last: bool, alike: bool) -> Test:
    step, first = formula

    def test(element: Element) -> bool:
        place = element.place(last, alike) - first
        return place == 0 if step == 0 else place % step == 0 and place // step >= 0

    return test


_SIMPLE: Final[dict[str, Test]] = {
    "first-child": _nth((0, 1), False, False),
    "last-child": _nth((0, 1), True, False),
    "first-of-type": _nth((0, 1), False, True),
    "last-of-type": _nth((0, 1), True, True),
    "only-child": lambda element: element.place(False, False) == element.place(True, False) == 1,
    "only-of-type": lambda element: element.place(False, True) == element.place(True, True) == 1,
    "root": lambda element: element.around is None,
    "empty": lambda element: next(iter(element), None) is None,
    "link": lambda element: element.tag in ("a", "area") and element.attr("href") is not None,
    "any-link": lambda element: element.tag in ("a", "area") and element.attr("href") is not None,
}
