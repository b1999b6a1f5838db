"""The metadata in front of a rendered page."""

from __future__ import annotations

import json
from typing import Final

from tamis.document import Document

_JSON_ONLY: Final = ("authors", "canonical_url", "site_name", "hostname", "images", "sources")
"""what repeats another field, and where each was found"""


def front_matter(document: Document, body: str) -> str:
    """A text or Markdown behind a ``---`` block of the page's metadata; an empty one stays empty."""
    if not body:
        return body
    # JSON's strings and lists are YAML's, whatever is in them.
    lines = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in _values(document).items())
    return f"---\n{lines}---\n\n{body}"


def fields(document: Document) -> dict[str, str]:
    """The metadata that the page has, each on one line."""
    found = _values(document).items()
    return {name: value if isinstance(value, str) else ", ".join(value) for name, value in found}


def _values(document: Document) -> dict[str, str | list[str]]:
    found = document.metadata.to_dict().items()
    return {name: _line(value) for name, value in found if value and name not in _JSON_ONLY}


def _line(value: object) -> str | list[str]:
    if value is True:
        return "yes"
    return [" ".join(str(one).split()) for one in value] if isinstance(value, list) else " ".join(str(value).split())
