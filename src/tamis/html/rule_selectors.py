"""CSS selectors, as far as style sheets use them to hide what is there when a page has loaded.

A selector is a tuple of compounds with the combinators before them. What depends on a state that a page does not begin
with (``:hover``, ``:checked``) matches nothing, and so does what is no element (``::before``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tamis.html.tree import Tree

ROOT: Final = -1
"""the row of ``html``, which is not in the tree"""
_NAME: Final = r"(?:[\w-]|[^\x00-\x7f]|\\(?:[0-9a-fA-F]{1,6}\s?|[^\n]))+"
_PART: Final = re.compile(
    rf"\s*(?P<comb>[>+~])\s*|(?P<space>\s+)|\.(?P<cls>{_NAME})|\#(?P<id>{_NAME})|(?P<any>\*)|(?P<nest>&)"
    rf"|\[\s*(?P<attr>{_NAME})\s*(?:(?P<op>[~|^$*]?=)\s*(?:\"(?P<dq>[^\"]*)\"|'(?P<sq>[^']*)'|(?P<word>{_NAME}))\s*[iIsS]?\s*)?\]"
    rf"|(?P<double>::)|:(?P<pseudo>{_NAME})|(?P<tag>{_NAME})"
)
_ESCAPE: Final = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_COMMENT: Final = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_NTH: Final = re.compile(r"([+-]?\d{0,6})n(?:([+-]\d{1,6}))?|([+-]?\d{1,6})|(odd)|(even)")
_LONGEST: Final = 1000
"""characters; a longer selector is not looked at"""
_MOST_PARTS: Final = 40
_NEAR: Final = 4096
"""characters"""
_DEEPEST: Final = 8
"""brackets"""
_LISTS: Final = frozenset(("not", "is", "where", "matches", "-webkit-any", "-moz-any"))
_PLACES: Final = {
    "first-child": (0, 1, False, False), "last-child": (0, 1, True, False), "first-of-type": (0, 1, False, True),
    "last-of-type": (0, 1, True, True),
}  # fmt: skip
_NTHS: Final = {
    "nth-child": (False, False), "nth-last-child": (True, False), "nth-of-type": (False, True),
    "nth-last-of-type": (True, True),
}  # fmt: skip
_ALWAYS: Final = frozenset(("link", "any-link", "enabled", "defined", "read-only"))

Test = Callable[["Matcher", int], bool]


class Compound(NamedTuple):
    """What one element has to be."""

    combinator: str
    """what stands before it: a space, ``>``, ``+``, ``~``; nothing before the first"""
    tag: str
    """empty for any"""
    classes: tuple[str, ...]
    ids: tuple[str, ...]
    attributes: tuple[str, ...]
    """names of attributes that it has to have"""
    tests: tuple[Test, ...]


class Selector(NamedTuple):
    """One selector of a list."""

    compounds: tuple[Compound, ...]
    specificity: tuple[int, int, int]
    nested: bool
    """whether it goes on from the rule around it"""
    requires: tuple[str, ...] = ()
    """classes and ids that some element has to have, with their marks, beyond those of the compounds"""

    @property
    def is_one_name(self) -> bool:
        """Whether it asks for a tag, a class or an id, and for nothing else."""
        one = self.compounds[0]
        names = len(one.classes) + len(one.ids) + bool(one.tag)
        return names == 1 == len(self.compounds) and not (one.combinator or one.tests or one.attributes or self.nested)


def unescape_css(text: str) -> str:
    r"""What a name with escapes says.

    >>> unescape_css(r"disp\6c ay"), unescape_css(r"md\:hidden")
    ('display', 'md:hidden')
    """
    return _ESCAPE.sub(_escaped, text) if "\\" in text else text


def _escaped(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[2]
    code = int(found[1], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def without_comments(text: str) -> str:
    """CSS without its comments."""
    return _COMMENT.sub(" ", text) if "/*" in text else text


@lru_cache(maxsize=4096)
def parse_selector(text: str) -> Selector | None:
    """A selector; ``None`` if it matches nothing or is not understood."""
    if len(text) > _LONGEST or text.count("(") > _DEEPEST:
        return None
    return _Parser(without_comments(text).strip()).parse()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.done: list[Compound] = []
        self.specificity = [0, 0, 0]
        self.nested = False
        self.requires: list[str] = []
        self.start("")

    def start(self, combinator: str) -> None:
        self.combinator = combinator
        self.tag = ""
        self.classes: list[str] = []
        self.ids: list[str] = []
        self.attributes: list[str] = []
        self.tests: list[Test] = []
        self.empty = True

    def finish(self) -> None:
        classes, ids, attributes = (tuple(part) for part in (self.classes, self.ids, self.attributes))
        self.done.append(Compound(self.combinator, self.tag, classes, ids, attributes, tuple(self.tests)))

    def parse(self) -> Selector | None:
        at, text = 0, self.text
        while at < len(text):
            part = _PART.match(text, at)
            if part is None or len(self.done) + len(self.tests) > _MOST_PARTS:
                return None
            at = part.end()
            if part["space"] or part["comb"]:
                combinator = part["comb"] or " "
                if self.empty and not self.done and not self.nested:
                    if combinator == " ":
                        return None
                    self.nested = True  # "> a" inside of a rule
                if self.empty and not self.nested:
                    return None
                if not self.empty:
                    self.finish()
                self.start(combinator)
                continue
            self.empty = False
            if part["pseudo"]:
                at = self.pseudo(part["pseudo"].lower(), at)
                if at < 0:
                    return None
            elif part["double"] or not self.simple(part):
                return None
        if self.empty:
            return None
        self.finish()
        a, b, c = self.specificity
        return Selector(tuple(self.done), (a, b, c), self.nested, tuple(self.requires))

    def simple(self, part: re.Match[str]) -> bool:
        if part["cls"]:
            self.classes.append(unescape_css(part["cls"]))
            self.specificity[1] += 1
        elif part["id"]:
            self.ids.append(unescape_css(part["id"]))
            self.specificity[0] += 1
        elif part["tag"]:
            self.tag = unescape_css(part["tag"]).lower()
            self.specificity[2] += 1
        elif part["attr"]:
            value = next((part[name] for name in ("dq", "sq", "word") if part[name] is not None), None)
            self.attributes.append(unescape_css(part["attr"]).lower())
            self.tests.append(_attribute(self.attributes[-1], part["op"], value and unescape_css(value)))
            self.specificity[1] += 1
        elif part["nest"]:
            if self.done or self.classes or self.ids or self.tests:
                return False
            self.nested = True
        return True

    def pseudo(self, name: str, at: int) -> int:
        """Read what follows a colon; returns where it ends, -1 for what matches nothing."""
        argument = None
        if self.text.startswith("(", at):
            end = _closing(self.text, at)
            if end < 0:
                return -1
            argument, at = self.text[at + 1 : end].strip(), end + 1
        test = _pseudo(name, argument)
        if test is None:
            return -1
        if name != "where":
            self.specificity[1] += 1
        if name in _LISTS and name != "not" and "," not in (argument or ""):
            self.requires += _required(parse_selector(argument or ""))
        self.tests.append(test)
        return at


def _required(selector: Selector | None) -> list[str]:
    """The classes and ids without which a selector matches nothing."""
    compounds = selector.compounds if selector else ()
    found = [f".{name}" for compound in compounds for name in compound.classes]
    return [*found, *(f"#{name}" for compound in compounds for name in compound.ids)]


def _closing(text: str, at: int) -> int:
    deep = 0
    for place in range(at, len(text)):
        deep += (text[place] == "(") - (text[place] == ")")
        if not deep:
            return place
    return -1


def _attribute(name: str, operator: str | None, value: str | None) -> Test:
    def test(matcher: Matcher, row: int) -> bool:
        found = matcher.attr(row, name)
        if found is None or operator is None or value is None:
            return found is not None
        if operator == "=":
            return found == value
        if operator == "~=":
            return value in found.split()
        if operator == "|=":
            return found == value or found.startswith(f"{value}-")
        if not value:
            return False
        if operator == "^=":
            return found.startswith(value)
        return found.endswith(value) if operator == "$=" else value in found

    return test


def _pseudo(name: str, argument: str | None) -> Test | None:
    if name == "root":
        return lambda _, row: row == ROOT
    if name in _ALWAYS:
        return lambda _, __: True
    if name in _PLACES and argument is None:
        a, b, last, of_type = _PLACES[name]
        return lambda matcher, row: matcher.is_nth(row, a, b, last, of_type)
    if name in ("only-child", "only-of-type"):
        of_type = name == "only-of-type"
        return lambda matcher, row: all(matcher.is_nth(row, 0, 1, last, of_type) for last in (False, True))
    if name in _NTHS and argument and (nth := _NTH.fullmatch(argument.replace(" ", "").lower())):
        last, of_type = _NTHS[name]
        if nth[4] or nth[5]:
            a, b = 2, 1 if nth[4] else 0
        elif nth[3]:
            a, b = 0, int(nth[3])
        else:
            a, b = int(nth[1] + "1") if nth[1] in ("", "+", "-") else int(nth[1]), int(nth[2] or 0)
        return lambda matcher, row: matcher.is_nth(row, a, b, last, of_type)
    if name in _LISTS and argument and ":has(" not in argument:
        inside = [parse_selector(part) for part in split_list(argument)]
        if name == "not":
            # a state that a page does not begin with is not there, so `:not` of it holds
            known = [selector for selector in inside if selector is not None]
            return lambda matcher, row: not any(matcher.matches(selector, row) for selector in known)
        return lambda matcher, row: any(s is not None and matcher.matches(s, row) for s in inside)
    return None


def split_list(text: str) -> Iterator[str]:
    """The selectors of a list, at the commas that stand in no brackets."""
    begin = deep = 0
    for at, character in enumerate(text):
        if character in "([":
            deep += 1
        elif character in ")]":
            deep -= 1
        elif character == "," and deep <= 0:
            yield text[begin:at].strip()
            begin = at + 1
    yield text[begin:].strip()


def html_begins(source: str) -> int:
    """Where the attributes of ``html`` begin; -1 if it has no tag near the beginning."""
    at = source.find("<html", 0, _NEAR)
    at = at if at >= 0 else source.find("<HTML", 0, _NEAR)
    return at if at < 0 else at + 5


@dataclass(eq=False)
class Matcher:
    """Matches selectors with the elements of a tree, within a budget."""

    tree: Tree
    left: int
    """steps that may yet be taken; after that nothing matches"""

    def matches(self, selector: Selector, row: int, around: list[Selector] | None = None) -> bool:
        """Whether an element is what a selector says; ``around`` are the selectors of the rule around a nested one."""
        compounds = selector.compounds
        if len(compounds) == 1 and not selector.nested and not compounds[0].combinator:
            self.left -= 1
            return self.left >= 0 and self._is(row, compounds[0])
        # Where a combinator allows several elements, the others are tried if the rest does not fit the first.
        stack = [(row, len(compounds) - 1)]
        seen: set[tuple[int, int]] = set()
        while stack:
            here, at = stack.pop()
            if self.left <= 0 or (here, at) in seen:
                continue
            self.left -= 1
            seen.add((here, at))
            compound = compounds[at]
            if not self._is(here, compound):
                continue
            if at == 0 and not compound.combinator:
                if not selector.nested or any(self.matches(s, here) for s in around or ()):
                    return True
                continue
            for other in self._before(here, compound.combinator):
                self.left -= 1
                if at == 0:
                    if any(self.matches(s, other) for s in around or ()):
                        return True
                elif self._is(other, compounds[at - 1]):
                    stack.append((other, at - 1))
                    if compound.combinator == " " and compounds[at - 1].combinator in ("", " "):
                        break  # the nearest is as good as any
        return False

    def attr(self, row: int, name: str) -> str | None:
        """An attribute of an element or of ``html``."""
        if row != ROOT:
            return self.tree.attr(row, name)
        return self._root.get(name)

    def is_nth(self, row: int, a: int, b: int, last: bool, of_type: bool) -> bool:
        """Whether an element's place among its siblings is one of ``a`` times n plus ``b``."""
        if row <= 0:
            return row == 0 and (a, b) == (0, 1) and last
        place = self._places(last, of_type)[row] - b
        return place == 0 if a == 0 else place % a == 0 and place // a >= 0

    def _is(self, row: int, compound: Compound) -> bool:
        tree = self.tree
        if compound.tag and compound.tag != (tree.tags[row] if row != ROOT else "html"):
            return False
        if compound.ids and any(self.attr(row, "id") != name for name in compound.ids):
            return False
        if compound.classes and not self._classes(row).issuperset(compound.classes):
            return False
        return all(test(self, row) for test in compound.tests)

    def _classes(self, row: int) -> frozenset[str]:
        if row not in self._known_classes:
            self._known_classes[row] = frozenset((self.attr(row, "class") or "").split())
        return self._known_classes[row]

    @cached_property
    def _known_classes(self) -> dict[int, frozenset[str]]:
        return {}

    def _before(self, row: int, combinator: str) -> Iterator[int]:
        if row == ROOT:
            return
        if combinator == " ":
            yield from self.tree.around(self.tree.parents[row]) if row else ()
            yield ROOT
        elif combinator == ">":
            yield self.tree.parents[row] if row else ROOT
        else:
            before = self._previous[row]
            while before > 0:
                yield before
                before = self._previous[before] if combinator == "~" else 0

    @cached_property
    def _root(self) -> dict[str, str]:
        from tamis.html.attributes import value_at

        source = self.tree.source
        at = html_begins(source)
        if at < 0:
            return {}
        values = {name: value_at(source, at, name) for name in ("class", "id", "lang", "dir")}
        return {name: value for name, value in values.items() if value is not None}

    @cached_property
    def _previous(self) -> list[int]:
        """The sibling before each element; 0 for the first."""
        last: dict[int, int] = {}
        found = []
        for row, parent in enumerate(self.tree.parents):
            found.append(last.get(parent, 0))
            last[parent] = row
        return found

    def _places(self, last: bool, of_type: bool) -> list[int]:
        key = (last, of_type)
        if key not in self._known_places:
            tree = self.tree
            rows = range(len(tree.tags))
            found, counts = [0] * len(tree.tags), dict[tuple[int, str], int]()
            for row in reversed(rows) if last else rows:
                group = (tree.parents[row], tree.tags[row] if of_type else "")
                counts[group] = found[row] = counts.get(group, 0) + 1
            self._known_places[key] = found
        return self._known_places[key]

    @cached_property
    def _known_places(self) -> dict[tuple[bool, bool], list[int]]:
        return {}
