"""What the documents of all retrieval libraries have beside their text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tamis.api import analyze
from tamis.document import Document
from tamis.web.inputs import PageSource, is_address

if TYPE_CHECKING:
    from tamis.chunks import By, Chunk


def chunked(
    page: Document, max_tokens: int, overlap: int, by: By, count_tokens: Callable[[str], int] | None
) -> Iterator[tuple[Chunk, dict[str, Any]]]:
    """The chunks of a page, each with plain values that every vector store takes; what is unknown is left out."""
    title = page.title
    for chunk in page.chunks(max_tokens, overlap, by, count_tokens):
        start, end = chunk.span or (None, None)
        values = {
            "source": page.url, "title": title, "headings": " > ".join(chunk.headings), "link": chunk.link,
            "xpath": chunk.xpath, "start_index": start, "end_index": end, "block": chunk.blocks[0],
            "tokens": chunk.tokens,
        }  # fmt: skip
        yield chunk, {name: value for name, value in values.items() if value not in (None, "")}


def read(source: PageSource) -> Document:
    """The decisions on a page; an address is fetched, which needs the extra ``fetch``."""
    if isinstance(source, str) and is_address(source.strip()):
        from tamis.web.fetch import fetch

        return analyze(fetch(source.strip()))
    return analyze(source)
