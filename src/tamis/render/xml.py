"""Plain XML with the page's own element names, well-formed whatever the page holds."""

from __future__ import annotations

import re
from html import escape
from typing import Final, Unpack

from tamis.document import Document
from tamis.formats import output_format
from tamis.options import Markup
from tamis.render.header import fields
from tamis.render.nodes import Node
from tamis.render.outline import outline
from tamis.render.shape import INLINE_NAMES
from tamis.version import __version__

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@output_format("xml", ".xml", "application/xml")
def to_xml(document: Document, **shown: Unpack[Markup]) -> str:
    """The kept blocks under ``doc/main``, HTML's element names; the metadata are attributes of ``doc``.

    >>> import tamis
    >>> page = "<title>Rye</title><h1>Rye</h1><p>Rye is a grass that is grown for its grain, for bread and for beer."
    >>> print(tamis.analyze(page, strategy="eniw").xml().splitlines()[2])
    <h1>Rye</h1>
    """
    root = outline(document, **shown)
    about = {**fields(document), "strategy": document.strategy, "generator": f"tamis {__version__}"}
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<doc{attributes(about)}><main>\n{_plain(root)}</main></doc>\n'


def _plain(root: Node) -> str:
    parts: list[str] = []
    for node, ends in root.walk():
        if isinstance(node, str):
            parts.append(xml_text(node))
        elif ends:
            parts.append(f"</{node.name}>" + ("" if node.name in INLINE_NAMES else "\n"))
        else:
            parts.append(f"<{node.name}{attributes(node.attributes)}>")
    return "".join(parts)


def xml_text(text: str) -> str:
    r"""A text as XML can hold it.

    >>> xml_text("a < b\x00")
    'a &lt; b'
    """
    return escape(_NOT_XML.sub("", text), quote=False)


def attributes(values: dict[str, str]) -> str:
    """The attributes of a tag, each with a space before it; characters that XML cannot hold are left out."""
    return "".join(f' {name}="{escape(_NOT_XML.sub("", " ".join(value.split())))}"' for name, value in values.items())
