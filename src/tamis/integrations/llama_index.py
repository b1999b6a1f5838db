"""Chunks of pages as LlamaIndex's nodes; needs ``llama-index-core``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from tamis.errors import MissingExtraError
from tamis.integrations.chunked import chunked, read

try:
    from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
except ImportError as error:
    raise MissingExtraError("llama-index-core", "llama-index") from error

if TYPE_CHECKING:
    from tamis.chunks import By
    from tamis.document import Document as Page
    from tamis.web.inputs import PageSource

_FOR_PEOPLE = ["source", "link", "xpath", "start_index", "end_index", "block", "tokens"]
"""metadata that neither a model nor an embedding is shown"""


def nodes(
    page: Page,
    max_tokens: int = 300,
    overlap: int = 0,
    by: By = "heading",
    count_tokens: Callable[[str], int] | None = None,
) -> list[TextNode]:
    """A page's chunks, each linked to the one before and after, with offsets in the page's source."""
    found = [
        TextNode(
            text=chunk.text,
            metadata=values,
            start_char_idx=values.get("start_index"),
            end_char_idx=values.get("end_index"),
            excluded_llm_metadata_keys=_FOR_PEOPLE,
            excluded_embed_metadata_keys=_FOR_PEOPLE,
        )
        for chunk, values in chunked(page, max_tokens, overlap, by, count_tokens)
    ]
    for before, after in pairwise(found):
        before.relationships[NodeRelationship.NEXT] = RelatedNodeInfo(node_id=after.node_id)
        after.relationships[NodeRelationship.PREVIOUS] = RelatedNodeInfo(node_id=before.node_id)
    for node in found if page.url else []:
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=page.url or "")
    return found


def load(sources: Iterable[PageSource], max_tokens: int = 300, overlap: int = 0, by: By = "heading") -> list[TextNode]:
    """The chunks of pages: addresses, which are fetched, files, HTML, or what :func:`tamis.fetch` returns."""
    return [node for source in sources for node in nodes(read(source), max_tokens, overlap, by)]
