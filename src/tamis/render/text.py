"""Plain text: a block a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.render.tables import in_data_table

if TYPE_CHECKING:
    from tamis.document import Document


def to_text(document: Document, *, tables: bool = True) -> str:
    """The kept blocks' texts, one a line; ``tables=False`` leaves data tables out."""
    texts = document.page.texts
    kept = document.kept()
    if not tables:
        tabular = in_data_table(document.page)
        kept = (i for i in kept if not tabular[i])
    return "\n".join([texts[i] for i in kept])
