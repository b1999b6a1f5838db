"""Reading labels that annotators wrote into the pages themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tamis.html.nodes import Element, Selectable, contents
from tamis.html.parser import parse_detecting
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.site.pages import own_address

# Text in these is not shown, so annotators did not judge it.
_NEVER_SHOWN = frozenset(("head", "iframe", "script", "style", "noscript", "template"))
_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "center", "details", "div", "fieldset"),
        *("figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr"),
        *("main", "nav", "p", "pre", "section", "summary", "dd", "dl", "dt", "li", "ol", "ul"),
        *("table", "tbody", "td", "tfoot", "th", "thead", "tr"),
    )
)

_SPACE = re.compile("[ \t\n\r\f]+")  # not the no-break space: it is not ASCII, so it may have been lost
_TELLING_SPACES = 3  # four words in a row occur at one place of a page, most often
_NEARBY = 2000  # characters
_LOST = r"[^\x00-\x3e\x40-\x7f]"  # "?" or not ASCII; a range up to U+10FFFF takes 4 ms to compile


class Piece(NamedTuple):
    """A text node's text, its label, and whether a new line begins before it."""

    text: str
    label: str | None
    new_line: bool


class _Place(NamedTuple):
    label: str | None
    block: Selectable
    shown: bool


def labelled_pieces(html: str | bytes, label_of: Callable[[Element], str | None]) -> Iterator[Piece]:
    """The page's visible text nodes in order, each with the label of its **nearest** ancestor that has one.

    Without recursion: pages may be deep.
    """
    document = parse_detecting(html)
    last_block: Selectable | None = None
    broken = False
    stack = [(contents(document), _Place(None, document, True))]
    while stack:
        inside, here = stack[-1]
        node = next(inside, None)
        if node is None:
            stack.pop()
        elif not isinstance(node, str):
            broken = broken or node.tag == "br"
            block = node if node.tag in _BLOCKS else here.block
            place = _Place(label_of(node) or here.label, block, here.shown and node.tag not in _NEVER_SHOWN)
            stack.append((contents(node), place))
        elif here.shown:
            yield Piece(node, here.label, broken or here.block is not last_block)
            last_block, broken = here.block, False


def join_pieces(pieces: list[Piece], labels: frozenset[str]) -> str:
    """The text of the pieces that have one of the labels, a line for each block.

    >>> join_pieces([Piece("A", "1", True), Piece(" b", "1", False), Piece("ad", "0", True)], frozenset("1"))
    'A b'
    """
    parts: list[str] = []
    new_line = False
    for piece in pieces:
        new_line = new_line or piece.new_line
        if piece.label in labels:
            parts.append(("\n" if new_line else "") + _SPACE.sub(" ", piece.text))
            new_line = False
    lines = map(_squeezed, "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def restored(pieces: list[Piece], original: str | bytes) -> list[Piece]:
    """The pieces with the characters back that annotating lost.

    The annotated copies of L3S-GN1 and Google-Trends-2017 went through ASCII: every other character
    became one ``?`` or one for each of its bytes. Where the page as it was crawled is at hand, a piece
    with a ``?`` is looked up in it and taken from there. Pieces and page run in step: a short piece is
    looked for close by only, lest a lone ``?`` runs ahead of the rest. A piece that is not found stays as
    it is.
    """
    text = _SPACE.sub(" ", "".join(piece.text for piece in labelled_pieces(original, lambda _: None)))
    start = 0
    result = []
    for piece in pieces:
        lossy = _SPACE.sub(" ", piece.text)
        far = lossy.count(" ") >= _TELLING_SPACES
        found, end = _found(lossy.strip(" "), text, start, len(text) if far else start + _NEARBY)
        if found:
            start = end
            lossy = lossy.replace(lossy.strip(" "), found)  # the spaces around it stay
        result.append(piece._replace(text=lossy))
    return result


def _found(lossy: str, text: str, start: int, end: int) -> tuple[str, int]:
    """What ``lossy`` was in ``text``, and where that ends; an empty text if it is not there.

    A run of ``?`` is itself, or at most as many characters that ASCII lacks.
    """
    if "?" not in lossy:
        place = text.find(lossy, start, end)
        return (lossy, place + len(lossy)) if place >= 0 else ("", start)
    parts = re.findall(r"\?+|[^?]+", lossy)
    pattern = "".join(_LOST + f"{{1,{len(p)}}}" if p[0] == "?" else re.escape(p) for p in parts)
    match = re.compile(pattern).search(text, start, end)
    return (match[0], match.end()) if match else ("", start)


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def address_of(html: str | bytes) -> str | None:
    """The address that a page gives as its own."""
    return own_address(read(html, None, Limits()))
