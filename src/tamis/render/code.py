"""Code as it was typed: white space and tabs, the language, and no line numbers."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import Enum
from typing import Final

from tamis.html.nodes import Element, ancestors, children, contents
from tamis.html.tags import BLOCK, SKIP, TRAITS
from tamis.html.tree import Tree
from tamis.text.patterns import late
from tamis.text.space import tidy

_LANGUAGE: Final = late(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|hljs language)-([A-Za-z0-9+#_.-]{1,30})"
)
_BRUSH: Final = late(r"brush:\s{0,3}([A-Za-z0-9+#_-]{1,30})")
_AFTER: Final = late(r"(?:^|\s)(?:sourceCode|highlight|prettyprint|hljs|code)\s{1,3}([A-Za-z][A-Za-z0-9+#_-]{0,20})")
_NO_LANGUAGE: Final = frozenset(
    "default none nohighlight linenums line-numbers notranslate copy code highlight ng-star-inserted".split()
)
LINE_NUMBERS: Final = late(
    r"(?:^|[\s_-])(?:linenos?|linenumbers?|line-numbers?|line-number|lineno|gutter|blob-num|rouge-gutter|hljs-ln-numbers|lnt?|ln-num)(?:$|\s)"
)
"""classes by which Pygments, Rouge, Chroma, Hexo, SyntaxHighlighter, highlight.js and GitHub mark line numbers"""
_LINE: Final = late(r"(?:^|\s)(?:line|code-?line|token-line|highlight-line|view-line|react-code-line)(?:$|\s)")
"""classes of the elements that Shiki, Hexo, Rouge, Prism's React renderer, Eleventy and Monaco make of a line"""
_CODE_LINE: Final = late(r"(?:^|\s)code-?line(?:$|\s)")
_LINED: Final = ("line", "Line", "gutter", "ln", "&")
"""what the names of lines and of numbers within them have in common, or a reference for a letter of it"""
_BLOCK_STYLE: Final = late(r"(?:^|;)\s{0,9}display\s{0,9}:\s{0,9}block", re.IGNORECASE)
_BLOCKED: Final = ("block", "BLOCK", "Block", "&")


def is_line_numbers(element: Element) -> bool:
    """Whether an element holds the numbers of a listing's lines: by its names, if there is no letter in it.

    Some themes call the code itself "line-numbers", as Prism's plugin wants it of the ``pre``, or each line of it
    "code-line line-number", as rehype-prism-plus does.

    >>> from tamis.html.parser import parse
    >>> is_line_numbers(parse("<td class='linenos'>").root)
    False
    """
    names = _names(element)
    if LINE_NUMBERS.search(names) is None and element.attr("data-line-number") is None:
        return False
    return _CODE_LINE.search(names) is None and not any(character.isalpha() for character in element.text)


def code_text(element: Element, hidden: Collection[Element] = ()) -> str:
    r"""The text of a listing, with a line end for each ``br`` and around what begins a line of its own.

    Some highlighters put each line in a ``span`` or ``div``: with a line end between two of them, or without. Elements
    that are ``hidden`` are left out.

    >>> from tamis.html.parser import parse
    >>> page = parse("<pre>def f():<br>\treturn 1<div>f()</div></pre>")
    >>> code_text(page.select_one("pre"))
    'def f():\n\treturn 1\nf()'
    >>> page = parse("<pre><span class=line>a</span><span class=line></span><span class=line>b</span></pre>")
    >>> code_text(page.select_one("pre"))
    'a\n\nb'
    """
    writer = _Lines()
    stack = [(contents(element), _Line.NONE, _holds_lines(element))]
    while stack:
        inside, kind, in_lines = stack[-1]
        node = next(inside, None)
        if node is None:
            stack.pop()
            writer.end(kind)
        elif isinstance(node, str):
            writer.write(node)
        elif node.tag == "br":
            writer.write("\n")
        elif not (traits := TRAITS.get(node.tag, 0)) & SKIP and not is_line_numbers(node) and node not in hidden:
            is_line = in_lines or _is_line(node)
            kind = _Line.OF_CODE if is_line else _Line.BLOCK if traits & BLOCK else _Line.NONE
            writer.begin(kind)
            stack.append((contents(node), kind, _holds_lines(node)))
    return "".join(writer.parts).strip("\n")


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
    if element.tag != "span":  # a block that is called a line is one, whatever stands beside it
        return element.tag == "div" and _LINE.search(_names(element)) is not None
    style = element.attr("style")
    if style is not None and _BLOCK_STYLE.search(style):
        return True
    return "gatsby-highlight-code-line" in _names(element).split()


def _holds_lines(element: Element) -> bool:
    """Whether all that stands in an element are spans that are called lines: one alone may be a part of a line."""
    lines = 0
    for node in contents(element):
        if isinstance(node, str):
            if node.strip():
                return False
        elif node.tag != "br":
            if node.tag not in ("span", "div") or not _LINE.search(_names(node)):
                return False
            lines += 1
    return lines > 1


def has_lines_of_code(tree: Tree) -> bool:
    """Whether elements may be lines of code, or their numbers, by names or styles: cheap, without the parser."""
    inside = [row for top in tree.rows("pre") for row in range(top + 1, int(tree.ends[top]))]
    spans = [row for row in inside if tree.tags[row] in ("span", "div")]
    if not spans:
        return False
    return bool(tree.attributes.holding(spans, "class", _LINED) or tree.attributes.holding(spans, "style", _BLOCKED))


def language(element: Element) -> str | None:
    """The language of a listing, by the classes and data attributes on it, in it, or up to three elements above.

    >>> from tamis.html.parser import parse
    >>> language(parse("<div class='highlight-source-c++'><pre>x</pre></div>").select_one("pre"))
    'c++'
    """
    candidates = [element, *(child for child in children(element) if child.tag == "code")]
    for above in ancestors(element):
        if len(candidates) >= 5 or above.tag in ("body", "article", "main"):
            break
        candidates.append(above)
    for candidate in candidates:
        names = _names(candidate)
        found = [candidate.attr("data-lang") or candidate.attr("data-language") or candidate.attr("lang-name") or ""]
        found += [match[1] for pattern in (_LANGUAGE, _BRUSH, _AFTER) for match in [pattern.search(names)] if match]
        for raw in found:
            name = raw.strip().lower()
            if name and name not in _NO_LANGUAGE and re.fullmatch(r"[a-z0-9+#_.-]{1,30}", name):
                return name
    return None


def _names(element: Element) -> str:
    return tidy(element.attr("class"))[:300]
