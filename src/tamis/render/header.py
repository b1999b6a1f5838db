"""The metadata in front of a rendered page."""

from __future__ import annotations

import json
from typing import Final

from tamis.document import Document

_JSON_ONLY: Final = ("authors", "sources")


def front_matter(document: Document, body: str) -> str:
    """A text or Markdown behind a ``---`` block of the page's metadata; an empty one stays empty."""
    if not body:
        return body
    # A JSON string is a YAML string, whatever is in it.
    lines = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields(document).items())
    return f"---\n{lines}---\n\n{body}"


def fields(document: Document) -> dict[str, str]:
    """The metadata that the page has, each on one line."""
    found = document.metadata.to_dict().items()
    return {name: _line(value) for name, value in found if value and name not in _JSON_ONLY}


def _line(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else " ".join(str(value).split())
