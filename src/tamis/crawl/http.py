r"""HTTP answers as crawlers store them, wrong ones included: head, chunks, content codings.

Nothing here fails: what can be read of a body is returned, with remarks on what was odd about it.

>>> head, body = split_head(b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n<p>Hi")
>>> head.status, head.mime, head.charset, body
(200, 'text/html', 'koi8-r', b'<p>Hi')
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tamis.crawl.packed import ZSTD, damage, unpacker, up_to_damage
from tamis.errors import MissingExtraError

_CHARSET: Final = re.compile(r"charset\s{0,8}=\s{0,8}[\"']?([A-Za-z0-9_:.+-]{2,40})", re.IGNORECASE)
_CHUNK_HEAD: Final = re.compile(rb"[ \t]{0,8}([0-9A-Fa-f]{1,8})[ \t]{0,8}(?:;[^\r\n]{0,256})?\r?\n")
_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_MOST_HEAD: Final = 65_536
"""bytes of an answer in which its head must end; servers refuse to send a quarter of that"""
_PIECE: Final = 16_384
"""bytes that are unpacked at a time"""
_SMALL_PIECE: Final = 512
"""the same for zstd, four bytes of which can make 128 kB, and which takes no limit: 16 MB at a time at worst"""
HTML_TYPES: Final = frozenset(("text/html", "application/xhtml+xml"))


@dataclass(frozen=True, slots=True)
class Head:
    """The head of an answer."""

    status: int
    """0 if the first line is none of HTTP's"""
    fields: Mapping[str, str]
    """names in lower case; of several fields of one name the first"""

    @property
    def mime(self) -> str:
        """The media type, in lower case and without parameters; empty if the server names none."""
        return self.fields.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str | None:
        """The encoding that the server names."""
        found = _CHARSET.search(self.fields.get("content-type", ""))
        return found[1] if found else None


def split_head(data: bytes) -> tuple[Head, bytes]:
    """Head and body. What does not begin as an answer of HTTP is all body, with status 0."""
    end = _HEAD_END.search(data, 0, _MOST_HEAD)
    if not data.startswith(b"HTTP/"):
        return Head(0, {}), data
    first, *lines = (data[: end.start()] if end else data).decode("latin-1").splitlines()
    code = first.split(None, 2)[1:2]
    status = int(code[0]) if code and code[0].isdecimal() and len(code[0]) == 3 else 0
    return Head(status, header_fields(lines)), data[end.end() :] if end else b""


def header_fields(lines: Iterable[str]) -> dict[str, str]:
    """The fields of a head, names in lower case; of several fields of one name the first."""
    fields: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if colon:
            fields.setdefault(name.strip().lower(), value.strip())
    return fields


def decoded_body(head: Head, body: bytes, most: int) -> tuple[bytes, list[str]]:
    """The body as the browser would see it, at most ``most + 1`` bytes of it, and remarks.

    One byte more than the limit shows that there was more.
    """
    remarks: list[str] = []
    declared = head.fields.get("content-length", "")
    if "chunked" in head.fields.get("transfer-encoding", "").lower():
        body, remark = unchunked(body)
        remarks.append(remark)
    elif declared.isdecimal() and int(declared) != len(body):
        remarks.append("http length too long" if int(declared) > len(body) else "http length too short")
    codings = [c.strip().lower() for c in head.fields.get("content-encoding", "").split(",")]
    for coding in reversed([c for c in codings if c and c != "identity"]):
        body, remark = _decode(coding, body, most + 1)
        remarks.append(remark)
    return body, remarks


def unchunked(body: bytes) -> tuple[bytes, str]:
    r"""A chunked body in one piece. Where the chunks go wrong, the rest is taken as it is.

    >>> unchunked(b"5\r\n<p>Hi\r\n0\r\n\r\n")
    (b'<p>Hi', 'chunked')
    >>> unchunked(b"<p>Hi"), unchunked(b"3\r\n<p>\r\nHi there")
    ((b'<p>Hi', 'chunked: not so'), (b'<p>Hi there', 'chunked: wrong chunks'))
    """
    parts: list[bytes] = []
    at = 0
    while found := _CHUNK_HEAD.match(body, at):
        size = int(found[1], 16)
        start, end = found.end(), found.end() + size
        if size == 0:
            return b"".join(parts), "chunked"
        if end > len(body):
            parts.append(body[start:])
            return b"".join(parts), "chunked: cut off"
        if body[end : end + 2] == b"\r\n":
            at = end + 2
        elif body[end : end + 1] == b"\n":
            at = end + 1
        else:  # the chunk has another length than it declares
            at = start if end != len(body) else end
            if at == end:
                parts.append(body[start:end])
            break
        parts.append(body[start:end])
    if at >= len(body):
        return b"".join(parts), "chunked: no end"
    return b"".join([*parts, body[at:]]), "chunked: wrong chunks" if parts or at else "chunked: not so"


def _decode(coding: str, body: bytes, most: int) -> tuple[bytes, str]:
    name = coding.removeprefix("x-")
    decoder = _DECODERS.get(name)
    if decoder is None:
        return body, "content coding unknown"
    out, whole = decoder(body, most)
    if not out and body.lstrip()[:1] == b"<":  # stored unpacked, under the header of the packed one
        return body, f"{name}: not so"
    return out[:most], name if whole or len(out) >= most else f"{name}: cut off or damaged"


def _gunzip(body: bytes, most: int) -> tuple[bytes, bool]:
    return _inflate(body, most, 31)


def _deflate(body: bytes, most: int) -> tuple[bytes, bool]:
    """With the header of zlib, as in the standard, or without, as some servers understood it."""
    out, whole = _inflate(body, most, 15)
    return (out, whole) if out or whole else _inflate(body, most, -15)


def _inflate(body: bytes, most: int, bits: int) -> tuple[bytes, bool]:
    parts: list[bytes] = []
    size = 0
    while body and size < most:
        stream = zlib.decompressobj(bits)
        # In pieces: when zlib meets damage it hands out nothing of the call that met it.
        for start in range(0, len(body), _PIECE):
            try:
                part = stream.decompress(body[start : start + _PIECE], most - size)
            except zlib.error:
                return b"".join([*parts, _up_to_damage(body, start, bits, most - size)]), False
            parts.append(part)
            size += len(part)
            while stream.unconsumed_tail and size < most:
                part = stream.decompress(stream.unconsumed_tail, most - size)
                parts.append(part)
                size += len(part)
            if stream.eof or size >= most:
                break
        if not stream.eof:
            return b"".join(parts), size >= most
        body = stream.unused_data + body[start + _PIECE :] if bits == 31 else b""
        if not body.startswith(b"\x1f\x8b"):
            break
    return b"".join(parts), True


def _up_to_damage(body: bytes, start: int, bits: int, most: int) -> bytes:
    """What is readable of the piece that holds the damage: all before it once more, then byte after byte."""
    stream = zlib.decompressobj(bits)
    stream.decompress(body[:start])
    return up_to_damage(stream, body[start : start + _PIECE])[:most]


def _unbrotli(body: bytes, most: int) -> tuple[bytes, bool]:
    try:
        import brotli
    except ImportError:
        raise MissingExtraError("brotli", "batch") from None
    stream = brotli.Decompressor()
    parts: list[bytes] = []
    size = 0
    try:
        for start in range(0, len(body), _PIECE):
            part = stream.process(body[start : start + _PIECE], output_buffer_limit=most - size)
            while part:  # there may be more of it than fits the first time
                parts.append(part)
                size += len(part)
                if size >= most or stream.is_finished():
                    return b"".join(parts), True
                part = stream.process(b"", output_buffer_limit=most - size)
    except brotli.error:
        return b"".join(parts), False
    return b"".join(parts), bool(stream.is_finished())


def _unzstd(body: bytes, most: int) -> tuple[bytes, bool]:
    parts: list[bytes] = []
    size = 0
    stream = unpacker(ZSTD)
    try:
        for start in range(0, len(body), _SMALL_PIECE):
            parts.append(stream.decompress(body[start : start + _SMALL_PIECE]))
            size += len(parts[-1])
            if size >= most or stream.eof:
                return b"".join(parts), True
    except damage():
        pass
    return b"".join(parts), False


_DECODERS: Final[Mapping[str, Callable[[bytes, int], tuple[bytes, bool]]]] = {
    "gzip": _gunzip,
    "deflate": _deflate,
    "br": _unbrotli,
    "zstd": _unzstd,
}
