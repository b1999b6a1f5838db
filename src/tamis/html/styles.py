"""Which styles a page's own style sheets and ``style`` attributes give to what they may hide.

A small cascade: selectors as in :mod:`tamis.html.rule_selectors`, importance, layers, specificity and order. What is
hidden on a computer's screen or a telephone's alone is not hidden. Style sheets in files of their own are not fetched.

What costs time is done for few elements only: first those are found that some rule or attribute may hide, then all
rules are looked up that say something else about these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.html.declarations import Value, may_hide, read_declarations
from tamis.html.references import unescape_value
from tamis.html.rule_selectors import ROOT, Matcher, Selector, html_begins, parse_selector, without_comments
from tamis.html.tags import STYLED
from tamis.native.attributes import Attribute, end_of_tag
from tamis.native.styles import PROPERTIES, Names, Sheet, inline_styles, live_selectors
from tamis.native.tree import rows_with

if TYPE_CHECKING:
    from tamis.html.tree import Tree

Style = Mapping[str, str]
_MOST_MATCHES: Final = 200_000
"""steps of matching selectors for a page; what is left then is taken to match nothing"""
_MOST_SHEETS: Final = 2000
_WIDTH: Final = 8
_END: Final = re.compile(r"</style", re.IGNORECASE)
_NUMBERS: Final = {name: number for number, name in enumerate(PROPERTIES)}
_TOGETHER: Final = (
    ("display",), ("visibility",), ("content-visibility",), ("opacity", "filter"),
    ("font-size", "font"), ("text-indent", "overflow", "overflow-x"), ("zoom",),
    ("color", "-webkit-text-fill-color", "background", "background-color", "background-image", "background-clip",
     "-webkit-background-clip", "text-shadow", "position"),
    ("clip", "position"), ("clip-path", "-webkit-clip-path"),
    ("transform", "-webkit-transform", "-ms-transform", "scale", "rotate", "translate"),
    ("position", "left", "top", "right", "bottom", "inset"),
    ("margin", "margin-left", "margin-right", "margin-top", "margin-inline-start"),
    ("height", "max-height", "width", "max-width", "block-size", "inline-size", "overflow", "overflow-x", "overflow-y",
     "padding", "padding-top", "padding-bottom", "min-height"),
)  # fmt: skip
"""properties that are judged together"""
_HIDING: Final = -1
_FEW: Final = 8
_SIZE: Final = re.compile(r"(min-|max-)?(?:device-)?(width|height)\s*:\s*(\d{1,6}(?:\.\d{0,4})?)(px|em|rem)")
_RANGE: Final = re.compile(r"(width|height)\s*(<=?|>=?)\s*(\d{1,6}(?:\.\d{0,4})?)(px|em|rem)")
_FEATURES: Final = {
    "prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "orientation": "landscape",
    "hover": "hover", "pointer": "fine", "any-hover": "hover", "any-pointer": "fine", "color": "",
    "prefers-contrast": "no-preference", "scripting": "enabled", "display-mode": "browser",
}  # fmt: skip
_SCREENS: Final = ({"width": 1280.0, "height": 800.0}, {"width": 390.0, "height": 800.0})
"""a computer's and a telephone's: text is hidden that neither shows"""


class _Rank(NamedTuple):
    """How much a declaration counts: the larger of two wins."""

    important: bool
    layer: int
    inline: bool
    specificity: tuple[int, int, int]
    order: int


_UNLAYERED: Final = 1 << 40


@lru_cache(maxsize=1024)
def applies(name: str, condition: str) -> int:
    """On which screens counts what a conditional rule holds: 0 on none, 1 on a computer's or a telephone's, 2 on both.

    >>> applies("media", "print"), applies("media", " screen and (min-width: 600px)"), applies("supports", "(gap: 1px)")
    (0, 1, 2)
    """
    condition = without_comments(condition).strip().lower()
    if name == "layer":
        return 2
    if name == "supports":
        return 0 if condition.startswith("not") else 2
    if name != "media":
        return 0  # boxes of unknown size, parts of unknown reach
    queries = [query.strip() for query in condition.split(",")]
    return sum(any(_holds(query, screen) for query in queries) for screen in _SCREENS)


def _holds(query: str, screen: Mapping[str, float]) -> bool:
    plain = query.removeprefix("not ").removeprefix("only ")
    return all(_is_so(part.strip(), screen) for part in re.split(r"\band\b", plain)) != query.startswith("not ")


def _is_so(part: str, screen: Mapping[str, float]) -> bool:
    if part in ("", "all", "screen"):
        return True
    if not part.startswith("("):
        return False
    if found := _SIZE.search(part):
        wanted, have = float(found[3]) * (1 if found[4] == "px" else 16), screen[found[2]]
        return have >= wanted if found[1] == "min-" else have <= wanted if found[1] == "max-" else have == wanted
    if found := _RANGE.search(part):
        wanted, have = float(found[3]) * (1 if found[4] == "px" else 16), screen[found[1]]
        if have == wanted:
            return len(found[2]) == 2
        return (have < wanted) == (found[2][0] == "<")
    name, _, value = part.strip("() ").partition(":")
    return name.strip() in _FEATURES and value.strip() in ("", _FEATURES[name.strip()])


class PageStyles:
    """The styles of those elements of a page that may be hidden by them."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.inline = _inline(tree)
        self.sheets = list(_sheets(tree))
        self.matcher = Matcher(tree, _MOST_MATCHES)
        self.known: dict[tuple[int, int], Mapping[str, Value]] = {}
        self._names: Names | None = None
        self._by_attribute: dict[str, list[int]] = {}

    def candidates(self) -> dict[int, set[str]]:
        """The elements that a declaration may hide, and the properties that do; ``html`` among them."""
        found: dict[int, set[str]] = {}
        for row, style in self.inline.items():
            for name, value in style.items():
                if may_hide(name, value.text) and self.has_text[row]:
                    found.setdefault(row, set()).add(name)
        for number, sheet in enumerate(self.sheets):
            if not sheet.hiding:
                continue
            for rule, begin, end, key in self._live(sheet, _HIDING, 4):
                if sheet.of_rules[rule * _WIDTH + 7] & 1:
                    continue  # on another screen it is to be seen
                style = self._style(number, rule)
                names = [name for name, value in style.items() if may_hide(name, value.text)]
                if not names:
                    continue
                for row in self._matching(sheet, rule, begin, end, key, None, None):
                    found.setdefault(row, set()).update(names)
        return found

    def matched_by(self, name: str, test: Callable[[str], bool]) -> list[int]:
        """The elements with text that match rules which declare a property and pass a test, which gets their text."""
        found: list[int] = []
        for sheet in self.sheets:
            for rule, begin, end, key in self._live(sheet, 1 << _NUMBERS[name], 3):
                numbers = sheet.of_rules[rule * _WIDTH : rule * _WIDTH + _WIDTH]
                if not numbers[7] & 1 and test(sheet.text[numbers[5] : numbers[6]]):
                    found += self._matching(sheet, rule, begin, end, key, None, None)
        return found

    def styles(self, rows: Iterable[int], names: Set[str]) -> dict[int, dict[str, str]]:
        """What the cascade makes of the properties that are judged with these, for each of the elements."""
        names = {other for group in _TOGETHER if names & {_LONG.get(n, n) for n in group} for other in group}
        mask = sum(1 << _NUMBERS[name] for name in names)
        best: dict[int, dict[str, tuple[_Rank, str]]] = {row: {} for row in rows}

        def take(row: int, style: Mapping[str, Value], layer: int, inline: bool, specificity: tuple[int, int, int],
                 order: int) -> None:  # fmt: skip
            known = best[row]
            for name, value in style.items():
                if layer & 1 and may_hide(name, value.text):
                    continue
                rank = _Rank(value.important, layer >> 1 or _UNLAYERED, inline, specificity, order)
                if name not in known or rank >= known[name][0]:
                    known[name] = (rank, value.text)

        subjects = _names(self.tree, best)
        order = 0
        for number, sheet in enumerate(self.sheets):
            for rule, begin, end, key in self._live(sheet, mask, 3, subjects):
                order += 1
                matching = self._matching(sheet, rule, begin, end, key, best, subjects)
                if matching:
                    selector = parse_selector(sheet.text[begin:end].strip())
                    assert selector is not None  # or nothing would match it
                    for row in matching:
                        layer = int(sheet.of_rules[rule * _WIDTH + 7])
                        take(row, self._style(number, rule), layer, False, selector.specificity, order)
        for row in best:
            if row in self.inline:
                take(row, self.inline[row], 0, True, (0, 0, 0), order)
        return {row: {name: text for name, (_, text) in known.items()} for row, known in best.items()}

    def _live(
        self, sheet: Sheet, mask: int, least: int, subjects: Names | None = None
    ) -> list[tuple[int, int, int, int]]:
        if self._names is None:
            self._names = _names(self.tree)
        return live_selectors(sheet, self._names, self._names if subjects is None else subjects, mask, least)

    def _style(self, number: int, rule: int) -> Mapping[str, Value]:
        if (number, rule) not in self.known:
            sheet = self.sheets[number]
            text = sheet.text[sheet.of_rules[rule * _WIDTH + 5] : sheet.of_rules[rule * _WIDTH + 6]]
            self.known[number, rule] = read_declarations(_without_blocks(text) if "{" in text else text)
        return self.known[number, rule]

    def _matching(
        self, sheet: Sheet, rule: int, begin: int, end: int, key: int,
        among: Mapping[int, object] | None, subjects: Names | None,
    ) -> list[int]:  # fmt: skip
        """The elements that match a selector; of these, if some are given."""
        selector = parse_selector(sheet.text[begin:end].strip())
        names = self._names if subjects is None else subjects
        assert names is not None
        if selector is None or self.matcher.left <= 0 or not self._is_possible(selector):
            return []
        rows: Collection[int]
        if key:
            rows = names.find(key)
        elif subjects is None:
            rows = self._of_attributes(selector)
        else:
            rows = list(among or ())
        self.matcher.left -= len(rows)
        if subjects is None:
            rows = [row for row in rows if row == ROOT or self.has_text[row]]
        else:
            rows = [row for row in rows if row in (among or ())]
        within_rule = sheet.of_rules[rule * _WIDTH + 2] >= 0
        if key and selector.is_one_name and not within_rule:  # the name by which the rows were found
            return list(rows)
        rows = self._within(selector, rows)
        around = self._around(sheet, rule) if selector.nested or within_rule else None
        if around is not None and not selector.nested:  # "a" in a rule is "& a"
            first = selector.compounds[0]
            selector = selector._replace(
                compounds=(first._replace(combinator=" "), *selector.compounds[1:]), nested=True
            )
        matches = self.matcher.matches
        return [row for row in rows if matches(selector, row, around)]

    def _is_possible(self, selector: Selector) -> bool:
        """Whether some element has each of the names that a selector wants within ``:is()`` and the like."""
        assert self._names is not None
        return all(self._names.named(name[0], name[1:]) for name in selector.requires)

    def _of_attributes(self, selector: Selector) -> Collection[int]:
        """The elements that have the attributes which a selector wants."""
        rows: Collection[int] = [ROOT, *range(len(self.tree.tags))]
        for name in selector.compounds[-1].attributes:
            if name not in self._by_attribute:
                self.matcher.left -= len(self.tree.tags) >> 2
                if self.matcher.left <= 0:
                    return []
                self._by_attribute[name] = self.tree.attributes.holding(range(len(self.tree.tags)), name, ("",))
            rows = self._by_attribute[name]
        return rows

    def _within(self, selector: Selector, rows: Collection[int]) -> Collection[int]:
        """Those of the rows that stand in elements with the classes and ids that a selector wants around them."""
        assert self._names is not None
        compounds, ends = selector.compounds, self.tree.ends
        for place in range(len(compounds) - 1):
            compound = compounds[place]
            if len(rows) < 2 or compounds[place + 1].combinator not in " >":
                continue
            for mark, names in ((".", compound.classes[:1]), ("#", compound.ids[:1])):
                tops = self._names.named(mark, names[0]) if names else []
                if names and ROOT not in tops and len(tops) <= _FEW:
                    parts = [(top, int(ends[top])) for top in tops]
                    rows = [row for row in rows if any(top < row < end for top, end in parts)]
        return rows

    @cached_property
    def has_text(self) -> NDArray[np.bool_]:
        """Which elements have text in them."""
        runs = np.bincount(np.asarray(self.tree.run_parents, np.int64), minlength=len(self.tree.tags))
        before = np.concatenate(([0], np.cumsum(runs)))
        found: NDArray[np.bool_] = before[self.tree.ends] > before[:-1]
        return found

    def _around(self, sheet: Sheet, rule: int) -> list[Selector]:
        """The selectors of the rule around a nested one. Those that are nested themselves are not followed."""
        outer = int(sheet.of_rules[rule * _WIDTH + 2])
        if outer < 0:
            return []
        text = sheet.text[sheet.of_rules[outer * _WIDTH] : sheet.of_rules[outer * _WIDTH + 1]]
        found = [parse_selector(part.strip()) for part in text.split(",")]
        return [selector for selector in found if selector is not None and not selector.nested]


_LONG: Final = {"font": "font-size"}


def _without_blocks(text: str) -> str:
    """Declarations without the rules among them."""
    kept, deep, begin = [], 0, 0
    for at, character in enumerate(text):
        if character == "{":
            if not deep:
                kept.append(text[begin:at].rpartition(";")[0])
            deep += 1
        elif character == "}" and deep:
            deep -= 1
            begin = at + 1
    return ";".join([*kept, text[begin:] if not deep else ""])


def _names(tree: Tree, rows: Collection[int] | None = None) -> Names:
    """Tags, classes and ids of some elements, or of all; and of ``html``."""
    attributes = tree.attributes
    names = Names()
    if rows is None:
        names.fill(attributes.markup, attributes.names_begin, attributes.names_end, unescape_value)
        for tag in set(tree.tags):
            names.add_tag(tag, tree.rows(tag))
    else:
        reading = Attribute(attributes.markup, 0)
        for row in rows:
            if row >= 0:
                names.add_names(reading, attributes.names_begin[row], attributes.names_end[row], row, unescape_value)
                names.add_tag(tree.tags[row], [row])
    names.add_tag("html", [ROOT])
    if (at := html_begins(tree.source)) >= 0:
        names.add_names(Attribute(tree.source, 0), at, end_of_tag(tree.source, at), ROOT, unescape_value)
    names.finish()
    return names


def _inline(tree: Tree) -> dict[int, Mapping[str, Value]]:
    rows = rows_with(tree.traits, STYLED)
    if not rows:
        return {}
    attributes = tree.attributes
    found = {}
    for row, text in inline_styles(attributes.markup, attributes.begins, rows, unescape_value):
        if style := read_declarations(text):
            found[row] = style
    return found


def _sheets(tree: Tree) -> Iterable[Sheet]:
    """The style sheets that apply, read."""
    source = tree.attributes.markup
    rows = tree.rows("style")
    attributes = tree.attributes
    places = [at for tag, at in attributes.head if tag == "style"]
    places += [attributes.begins[row] for row in rows]
    for place in places[:_MOST_SHEETS]:
        media, kind = attributes.value_at(place, "media"), attributes.value_at(place, "type")
        if (media and applies("media", media) < 2) or (kind and kind.strip().lower() != "text/css"):
            continue
        begin = end_of_tag(source, place)
        end = _END.search(source, begin)
        sheet = Sheet(source[begin : end.start() if end else len(source)], applies)
        sheet.read()
        if sheet.count:
            yield sheet
