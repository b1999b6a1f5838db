"""Records of WARC files: FastWARC as long as all is well, :mod:`tamis.crawl.salvage` from the first fault on."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, BinaryIO, Final, cast

from tamis.crawl.http import HTML_TYPES, Head, decoded_body, split_head
from tamis.crawl.inputs import Input
from tamis.crawl.record import PAGE, Record
from tamis.crawl.salvage import Raw, salvaged
from tamis.errors import MissingExtraError
from tamis.html.decode import not_html

_HEAD: Final = 65_536
_AT_ONCE: Final = 1_000_000
"""bytes that are read before it is asked what they are; nearly all pages have less"""
_OWN_KINDS: Final = frozenset(("warcinfo", "request", "metadata", "revisit", "conversion", "continuation"))


class _FaultError(Exception):
    """FastWARC cannot go on, or its answer cannot be right."""


class Range(io.RawIOBase):
    """A part of a file as a file of its own, to read from."""

    def __init__(self, file: BinaryIO, start: int, end: int) -> None:
        self._file, self._at, self._end = file, start, end
        file.seek(start)

    def readable(self) -> bool:
        """It can be read."""
        return True

    def read(self, size: int = -1) -> bytes:
        """At most ``size`` bytes, none beyond the end of the part."""
        left = self._end - self._at
        data = self._file.read(left if size < 0 else min(size, left))
        self._at += len(data)
        return data

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """The same, into memory that is there."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def tell(self) -> int:
        """Where in the whole file the next byte is."""
        return self._at


def warc_records(file: BinaryIO, name: str, start: int, end: int, most: int) -> Iterator[Record]:
    """The records between two offsets of a WARC file; a page has at most ``most + 1`` bytes."""
    place = f"{PurePosixPath(name).name}@{start}"
    for number, raw in enumerate(_raw_records(file, start, end, most + 1 + _HEAD)):
        yield as_record(raw, f"{place}#{number}", most)


def _raw_records(file: BinaryIO, start: int, end: int, most: int) -> Iterator[Raw]:
    done = 0
    try:
        for raw in _fast(file, start, end, most):
            yield raw
            done += 1
    except _FaultError:
        for number, raw in enumerate(salvaged(file, start, end, most)):
            if number >= done:
                yield raw


def _fast(file: BinaryIO, start: int, end: int, most: int) -> Iterator[Raw]:
    """By FastWARC. A record is handed on when the next one was found, for only then its length was right."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of 1.1, about classes of its own that we do not use
            from fastwarc.warc import ArchiveIterator
    except ImportError:
        raise MissingExtraError("fastwarc", "batch") from None
    records = ArchiveIterator(cast(BinaryIO, Range(file, start, end)), parse_http=False)
    held: Raw | None = None
    while True:
        try:
            record = next(records)
        except StopIteration:
            break
        except (OSError, ValueError) as error:
            raise _FaultError from error
        if held is not None:
            yield held
        try:
            held = _read(record, most)
        except (OSError, ValueError) as error:
            raise _FaultError from error
    if held is None and start < end:
        raise _FaultError
    if held is not None:
        yield held


def _read(record: Any, most: int) -> Raw:
    headers = {name.lower(): value for name, value in record.headers.items()}
    size = record.content_length
    if "warc-type" not in headers or "content-length" not in headers:
        raise _FaultError
    content = record.reader.read(min(size, _AT_ONCE))
    if len(content) < size and _wanted(headers, content):
        parts = [content]
        got = len(content)
        while got < min(size, most) and (part := record.reader.read(min(size, most) - got)):
            parts.append(part)
            got += len(part)
        content = b"".join(parts)
    if len(content) < size and len(content) + record.reader.consume() < size:
        raise _FaultError
    return Raw(headers, content, size)


def _wanted(headers: dict[str, str], content: bytes) -> bool:
    """Whether the whole content is needed: it may be a page."""
    if headers["warc-type"] == "resource":
        return True
    if headers["warc-type"] != "response" or not content.startswith(b"HTTP/"):
        return False
    head, body = split_head(content)
    return 200 <= head.status < 300 and _is_html(head.mime, body)


def _is_html(mime: str, body: bytes) -> bool:
    """By the media type; by how it begins if the server names none."""
    if mime:
        return mime in HTML_TYPES
    return not_html(body) is None and body.lstrip()[:1] == b"<"


def as_record(raw: Raw, name: str, most: int) -> Record:
    """What a record of a WARC file is: a page, or something else, by name."""
    kind = raw.headers.get("warc-type", "").lower()
    url = raw.headers.get("warc-target-uri", "").strip("<>") or None
    remarks = list(raw.remarks)
    if "warc-truncated" in raw.headers:
        remarks.append(f"truncated by the crawler: {raw.headers['warc-truncated'].strip().lower()}")
    about: dict[str, Any] = {
        "name": url or name, "fetched": raw.headers.get("warc-date"), "size": raw.size,
    }  # fmt: skip
    if not raw.headers:
        return Record("broken", remarks=tuple(remarks), **about)
    if kind in _OWN_KINDS:
        return Record(kind, remarks=tuple(remarks), **about)
    mime = raw.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "resource":
        return _page(Head(0, {"content-type": mime}), raw.content, url, name, most, remarks, about)
    if kind != "response":
        return Record("unknown record type", remarks=tuple(remarks), **about)
    if not mime.startswith("application/http") and not raw.content.startswith(b"HTTP/"):
        return Record("not http", remarks=tuple(remarks), **about)
    head, body = split_head(raw.content)
    about["http_status"] = head.status or None
    if not head.status:
        return Record("broken", remarks=(*remarks, "no http head"), **about)
    if 300 <= head.status < 400:
        return Record("redirect", remarks=tuple(remarks), **about)
    if not 200 <= head.status < 300:
        return Record("http error", remarks=tuple(remarks), **about)
    return _page(head, body, url, name, most, remarks, about)


def _page(
    head: Head, body: bytes, url: str | None, name: str, most: int, remarks: list[str], about: dict[str, Any]
) -> Record:
    if head.mime and head.mime not in HTML_TYPES:
        return Record("not html", remarks=tuple(remarks), **about)
    html, found = decoded_body(head, body, most)
    if head.fields and about["size"] > most + 1 + _HEAD:
        found = [remark for remark in found if not remark.startswith("http length")]  # it was we who cut
    remarks += found
    if not head.mime and not _is_html("", html):
        return Record("not html", remarks=tuple(remarks), **about)
    if len(html) > most:
        remarks.append("over the limit")
    if head.charset:
        remarks.append("charset in header")
    if not html or html.isspace():
        return Record("empty", remarks=tuple(remarks), **about)
    return Record(PAGE, Input(name, html[: most + 1], url, None, head.charset), tuple(remarks), **about)
