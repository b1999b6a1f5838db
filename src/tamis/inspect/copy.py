"""A copy of a page that is safe to show, with each block marked, made from the tree's columns.

Nothing of the page's markup is passed on: elements are written from a short list of names, attributes from a shorter
one, styles as :mod:`tamis.inspect.css` lets them through, text escaped. There are no links, pictures, forms, frames or
scripts in the copy, so there is nothing in it that could run or fetch. An element whose text is all of one block
carries that block's index in ``data-b``; text that shares its element with other blocks gets a ``span`` of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.blocks.page import Page
from tamis.blocks.project import blocks_of_runs
from tamis.html.tags import BLOCK, SKIP
from tamis.html.tree import Tree
from tamis.inspect.css import declarations, stylesheet

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""what the frame may load: nothing but the styles that are in it"""

_SAME: Final = frozenset(
    """
    a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn
    div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i ins kbd label legend li
    main mark menu nav ol p pre q ruby rt s samp section small span strike strong sub summary sup table tbody td tfoot
    th thead time tr tt u ul var wbr
    """.split()
)
_VOID: Final = frozenset("br col hr wbr".split())
_SHOWN_AS_BOX: Final = {
    "img": "picture", "picture": "picture", "svg": "drawing", "video": "video", "audio": "sound", "iframe": "frame",
    "object": "embed", "embed": "embed", "canvas": "canvas", "input": "field", "select": "list", "textarea": "field",
}  # fmt: skip
"""what is not copied leaves an empty box with its name, so that the page keeps its shape"""
_ATTRIBUTES: Final = ("class", "id", "lang", "dir", "align", "valign", "bgcolor", "colspan", "rowspan")
_DEEPEST: Final = 400
"""elements that are open at once; browsers stop nesting at 512"""
_MOST_CHARACTERS: Final = 4_000_000
"""of the copy: more is slow to draw, and nobody scrolls through it"""
_LONGEST_ATTRIBUTE: Final = 500

_FRAME_CSS: Final = (Path(__file__).parent / "assets" / "frame.css").read_text(encoding="utf-8")


def copy(page: Page, most_blocks: int) -> str:
    """The page as an HTML document with its first ``most_blocks`` blocks marked.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> page = text_flow(read("<div onclick=x()>One<p class=a>two <a href=javascript:y()>3</a></div>", None, Limits()))
    >>> print(copy(page, 100).partition("<body>")[2])
    <div><span data-b="0">One</span><p class="a" data-b="1">two <a>3</a></p></div></body></html>
    """
    tree = page.tree
    head = (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="{POLICY}"><style>{_FRAME_CSS}</style><style data-page>{_own_styles(tree)}</style></head>'
    )
    body = f"<body{_attributes(tree, 0)}>"
    parts, size = [head, body], 0
    for part in _written(page, most_blocks):
        parts.append(part)
        size += len(part)
        if size > _MOST_CHARACTERS:
            break  # the browser closes what is open
    return "".join([*parts, "</body></html>"])


def _own_styles(tree: Tree) -> str:
    texts = (style.text for style in tree.document.select("style"))
    return stylesheet("\n".join(texts)[:1_000_000])


def _written(page: Page, most_blocks: int) -> Iterator[str]:
    """The parts of the body in document order."""
    tree = page.tree
    of_run = blocks_of_runs(page)
    marked = _marked_elements(page, of_run)
    covered = _handed_down(marked, tree.parents)
    renamed = _paragraphs_around_tables(tree)
    parents, run_parents = tree.parents, tree.run_parents
    open_tags: list[tuple[int, str]] = [(0, "")]
    element, last = 1, len(tree.nodes)
    for run, seen in enumerate([*tree.run_seen, last]):
        for e in range(element, seen):
            yield from _closed(open_tags, parents[e])
            yield _opened(tree, e, marked[e], e in renamed, open_tags)
        element = max(element, seen)
        if run == len(tree.runs):
            break
        block = int(of_run[run])
        if block >= most_blocks:
            break
        yield from _closed(open_tags, run_parents[run])
        text = escape(tree.runs[run], quote=False)
        bare = covered[run_parents[run]] != block or len(open_tags) > _DEEPEST
        yield f'<span data-b="{block}">{text}</span>' if block >= 0 and bare and not text.isspace() else text
    yield from _closed(open_tags, 0)


def _handed_down(marked: list[int], parents: Sequence[int]) -> list[int]:
    """For each element the mark that it or the nearest element around it carries."""
    covered = [-1] * len(marked)
    for e in range(1, len(marked)):
        covered[e] = marked[e] if marked[e] >= 0 else covered[parents[e]]
    return covered


def _closed(open_tags: list[tuple[int, str]], parent: int) -> Iterator[str]:
    """The end tags of what is open below ``parent``; element indices grow towards the top of the stack."""
    while open_tags[-1][0] > parent:
        _, tag = open_tags.pop()
        if tag:
            yield f"</{tag}>"


def _paragraphs_around_tables(tree: Tree) -> set[int]:
    """Paragraphs that hold a table, as on pages of old: in a page of today the table would end its paragraph."""
    found, nearest = set(), [-1]
    for e in range(1, len(tree.tags)):
        tag, above = tree.tags[e], nearest[tree.parents[e]]
        if tag == "table" and above >= 0:
            found.add(above)
        nearest.append(e if tag == "p" else -1 if tag in ("table", "td", "th", "caption") else above)
    return found


def _opened(tree: Tree, element: int, block: int, renamed: bool, open_tags: list[tuple[int, str]]) -> str:
    """The start tag of an element, which is put on the stack if it can hold something."""
    name, traits = tree.tags[element], tree.traits[element]
    if box := _SHOWN_AS_BOX.get(name):
        label = (tree.attr(element, "alt") or tree.attr(element, "placeholder") or "").strip()[:80]
        if name == "input" and tree.attr(element, "type") in ("hidden", "submit", "button"):
            return ""
        if name in ("picture", "video", "audio", "canvas"):  # these hold what is shown in their place
            open_tags.append((element, ""))
        return "" if name == "picture" else f'<span data-box="{box}">{escape(label, quote=False) or box}</span>'
    if traits & SKIP or name in ("link", "meta", "base", "title", "noframes", "noembed"):
        return ""
    tag = name if name in _SAME and not renamed else "div" if traits & BLOCK else "span"
    if tag in _VOID:
        return f"<{tag}>"
    if len(open_tags) > _DEEPEST:
        open_tags.append((element, ""))
        return ""
    open_tags.append((element, tag))
    mark = f' data-b="{block}"' if block >= 0 else ""
    other = "" if tag == name else " data-x"  # its name is not the page's: no selector can be made of it
    return f"<{tag}{_attributes(tree, element)}{mark}{other}>"


def _attributes(tree: Tree, element: int) -> str:
    node = tree.nodes[element]
    if not node.attrs:
        return ""
    kept = []
    for name in _ATTRIBUTES:
        value = node.attr(name)
        if value and len(value) <= _LONGEST_ATTRIBUTE:
            kept.append(f' {name}="{escape(value)}"')
    style = node.attr("style")
    if style and (harmless := declarations(style[: 4 * _LONGEST_ATTRIBUTE])):
        kept.append(f' style="{escape(harmless)}"')
    return "".join(kept)


def _marked_elements(page: Page, of_run: NDArray[np.int64]) -> list[int]:
    """The block that each element is to be marked with, or -1.

    An element is *pure* if all its text is of one block. Of nested pure elements the outermost is marked, but none
    around the block's own element: its outline is to lie close to the text.
    """
    tree = page.tree
    none = len(page)
    low, high = [none] * len(tree.nodes), [-1] * len(tree.nodes)
    for block, parent, run in zip(of_run.tolist(), tree.run_parents, tree.runs, strict=True):
        if block >= 0 and not run.isspace():
            low[parent], high[parent] = min(low[parent], block), max(high[parent], block)
    parents = tree.parents
    for e in range(len(parents) - 1, 0, -1):
        above = parents[e]
        low[above], high[above] = min(low[above], low[e]), max(high[above], high[e])
    own = page.elements.tolist()
    marked = [-1] * len(parents)
    for e in range(1, len(parents)):
        block = high[e]
        if block < 0 or low[e] != block or e < own[block]:
            continue
        above = parents[e]
        if e == own[block] or low[above] != high[above]:
            marked[e] = block
    return marked
