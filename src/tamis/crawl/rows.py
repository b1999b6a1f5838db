"""A page as a row: what is written of it, column by column."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from tamis.api import analyze_content
from tamis.crawl.inputs import Input
from tamis.crawl.record import Record
from tamis.crawl.slices import Slice
from tamis.document import Document
from tamis.limits import Limits
from tamis.records.flat import PAGE, arrow_schema_of_records, arrow_type_of_records, flat_records
from tamis.text.utf8 import byte_length, encodable
from tamis.version import __version__
from tamis.web.domains import site_of_page
from tamis.workers.child import MEMORY, TIMEOUT

if TYPE_CHECKING:
    from tamis.site.template import SiteTemplate

COLUMNS: Final = {
    "url": "string",
    "text": "string",
    "status": "string",
    "site": "string",
    "language": "string",
    "page_type": "string",
    "confidence": "double",
    "bytes": "int64",
    "text_bytes": "int64",
    "kept_bytes": "int64",
    "block_count": "int32",
    "kept_count": "int32",
    "encoding": "string",
    "http_status": "int32",
    "fetched": "string",
    "remarks": "list<string>",
    "input": "string",
    "slice": "int32",
    "record": "int32",
    "tamis": "string",
    "strategy": "string",
    "model": "string",
}
"""the columns of every row; ``docs/scale.md`` says what each holds"""
METADATA: Final = ("title", "author", "date", "modified", "description", "site_name", "image", "licence")
LEDGER: Final = {
    "index": "int32", "text": "string", "tag": "string", "xpath": "string", "start": "int64", "end": "int64",
    "kept": "bool", "score": "double", "reason": "string", "role": "string", "hidden": "bool",
}  # fmt: skip
_PLACE: Final = ("input", "slice", "record")
_ENOUGH: Final = 120
"""characters: shorter texts get no language"""
_SAMPLE: Final = 700
"""characters that a language is detected by: one answer in 400 differs from 20,000, at half the cost of 2,000"""


@dataclass(frozen=True, slots=True)
class Settings:
    """How pages are made into rows, and what each may cost."""

    strategy: str = "auto"
    options: Mapping[str, Any] = field(default_factory=dict)
    """further keyword arguments of :func:`tamis.analyze`"""
    metadata: bool = False
    blocks: bool = False
    """add the ledger: every block, kept or dropped, and why"""
    records: bool = False
    """add what pages repeat, and what they are about, with all attributes"""
    for_store: bool = False
    """add what a store holds of a page"""
    fingerprints: bool = False
    """make no rows, but say what each page adds to the sums of its site"""
    sites: bool = False
    """pages are corrected by what the pages of their site share"""
    limits: Limits = Limits()
    timeout: float = TIMEOUT
    """seconds after which a page is given up"""
    memory: int = MEMORY
    """bytes that the process may have in which a page is analysed"""

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain data."""
        return {**asdict(self), "options": {k: list(v) if isinstance(v, tuple) else v for k, v in self.options.items()}}

    @property
    def first_pass(self) -> Settings:
        """The same for the pass that counts what the pages of a site share."""
        return replace(
            self, fingerprints=True, metadata=False, blocks=False, records=False, for_store=False, sites=False
        )

    @property
    def made_by(self) -> dict[str, str]:
        """The columns that say who made a row."""
        from tamis.model.folder import model_of

        return {"tamis": __version__, "strategy": self.strategy, "model": model_of(self.strategy)}


def analysed(page: Input, settings: Settings, template: SiteTemplate | None = None) -> dict[str, Any]:
    """The columns of a page that its analysis fills."""
    document = analyze_content(
        page.html, page.url, settings.strategy, limits=settings.limits, charset=page.charset, template=template,
        **settings.options,
    )  # fmt: skip
    text = document.text
    row: dict[str, Any] = {
        "text": text,
        "status": document.status,
        "language": _language(text),
        "page_type": document.page_type,
        "confidence": round(document.confidence, 4),
        "text_bytes": byte_length("".join(document.page.texts)),
        "kept_bytes": byte_length(text),
        "block_count": len(document.page),
        "kept_count": int(document.decisions.kept.sum()),
        "encoding": document.page.tree.encoding,
    }
    if settings.metadata:
        row |= _metadata(document)
    if settings.blocks:
        row["blocks"] = [_block(block.to_dict()) for block in document.blocks]
    if settings.for_store and not document.status.startswith("not html"):
        from tamis.store.records import record

        row["stored"] = record(document, page.html, url=page.key, host=page.host, records=settings.records)
    elif settings.records:
        row["records"] = [found.to_dict() for found in flat_records(document.entity, document.records)]
    return row


def warm_up(strategy: str, options: Mapping[str, Any]) -> None:
    """Load what is loaded for the first page, which belongs neither to its time nor to its memory.

    A strategy that fails here will fail on every page, and say why there.
    """
    page = "<h1>Rye</h1><p>Rye is a grass, and it is grown as a grain, in the north of Europe above all."
    with contextlib.suppress(Exception):
        analyze_content(page, None, strategy, **options)
    gc.freeze()  # what is loaded by now stays: the collector need not look at it again


def failed(reason: str) -> dict[str, Any]:
    """The same columns of a page that could not be analysed."""
    return {"text": "", "status": reason, "text_bytes": 0, "kept_bytes": 0, "block_count": 0, "kept_count": 0}


def located(row: dict[str, Any], page: Input, record: Record, part: Slice, number: int) -> dict[str, Any]:
    """The whole row: what the analysis found, and where the page came from."""
    site = site_of_page(page.url, page.host)
    return row | {
        "url": encodable(page.key),
        "site": encodable(site) if site else None,
        "bytes": byte_length(page.html),
        "http_status": record.http_status,
        "fetched": record.fetched,
        "remarks": list(record.remarks),
        "input": encodable(part.path),
        "slice": part.number,
        "record": number,
    }


def schema(settings: Settings) -> Any:
    """The Arrow schema of the rows."""
    import pyarrow

    columns = dict(COLUMNS)
    if settings.metadata:
        columns |= dict.fromkeys(METADATA, "string") | {"tags": "list<string>"}
    form = arrow_schema(columns)
    if settings.blocks:
        ledger = pyarrow.struct(list(arrow_schema(LEDGER)))
        form = form.append(pyarrow.field("blocks", pyarrow.list_(ledger)))
    if settings.records:
        form = form.append(pyarrow.field("records", arrow_type_of_records()))
    return form


def records_schema() -> Any:
    """The Arrow schema of the second output: a row a record, with the columns that say which page it is of."""
    form = arrow_schema_of_records()
    for field_ in arrow_schema({name: COLUMNS[name] for name in _PLACE}):
        form = form.append(field_)
    return form


def records_of(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of the second output that a page's row has."""
    page = {name: row.get(name) for name in (*PAGE, *_PLACE)}
    return [{**page, **found} for found in row.get("records") or ()]


def arrow_schema(columns: Mapping[str, str]) -> Any:
    """The Arrow schema of columns by name and type."""
    import pyarrow

    types = {
        "string": pyarrow.string(), "binary": pyarrow.binary(), "double": pyarrow.float64(), "int64": pyarrow.int64(),
        "int32": pyarrow.int32(), "bool": pyarrow.bool_(),
    }  # fmt: skip
    types |= {f"list<{name}>": pyarrow.list_(kind) for name, kind in types.items()}
    return pyarrow.schema([(name, types[kind]) for name, kind in columns.items()])


def _language(text: str) -> str | None:
    from tamis.text.language import language_at_a_glance, language_of

    if len(text) < _ENOUGH:
        return None
    if glanced := language_at_a_glance(text):
        return glanced
    found = language_of(text[:_SAMPLE])
    return found[0] if found else None


def _metadata(document: Document) -> dict[str, Any]:
    found = document.metadata
    names = {name: "site" if name == "site_name" else name for name in METADATA}
    values = {column: getattr(found, name) for column, name in names.items()}
    return {name: encodable(value) if value else None for name, value in values.items()} | {
        "tags": [encodable(tag) for tag in found.tags]
    }


def _block(block: dict[str, Any]) -> dict[str, Any]:
    start, end = block.pop("span") or (None, None)
    return {name: value for name, value in block.items() if name in LEDGER} | {"start": start, "end": end}
