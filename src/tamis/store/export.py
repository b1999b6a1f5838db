"""Records of a store as a file: Parquet or JSON lines, a row each, with its page."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final

from tamis.errors import InputError, MissingExtraError, UsageError
from tamis.records.flat import arrow_schema_of_records
from tamis.store.data import StoredRecord

_ROWS: Final = 2_000


def write_records(path: str | Path, records: Iterable[StoredRecord]) -> int:
    """Write records to a file, whole or not at all; how many there are."""
    path = Path(path)
    write = _WRITERS.get(path.suffix.lower())
    if write is None:
        raise UsageError(f"{path}: a file of records ends in {' or '.join(_WRITERS)}")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        count = write(part, (record.to_dict() for record in records))
        part.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return count


def _parquet(path: Path, rows: Iterator[dict[str, Any]]) -> int:
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet") from None
    form, count = arrow_schema_of_records(), 0
    with path.open("wb") as file, ParquetWriter(file, form, compression="zstd") as writer:
        while some := list(islice(rows, _ROWS)):
            writer.write_batch(pyarrow.RecordBatch.from_pylist(some, schema=form))
            count += len(some)
    return count


def _json_lines(path: Path, rows: Iterator[dict[str, Any]]) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(f"{json.dumps(row, ensure_ascii=False)}\n")
            count += 1
    return count


_WRITERS: Final[dict[str, Callable[[Path, Iterator[dict[str, Any]]], int]]] = {
    ".parquet": _parquet, ".jsonl": _json_lines,
}  # fmt: skip
