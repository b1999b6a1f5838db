"""Pages into a store: analysed, in batches, each a transaction."""

from __future__ import annotations

import base64
import gzip
import json
import lzma
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from tamis.api import analyze
from tamis.errors import InputError, MissingExtraError
from tamis.store.base import Added, Store
from tamis.store.records import PageRecord, Recipe, record, source_key

BATCH: Final = 100
"""pages in a transaction: what a crash can lose, and enough that its one fsync does not show"""
_ROWS: Final = 64
"""rows of a Parquet file in memory"""
_BROKEN: Final = (OSError, EOFError, ValueError, lzma.LZMAError)


@dataclass(frozen=True, slots=True)
class Input:
    """A page to index."""

    name: str
    """what to store it under if it has no address"""
    html: str | bytes
    url: str | None = None
    host: str | None = None
    charset: str | None = None

    @property
    def key(self) -> str:
        """What it is stored under."""
        return self.url or self.name


@dataclass(frozen=True, slots=True)
class Plan:
    """How pages are analysed, and whether those are analysed anew that another version or strategy has stored."""

    strategy: str = "auto"
    settings: Mapping[str, Any] | None = None
    """further keyword arguments of :func:`tamis.analyze`"""
    renew: bool = False
    batch: int = BATCH

    @property
    def recipe(self) -> Recipe:
        """Who makes the blocks."""
        return Recipe.of(self.strategy, {k: v for k, v in (self.settings or {}).items() if v not in ({}, None)})


def index(
    store: Store,
    pages: Iterable[Input],
    plan: Plan = Plan(),  # noqa: B008 - frozen
    failed: Callable[[str], None] = lambda _: None,
) -> Iterator[Added]:
    """Analyse pages and store their blocks; one result a batch, when it is stored for good.

    A page that cannot be analysed is reported to ``failed``, and the others go on. What is stored already, from the
    same source, is not analysed again.

    >>> from tamis.store import open_store
    >>> page = Input("rye.html", "<p>Rye is a grass grown as a grain, a cover crop and a forage crop.")
    >>> with open_store(":memory:") as store:
    ...     [list(index(store, [page])) for _ in range(2)]  # doctest: +NORMALIZE_WHITESPACE
    [[Added(new=1, changed=0, unchanged=0, blocks=1, new_blocks=1)],
     [Added(new=0, changed=0, unchanged=1, blocks=0, new_blocks=0)]]
    """
    recipe = plan.recipe
    for some in _batches(pages, max(1, plan.batch)):
        known = store.known(page.key for page in some)
        fresh: list[PageRecord] = []
        unchanged = 0
        for page in some:
            there = known.get(page.key)
            if there and there.source == source_key(page.html) and (not plan.renew or there.recipe == recipe):
                unchanged += 1
                continue
            try:
                fresh.append(_analysed(page, plan, recipe))
            except InputError as error:
                failed(f"{page.key}: {error}")
        yield store.add(fresh) + Added(unchanged=unchanged)


def _analysed(page: Input, plan: Plan, recipe: Recipe) -> PageRecord:
    document = analyze(page.html, page.url, plan.strategy, charset=page.charset, **(plan.settings or {}))
    if document.status.startswith("not html"):
        raise InputError(document.status)
    return record(document, page.html, url=page.key, host=page.host, recipe=recipe)


def _batches(pages: Iterable[Input], size: int) -> Iterator[list[Input]]:
    some: list[Input] = []
    for page in pages:
        some.append(page)
        if len(some) == size:
            yield some
            some = []
    if some:
        yield some


def is_collection(path: Path) -> bool:
    """Whether a file holds many pages: JSON lines, plain or packed, or Parquet."""
    return path.name.endswith((".jsonl", ".jsonl.gz", ".jsonl.xz", ".parquet"))


def read_collection(path: Path, failed: Callable[[str], None]) -> Iterator[Input]:
    """The pages of a file that holds many: ``html`` (or ``html_base64``), ``url``, ``host``, ``id`` and ``encoding``.

    A row without a page is reported to ``failed``; one without an address is stored under the file's name and its id.
    """
    rows = _parquet_rows(path) if path.suffix == ".parquet" else _json_rows(path, failed)
    number = 0
    try:
        for number, row in enumerate(rows, start=1):
            if row is not None:
                try:
                    yield _input(path.name, number, row)
                except ValueError as error:
                    failed(f"{path}: row {number}: {error}")
    except _BROKEN as error:
        raise InputError(f"{path}: after row {number}: {getattr(error, 'strerror', None) or error}") from None


def _input(name: str, number: int, row: Mapping[str, Any]) -> Input:
    html = row.get("html")
    if row.get("html_base64") is not None:
        html = base64.b64decode(row["html_base64"], validate=True)
    if not isinstance(html, str | bytes):
        raise ValueError("it has no html")
    url, host, encoding = (row.get(field) or None for field in ("url", "host", "encoding"))
    for field, value in (("url", url), ("host", host), ("encoding", encoding)):
        if value is not None and not isinstance(value, str):
            raise ValueError(f"{field} is {type(value).__name__}, not text")
    return Input(f"{name}#{row.get('id', number)}", html, url, host, encoding)


def _json_rows(path: Path, failed: Callable[[str], None]) -> Iterator[Mapping[str, Any] | None]:
    with _opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            row = None
            if line.strip():
                try:
                    row = json.loads(line)
                except ValueError as error:
                    failed(f"{path}: row {number}: not JSON: {error}")
                if row is not None and not isinstance(row, dict):
                    failed(f"{path}: row {number}: not a JSON object")
                    row = None
            yield row


def _opened(path: Path) -> BinaryIO:
    if path.suffix == ".gz":
        return cast(BinaryIO, gzip.open(path, "rb"))
    return cast(BinaryIO, lzma.open(path, "rb")) if path.suffix == ".xz" else path.open("rb")


def _parquet_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet") from None
    wanted = ("html", "html_base64", "url", "host", "id", "encoding")
    try:
        with ParquetFile(path) as file:
            columns = [name for name in wanted if name in file.schema_arrow.names]
            for batch in file.iter_batches(_ROWS, columns=columns):
                yield from batch.to_pylist()
    except ArrowException as error:
        raise InputError(f"{path}: {error}") from None


def read_file(path: Path) -> Input:
    """A page from a file."""
    try:
        return Input(path.as_posix(), path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
