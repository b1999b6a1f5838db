"""Markdown: CommonMark with GitHub's tables, ``~~``, footnotes, formulas and task lists.

Written from the outline in one pass. A parser of Markdown reads the same text and structure from it. There is no raw
HTML but ``sup``, ``sub``, ``br``, and tables that have no other form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Unpack

from tamis.document import Document
from tamis.formats import output_format
from tamis.options import Markup
from tamis.render.callouts import KINDS
from tamis.render.header import front_matter
from tamis.render.html import write
from tamis.render.inline import write_inline
from tamis.render.nodes import Node
from tamis.render.numbers import split_lists
from tamis.render.outline import outline
from tamis.render.shape import INLINE_NAMES
from tamis.render.tables import as_grid

_HEADING: Final = re.compile(r"h([1-6])")
_CLOSING: Final = re.compile(r"(?<![^ ])#+$")
"""what a parser would drop at the end of a heading"""
_TICKS: Final = re.compile("`{3,}")
_CONTAINERS: Final = frozenset("ul ol li blockquote note callout".split())
_DEEPEST: Final = 16
"""lists, items and quotes in each other, less than the 20 that markdown-it reads; what is deeper is written flat"""
_LISTS: Final = frozenset(("ul", "ol"))
_BLANK_LINES: Final = re.compile(r"\n\s*\n")


@output_format("markdown", ".md", "text/markdown")
def to_markdown(document: Document, *, metadata: bool = False, **shown: Unpack[Markup]) -> str:
    """The kept blocks as GitHub-flavoured Markdown.

    >>> import tamis
    >>> page = "<h2>Dough</h2><p>Knead it for ten minutes, rest it for an hour, fold it twice."
    >>> print(tamis.analyze(page, strategy="eniw").markdown())
    ## Dough
    <BLANKLINE>
    Knead it for ten minutes, rest it for an hour, fold it twice.
    """
    body = write_markdown(outline(document, **shown))
    return front_matter(document, body) if metadata else body


@dataclass(slots=True)
class _Block:
    """A finished block: its kind, for what may stand beside it, and its text."""

    kind: str
    text: str
    mark: str = ""
    """of a list: what follows its numbers, or its bullet"""


@dataclass(slots=True)
class _Open:
    """An element whose children are being written."""

    node: Node
    blocks: list[_Block]
    """those that are finished inside; an element that is no container of its own shares its parent's"""
    depth: int = 0
    """of lists, items and quotes around its content"""
    next: int = 0
    line: list[Node | str] = field(default_factory=list)


def write_markdown(root: Node) -> str:
    """An outline as Markdown.

    >>> item = Node("li", {}, ["one", Node("ul", {}, [Node("li", {}, ["inner"])])])
    >>> print(write_markdown(Node("body", {}, [Node("ol", {}, [item, Node("li", {}, ["two"])])])))
    1. one
       - inner
    2. two
    """
    split_lists(root, {"ol"})
    stack = [_Open(root, [])]
    while True:
        top = stack[-1]
        if top.next == len(top.node.children):
            _end_line(top)
            if len(stack) == 1:
                return "\n\n".join([block.text for block in top.blocks])
            stack.pop()
            _close(top, stack[-1].blocks)
            continue
        child = top.node.children[top.next]
        top.next += 1
        if isinstance(child, str) or child.name in INLINE_NAMES:
            top.line.append(child)
            continue
        _end_line(top)
        if child.name == "pre":
            _add(top.blocks, _Block("pre", _code_block(child)))
        elif child.name == "table":
            stack += _begin_table(child, top.blocks)
        else:
            if child.name == "dl":
                _as_list(child)
            contained = child.name in _CONTAINERS and top.depth < _DEEPEST
            stack.append(_Open(child, [] if contained else top.blocks, top.depth + (child.name in _CONTAINERS)))


def _add(blocks: list[_Block], block: _Block) -> None:
    if block.text:
        blocks.append(block)


def _end_line(element: _Open) -> None:
    """Write the inline content that has come together."""
    if not element.line:
        return
    heading = _HEADING.fullmatch(element.node.name)
    text = write_inline(element.line, line_break="<br>" if heading else "  \n")
    element.line = []
    if heading and text:
        text = f"{'#' * int(heading[1])} {_CLOSING.sub(lambda found: chr(92) + found[0], text)}"
    _add(element.blocks, _Block("p", text))


def _close(element: _Open, outside: list[_Block]) -> None:
    """Write a container whose content is finished."""
    name, blocks = element.node.name, element.blocks
    if not blocks or blocks is outside:
        return
    if name == "li":
        if (state := element.node.attributes.get("data-task")) is not None and blocks[0].kind == "p":
            blocks[0].text = f"[{state}] {blocks[0].text}"
        outside.append(_Block("loose" if _is_loose(blocks) else "li", _joined(blocks)))
    elif name in ("blockquote", "callout"):
        lines = "\n\n".join([block.text for block in blocks]).split("\n")
        if name == "callout":
            lines = _called_out(element.node.attributes["kind"], lines)
        outside.append(_Block(name, "\n".join([f"> {line}" if line else ">" for line in lines])))
    elif name == "note":
        body = _indented("\n\n".join([block.text for block in blocks]), 4)
        outside.append(_Block(name, f"[^{element.node.attributes['label']}]: {body}"))
    else:
        outside.append(_list(element.node, blocks, outside[-1] if outside else None))


def _called_out(kind: str, lines: list[str]) -> list[str]:
    """The lines of a callout behind its sign, which stands for a title that says no more than the kind."""
    title = lines[0].strip("*# :!").lower()
    if KINDS.get(title) is not None and len(lines) > 1:
        lines = lines[1:]
        while lines and not lines[0]:
            lines = lines[1:]
    return [f"[!{kind}]", *lines]


def _is_loose(blocks: list[_Block]) -> bool:
    """Whether an item needs empty lines between its blocks: not if it is one line, or one line and lists."""
    if any(block.kind not in _LISTS for block in blocks[1:]):
        return True
    return len(blocks) > 1 and not all(block.text.startswith(("- ", "* ", "1.", "1)")) for block in blocks[1:])


def _joined(blocks: list[_Block]) -> str:
    return ("\n\n" if _is_loose(blocks) else "\n").join([block.text for block in blocks])


def _list(node: Node, items: list[_Block], before: _Block | None) -> _Block:
    """A list; directly behind another one of its kind it has another mark, so that they stay two."""
    marks = "-*" if node.name == "ul" else ".)"
    mark = marks[1] if before is not None and before.kind == node.name and before.mark == marks[0] else marks[0]
    number = int(node.attributes.get("start", "1"))
    lines = []
    for place, item in enumerate(items):
        head = f"{mark} " if node.name == "ul" else f"{number + place}{mark} "
        lines.append(head + _indented(item.text, len(head)))
    loose = any(item.kind == "loose" for item in items)
    return _Block(node.name, ("\n\n" if loose else "\n").join(lines), mark)


def _indented(text: str, width: int) -> str:
    """A text whose lines but the first are indented; empty ones stay empty."""
    if "\n" not in text:
        return text
    margin = " " * width
    return "\n".join([f"{margin}{line}" if line and place else line for place, line in enumerate(text.split("\n"))])


def _code_block(node: Node) -> str:
    text = node.text()
    if not text.strip():
        return ""
    ticks = "`" * max([3, *(len(run) + 1 for run in _TICKS.findall(text))])
    return f"{ticks}{node.attributes.get('language', '')}\n{text}\n{ticks}"


def _begin_table(table: Node, blocks: list[_Block]) -> list[_Open]:
    """Write a table, its caption above it; what is left of one in a single column is to be written as paragraphs."""
    as_grid(table)
    if table.name != "table":
        return [_Open(table, blocks)]
    rows = [row for row in table.children if isinstance(row, Node) and row.name == "tr"]
    if len(rows) < 1 or any(not isinstance(row, Node) or row.name not in ("tr", "caption") for row in table.children):
        _add(blocks, _Block("html", _BLANK_LINES.sub("\n", write(Node("body", {}, [table]))).strip()))
        return []
    for caption in table.children:
        if isinstance(caption, Node) and caption.name == "caption":
            _add(blocks, _Block("p", write_inline(caption.children)))
    lines = []
    for number, row in enumerate(rows):
        cells = [
            write_inline(c.children, line_break="<br>", in_table=True) for c in row.children if isinstance(c, Node)
        ]
        lines.append(f"| {' | '.join(cells)} |")
        if not number:
            lines.append(f"|{' --- |' * len(cells)}")
    _add(blocks, _Block("table", "\n".join(lines)))
    return []


def _as_list(node: Node) -> None:
    """A definition list as a list: each term, in bold, begins an item, and what defines it follows.

    One without terms only moves paragraphs in.
    """
    if not any(isinstance(child, Node) and child.name == "dt" for child in node.children):
        node.name = "div"
        return
    items: list[Node] = []
    for child in node.children:
        if not isinstance(child, Node):
            continue
        if child.name == "dt" or not items:
            items.append(Node("li"))
        inside = items[-1].children
        if child.name == "dt":
            inside.append(Node("p", {}, [Node("strong", {}, child.children)]))
        else:
            inside.append(Node("div", {}, child.children) if child.name == "dd" else child)
    node.name, node.children = "ul", [*items]
