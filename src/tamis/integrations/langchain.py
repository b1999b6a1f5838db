"""Chunks of pages as LangChain's documents; needs ``langchain-core``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from tamis.errors import MissingExtraError
from tamis.integrations.chunked import chunked, read

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import Document
except ImportError as error:
    raise MissingExtraError("langchain-core", "langchain") from error

if TYPE_CHECKING:
    from tamis.chunks import By
    from tamis.document import Document as Page
    from tamis.web.inputs import PageSource


def documents(
    page: Page,
    max_tokens: int = 300,
    overlap: int = 0,
    by: By = "heading",
    count_tokens: Callable[[str], int] | None = None,
) -> list[Document]:
    """A page's chunks; their metadata have ``source``, ``headings``, ``link``, ``xpath``, ``start_index`` and more."""
    found = chunked(page, max_tokens, overlap, by, count_tokens)
    return [Document(page_content=chunk.text, metadata=values) for chunk, values in found]


class TamisLoader(BaseLoader):
    """Loads pages: addresses, which are fetched, files, HTML, or what :func:`tamis.fetch` returns."""

    def __init__(
        self, sources: Iterable[PageSource], max_tokens: int = 300, overlap: int = 0, by: By = "heading"
    ) -> None:
        self.sources = sources
        self.max_tokens, self.overlap = max_tokens, overlap
        self.by: By = by

    def lazy_load(self) -> Iterator[Document]:
        """The chunks of all pages, a page at a time."""
        for source in self.sources:
            yield from documents(read(source), self.max_tokens, self.overlap, self.by)
