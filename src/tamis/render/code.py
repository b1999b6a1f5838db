"""Code as it was typed: white space and tabs, the language, and no line numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tamis.dom import Tree
from tamis.patterns import late
from tamis.tags import BLOCK, SKIP, TRAITS

if TYPE_CHECKING:  # to be imported when there is code
    from turbohtml import Element, Node

_LANGUAGE: Final = late(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|hljs language)-([A-Za-z0-9+#_.-]{1,30})"
)
_BRUSH: Final = late(r"brush:\s{0,3}([A-Za-z0-9+#_-]{1,30})")
_AFTER: Final = late(r"(?:^|\s)(?:sourceCode|highlight|prettyprint|hljs|code)\s{1,3}([A-Za-z][A-Za-z0-9+#_-]{0,20})")
_NO_LANGUAGE: Final = frozenset(
    "default none nohighlight linenums line-numbers notranslate copy code highlight ng-star-inserted".split()
)
_NUMBERS: Final = late(
    r"(?:^|[\s_-])(?:linenos?|linenumbers?|line-numbers?|line-number|lineno|gutter|blob-num|rouge-gutter|hljs-ln-numbers|lnt|ln-num)(?:$|\s)"
)
"""classes by which Pygments, Rouge, Chroma, Hexo, SyntaxHighlighter, highlight.js and GitHub mark line numbers"""
_NUMBERED: Final = ("lin", "gutter", "num", "ln", "&")
"""what the names of cells with line numbers have in common, Chroma's included, or a reference for a letter of it"""
_CODE_CELL: Final = late(r"(?:^|[\s_-])(?:code|blob-code|rouge-code|hljs-ln-code|lntd)(?:$|[\s_-])")


def is_line_numbers(element: Element) -> bool:
    """Whether an element holds the numbers of a listing's lines.

    >>> from turbohtml import parse
    >>> is_line_numbers(parse("<td class='linenos'>").select_one("body") or parse("").root)
    False
    """
    names = _names(element.attr("class"))
    return _NUMBERS.search(names) is not None or element.attr("data-line-number") is not None


def listings(tree: Tree) -> dict[int, list[int]]:
    """Tables that highlighters make to put numbers beside lines: for each its cells of code.

    A row has a cell of numbers and a cell of code, by their classes; the listing is one row of many lines, or a row
    for each line.
    """
    found: dict[int, list[int]] = {}
    cells = tree.rows("td") if tree.rows("table") else []
    if not cells:
        return found
    maybe = tree.written.holding(cells, "class", _NUMBERED) + tree.written.holding(cells, "data-line-number", ("",))
    numbers = {cell for cell in maybe if _holds_line_numbers(tree, cell)}
    if not numbers:
        return found
    table, numbered = -1, False
    for element, tag in enumerate(tree.tags):
        if tag == "table":
            table = element
        elif tag == "tr":
            numbered = False
        elif tag == "td" and table >= 0:
            if element in numbers:
                numbered = True
            elif numbered and _CODE_CELL.search(_names(tree.attr(element, "class"))):
                found.setdefault(table, []).append(element)
    return found


def _holds_line_numbers(tree: Tree, cell: int) -> bool:
    """The same of a cell. Chroma has one class for both cells, and another for the numbers in the first."""
    names = _names(tree.attr(cell, "class"))
    if _NUMBERS.search(names) or tree.attr(cell, "data-line-number") is not None:
        return True
    return "lntd" in names.split() and tree.nodes[cell].select_one(".lnt") is not None


def code_text(element: Element) -> str:
    r"""The text of a listing, with a line end for each ``br`` and around what begins a line of its own.

    >>> from turbohtml import parse
    >>> page = parse("<pre>def f():<br>\treturn 1<div>f()</div></pre>")
    >>> code_text(page.select_one("pre"))
    'def f():\n\treturn 1\nf()'
    """
    from turbohtml import Element, Text

    parts: list[str] = []
    stack = [iter(element)]
    ends: list[bool] = [False]
    while stack:
        node: Node | None = next(stack[-1], None)
        if node is None:
            stack.pop()
            if ends.pop():
                _new_line(parts)
        elif isinstance(node, Text):
            parts.append(node.data)
        elif isinstance(node, Element):
            if node.tag == "br":
                parts.append("\n")
            elif not (traits := TRAITS.get(node.tag, 0)) & SKIP and not is_line_numbers(node):
                own_line = bool(traits & BLOCK)
                if own_line:
                    _new_line(parts)
                stack.append(iter(node))
                ends.append(own_line)
    return "".join(parts).strip("\n")


def _new_line(parts: list[str]) -> None:
    while parts and not parts[-1]:
        parts.pop()
    if parts and not parts[-1].endswith("\n"):
        parts.append("\n")


def language(element: Element) -> str | None:
    """The language of a listing, by the classes and data attributes on it, in it, or up to three elements above.

    >>> from turbohtml import parse
    >>> language(parse("<div class='highlight-source-c++'><pre>x</pre></div>").select_one("pre"))
    'c++'
    """
    from turbohtml import Element

    candidates: list[Element] = [element]
    candidates += [child for child in element if isinstance(child, Element) and child.tag == "code"]
    above = element.parent
    while isinstance(above, Element) and len(candidates) < 5 and above.tag not in ("body", "article", "main"):
        candidates.append(above)
        above = above.parent
    for candidate in candidates:
        names = _names(candidate.attr("class"))
        found = [candidate.attr("data-lang") or candidate.attr("data-language") or candidate.attr("lang-name") or ""]
        found += [match[1] for pattern in (_LANGUAGE, _BRUSH, _AFTER) for match in [pattern.search(names)] if match]
        for raw in found:
            name = raw.strip().lower()
            if name and name not in _NO_LANGUAGE and re.fullmatch(r"[a-z0-9+#_.-]{1,30}", name):
                return name
    return None


def _names(classes: str | None) -> str:
    return " ".join((classes or "").split())[:300]
