"""The document as plain data: the JSON form, stable as the README says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tamis.version import __version__

if TYPE_CHECKING:
    from tamis.document import Document


def to_dict(
    document: Document, *, metadata: bool = False, items: bool = False, comments: bool = False, ledger: bool = True
) -> dict[str, Any]:
    """The text, the whole ledger unless it is unwanted, and who made it.

    ``tamis/schema/document.schema.json`` describes the form.
    """
    form: dict[str, Any] = {
        "tamis": __version__,
        "strategy": document.strategy,
        "model": _model(document),
        "url": document.url,
        "status": document.status,
        "encoding": document.page.tree.encoding,
        "page_type": document.page_type,
        "confidence": round(document.confidence, 4),
        "text": document.text,
    }
    if ledger:
        form["blocks"] = [block.to_dict() for block in document.blocks]
    if metadata:
        form["metadata"] = document.metadata.to_dict()
    if items:
        form["items"] = [item.to_dict() for item in document.items]
    if comments:
        form["comments"] = [comment.to_dict() for comment in document.comments]
    return form


def _model(document: Document) -> str | None:
    """The hash of the weights that decided; ``None`` for strategies that have learned nothing."""
    name = document.strategy
    if document.decisions.model is None and (name == "auto" or name.startswith("model:")):
        from tamis.model.load import SHIPPED, load

        return str(load(name.removeprefix("model:") if name != "auto" else str(SHIPPED)).card["weights_sha256"])
    return document.decisions.model
