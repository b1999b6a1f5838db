"""Code as it was typed: white space and tabs, each line a line, and none of the numbers and buttons around it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import islice, takewhile
from typing import Final

from tamis.html.nodes import Element, ancestors, children, contents
from tamis.html.tags import BLOCK, PREFORMATTED, SKIP, TRAITS
from tamis.text.patterns import late
from tamis.text.space import tidy

LINE_NUMBERS: Final = late(
    r"(?:^|[\s_-])(?:line-?nos?|line-?numbers?(?:-rows)?|lines-num|gutter(?:-\w{1,12})?|blob-num|crayon-nums?(?:-content)?"
    r"|hljs-ln-n(?:umbers)?|lnt?|ln-num|diff-line-num)(?:$|\s)"
)
"""classes by which highlighters mark line numbers"""
_LINE: Final = late(
    r"(?:^|\s)(?:line|code-?line|token-line|highlight-line|view-line|cm-line|CodeMirror-line|crayon-line|react-code-line"
    r"|react-file-line|ace_line)(?:$|\s)"
)
"""classes of the elements that highlighters and editors make of a line"""
CODE_CELL: Final = late(
    r"(?:^|[\s_-])(?:code(?:-?line)?|blob-code|rouge-code|hljs-ln-code|lntd|lines-code|crayon-code)(?:$|[\s_-])"
)
_TOOLS: Final = late(
    r"(?:^|[\s_-])(?:toolbar|copy|clipboard|code-?header|code-?title|lang(?:uage)?-?(?:label|name|tag)?)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""classes of what stands above or beside code for its reader"""
_BLOCK_STYLE: Final = late(r"(?:^|;)\s{0,9}display\s{0,9}:\s{0,9}block", re.IGNORECASE)
_TAKEN_OUT: Final = frozenset(("button", "figcaption", "input"))
_ITEMS: Final = frozenset(("li", "tr"))
_TYPED: Final = frozenset(("pre", "code"))
_LONGEST_LABEL: Final = 40
_PLAIN_SPACES: Final = str.maketrans({"\u00a0": " ", "\u200b": None})


def names_of(element: Element) -> str:
    """The class of an element, as much of it as matters."""
    return tidy(element.attr("class"))[:300]


def is_line_numbers(element: Element) -> bool:
    """Whether an element holds the numbers of a listing's lines: by its names, if there is no letter in it.

    Some themes call the code itself "line-numbers", as Prism's plugin wants it of the ``pre``, or each line of it
    "code-line line-number", as rehype-prism-plus does.

    >>> from tamis.html.parser import parse
    >>> is_line_numbers(parse("<div class=gutter>1 2").select_one("div"))
    True
    """
    names = names_of(element)
    if LINE_NUMBERS.search(names) is None and element.attr("data-line-number") is None:
        return False
    return CODE_CELL.search(names) is None and not any(character.isalpha() for character in element.text)


def code_text(element: Element, hidden: Collection[Element] = ()) -> str:
    r"""The text of a listing, with a line end for each ``br`` and around what is a line of its own.

    Highlighters put each line in an element: with a line end between two of them, or without. Elements that are
    ``hidden`` are left out, and so are line numbers, buttons and headers.

    >>> from tamis.html.parser import parse
    >>> page = parse("<pre>def f():<br>\treturn 1<div>f()</div></pre>")
    >>> code_text(page.select_one("pre"))
    'def f():\n\treturn 1\nf()'
    >>> page = parse("<pre><span class=line>a</span><span class=line></span><span class=line>b</span></pre>")
    >>> code_text(page.select_one("pre"))
    'a\n\nb'
    """
    writer = _Lines()
    around = _around_only_code(element)
    typed = element.tag in PREFORMATTED or not any(TRAITS.get(child.tag, 0) & BLOCK for child in children(element))
    stack = [_Level(contents(element), _Line.NONE, _holds_lines(element), typed)]
    while stack:
        level = stack[-1]
        node = next(level.inside, None)
        if node is None:
            stack.pop()
            writer.end(level.kind)
        elif isinstance(node, str):
            if level.typed or node.strip():
                writer.write(node.translate(_PLAIN_SPACES))
        elif node.tag == "br":
            writer.write("\n")
        elif node not in hidden and not _is_left_out(node, around):
            is_line = level.in_lines or _is_line(node)
            is_block = TRAITS.get(node.tag, 0) & BLOCK
            kind = _Line.OF_CODE if is_line else _Line.BLOCK if is_block else _Line.NONE
            writer.begin(kind)
            typed = level.typed or is_line or node.tag in _TYPED
            stack.append(_Level(contents(node), kind, not is_line and _holds_lines(node), typed))
    return "".join(writer.parts).strip("\n")


@dataclass(slots=True)
class _Level:
    """An element of a listing whose content is being read."""

    inside: Iterator[Element | str]
    kind: _Line
    in_lines: bool
    """whether the elements inside are lines"""
    typed: bool
    """whether white space alone counts: between the lines of a table it only lays out the source"""


def _around_only_code(element: Element) -> set[Element]:
    """The one ``code`` in a ``pre``, and the elements around it; empty if there are several, or none."""
    found = element.select("code") if element.tag == "pre" else ()
    if len(found) != 1:
        return set()
    return {found[0], *takewhile(lambda above: above is not element, islice(ancestors(found[0]), 8))}


def _is_left_out(node: Element, around: Collection[Element]) -> bool:
    """Whether an element of a listing is no code; ``around`` are the only ``code`` and what it stands in."""
    traits = TRAITS.get(node.tag, 0)
    if traits & SKIP or node.tag in _TAKEN_OUT or is_line_numbers(node):
        return True
    if not around:
        tools = node.tag == "div" and _TOOLS.search(names_of(node)) is not None
        return tools and len(node.text.strip()) <= _LONGEST_LABEL
    if node in around or any(above in around and above.tag == "code" for above in islice(ancestors(node), 30)):
        return False
    return bool(traits & BLOCK) or _TOOLS.search(names_of(node)) is not None


class _Line(Enum):
    """What an element is to the lines of a listing."""

    NONE = 0
    BLOCK = 1
    """begins on a new line, and ends one; empty it is none"""
    OF_CODE = 2
    """one line of code, empty or not"""


class _Lines:
    """Pieces of a listing, with the line ends that its elements stand for."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.begun = -1
        """how many parts there were when the last line of code began"""
        self.owed = False
        """whether that line is over, and nothing came behind it"""

    def write(self, text: str) -> None:
        if self.owed and text.strip(" \t"):
            self.owed = False
            if not text.lstrip(" \t").startswith("\n"):
                self._end_code()
        self.parts.append(text)

    def begin(self, kind: _Line) -> None:
        if kind is _Line.BLOCK:
            self._end_line()
        elif kind is _Line.OF_CODE:
            if self.begun < 0:
                self._end_line()
            else:
                self._end_code()
            self.begun, self.owed = len(self.parts), False

    def end(self, kind: _Line) -> None:
        if kind is _Line.BLOCK:
            self._end_line()
        elif kind is _Line.OF_CODE and "".join(self.parts[self.begun :]) == " ":  # to give an empty line its height
            del self.parts[self.begun :]
        self.owed = self.owed or kind is _Line.OF_CODE

    def _end_line(self) -> None:
        while self.parts and not self.parts[-1]:
            self.parts.pop()
        if self.parts and not self.parts[-1].endswith("\n"):
            self.parts.append("\n")

    def _end_code(self) -> None:
        """A line end behind the last line of code, unless it has one."""
        if not any("\n" in part for part in self.parts[self.begun :]):
            self.parts.append("\n")


def _is_line(element: Element) -> bool:
    """Whether an element of a listing is a line, by its own name or style."""
    if element.tag in _ITEMS:
        return True
    if element.tag in ("div", "pre"):  # a block that is called a line is one, whatever stands beside it
        return _LINE.search(names_of(element)) is not None
    if element.tag != "span":
        return False
    style = element.attr("style")
    if style is not None and _BLOCK_STYLE.search(style):
        return True
    return "gatsby-highlight-code-line" in names_of(element).split()


def _holds_lines(element: Element) -> bool:
    """Whether an element's content is two or more elements that are named as lines of code, and nothing else."""
    lines = 0
    for node in contents(element):
        if isinstance(node, str):
            if node.strip():
                return False
        elif node.tag != "br":
            named = _LINE.search(names_of(node)) or node.attr("data-line") is not None
            if node.tag not in ("span", "div") or not named:
                return False
            lines += 1
    return lines > 1
