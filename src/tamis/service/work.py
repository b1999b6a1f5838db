"""The jobs of the workers: plain data in, JSON out."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from tamis.api import analyze_content
from tamis.document import Document
from tamis.errors import UsageError
from tamis.formats import get_format, render
from tamis.limits import Limits
from tamis.options import Rendering
from tamis.version import __version__

_PARTIAL: Final = Limits(max_bytes=150_000, max_nodes=20_000, seconds=2)
"""for the beginning of a page that was too much as a whole: it takes a quarter of a second"""


def extract(page: Mapping[str, Any], output: Mapping[str, Any], limits: Limits, partial: str | None = None) -> bytes:
    """The main content of a page in one of the formats, with who made it."""
    document = _document(page, limits, partial)
    form = {
        "tamis": __version__,
        "strategy": document.strategy,
        "url": document.url,
        "status": document.status,
        "page_type": document.page_type,
        "confidence": round(document.confidence, 4),
        "format": output["format"],
        "media_type": get_format(output["format"]).media_type,
        "content": render(document, output["format"], **output["options"]),
    }
    return _json(form)


def ledger(page: Mapping[str, Any], options: Rendering, limits: Limits, partial: str | None = None) -> bytes:
    """Every block of a page with its decision: the JSON form, with the rendering options that it takes."""
    return render(_document(page, limits, partial), "json", **options).encode("utf-8", "replace")


def inspect(
    page: Mapping[str, Any],
    against: str | None,
    corrected: Mapping[int, bool],
    limits: Limits,
    partial: str | None = None,
) -> bytes:
    """The inspector's data; ``against`` is a second strategy to compare with, ``corrected`` a person's corrections."""
    from tamis.inspect.view import view, with_corrections

    documents = [_document(page, limits, partial)]
    if corrected:
        documents = [with_corrections(documents[0], corrected)]
    if against is not None and against != page["options"]["strategy"]:
        other = {**page, "options": {**page["options"], "strategy": against, "params": {}}}
        documents.append(_document(other, limits, partial))
    return _json(view(documents, with_source=True))


def site(pages: list[Mapping[str, Any]], strategy: str, limits: Limits, partial: str | None = None) -> bytes:
    """What the pages of a site share, and what is kept of each when that is known."""
    from tamis.inspect.site import site_view

    read = [(page["name"], page["url"], _html(page)) for page in pages]
    return _json(site_view(read, strategy, _PARTIAL if partial else limits))


def table(
    pages: list[Mapping[str, Any]],
    examples: list[Mapping[str, Any]],
    names: list[str],
    limits: Limits,
    partial: str | None = None,
) -> bytes:
    """A table of the pages of one site; its columns are learned from examples, found by names, or all that vary."""
    from tamis.inspect.table import table_view

    read = [(page["name"], page["url"], _html(page)) for page in pages]
    return _json(table_view(read, examples, names, _PARTIAL if partial else limits))


JOBS: Final[Mapping[str, Callable[..., bytes]]] = {
    "extract": extract,
    "ledger": ledger,
    "inspect": inspect,
    "site": site,
    "table": table,
}


def _document(page: Mapping[str, Any], limits: Limits, partial: str | None) -> Document:
    """The decisions on a page; with ``partial`` those on its beginning alone, and a status that says so."""
    document = analyze_content(
        _html(page), page["url"], charset=page["charset"], limits=_PARTIAL if partial else limits, **page["options"]
    )
    if partial == "time":
        tree = replace(document.page.tree, status="truncated: time")
        return replace(document, page=replace(document.page, tree=tree))
    return document


def _html(page: Mapping[str, Any]) -> str | bytes:
    if page["html"] is not None:
        html: str | bytes = page["html"]
        return html
    try:
        return base64.b64decode(page["html_base64"], validate=True)
    except (binascii.Error, ValueError):
        raise UsageError("html_base64 is not base64") from None


def _json(form: Mapping[str, Any]) -> bytes:
    return json.dumps(form, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
