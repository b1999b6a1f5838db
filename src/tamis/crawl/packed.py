"""Archives that are packed record by record: where a record can begin, so that a file is cut and damage is left behind.

A gzip member or a zstd frame is a beginning if what it unpacks to begins like a record of WARC. Three bytes of a magic
number come up by chance in packed data; that they also unpack to ``WARC/`` does not.
"""

from __future__ import annotations

import zlib
from typing import Any, BinaryIO, Final

from tamis.errors import MissingExtraError

GZIP: Final = b"\x1f\x8b\x08"
ZSTD: Final = b"\x28\xb5\x2f\xfd"
RECORD: Final = b"WARC/"
_BLOCK: Final = 262_144
_PROBE: Final = 4096
"""packed bytes that are enough to unpack the first five: a zstd frame hands out nothing before a whole block, but a
record's own frame is seldom longer than that"""


def packing(head: bytes) -> bytes:
    """The magic number a file begins with; empty for one that is not packed."""
    return next((magic for magic in (GZIP, ZSTD) if head.startswith(magic)), b"")


def unpacker(magic: bytes) -> Any:
    """An object with ``decompress``, ``eof`` and ``unused_data``."""
    if magic == GZIP:
        return zlib.decompressobj(31)
    try:
        import zstandard
    except ImportError:
        raise MissingExtraError("zstandard", "batch") from None
    return zstandard.ZstdDecompressor().decompressobj()


def damage() -> tuple[type[Exception], ...]:
    """What unpacking damaged data raises."""
    try:
        import zstandard
    except ImportError:
        return (zlib.error,)
    return zlib.error, zstandard.ZstdError


def up_to_damage(stream: Any, block: bytes) -> bytes:
    """What can be read of a block up to its damage: byte by byte, as the call that meets damage returns nothing."""
    parts: list[bytes] = []
    try:
        for at in range(len(block)):
            parts.append(stream.decompress(block[at : at + 1]))
    except damage():
        pass
    return b"".join(parts)


def next_start(file: BinaryIO, at: int, end: int, magic: bytes) -> int:
    """The first place from ``at`` on where a packed record begins; ``end`` if there is none before it."""
    while at < end:
        file.seek(at)
        block = file.read(min(_BLOCK, end - at))
        if not block:
            return end
        here = block.find(magic)
        while here >= 0:
            if _begins(file, at + here, magic):
                return at + here
            here = block.find(magic, here + 1)
        at += max(1, len(block) - len(magic) + 1)
    return end


def _begins(file: BinaryIO, at: int, magic: bytes) -> bool:
    size = _PROBE if magic == GZIP else _BLOCK
    file.seek(at)
    trial = unpacker(magic)
    try:
        return bool(trial.decompress(file.read(size))[: len(RECORD)] == RECORD)
    except damage():
        file.seek(at)
        return up_to_damage(unpacker(magic), file.read(_PROBE)).startswith(RECORD)
