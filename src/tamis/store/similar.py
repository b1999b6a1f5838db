"""Which stored texts may be the same as new ones, or similar: the sketches of the texts that each segment brought.

They are columns of a segment, like its words: a writer holds eight bytes for each key of a text in memory. A key is
half of that of :func:`tamis.store.tokens.sketches`; what agrees by chance is found out where the texts are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from tamis.store.database import Database
from tamis.store.varints import Ints, pack, unpack

SHIFT: Final = 24
"""a text's address is the number of its chunk and, in these bits, its place there"""
_HALF: Final = 31


class Sketches(NamedTuple):
    """Keys in order, each with the address of a text that has it."""

    keys: Ints
    addresses: Ints

    def to_bytes(self) -> bytes:
        """As they are stored."""
        addresses = pack(np.diff(self.addresses, prepend=0))
        return pack([len(addresses)]) + addresses + pack(np.diff(self.keys, prepend=0))

    @classmethod
    def from_bytes(cls, data: bytes) -> Sketches:
        """As they were stored."""
        head = next(i for i, byte in enumerate(data) if byte < 128) + 1
        end = head + int(unpack(data[:head])[0])
        return cls(np.cumsum(unpack(data[end:])), np.cumsum(unpack(data[head:end])))

    @classmethod
    def of(cls, found: dict[int, int]) -> Sketches:
        """Addresses by key, as columns."""
        listed = np.array(sorted(found.items()), np.int64).reshape(-1, 2)
        return cls(listed[:, 0], listed[:, 1])


def short_keys(keys: Ints) -> Ints:
    """The halves of keys that are stored."""
    return keys >> _HALF


def merged(database: Database, parts: Sequence[Sketches]) -> Sketches:
    """Several as one, without those of texts that are gone."""
    keys = np.concatenate([part.keys for part in parts])
    addresses = np.concatenate([part.addresses for part in parts])
    there = np.isin(addresses >> SHIFT, _chunks(database, addresses))
    order = np.argsort(keys[there], kind="stable")
    return Sketches(keys[there][order], addresses[there][order])


class Known:
    """The sketches of all segments, kept from one transaction of a writer to the next."""

    def __init__(self) -> None:
        self._parts: dict[int, Sketches] = {}

    def forget(self) -> None:
        """Begin anew, after a transaction that failed."""
        self._parts = {}

    def look_up(self, database: Database, keys: Ints) -> dict[int, int]:
        """The addresses of texts by those of some keys that they have."""
        numbers = [row[0] for row in database.run("SELECT id FROM segments ORDER BY id")]
        rows = database.rows_with("SELECT id, sketches FROM segments WHERE id IN ?", set(numbers) - set(self._parts))
        read = {number: Sketches.from_bytes(bytes(data)) for number, data in rows}
        self._parts = {number: read.get(number) or self._parts[number] for number in numbers}
        found_keys, found = [keys[:0]], [keys[:0]]
        for part in self._parts.values():
            at = np.searchsorted(part.keys, keys)
            at[at == len(part.keys)] = 0
            hit = part.keys[at] == keys if len(part.keys) else np.zeros(len(keys), np.bool_)
            found_keys.append(keys[hit])
            found.append(part.addresses[at[hit]])
        hits, addresses = np.concatenate(found_keys), np.concatenate(found)
        there = np.isin(addresses >> SHIFT, _chunks(database, addresses))
        return dict(zip(hits[there].tolist(), addresses[there].tolist(), strict=True))


def _chunks(database: Database, addresses: Ints) -> list[int]:
    """Those of the chunks of some addresses that are there."""
    chunks = np.unique(addresses >> SHIFT).tolist()
    return [row[0] for row in database.rows_with("SELECT id FROM texts WHERE id IN ?", chunks)]
