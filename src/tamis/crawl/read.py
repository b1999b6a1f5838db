"""The records of a slice, in order, whatever it is a slice of."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from tamis.crawl.files import open_binary
from tamis.crawl.inputs import BROKEN, Input, parquet_rows, row_page, unpacked
from tamis.crawl.record import PAGE, Record
from tamis.crawl.slices import Slice
from tamis.crawl.warc import Range, warc_records
from tamis.errors import FetchError, InputError


def read_slice(part: Slice, most: int, watch: Callable[[int], None] = lambda _: None) -> Iterator[Record]:
    """The records of a slice; ``watch`` is called with the bytes of it that are read.

    :class:`tamis.InputError` if it cannot be opened. What is wrong further on costs the records that it is in.
    """
    if part.kind == "pages":
        yield from _pages(part, watch)
    elif part.kind == "urls":
        yield from _fetched(part, most, watch)
    else:
        with open_binary(part.path) as file:
            if part.kind == "warc":
                yield from _of_warc(part, cast(BinaryIO, _Watched(file, part.start, watch)), most)
            else:
                yield from _rows(part, file, watch)


def _of_warc(part: Slice, file: BinaryIO, most: int) -> Iterator[Record]:
    readable = part.number > 0 or part.start == part.end
    for record in warc_records(file, part.path, part.start, part.end, most):
        readable = readable or record.kind != "broken"
        yield record
    if not readable:
        raise InputError(f"{part.path}: no WARC record in it")


class _Watched:
    """A file that reports how far it was read."""

    def __init__(self, file: BinaryIO, start: int, watch: Callable[[int], None]) -> None:
        self._file, self._start, self._watch, self._furthest = file, start, watch, start
        self.seek, self.tell = file.seek, file.tell

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        at = self._file.tell()
        if at > self._furthest:
            self._furthest = at
            self._watch(at - self._start)
        return data


def _pages(part: Slice, watch: Callable[[int], None]) -> Iterator[Record]:
    size = 0
    for name in part.names:
        try:
            data = Path(name).read_bytes()
        except OSError as error:
            yield Record("unreadable", name=name, failed=str(error.strerror or error))
            continue
        size += len(data)
        watch(size)
        yield _record(Input(PurePosixPath(name).as_posix(), data), len(data))


def _record(page: Input, size: int, **about: int | None) -> Record:
    if not page.html or page.html.isspace():
        return Record("empty", name=page.key, size=size)
    return Record(PAGE, page, name=page.key, size=size, http_status=about.get("http_status"))


def _fetched(part: Slice, most: int, watch: Callable[[int], None]) -> Iterator[Record]:
    from tamis.web.fetch import fetch

    for number, url in enumerate(part.names, start=1):
        try:
            got = fetch(url, max_bytes=most)
        except FetchError as error:
            yield Record("not fetched", name=url, failed=str(error))
        else:
            page = Input(url, got.html, got.url, None, got.charset)
            yield _record(page, len(got.html), http_status=got.status)
        watch(number)


def _rows(part: Slice, file: BinaryIO, watch: Callable[[int], None]) -> Iterator[Record]:
    """Rows of JSON lines or Parquet. Where a packed file breaks off, what came before is kept."""
    name, number = part.path, 0
    try:
        for label, row, size in _numbered_rows(part, file, watch):
            number += 1
            try:
                page = row_page(row, f"{name}{label[0]}", int(label[1:]))
            except ValueError as error:
                yield Record(
                    "broken", name=f"{name}{label}", failed=str(error), remarks=(_short(str(error)),), size=size
                )
                continue
            if page is not None:
                yield _record(page, size or len(page.html))
    except (*BROKEN, InputError) as error:
        if not number:
            raise InputError(f"{part.path}: {getattr(error, 'strerror', None) or error}") from None
        yield Record("broken", name=f"{name}#{number + 1}", failed=str(error), remarks=("file cut off or damaged",))


def _short(reason: str) -> str:
    return "row: " + reason.partition(":")[0]


def _numbered_rows(
    part: Slice, file: BinaryIO, watch: Callable[[int], None]
) -> Iterator[tuple[str, bytes | dict[str, object], int]]:
    """Rows with a label: their number in the file, or the offset in a plain file at which they begin."""
    if part.kind == "parquet":
        groups = range(part.start, part.end)
        rows = enumerate(parquet_rows(file, part.path, groups), start=1)
        first = _rows_before(file, part.start)
        for number, row in rows:
            yield f"#{first + number}", dict(row), 0
    elif part.kind == "jsonl":
        at = part.start
        for line in io.BufferedReader(Range(file, part.start, part.end), 1 << 20):
            yield f"@{at}", line, len(line)
            at += len(line)
            watch(at - part.start)
    else:
        with unpacked(file, part.path) as lines:
            for number, line in enumerate(lines, start=1):
                yield f"#{number}", line, len(line)
                watch(file.tell())


def _rows_before(file: BinaryIO, group: int) -> int:
    from pyarrow.parquet import ParquetFile

    about = ParquetFile(file).metadata
    return sum(about.row_group(i).num_rows for i in range(group))
