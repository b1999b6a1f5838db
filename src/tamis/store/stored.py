"""The places of a page's blocks, as they are stored in its row."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from tamis.native.postings import pack_steps
from tamis.store.records import BlockRecord
from tamis.store.varints import pack, unpack

_LEVEL: Final = 4
_COLUMNS = 5
_LINE: Final = "\n"


class Places(NamedTuple):
    """Where the blocks of a page stand, and where their texts are, in columns."""

    indexes: list[int]
    """in the ledger"""
    texts: list[int]
    """addresses (:mod:`tamis.store.texts`)"""
    parents: list[str]
    steps: list[str]
    of_parent: list[int]
    starts: list[int]
    lengths: list[int]

    def xpath(self, at: int) -> str:
        """The XPath of a block."""
        step = self.steps[at]
        return f"{self.parents[self.of_parent[at]]}/{step}" if step else ""

    def span(self, at: int) -> tuple[int, int] | None:
        """The span of a block in its page's source."""
        start = self.starts[at]
        return (start, start + self.lengths[at]) if start >= 0 else None


def pack_places(blocks: Sequence[BlockRecord], texts: list[int]) -> bytes:
    """The places of blocks as bytes. The XPath of a parent is stored once for all its children."""
    parents: dict[str, int] = {}
    steps, of_parent = [], []
    for block in blocks:
        parent, _, step = block.xpath.rpartition("/")
        of_parent.append(parents.setdefault(parent, len(parents)))
        steps.append(step)
    spans = [block.span or (-1, -1) for block in blocks]
    packed = [
        pack_steps([block.index for block in blocks]), pack_steps(texts), pack(of_parent),
        pack_steps([start for start, _ in spans]), pack([end - start for start, end in spans]),
    ]  # fmt: skip
    head = pack([*map(len, packed), len(parents)])
    names = _LINE.join([*parents, *steps]).encode()
    return zlib.compress(bytes([len(head)]) + head + b"".join(packed) + names, _LEVEL)


def unpack_places(data: bytes) -> Places:
    """The places that were packed."""
    raw = zlib.decompress(data)
    *sizes, count = unpack(raw[1 : 1 + raw[0]]).tolist()
    borders = np.cumsum([1 + raw[0], *sizes]).tolist()
    columns = [unpack(raw[a:b]) for a, b in pairwise(borders)]
    indexes, texts, starts = (np.cumsum(columns[i]).tolist() for i in (0, 1, 3))
    of_parent, lengths = columns[2].tolist(), columns[4].tolist()
    names = raw[borders[-1] :].decode().split(_LINE)
    parents, steps = names[:count], names[count:]
    return Places(indexes, texts, parents, steps, of_parent, starts, lengths)
