"""A WARC file read with care: what FastWARC stumbles over costs the record it is in, not the rest of the file.

Slower, and used only from the first fault of a slice on. The rules:

* a record ends by its length if a record, a packed member or the file's end follows; else its length is wrong,
  and it ends where the next record begins;
* a damaged member is read up to the damage, and the reader goes on with the next member that holds a record;
* what belongs to no record is counted as one of the kind ``garbage``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO, Final

from tamis.crawl.http import header_fields
from tamis.crawl.packed import GZIP, RECORD, ZSTD, damage, next_start, packing, unpacker, up_to_damage

_BLOCK: Final = 65_536
_LONGEST: Final = 67_108_864
"""a record that claims more is not looked at whole: its end is looked for instead"""
_HEAD: Final = 65_536
_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_NEXT: Final = re.compile(rb"\nWARC/[0-9]\.[0-9]")
_NEWLINES: Final = b"\r\n"
MEMBER, MORE, DAMAGE, GARBAGE = "member", "more", "damage", "garbage"
"""what a piece is: the beginning of a packed member, more of it, the place where it is damaged, nothing of a record"""


@dataclass(frozen=True, slots=True)
class Raw:
    """A record of a WARC file: its head, and its content as far as it is wanted."""

    headers: Mapping[str, str]
    """names in lower case"""
    content: bytes
    size: int
    """of the content, as declared, or as found where that is wrong"""
    remarks: tuple[str, ...] = ()


def salvaged(file: BinaryIO, start: int, end: int, most: int) -> Iterator[Raw]:
    """The records between two offsets of a file, at most ``most`` bytes of each one's content."""
    file.seek(start)
    head = file.read(len(RECORD))
    magic = packing(head)
    if not magic and head != RECORD:  # the damage may be in the magic number
        magic = next((kind for kind in (GZIP, ZSTD) if next_start(file, start, end, kind) < end), b"")
    pieces = _packed(file, start, end, magic) if magic else _plain(file, start, end)
    yield from _Parser(pieces, most).records()


def _plain(file: BinaryIO, start: int, end: int) -> Iterator[tuple[bytes, str]]:
    file.seek(start)
    what = MEMBER
    while start < end and (block := file.read(min(_BLOCK, end - start))):
        yield block, what
        start += len(block)
        what = MORE


def _packed(file: BinaryIO, start: int, end: int, magic: bytes) -> Iterator[tuple[bytes, str]]:
    """Unpacked pieces, each with what it is."""
    file.seek(start)
    at = start if file.read(len(magic)) == magic else next_start(file, start, end, magic)
    if at > start:
        yield bytes(min(at - start, _BLOCK)), GARBAGE
    while at < end:
        after = None
        for piece, what, after in _member(file, at, end, magic):  # noqa: B007 - the last one is wanted
            yield piece, what
        if after is None:  # damaged: the next record's member may have begun before the damage was noticed
            at = next_start(file, at + 1, end, magic)
            continue
        file.seek(after)
        at = after if file.read(len(magic)) == magic else next_start(file, after, end, magic)
        if at > after:
            yield bytes(min(at - after, _BLOCK)), GARBAGE


def _member(file: BinaryIO, at: int, end: int, magic: bytes) -> Iterator[tuple[bytes, str, int | None]]:
    """The pieces of one member, and with the last the offset behind it, if it is whole."""
    stream = unpacker(magic)
    what = MEMBER
    while at < end:
        file.seek(at)
        block = file.read(min(_BLOCK, end - at))
        before = stream.copy() if hasattr(stream, "copy") else None
        try:
            piece = stream.decompress(block)
        except damage():
            yield up_to_damage(before, block) if before is not None else b"", what, None
            yield b"", DAMAGE, None
            return
        at += len(block)
        if stream.eof:
            yield piece, what, at - len(stream.unused_data)
            return
        yield piece, what, None if at < end else end
        what = MORE


class _Parser:
    """Finds the records in pieces that come one after the other."""

    def __init__(self, pieces: Iterator[tuple[bytes, str]], most: int) -> None:
        self._pieces = pieces
        self._most = most
        self._buffer = bytearray()
        self._members: list[int] = []
        """where in the buffer members begin that begin with a record, and where garbage does"""
        self._damaged: list[int] = []
        self._ended = False
        self._lost = 0
        """bytes of the record at hand that were let go"""

    def records(self) -> Iterator[Raw]:
        while True:
            self._skip_newlines()
            if not self._buffer:
                return
            if not self._buffer.startswith(RECORD):
                size = self._take(self._next_record(1))[1]
                yield Raw({}, b"", size, ("garbage between records",))
                continue
            self._fill(_HEAD)
            end = _HEAD_END.search(self._buffer, 0, _HEAD)
            if end is None:
                size = self._take(self._next_record(len(RECORD)))[1]
                yield Raw({}, b"", size, ("record without a content",))
                continue
            headers = header_fields(bytes(self._buffer[: end.start()]).decode("utf-8", "replace").splitlines()[1:])
            self._drop(end.end())
            yield self._with_content(headers)

    def _with_content(self, headers: Mapping[str, str]) -> Raw:
        declared = headers.get("content-length", "")
        length = int(declared) if declared.isdecimal() and len(declared) < 16 else None
        if length is not None and length <= _LONGEST:
            self._fill(length + 16)
            if self._ends_at(length):
                content, _ = self._take(length)
                return Raw(headers, content, length)
        end = self._next_record(0)
        damaged = any(at <= end for at in self._damaged)
        content, size = self._take(end)
        at_end = self._ended and not self._buffer
        if size <= self._most:
            content = content.rstrip(_NEWLINES) if not at_end or length is None else content
            size = len(content)
        if damaged:
            remark = "record damaged"
        elif length is None:
            remark = "warc length missing"
        elif at_end and size < length:
            remark = "record cut off"
        else:
            remark = "warc length too long" if size < length else "warc length too short"
        return Raw(headers, content, size, (remark,))

    def _ends_at(self, length: int) -> bool:
        if len(self._buffer) < length or any(0 < at < length for at in (*self._members, *self._damaged)):
            return False
        behind = bytes(self._buffer[length : length + 16])
        rest = behind.lstrip(_NEWLINES)
        if (
            behind.startswith(b"\r\n\r\n")
            or rest.startswith(RECORD)
            or any(length <= at <= length + len(behind) - len(rest) for at in self._members)
        ):
            return True
        return self._ended and not rest and len(self._buffer) <= length + len(behind)

    def _next_record(self, start: int) -> int:
        """How many bytes there are before the next record; what is over the limit is let go on the way."""
        searched = start
        while True:
            found = _NEXT.search(self._buffer, searched)
            places = [at for at in self._members if at >= max(start, 1)]
            if found:
                places.append(found.start() + 1)
            if places:
                return min(places)
            if self._ended:
                return len(self._buffer)
            surplus = len(self._buffer) - self._most - _BLOCK
            if surplus > 0:  # what is over the limit need not be kept
                del self._buffer[self._most : self._most + surplus]
                self._lost += surplus
            searched = max(start, len(self._buffer) - 16)
            self._fill(len(self._buffer) + _BLOCK)

    def _take(self, size: int) -> tuple[bytes, int]:
        content = bytes(self._buffer[: min(size, self._most)])
        self._drop(size)
        size, self._lost = size + self._lost, 0
        return content, size

    def _drop(self, size: int) -> None:
        del self._buffer[:size]
        self._members = [at - size for at in self._members if at >= size]
        self._damaged = [at - size for at in self._damaged if at > size]

    def _skip_newlines(self) -> None:
        while True:
            self._fill(64)
            count = len(self._buffer) - len(self._buffer.lstrip(_NEWLINES))
            if not count:
                return
            self._drop(count)

    def _fill(self, size: int) -> None:
        """Have at least so many bytes in the buffer, if there are as many."""
        while len(self._buffer) < size and not self._ended:
            try:
                piece, what = next(self._pieces)
            except StopIteration:
                self._ended = True
                return
            if what == GARBAGE or (what == MEMBER and piece.startswith(RECORD)):
                self._members.append(len(self._buffer))
            if what == DAMAGE:
                self._damaged.append(len(self._buffer))
            self._buffer += piece
