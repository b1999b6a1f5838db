"""The texts of a store: each once, those of a page together and compressed.

A page's new texts are one *chunk*. A text of eight words or more that the store has already is not stored again: the
page points to it. A text that is similar to a stored one is a pointer, too (Debnath 2005,
section 1), with the difference: the chunk is compressed against the chunk that has most texts similar to its own, its
*base*, so that what both have is a reference of a few bytes. :func:`tamis.store.tokens.sketches` finds similar texts.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tamis.store.database import Database
from tamis.store.similar import SHIFT
from tamis.store.varints import pack, unpack

SHORT: Final = 8
"""words: shorter texts are the same by chance, and cost no more than a pointer"""
_MASK: Final = (1 << SHIFT) - 1
_SEVERAL: Final = 2
"""similar texts that make a chunk a base: one may be similar by chance"""
_TRIED: Final = 4
"""chunks that are looked at for a base"""
_WINDOW: Final = 32_000
"""bytes that compression looks back"""
_LEVEL: Final = 4
"""of compression: 6 takes half as much time again for 2 % less"""
_GAP: Final = "\0"
"""between texts; :func:`tamis.store.records.storable` leaves none in them"""


class NewTexts(NamedTuple):
    """The texts of a page that is to be stored."""

    page: int
    texts: Sequence[str]
    keys: Sequence[Sequence[int]]
    """the sketch of each that is not short; empty for those that are"""


class Chunk(NamedTuple):
    """The texts that a page brought; empty where no page has them any more."""

    base: int | None
    texts: list[str]


def read_texts(database: Database, addresses: Collection[int]) -> dict[int, str]:
    """The texts at some addresses."""
    chunks = read_chunks(database, {address >> SHIFT for address in addresses})
    return {address: chunks[address >> SHIFT].texts[address & _MASK] for address in addresses}


def read_chunks(database: Database, numbers: Iterable[int]) -> dict[int, Chunk]:
    """Some chunks, by number. A base has no base itself."""
    rows = list(database.rows_with("SELECT id, base, data FROM texts WHERE id IN ?", sorted(set(numbers))))
    bases = {base for _, base, _ in rows if base is not None}
    below = read_chunks(database, bases) if bases else {}
    return {
        int(number): Chunk(base, _unpacked(bytes(data), below[base].texts if base is not None else None))
        for number, base, data in rows
    }


def pages_with(database: Database, addresses: Sequence[int]) -> dict[int, int]:
    """On how many pages the text at each of some addresses is."""
    counts: Counter[int] = Counter()
    uses = _uses(database, {address >> SHIFT for address in addresses})
    for address in set(addresses):
        used = (places for _, chunk, places in uses if chunk == address >> SHIFT)
        counts[address] = sum(places is None or address & _MASK in places for places in used)
    return counts


class Written(NamedTuple):
    """What became of the texts of some pages."""

    addresses: list[list[int]]
    """of each page's texts"""
    new: int
    """texts that were not there"""
    sketches: dict[int, int]
    """the addresses of new texts by those keys that no text had"""


def write_texts(database: Database, pages: Sequence[NewTexts], known: dict[int, int]) -> Written:
    """Store what is new of some pages' texts; ``known`` are the addresses of stored texts by the new ones' keys."""
    chunks = _Chunks(database)
    chunks.want(address >> SHIFT for page in pages for address in _likely(page, known) if address >= 0)
    sketches: dict[int, int] = {}
    rows, uses, addresses = [], [], []
    for number, page in enumerate(pages, start=_next_chunk(database, len(pages))):
        there = [
            address if address >= 0 and chunks[address >> SHIFT].texts[address & _MASK] == text else -1
            for address, text in zip(_likely(page, known), page.texts, strict=True)
        ]
        base = _base(page, there, known, chunks)
        own = [i for i, address in enumerate(there) if address < 0]
        for place, i in enumerate(own):
            there[i] = number << SHIFT | place
            for key in page.keys[i]:
                if key not in known:
                    known[key] = sketches[key] = there[i]
        if own:
            chunks.known[number] = Chunk(base, [page.texts[i] for i in own])
            rows.append((number, base, _packed(chunks[number], base, chunks)))
        uses += [(page.page, chunk, data) for chunk, data in _used(there, number, base if own else None)]
        addresses.append(there)
    database.run_many("INSERT INTO texts (id, base, data) VALUES (?, ?, ?)", rows)
    database.run_many("INSERT INTO text_uses (page, chunk, places) VALUES (?, ?, ?)", uses)
    return Written(addresses, sum(len(chunks[number].texts) for number, *_ in rows), sketches)


def _used(addresses: Sequence[int], own: int, base: int | None) -> Iterator[tuple[int, bytes | None]]:
    """The chunks that a page uses, and the places of the texts in them; ``None`` for all of its own chunk."""
    places: dict[int, set[int]] = {base: set()} if base is not None else {}
    for address in addresses:
        places.setdefault(address >> SHIFT, set()).add(address & _MASK)
    for chunk in sorted(places):
        yield chunk, None if chunk == own else pack(sorted(places[chunk]))


def _uses(database: Database, chunks: Iterable[int]) -> list[tuple[int, int, set[int] | None]]:
    """The uses of some chunks: page, chunk and the places of the texts that the page has; ``None`` for all."""
    rows = database.rows_with("SELECT page, chunk, places FROM text_uses WHERE chunk IN ?", sorted(chunks))
    return [(page, chunk, None if data is None else set(unpack(bytes(data)).tolist())) for page, chunk, data in rows]


class _Chunks:
    """Chunks that are read when they are wanted, and stay in memory for one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.known: dict[int, Chunk] = {}

    def want(self, numbers: Iterable[int]) -> None:
        """Read chunks, all at once."""
        self.known |= read_chunks(self._database, set(numbers) - set(self.known))

    def __getitem__(self, number: int) -> Chunk:
        if number not in self.known:
            self.want([number])
        return self.known[number]


def _likely(page: NewTexts, known: Mapping[int, int]) -> list[int]:
    """For each text the address of the one that is probably the same, as it agrees in the whole sketch; or -1."""
    get = known.get
    found = [get(keys[0], -1) if keys else -1 for keys in page.keys]
    return [
        address if address < 0 or all(get(key) == address for key in keys) else -1
        for address, keys in zip(found, page.keys, strict=True)
    ]


def _base(page: NewTexts, there: Sequence[int], known: Mapping[int, int], chunks: _Chunks) -> int | None:
    """The chunk with most texts similar to those that are not stored yet, if there are several."""
    similar = Counter(
        [
            known[key] >> SHIFT
            for address, keys in zip(there, page.keys, strict=True)
            if address < 0
            for key in keys
            if key in known
        ]
    )
    likely = sorted((-count, chunk) for chunk, count in similar.items() if count >= _SEVERAL)[:_TRIED]
    return next((chunk for _, chunk in likely if chunks[chunk].base is None), None)


def drop_texts(database: Database, pages: Collection[int]) -> None:
    """Remove the uses that some pages make of texts, and the texts that no other page has."""
    chunks = {row[0] for row in database.rows_with("SELECT DISTINCT chunk FROM text_uses WHERE page IN ?", pages)}
    database.run_many("DELETE FROM text_uses WHERE page = ?", [(page,) for page in sorted(pages)])
    uses = _uses(database, chunks)
    used: dict[int, set[int] | None] = {}
    for _, chunk, places in uses:
        there = used.get(chunk, set())
        used[chunk] = None if places is None or there is None else there | places
    around = database.rows_with("SELECT DISTINCT chunk FROM text_uses WHERE page IN ?", {page for page, *_ in uses})
    read = read_chunks(database, chunks | {row[0] for row in around})
    changed = set()
    for number in sorted(chunks):
        places, texts = used.get(number, set()), read[number].texts
        if places is not None:
            left = [text if place in places else "" for place, text in enumerate(texts)]
            read[number] = read[number]._replace(texts=left)
            changed.add(number)
    rewritten = [n for n in sorted(read) if n in changed or read[n].base in changed]
    rows = [(_packed(read[n], read[n].base, read), n) for n in rewritten if n in used or n not in chunks]
    database.run_many("UPDATE texts SET data = ? WHERE id = ?", rows)
    database.run_many("DELETE FROM texts WHERE id = ?", [(number,) for number in sorted(chunks - set(used))])


def _next_chunk(database: Database, count: int) -> int:
    """The first of so many numbers that no chunk ever had."""
    database.run("UPDATE counters SET chunk = chunk + ?", (count,))
    return int(database.run("SELECT chunk FROM counters")[0][0]) - count + 1


def _packed(chunk: Chunk, base: int | None, chunks: _Chunks | Mapping[int, Chunk]) -> bytes:
    """A chunk's texts as bytes, compressed against those of its base."""
    below = _dictionary(chunks[base].texts) if base is not None else b""
    packer = zlib.compressobj(_LEVEL, zdict=below) if below else zlib.compressobj(_LEVEL)
    return packer.compress(_GAP.join(chunk.texts).encode()) + packer.flush()


def _unpacked(data: bytes, base: list[str] | None) -> list[str]:
    unpacker = zlib.decompressobj(zdict=_dictionary(base)) if base else zlib.decompressobj()
    return unpacker.decompress(data).decode().split(_GAP)


def _dictionary(texts: Sequence[str]) -> bytes:
    return _GAP.join(texts).encode()[:_WINDOW]
