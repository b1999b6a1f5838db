"""Markdown, by turbohtml's renderer from the clean tree.

turbohtml's escaping holds: what it writes comes back as the same text from a CommonMark parser. Four things are
prepared for it, because its own way loses something: ``sub`` and ``sup`` (it writes 10³ as 103), formulas, definition
lists (it writes terms and definitions alike), and tables with spans, short rows, no header or several lines in a cell
(it falls back to raw HTML). Its ``converters`` would serve for some of that, but with any of them set it writes bold
text beside punctuation as raw HTML, so marks hold the places instead.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from turbohtml import Markdown, parse

from tamis.render.html import write
from tamis.render.nodes import Node
from tamis.render.outline import outline
from tamis.render.tables import as_grid

if TYPE_CHECKING:
    from tamis.document import Document

_OPTIONS: Final = Markdown(
    inline=Markdown.Inline(quote_open="", quote_close=""),  # a page's style sheet makes a q's quotes, or the author has
)
_MARKS: Final = "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5"
"""code points that no text may use: they hold the place of markup until the text around it is escaped"""
_SUP, _END_SUP, _SUB, _END_SUB, _MATH, _END_MATH = _MARKS
_RAW: Final = {ord(_SUP): "<sup>", ord(_END_SUP): "</sup>", ord(_SUB): "<sub>", ord(_END_SUB): "</sub>"}
_FORMULA: Final = re.compile(f"{_MATH}([0-9]{{1,9}}){_END_MATH}")
_UNMARKED: Final = re.compile(f"[{_MARKS}]")
_IN_TABLE: Final = str.maketrans({"|": r"\vert "})
_IN_LATEX: Final = str.maketrans({"<": r"\lt ", ">": r"\gt "})
_BLOCKS: Final = frozenset("p ul ol pre table dl blockquote figure details h1 h2 h3 h4 h5 h6".split())


def to_markdown(
    document: Document, *, links: bool = False, images: bool = False, tables: bool = True, media: bool = False
) -> str:
    """The kept blocks as GitHub-flavoured Markdown.

    >>> import tamis
    >>> page = "<h2>Dough</h2><p>Knead it for ten minutes, rest it for an hour, fold it twice."
    >>> print(tamis.analyze(page, strategy="eniw").markdown())
    ## Dough
    <BLANKLINE>
    Knead it for ten minutes, rest it for an hour, fold it twice.
    """
    root = outline(document, links=links, images=images, tables=tables, media=media)
    if not root.children:
        return ""
    formulas = _prepare(root)
    text = parse(write(root)).to_markdown(_OPTIONS).strip().translate(_RAW)
    return _FORMULA.sub(lambda found: formulas[int(found[1])], text) if formulas else text


def _prepare(root: Node) -> list[str]:
    """Make the tree one that turbohtml writes as it should be; formulas are put aside, numbers in their places."""
    formulas: list[str] = []
    for node in [root, *root.elements()]:
        node.children = [_UNMARKED.sub("\ufffd", c) if isinstance(c, str) else c for c in node.children]
    for code in root.elements("code", "kbd", "samp"):  # nothing in a code span is markup
        code.children = [code.text()] if not any(code.elements("img")) else code.children
    for table in list(root.elements("table")):
        for formula in table.elements("math"):
            formula.children = [formula.text().replace(r"\|", r"\Vert ").translate(_IN_TABLE)]
        as_grid(table)
    for node in list(root.elements("math", "dl", "sup", "sub")):
        if node.name == "math":
            fence = "$$" if node.attributes["display"] == "block" else "$"
            formulas.append(f"{fence}{node.text().translate(_IN_LATEX)}{fence}")
            node.name, node.attributes, node.children = "span", {}, [f"{_MATH}{len(formulas) - 1}{_END_MATH}"]
        elif node.name == "dl":
            _as_list(node)
        else:
            begin, end = (_SUP, _END_SUP) if node.name == "sup" else (_SUB, _END_SUB)
            node.name, node.children = "span", [begin, *node.children, end]
    return formulas


def _as_list(node: Node) -> None:
    """A definition list as a list: each term, in bold, begins an item, and what defines it follows."""
    items: list[Node] = []
    for child in node.children:
        if not isinstance(child, Node):
            continue
        if child.name == "dt" or not items:
            items.append(Node("li"))
        inside = items[-1].children
        if child.name == "dt":
            inside.append(Node("p", {}, [Node("strong", {}, child.children)]))
        elif child.name != "dd":
            inside.append(child)
        elif any(isinstance(part, Node) and part.name in _BLOCKS for part in child.children):
            inside += child.children
        else:
            inside.append(Node("p", {}, child.children))
    node.name, node.children = "ul", [*items]
