"""Data frames of pages, and of what was kept of them; Arrow batches in and out."""

from __future__ import annotations

import contextlib
import os
import pickle
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tamis.crawl.files import is_remote
from tamis.crawl.inputs import Input
from tamis.crawl.rows import COLUMNS, Settings, arrow_schema, failed, records_schema, schema
from tamis.crawl.sandbox import shared_sandbox
from tamis.crawl.slices import SLICE, Slice, plan
from tamis.errors import InputError, MissingExtraError, UsageError
from tamis.limits import Limits
from tamis.text.utf8 import byte_length, encodable
from tamis.web.domains import site_of
from tamis.workers.batches import in_batches

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PAGE_COLUMNS: Final = {
    "url": "string", "html": "binary", "charset": "string", "http_status": "int32", "fetched": "string",
    "remarks": "list<string>", "input": "string", "slice": "int32", "record": "int32",
}  # fmt: skip
"""what :func:`read_warcs` returns"""
_ROWS: Final = 256
_BATCH: Final = 16_777_216
"""rows, and bytes, of an Arrow batch"""


def read_warcs(
    spark: SparkSession, paths: Sequence[str], *, max_bytes: int = Limits().max_bytes, slice_bytes: int = SLICE
) -> DataFrame:
    """The HTML pages of WARC files, one a row; a task for every 32 MB or so of a file.

    Columns: ``url``, ``html`` (bytes), ``charset`` (of the HTTP header), ``http_status``, ``fetched`` (when),
    ``remarks`` (what was odd about the record), ``input`` (the file), ``slice`` and ``record`` (where in it).
    """
    failures: list[str] = []
    parts = plan(paths, failures.append, slice_bytes)
    if failures:
        raise InputError("; ".join(failures))
    if any(part.kind != "warc" for part in parts):
        raise UsageError("read_warcs() reads .warc, .warc.gz and .warc.zst; for others see spark.read")
    return slices_frame(spark, parts).mapInArrow(partial(_read, max_bytes=max_bytes), spark_schema(PAGE_COLUMNS))


def slices_frame(spark: SparkSession, parts: Sequence[Slice], only: Collection[str] | None = None) -> DataFrame:
    """A frame of slices, each in a task of its own; ``only`` names those that are in it."""
    here = str(Path.cwd())
    wanted = [(number, part) for number, part in enumerate(parts) if only is None or part.id in only]
    rows = [(number, bytearray(pickle.dumps((here, part)))) for number, part in wanted]
    spread = spark.sparkContext.parallelize(rows, max(1, len(rows)))
    return spark.createDataFrame(spread, "number int, part binary")


def slices_of(batches: Iterable[Any]) -> Iterator[tuple[int, Slice]]:
    """The slices of a frame of them."""
    for batch in batches:
        for row in batch.to_pylist():
            yield row["number"], slice_of(row["part"])


def slice_of(data: bytes) -> Slice:
    """A slice of a frame of them; if its path is relative, it is so to where the driver was started."""
    here, part = pickle.loads(data)  # noqa: S301 - our own, from the driver
    found: Slice = part
    if not is_remote(found.path) and not Path(found.path).is_absolute():
        with contextlib.suppress(OSError):  # what cannot be read is an error when it is read
            os.chdir(here)
    return found


def _read(batches: Iterable[Any], max_bytes: int) -> Iterator[Any]:
    from tamis.crawl.read import read_slice

    def pages() -> Iterator[dict[str, Any]]:
        for _, part in slices_of(batches):
            for number, record in enumerate(read_slice(part, max_bytes)):
                page = record.page
                if page is not None:
                    html = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "replace")
                    yield {
                        "url": encodable(page.key), "html": html, "charset": page.charset,
                        "http_status": record.http_status, "fetched": record.fetched,
                        "remarks": list(record.remarks), "input": part.path, "slice": part.number, "record": number,
                    }  # fmt: skip

    yield from as_batches(pages(), arrow_schema(PAGE_COLUMNS), lambda row: len(row["html"]))


def spark_schema(columns: Mapping[str, str]) -> Any:
    """Columns by name and type as Spark has them."""
    try:
        from pyspark.sql.pandas.types import from_arrow_schema
    except ImportError:
        raise MissingExtraError("pyspark", "spark") from None
    return from_arrow_schema(arrow_schema(columns))


def as_batches(rows: Iterable[dict[str, Any]], form: Any, size: Callable[[dict[str, Any]], int]) -> Iterator[Any]:
    """Rows in Arrow batches of bounded size."""
    import pyarrow

    held: list[dict[str, Any]] = []
    total = 0
    for row in rows:
        held.append(row)
        total += size(row)
        if len(held) >= _ROWS or total >= _BATCH:
            yield pyarrow.RecordBatch.from_pylist(held, schema=form)
            held, total = [], 0
    if held:
        yield pyarrow.RecordBatch.from_pylist(held, schema=form)


def extract_frame(frame: DataFrame, settings: Settings | None = None) -> DataFrame:
    """What was kept of the pages of a frame.

    In: ``html`` (text or bytes), and if there are such, ``url``, ``charset``. Out: all columns but ``html``, and the
    columns of a run that the pages fill (``text``, ``status``, ``language`` …, see ``docs/scale.md``). A page that
    crashes, hangs or eats memory has a status that says so, as in ``tamis run``.
    """
    chosen = settings or Settings()
    if "html" not in frame.columns:
        raise UsageError(f"extract_frame() needs a column html; there are: {', '.join(frame.columns)}")
    try:
        from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
    except ImportError:
        raise MissingExtraError("pyspark", "spark") from None
    import pyarrow

    given = to_arrow_schema(frame.drop("html").schema)
    ours = {field.name: field for field in schema(chosen)}
    order = [*(name for name in ours if name in _FILLED or name not in COLUMNS), *given.names]
    fields = [ours[name] if name in _FILLED or name not in given.names else given.field(name) for name in order]
    unique = {field.name: field for field in fields}
    form = pyarrow.schema(list(unique.values()))
    work = partial(_extract, settings=chosen, form=form)
    return frame.mapInArrow(work, from_arrow_schema(form))


def records_frame(frame: DataFrame) -> DataFrame:
    """The records of pages, a row each: what :func:`extract_frame` and ``extract_sites`` found with ``records=True``.

    The columns are those of a run's second output: which page, the record's place, its blocks and its attributes.
    """
    from pyspark.sql import functions as f

    if "records" not in frame.columns:
        raise UsageError("records_frame() needs a column records: extract_frame(pages, Settings(records=True))")
    names = [name for name in records_schema().names if name in frame.columns]
    return frame.select(*names, f.explode("records").alias("found")).select(*names, "found.*")


_FILLED: Final = frozenset(COLUMNS) - {"url", "http_status", "fetched", "remarks", "input", "slice", "record"}
"""the columns of a run that the pages themselves fill"""


def _extract(batches: Iterable[Any], settings: Settings, form: Any) -> Iterator[Any]:
    sandbox = shared_sandbox(settings)
    made_by = settings.made_by

    def rows() -> Iterator[dict[str, Any]]:
        for some in _some_pages(batches):
            pages = [_as_input(row) for row in some]
            answers = iter(sandbox.analyse([page for page in pages if page is not None]))
            for row, page in zip(some, pages, strict=True):
                found = next(answers)[0] if page is not None else failed("no html")
                size = 0 if page is None else byte_length(page.html)
                own = {"site": site_of(row.get("url")), "bytes": size, **made_by, **found}
                yield {name: own[name] if name in own else row.get(name) for name in form.names}

    yield from as_batches(rows(), form, lambda row: 4 * len(row["text"]) + 500)


def _some_pages(batches: Iterable[Any]) -> Iterator[list[dict[str, Any]]]:
    for batch in batches:
        rows = (batch.slice(number, 1).to_pylist()[0] for number in range(batch.num_rows))
        yield from in_batches(rows, lambda row: len(row["html"] or b""))


def _as_input(row: dict[str, Any]) -> Input | None:
    html = row["html"]
    if not isinstance(html, str | bytes):
        return None
    url = row.get("url")
    return Input(url or "", html, url if url and "://" in url else None, None, row.get("charset"))
