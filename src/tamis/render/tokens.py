"""What stands in a line of Markdown as a flat list of tokens: text, delimiters, links, code, raw pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tamis.render.escape import escape, escape_address
from tamis.render.media import MARK
from tamis.render.nodes import Node

TEXT, OPEN, CLOSE, RAW, LINK, END_LINK, BREAK, CODE = range(8)
"""kinds of tokens; ``OPEN`` and ``CLOSE`` are those of emphasis"""
_OPENING: Final = (OPEN, LINK)
_CLOSING: Final = (CLOSE, END_LINK)
_EMPHASIS: Final = {"b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~", "del": "~~"}
_RAW: Final = frozenset(("sup", "sub"))
_LITERAL: Final = frozenset(("code", "kbd", "samp"))
_TAG_IN_LATEX: Final = re.compile(r"<(?=[A-Za-z/!?])")
"""what an HTML sanitiser might take for a tag; a space there changes no formula"""


@dataclass(slots=True)
class Token:
    """A piece of a line."""

    kind: int
    text: str
    """of code its text, of other kinds what is written, but that text is not escaped yet"""
    span: int = -1
    """of emphasis: the number of its span"""


def tokens_of(parts: list[Node | str], in_table: bool) -> list[Token]:
    """Inline nodes as tokens; emphasis inside emphasis of the same kind is dropped."""
    tokens: list[Token] = []
    open_kinds: list[str] = []
    stack: list[tuple[Iterator[Node | str], Token | None]] = [(iter(parts), None)]
    spans = 0
    while stack:
        child = next(stack[-1][0], None)
        if child is None:
            _, end = stack.pop()
            if end is not None:
                tokens.append(end)
                if end.kind == CLOSE:
                    open_kinds.pop()
        elif isinstance(child, str):
            tokens.append(Token(TEXT, child))
        elif (leaf := _leaf(child, in_table)) is not None:
            tokens += [leaf] if leaf.text or leaf.kind == BREAK else []
        else:
            kind = _EMPHASIS.get(child.name)
            begin, end = _around(child, None if kind in open_kinds else kind, spans)
            if kind is not None and begin is not None:
                open_kinds.append(kind)
                spans += 1
            tokens += [begin] if begin is not None else []
            stack.append((iter(child.children), end))
    return tokens


def _around(node: Node, kind: str | None, span: int) -> tuple[Token | None, Token | None]:
    """What stands before and behind the content of a node."""
    if kind is not None:
        return Token(OPEN, kind, span), Token(CLOSE, kind, span)
    if node.name in _RAW:
        return Token(RAW, f"<{node.name}>"), Token(RAW, f"</{node.name}>")
    if node.name == "a" and "href" in node.attributes and not _refers(node):
        return Token(LINK, "["), Token(END_LINK, f"]({escape_address(node.attributes['href'])})")
    return None, None


def _refers(node: Node) -> bool:
    """Whether a link holds the reference of a footnote, which is a link itself."""
    return any("note" in reference.attributes for reference in node.elements("noteref"))


def _leaf(node: Node, in_table: bool) -> Token | None:
    """The token of a node that is written as a whole (code, image, formula …); ``None`` for other nodes."""
    if node.name == "br":
        return Token(BREAK, "")
    if node.name in _LITERAL and not any(node.elements("img")):
        text = node.text().replace("\n", " ")
        return Token(CODE if text.strip() else TEXT, text)
    if node.name == "math":
        return Token(RAW, formula(node, in_table))
    if node.name == "img":
        return Token(RAW, f"![{_label(node.attributes.get('alt', ''))}]({escape_address(node.attributes['src'])})")
    if node.name == "noteref":
        label = node.attributes["label"]
        return Token(RAW, f"[^{label}]") if "note" in node.attributes else Token(TEXT, f"[{label}]")
    if node.name == "a" and node.attributes.get("class") == MARK:
        return Token(RAW, f"![{_label(node.text()[1:-1])}]({escape_address(node.attributes['href'])})")
    return None


def _label(text: str) -> str:
    return " ".join(escape(text, first=True, last=True, in_link=True, dollars=0).split())


def formula(node: Node, in_table: bool = False) -> str:
    """A formula between dollar signs, as it is but for what would end a cell or begin a tag."""
    latex = _TAG_IN_LATEX.sub("< ", " ".join(node.text().split()))
    if in_table:
        latex = latex.replace(r"\|", r"\Vert ").replace("|", r"\vert ")
    delimiter = "$$" if node.attributes.get("display") == "block" else "$"
    return f"{delimiter}{latex}{delimiter}" if latex else ""


def trimmed(tokens: list[Token]) -> list[Token]:
    """Without white space at the ends of lines, and with that at the ends of emphasis and links outside of these."""
    kept: list[Token] = []
    same: dict[int, int] = {}
    for token in _with_spaces_before(tokens):
        token.span = same.get(token.span, token.span)
        if token.kind == TEXT:
            _add_text(kept, token.text)
        elif token.kind == BREAK:
            _strip_end(kept)
            if kept and kept[-1].kind != BREAK:
                kept.append(token)
        elif token.kind in _CLOSING:
            space = _strip_end(kept)
            if kept[-1].kind in _OPENING and kept[-1].span == token.span:
                kept.pop()
            else:
                kept.append(token)
            _add_text(kept, space)
        elif token.kind == OPEN and kept and kept[-1].kind == CLOSE and kept[-1].text == token.text:
            same[token.span] = kept.pop().span  # emphasis that ends where more of its kind begins goes on
        else:
            kept.append(token)
    _strip_end(kept)
    while kept and kept[-1].kind == BREAK:
        kept.pop()
    return kept


def _with_spaces_before(tokens: list[Token]) -> list[Token]:
    """With the white space at the beginning of emphasis and links before these."""
    moved: list[Token] = []  # from the last token to the first
    for token in reversed(tokens):
        inner = moved[-1] if moved else None
        moved.append(token)
        if token.kind in _OPENING and inner is not None and inner.kind == TEXT and inner.text[:1].isspace():
            inner.text = inner.text.lstrip()
            moved.append(Token(TEXT, " "))
    return [token for token in reversed(moved) if token.text or token.kind != TEXT]


def _add_text(tokens: list[Token], text: str) -> None:
    """Add text, without the white space at the beginning of a line or behind other white space."""
    if not tokens or tokens[-1].kind == BREAK:
        text = text.lstrip()
    if tokens and tokens[-1].kind == TEXT:
        tokens[-1].text += text.lstrip() if tokens[-1].text[-1:].isspace() else text
    elif text:
        tokens.append(Token(TEXT, text))


def _strip_end(tokens: list[Token]) -> str:
    """Take the white space off the last token; gives a space if there was some."""
    if not tokens or tokens[-1].kind != TEXT:
        return ""
    text = tokens[-1].text
    tokens[-1].text = text.rstrip()
    if not tokens[-1].text:
        tokens.pop()
    return " " if not text or text[-1].isspace() else ""
