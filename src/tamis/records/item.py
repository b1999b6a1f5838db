"""One record of a page, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Item:
    """One record. Fields that it does not have are ``None``."""

    kind: str
    """``post``, ``card``, ``row``, or the type that the page states, such as ``Product``"""
    source: str
    """``page``, ``json-ld``, ``microdata`` or ``opengraph``"""
    title: str | None = None
    link: str | None = None
    image: str | None = None
    price: str | None = None
    author: str | None = None
    date: str | None = None
    text: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    """further attributes and their values"""
    blocks: tuple[int, ...] = ()
    """the indices of its blocks in the ledger"""

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return {
            "kind": self.kind, "source": self.source, "title": self.title, "link": self.link, "image": self.image,
            "price": self.price, "author": self.author, "date": self.date, "text": self.text,
            "fields": dict(self.fields), "blocks": list(self.blocks),
        }  # fmt: skip
