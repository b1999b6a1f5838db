"""Chunks of pages as Haystack's documents, and a component for pipelines; needs ``haystack-ai``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.api import analyze_content
from tamis.errors import MissingExtraError
from tamis.integrations.chunked import chunked, read

try:
    from haystack import Document, component
    from haystack.dataclasses import ByteStream
except ImportError as error:
    raise MissingExtraError("haystack-ai", "haystack") from error

if TYPE_CHECKING:
    from tamis.chunks import By
    from tamis.document import Document as Page


def documents(
    page: Page,
    max_tokens: int = 300,
    overlap: int = 0,
    by: By = "heading",
    count_tokens: Callable[[str], int] | None = None,
) -> list[Document]:
    """A page's chunks; their ``meta`` has ``source``, ``headings``, ``link``, ``xpath``, ``start_index`` and more."""
    return [
        Document(content=chunk.text, meta=values)
        for chunk, values in chunked(page, max_tokens, overlap, by, count_tokens)
    ]


@component
class TamisConverter:
    """Turns pages into documents, in the place of ``HTMLToDocument``."""

    def __init__(self, max_tokens: int = 300, overlap: int = 0, by: str = "heading") -> None:
        self.max_tokens, self.overlap, self.by = max_tokens, overlap, by

    @component.output_types(documents=list[Document])
    def run(self, sources: list[str | Path | ByteStream], meta: dict[str, Any] | None = None) -> dict[str, Any]:
        """The chunks of all pages; a text is an address, to be fetched, or a file's path."""
        found = []
        for source in sources:
            for document in documents(_page(source), self.max_tokens, self.overlap, self.by):  # type: ignore[arg-type]
                document.meta.update(meta or {})
                found.append(document)
        return {"documents": found}


def _page(source: str | Path | ByteStream) -> Page:
    if isinstance(source, ByteStream):
        return analyze_content(source.data, source.meta.get("url"))
    is_fetched = isinstance(source, str) and source.startswith(("http://", "https://"))
    return read(source if is_fetched else Path(source))
