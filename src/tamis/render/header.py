"""The metadata in front of a rendered page."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tamis.document import Document

_APART: Final = ("authors", "sources")
"""in the JSON form only"""


def with_header(document: Document, output_format: str, body: str) -> str:
    """The body behind its metadata: a ``---`` block for text and Markdown, a ``<head>`` for HTML."""
    fields = {name: value for name, value in document.metadata.to_dict().items() if value and name not in _APART}
    if output_format == "html":
        title = escape(str(fields.pop("title", "")))
        metas = "".join(f'<meta name="{name}" content="{escape(_line(value))}">\n' for name, value in fields.items())
        return f"<!DOCTYPE html>\n<html><head><title>{title}</title>\n{metas}</head><body>\n{body}</body></html>\n"
    # A JSON string is a YAML string, whatever is in it.
    lines = "".join(f"{name}: {json.dumps(_line(value), ensure_ascii=False)}\n" for name, value in fields.items())
    return f"---\n{lines}---\n\n{body}"


def _line(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else " ".join(str(value).split())
