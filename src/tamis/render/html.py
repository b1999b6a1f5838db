"""HTML that is safe to show, written anew from the kept blocks."""

from __future__ import annotations

from html import escape
from typing import Final, Unpack

from tamis.document import Document
from tamis.formats import output_format
from tamis.options import Markup
from tamis.render.header import fields
from tamis.render.nodes import Node
from tamis.render.outline import outline
from tamis.render.shape import INLINE_NAMES

_VOID: Final = frozenset(("br", "img"))
_SPECIAL: Final = frozenset(("math", "noteref", "note", "pre", "callout"))
"""written as more than their tags"""


@output_format("html", ".html", "text/html")
def to_html(document: Document, *, metadata: bool = False, **shown: Unpack[Markup]) -> str:
    """The kept blocks as HTML, without ``html`` and ``body`` unless there are metadata for its ``head``.

    >>> import tamis
    >>> page = "<p onclick=x()>Dough rises <b>slowly</b>: a <a href='javascript:y()'>loaf</a> takes an hour or two."
    >>> print(tamis.analyze(page, strategy="eniw").html().strip())
    <p>Dough rises <b>slowly</b>: a loaf takes an hour or two.</p>
    """
    body = write(outline(document, **shown))
    return _with_head(document, body) if metadata and body else body


def _with_head(document: Document, body: str) -> str:
    found = fields(document)
    title = escape(found.pop("title", ""))
    metas = "".join(f'<meta name="{name}" content="{escape(value)}">\n' for name, value in found.items())
    return f"<!DOCTYPE html>\n<html><head><title>{title}</title>\n{metas}</head><body>\n{body}</body></html>\n"


def write(root: Node) -> str:
    r"""A tree as HTML; a formula becomes ``span class="math"`` with its LaTeX between ``\(`` and ``\)``."""
    parts: list[str] = []
    for node, ends in root.walk():
        if isinstance(node, str):
            parts.append(escape(node, quote=False))
        elif node.name not in _SPECIAL:
            parts.append(_tag(node, ends))
        elif node.name == "math":
            open_, close = ("\\[", "\\]") if node.attributes.get("display") == "block" else ("\\(", "\\)")
            kind = "display" if node.attributes.get("display") == "block" else "inline"
            parts.append(f"{close}</span>" if ends else f'<span class="math {kind}">{open_}')
        elif node.name == "noteref":
            parts.append(_reference(node, ends))
        elif node.name == "note":
            label = escape(node.attributes["label"])
            parts.append("</div>\n" if ends else f'<div class="footnote" id="fn-{label}"><sup>{label}</sup>')
        elif node.name == "callout":
            parts.append("</div>\n" if ends else f'<div class="callout {node.attributes["kind"].lower()}">')
        else:  # pre
            name = node.attributes.get("language")
            inner = f'<code class="language-{escape(name)}">' if name else "<code>"
            # the parser drops a line end right behind <pre>, so none of the listing's own stands there
            parts.append("</code></pre>\n" if ends else f"<pre>{inner}")
    return "".join(parts)


def _tag(node: Node, ends: bool) -> str:
    if ends:
        return "" if node.name in _VOID else f"</{node.name}>" + ("\n" if node.name not in INLINE_NAMES else "")
    if not node.attributes:
        return f"<{node.name}>"
    attributes = "".join(f' {key}="{escape(value)}"' for key, value in node.attributes.items())
    return f"<{node.name}{attributes}>"


def _reference(node: Node, ends: bool) -> str:
    """A raised number, which leads to the note where links are wanted."""
    href = node.attributes.get("href")
    if ends:
        return "</a></sup>" if href else "</sup>"
    return '<sup class="footnote-ref">' + (f'<a href="{escape(href)}">' if href else "")
