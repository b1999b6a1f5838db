"""Markdown, by turbohtml's renderer from the clean tree.

turbohtml's escaping holds: what it writes comes back as the same text from a CommonMark parser. Seven things are
prepared for it, because its own way loses something: ``sub`` and ``sup`` (it writes 10³ as 103), emphasis
(:mod:`tamis.render.emphasis`), formulas, footnotes (it has none; ours are GitHub's), definition lists (it writes terms
and definitions alike), tables with spans, short rows, no header or several lines in a cell, and ordered lists whose
numbers jump or count down (it falls back to raw HTML for both). Marks hold their places until it has written.
"""

from __future__ import annotations

import re
from typing import Final, Unpack

from tamis.document import Document
from tamis.formats import output_format
from tamis.html.parser import markdown
from tamis.options import Markup
from tamis.render.emphasis import KINDS, MARKS, mark_emphasis, write_emphasis
from tamis.render.header import front_matter
from tamis.render.html import write
from tamis.render.media import MARK
from tamis.render.nodes import Node
from tamis.render.numbers import split_lists
from tamis.render.outline import outline
from tamis.render.tables import as_grid

_MARKS: Final = "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5"
"""code points that no text may use: they hold the place of markup until the text around it is escaped"""
_SUP, _END_SUP, _SUB, _END_SUB, _RAW_BEGIN, _RAW_END = _MARKS
_RAW_TAGS: Final = {ord(_SUP): "<sup>", ord(_END_SUP): "</sup>", ord(_SUB): "<sub>", ord(_END_SUB): "</sub>"}
_PLACE: Final = re.compile(f"{_RAW_BEGIN}([0-9]{{1,9}}){_RAW_END}(:?)")
_UNMARKED: Final = re.compile(f"[{_MARKS}{MARKS}]")
_PREPARED: Final = frozenset("a code kbd samp table math dl sup sub noteref".split())
_CODE_SPANS: Final = ("code", "kbd", "samp")
_EMPHASIZED: Final = KINDS.keys() | {"dl"}
_IN_TABLE: Final = str.maketrans({"|": r"\vert "})
_IN_LATEX: Final = str.maketrans({"<": r"\lt ", ">": r"\gt "})
_BLOCKS: Final = frozenset("p ul ol pre table dl blockquote figure details h1 h2 h3 h4 h5 h6".split())


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
    root = outline(document, **shown)
    if not root.children:
        return ""
    body = _written(root, _prepare(root))
    return front_matter(document, body) if metadata else body


def _written(root: Node, raw: list[str]) -> str:
    text = markdown(write(root)).strip()
    if text.isascii():
        return text
    text = text.translate(_RAW_TAGS)
    if raw:  # a colon behind a reference would make a definition of it
        text = _PLACE.sub(lambda found: raw[int(found[1])] + ("\\:" if found[2] else ""), text)
    return write_emphasis(text)


def _prepare(root: Node) -> list[str]:
    """Make the tree one that turbohtml writes as it should be.

    Formulas and footnotes are put aside, to be written as they are; numbers hold their places.
    """
    raw: list[str] = []
    names = _without_marks(root)
    split_lists(root, names)
    if names & _PREPARED:  # others are plain paragraphs and headings, as on most pages
        _prepare_elements(root, raw)
    if names & _EMPHASIZED:
        mark_emphasis(root)
    for note in list(root.elements("note")) if "note" in names else ():
        raw.append(_definition(note, raw))
        note.name, note.attributes, note.children = "p", {}, [_placed(raw)]
    return raw


def _prepare_elements(root: Node, raw: list[str]) -> None:
    for mark in root.elements("a"):  # for media: the link's own brackets are enough
        if mark.attributes.get("class") == MARK:
            mark.children = [mark.text()[1:-1]]
    for code in root.elements(*_CODE_SPANS):  # nothing in a code span is markup
        code.children = [code.text()] if not any(code.elements("img")) else code.children
    _part_code(root, raw)
    for table in list(root.elements("table")):
        for formula in table.elements("math"):
            formula.children = [formula.text().replace(r"\|", r"\Vert ").translate(_IN_TABLE)]
        as_grid(table)
    for node in list(root.elements("math", "dl", "sup", "sub", "noteref")):
        if node.name == "noteref" and "note" in node.attributes:
            raw.append(f"[^{node.attributes['label']}]")
            node.name, node.attributes, node.children = "span", {}, [_placed(raw)]
        elif node.name == "math":
            delimiter = "$$" if node.attributes["display"] == "block" else "$"
            raw.append(f"{delimiter}{node.text().translate(_IN_LATEX)}{delimiter}")
            node.name, node.attributes, node.children = "span", {}, [_placed(raw)]
        elif node.name == "dl":
            _as_list(node)
        else:
            begin, end = (_SUB, _END_SUB) if node.name == "sub" else (_SUP, _END_SUP)
            node.name, node.attributes, node.children = "span", {}, [begin, *node.children, end]


def _part_code(root: Node, raw: list[str]) -> None:
    """Put an empty comment between neighbouring code spans: their backticks would be one run."""
    for node in [root, *root.elements()]:
        spans = [isinstance(child, Node) and child.name in _CODE_SPANS for child in node.children]
        for place in range(len(spans) - 1, 0, -1):
            if spans[place] and spans[place - 1]:
                raw.append("<!-- -->")
                node.children.insert(place, _placed(raw))


def _without_marks(root: Node) -> set[str]:
    """Replace our own marks where a page's text has them; gives the names of all elements."""
    names = set()
    for node in [root, *root.elements()]:
        names.add(node.name)
        if not all(child.isascii() for child in node.children if isinstance(child, str)):
            node.children = [_UNMARKED.sub("\ufffd", c) if isinstance(c, str) else c for c in node.children]
    return names


def _placed(raw: list[str]) -> str:
    """What holds the place of the last of the pieces that are put aside."""
    return f"{_RAW_BEGIN}{len(raw) - 1}{_RAW_END}"


def _definition(note: Node, raw: list[str]) -> str:
    """A footnote: its first line behind the label, what follows indented by four spaces."""
    label = note.attributes["label"]
    body = _written(Node("body", {}, note.children), raw)
    return f"[^{label}]: " + body.replace("\n", "\n    ").replace("\n    \n", "\n\n")


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
