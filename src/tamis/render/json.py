"""The document as JSON: the form of :meth:`tamis.Document.to_dict`, on one line."""

from __future__ import annotations

import json

from tamis.document import Document
from tamis.formats import output_format


@output_format("json", ".json", "application/json")
@output_format("jsonl", ".jsonl", "application/jsonl")
def to_json(
    document: Document,
    *,
    metadata: bool = False,
    items: bool = False,
    records: bool = False,
    entity: bool = False,
    comments: bool = False,
    ledger: bool = True,
) -> str:
    """The text, the whole ledger unless it is unwanted, and who made it."""
    form = document.to_dict(
        metadata=metadata, items=items, records=records, entity=entity, comments=comments, ledger=ledger
    )
    return json.dumps(form, ensure_ascii=False)
