"""The places of a page's blocks, as they are stored in its row."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from tamis.store.records import BlockRecord
from tamis.store.varints import Ints, pack, unpack

_LEVEL: Final = 6
_COLUMNS = 5
_LINE: Final = "\n"


class Places(NamedTuple):
    """Where the blocks of a page stand, and where their texts are, in columns."""

    indexes: list[int]
    """in the ledger"""
    texts: list[int]
    """addresses (:mod:`tamis.store.texts`)"""
    xpaths: list[str]
    spans: list[tuple[int, int] | None]


def pack_places(blocks: Sequence[BlockRecord], texts: Sequence[int]) -> bytes:
    """The places of blocks as bytes. The XPath of a parent is stored once for all its children."""
    parents: dict[str, int] = {}
    steps, of_parent = [], []
    for block in blocks:
        parent, _, step = block.xpath.rpartition("/")
        of_parent.append(parents.setdefault(parent, len(parents)))
        steps.append(step)
    spans = [block.span or (-1, -1) for block in blocks]
    columns: list[Ints] = [
        _steps([block.index for block in blocks]), _steps(texts), np.array(of_parent, np.int64),
        _steps([start for start, _ in spans]), np.array([end - start for start, end in spans], np.int64),
    ]  # fmt: skip
    packed = [pack(column) for column in columns]
    head = pack(np.array([*map(len, packed), len(parents)]))
    names = _LINE.join([*parents, *steps]).encode()
    return zlib.compress(bytes([len(head)]) + head + b"".join(packed) + names, _LEVEL)


def unpack_places(data: bytes) -> Places:
    """The places that were packed."""
    raw = zlib.decompress(data)
    *sizes, count = unpack(raw[1 : 1 + raw[0]]).tolist()
    borders = np.cumsum([1 + raw[0], *sizes]).tolist()
    columns = [unpack(raw[a:b]) for a, b in pairwise(borders)]
    indexes, texts, of_parent, starts, lengths = columns
    names = raw[borders[-1] :].decode().split(_LINE)
    parents, steps = names[:count], names[count:]
    begins = np.cumsum(starts)
    return Places(
        np.cumsum(indexes).tolist(),
        np.cumsum(texts).tolist(),
        [f"{parents[i]}/{step}" if step else "" for i, step in zip(of_parent.tolist(), steps, strict=False)],
        [(a, a + length) if a >= 0 else None for a, length in zip(begins.tolist(), lengths.tolist(), strict=True)],
    )


def _steps(numbers: Sequence[int]) -> Ints:
    listed = np.array([0, *numbers], np.int64)
    return listed[1:] - listed[:-1]
