"""Pages as they are read, and the files that hold many: JSON lines, plain or packed, and Parquet."""

from __future__ import annotations

import base64
import gzip
import json
import lzma
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from tamis.errors import InputError, MissingExtraError

_ROWS: Final = 64
"""rows of a Parquet file in memory"""
_FIELDS: Final = ("html", "html_base64", "url", "host", "id", "encoding")
BROKEN: Final = (OSError, EOFError, ValueError, lzma.LZMAError)


@dataclass(frozen=True, slots=True)
class Input:
    """A page as it was read."""

    name: str
    """what to call it if it has no address"""
    html: str | bytes
    url: str | None = None
    host: str | None = None
    charset: str | None = None

    @property
    def key(self) -> str:
        """What it is known by."""
        return self.url or self.name


def is_collection(path: Path) -> bool:
    """Whether a file holds many pages: JSON lines, plain or packed, or Parquet."""
    return path.name.endswith((".jsonl", ".jsonl.gz", ".jsonl.xz", ".parquet"))


def read_collection(path: Path, failed: Callable[[str], None]) -> Iterator[Input]:
    """The pages of a file that holds many: ``html`` (or ``html_base64``), ``url``, ``host``, ``id`` and ``encoding``.

    A row without a page is reported to ``failed``; one without an address is stored under the file's path and its id.
    """
    rows: Iterator[bytes | Mapping[str, Any]]
    rows = iter(_parquet_rows(path) if path.suffix == ".parquet" else _json_rows(path))
    number = 0
    try:
        for number, row in enumerate(rows, start=1):
            try:
                if page := row_page(row, f"{path}#", number):
                    yield page
            except ValueError as error:
                failed(f"{path}: row {number}: {error}")
    except BROKEN as error:
        raise InputError(f"{path}: after row {number}: {getattr(error, 'strerror', None) or error}") from None


def row_page(row: bytes | Mapping[str, Any], name: str, number: int) -> Input | None:
    """The page of a row: a line of JSON, or fields; ``None`` for an empty line. ``ValueError`` says what is wrong.

    >>> row_page(b'{"id": "rye", "html": "<p>Rye", "url": null}', "pages.jsonl#", 1).key
    'pages.jsonl#rye'
    """
    if isinstance(row, bytes):
        if not row.strip():
            return None
        try:
            row = json.loads(row)
        except (ValueError, RecursionError) as error:  # the latter for lists in lists in lists …
            raise ValueError(f"not JSON: {error}") from None
        if not isinstance(row, dict):
            raise ValueError("not a JSON object")
    html = row.get("html")
    if row.get("html_base64") is not None:
        html = base64.b64decode(row["html_base64"], validate=True)
    if not isinstance(html, str | bytes):
        raise ValueError("it has no html")
    url, host, encoding = (row.get(field) or None for field in ("url", "host", "encoding"))
    for field, value in (("url", url), ("host", host), ("encoding", encoding)):
        if value is not None and not isinstance(value, str):
            raise ValueError(f"{field} is {type(value).__name__}, not text")
    own = row.get("id")
    return Input(f"{name}{number if own is None else own}", html, url, host, encoding)


def _json_rows(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file, unpacked(file, path.name) as lines:
        yield from lines


def _parquet_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open("rb") as file:  # by us: PyArrow takes no names that are no UTF-8
        yield from parquet_rows(file, str(path))


def unpacked(file: BinaryIO, name: str) -> BinaryIO:
    """A file to read from, unpacked as its name says."""
    if name.endswith(".gz"):
        return cast(BinaryIO, gzip.open(file, "rb"))
    return cast(BinaryIO, lzma.open(file, "rb")) if name.endswith(".xz") else file


def parquet_rows(source: BinaryIO, name: str, groups: range | None = None) -> Iterator[Mapping[str, Any]]:
    """The rows of a Parquet file, or of some of its row groups, a few at a time; ``name`` is for what goes wrong."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet") from None
    try:
        with ParquetFile(source) as file:
            columns = [name for name in _FIELDS if name in file.schema_arrow.names]
            chosen = list(range(file.num_row_groups) if groups is None else groups)
            for batch in file.iter_batches(_ROWS, columns=columns, row_groups=chosen):
                yield from batch.to_pylist()
    except ArrowException as error:
        raise InputError(f"{name}: {error}") from None
