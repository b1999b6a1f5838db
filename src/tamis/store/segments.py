"""The search index: segments, each with the pages of one transaction, merged as they become many.

A segment is never changed. Its *columns* are where its pages and blocks begin in one sequence of words; its *postings*
are for each word the places where it stands in that sequence. A page that goes is noted in ``dead``, and left out when
segments are merged. Both back ends keep the same bytes and compute nothing of their own: so they give the same answers.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.roles import ROLES
from tamis.store.database import Database
from tamis.store.query import LAST
from tamis.store.tokens import Tokens
from tamis.store.varints import Ints, decode, encode, pack, unpack

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
TITLE: Final = -1
"""the place of the head's title, which is indexed as a block before the others"""
_FANOUT: Final = 32
"""segments of one size before they are merged; a page is merged once for every power of it"""
_LARGEST: Final = 50_000
"""pages of a segment; larger ones are not merged further"""
_AT_ONCE: Final = 5_000
"""words whose postings are merged at once"""
SCALE: Final = 10_000
"""scores and priorities have four digits"""


class IndexedBlocks(NamedTuple):
    """What the index knows of blocks, in columns; those of a page together, its title first."""

    firsts: Sequence[int]
    """where each page begins; one more, for the end"""
    places: Sequence[int]
    scores: Sequence[float]
    priorities: Sequence[float]
    roles: Sequence[str]


class Segment(NamedTuple):
    """The columns of a segment."""

    pages: Ints
    first_blocks: Ints
    """where each page's blocks begin; one more, for the end"""
    starts: Ints
    """where each block's words begin, one place after those of the block before; one more, for the end"""
    places: NDArray[np.signedinteger[Any]]
    scores: NDArray[np.signedinteger[Any]]
    priorities: Ints
    roles: NDArray[np.signedinteger[Any]]
    """these as narrow as they can be: readers hold the columns of all blocks in memory"""

    def to_bytes(self) -> bytes:
        """As it is stored."""
        columns = [self.pages, np.diff(self.first_blocks), np.diff(self.starts), *self[3:]]
        packed = [pack(column.astype(np.int64)) for column in columns]
        return zlib.compress(pack(np.array(list(map(len, packed)))) + b"".join(packed), 3)

    @classmethod
    def from_bytes(cls, data: bytes) -> Segment:
        """As it was stored."""
        raw = np.frombuffer(zlib.decompress(data), np.uint8)
        head = int(np.flatnonzero(raw < 128)[len(cls._fields) - 1]) + 1
        borders = head + np.cumsum([0, *unpack(raw[:head].tobytes()).tolist()])
        pages, blocks, lengths, *rest = (unpack(raw[a:b].tobytes()) for a, b in pairwise(borders))
        places, scores, priorities, roles = rest
        return cls(
            pages, _running(blocks), _running(lengths), places.astype(np.int32), scores.astype(np.int16), priorities,
            roles.astype(np.int8),
        )  # fmt: skip


@dataclass(frozen=True)
class Columns:
    """The columns of all segments, one after the other."""

    numbers: tuple[int, ...]
    """of the segments"""
    offsets: Ints
    """what the places of each segment's words are moved by"""
    joined: Segment
    of_page: Ints
    """the segment of each page, by its position in ``numbers``"""

    @cached_property
    def edges(self) -> Ints:
        """Where each page's title and where its blocks begin, in turn."""
        firsts = self.joined.first_blocks[:-1]
        starts = self.joined.starts
        return np.append(np.column_stack((starts[firsts], starts[firsts + 1])).ravel(), starts[-1])

    @cached_property
    def lengths(self) -> Ints:
        """The words of each page's blocks."""
        gaps = np.diff(self.joined.first_blocks) - 1
        return np.asarray(self.edges[2::2] - self.edges[1::2] - gaps)

    @cached_property
    def words(self) -> Ints:
        """The words of each block."""
        return np.diff(self.joined.starts) - 1

    @cached_property
    def page_of_block(self) -> NDArray[np.signedinteger[Any]]:
        """The position of the page of each block."""
        return np.repeat(np.arange(len(self.joined.pages), dtype=np.int32), np.diff(self.joined.first_blocks))

    def block_of(self, places: Ints) -> Ints:
        """The position of the block that each of some places is in."""
        return np.searchsorted(self.joined.starts, places, "right") - 1

    def in_pages(self, places: Ints) -> Ints:
        """How many of some places are in the title of each page, and how many in its blocks: two rows."""
        if len(places) < len(self.edges):
            counts = np.bincount(np.searchsorted(self.edges, places, "right") - 1, minlength=len(self.edges) - 1)
        else:
            counts = np.diff(np.searchsorted(places, self.edges))
        return np.asarray(counts.reshape(-1, 2).T)


class Index:
    """The index of one store, as a reader sees it; columns are kept from one search to the next."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._segments: dict[int, Segment] = {}
        self._columns: Columns | None = None

    def columns(self, only: Sequence[int] | None = None) -> Columns:
        """The columns of today's segments, or of some of them."""
        rows = self._database.run("SELECT id FROM segments ORDER BY id") if only is None else [(n,) for n in only]
        numbers = tuple(int(number) for (number,) in rows)
        if self._columns is None or self._columns.numbers != numbers:
            self._columns = self._join(numbers)
        return self._columns

    def live(self, columns: Columns) -> Mask:
        """Which pages are still there."""
        live = np.ones(len(columns.joined.pages), np.bool_)
        at = {number: i for i, number in enumerate(columns.numbers)}
        for segment, page in self._database.run(f"SELECT segment, page FROM dead WHERE {_among(columns.numbers)}"):  # noqa: S608
            live &= (columns.of_page != at[segment]) | (columns.joined.pages != page)
        return live

    def places(self, columns: Columns, words: Iterable[str]) -> dict[str, Ints]:
        """Where each of some words stands in the sequence of all segments; words that stand nowhere are left out."""
        sql = f"SELECT term, segment, places FROM postings WHERE {_among(columns.numbers)} AND term IN ?"  # noqa: S608
        rows = sorted((term, number, bytes(data)) for term, number, data in self._database.rows_with(sql, set(words)))
        numbers, sizes = decode([data for *_, data in rows])
        at = np.searchsorted(columns.numbers, [number for _, number, _ in rows])
        numbers += np.repeat(columns.offsets[:-1][at], sizes)
        ends = np.cumsum(sizes)[:-1].tolist()
        found: dict[str, list[Ints]] = {}
        for (term, *_), some in zip(rows, np.split(numbers, ends), strict=False):
            found.setdefault(term, []).append(some)
        return {term: np.concatenate(parts) for term, parts in found.items()}

    def words(self, columns: Columns, beginning: str, most: int) -> list[str]:
        """The first words that begin in some way."""
        sql = f"""SELECT DISTINCT term FROM postings WHERE {_among(columns.numbers)} AND term >= ? AND term < ?
            ORDER BY term LIMIT ?"""  # noqa: S608
        return [term for (term,) in self._database.run(sql, (beginning, beginning + LAST, most))]

    def _join(self, numbers: tuple[int, ...]) -> Columns:
        missing = set(numbers) - set(self._segments)
        rows = self._database.rows_with("SELECT id, columns FROM segments WHERE id IN ?", sorted(missing))
        read = {number: Segment.from_bytes(bytes(data)) for number, data in rows}
        self._segments = {number: read.get(number) or self._segments[number] for number in numbers}
        parts = [self._segments[number] for number in numbers]
        offsets = _running(np.array([part.starts[-1] for part in parts], np.int64))
        blocks = _running(np.array([part.first_blocks[-1] for part in parts], np.int64))
        firsts = [part.first_blocks[:-1] + first for part, first in zip(parts, blocks.tolist(), strict=False)]
        starts = [part.starts[:-1] + offset for part, offset in zip(parts, offsets.tolist(), strict=False)]
        rest = zip(*(part[3:] for part in parts), strict=True) if parts else [()] * 4
        joined = Segment(
            _chained(part.pages for part in parts), np.append(_chained(firsts), blocks[-1:]),
            np.append(_chained(starts), offsets[-1:]), *map(_chained, rest),
        )  # fmt: skip
        of_page = np.repeat(np.arange(len(parts)), [len(part.pages) for part in parts])
        return Columns(numbers, offsets, joined, of_page)


def write_segment(database: Database, pages: Sequence[int], blocks: IndexedBlocks, tokens: Tokens) -> int:
    """Index pages, given by id with their blocks and the terms of these; the number of their segment."""
    number = _next_number(database)
    columns = Segment(
        np.array(pages, np.int64),
        np.array(blocks.firsts, np.int64),
        _running(tokens.sizes + 1),
        np.array(blocks.places, np.int64),
        np.round(SCALE * np.array(blocks.scores)).astype(np.int64),
        np.round(SCALE * np.array(blocks.priorities)).astype(np.int64),
        np.array([ROLES.index(role) for role in blocks.roles], np.int64),
    )
    places = np.arange(len(tokens.terms)) + np.repeat(np.arange(len(tokens.sizes)), tokens.sizes)
    order = np.argsort(tokens.terms, kind="stable")
    _insert_postings(database, number, tokens.words, tokens.terms[order].astype(np.int64), places[order])
    _insert_columns(database, number, columns)
    return number


def drop_pages(database: Database, pages: Iterable[tuple[int, int]]) -> None:
    """Leave pages, given as segment and id, out of the index; a segment of which half is gone is written anew."""
    gone = sorted(pages)
    database.run_many("INSERT INTO dead (segment, page) VALUES (?, ?)", gone)
    for segment in sorted({segment for segment, _ in gone}):
        ((left, dead),) = database.run(
            "SELECT pages, (SELECT count(*) FROM dead WHERE segment = ?) FROM segments WHERE id = ?", (segment, segment)
        )
        if 2 * dead >= left:
            _merge(database, [segment])


def merge_segments(database: Database) -> None:
    """Merge segments of like size, where there are many."""
    sizes: dict[int, list[int]] = {}
    for number, pages in database.run("SELECT id, pages FROM segments ORDER BY id"):
        power = 0
        while pages >= _FANOUT ** (power + 1):
            power += 1
        sizes.setdefault(power, []).append(int(number))
    for power, numbers in sizes.items():
        if len(numbers) >= _FANOUT and _FANOUT ** (power + 1) <= _LARGEST:
            _merge(database, numbers)


def _merge(database: Database, numbers: Sequence[int]) -> None:
    """Write some segments as one, without the pages that are gone."""
    index = Index(database)
    old = index.columns(numbers)
    stays = index.live(old)
    new = _next_number(database)
    joined = old.joined
    blocks = stays[old.page_of_block]
    columns = Segment(
        joined.pages[stays], _running(np.diff(joined.first_blocks)[stays]), _running(np.diff(joined.starts)[blocks]),
        *(column[blocks] for column in joined[3:]),
    )  # fmt: skip
    # How far each page's words move.
    lengths = np.diff(old.edges[::2])
    shifts = _running(np.where(stays, lengths, 0))[:-1] - joined.starts[joined.first_blocks[:-1]]
    term = ""
    while rows := _terms_after(database, numbers, term):
        found, sizes = decode([data for *_, data in rows])
        at = np.searchsorted(old.numbers, [number for _, number, _ in rows])
        found += np.repeat(old.offsets[:-1][at], sizes)
        listed = sorted({term for term, *_ in rows})
        of_term = np.repeat(np.searchsorted(listed, [term for term, *_ in rows]), sizes)
        page = old.page_of_block[np.searchsorted(joined.starts, found, "right") - 1]
        kept = stays[page]
        _insert_postings(database, new, listed, of_term[kept], (found + shifts[page])[kept])
        term = listed[-1]
    if len(columns.pages):
        _insert_columns(database, new, columns)
    among = _among(numbers)
    database.run(f"UPDATE pages SET segment = ? WHERE segment IN ({','.join(map(str, numbers))})", (new,))  # noqa: S608
    for table in ("postings", "dead"):
        database.run(f"DELETE FROM {table} WHERE {among}")  # noqa: S608 - our own numbers
    database.run_many("DELETE FROM segments WHERE id = ?", [(number,) for number in numbers])


def _terms_after(database: Database, numbers: Sequence[int], term: str) -> list[tuple[str, int, bytes]]:
    """The postings of the next words, all of each."""
    sql = f"SELECT DISTINCT term FROM postings WHERE {_among(numbers)} AND term > ? ORDER BY term LIMIT ?"  # noqa: S608
    listed = [row[0] for row in database.run(sql, (term, _AT_ONCE))]
    if not listed:
        return []
    sql = f"SELECT term, segment, places FROM postings WHERE {_among(numbers)} AND term > ? AND term <= ?"  # noqa: S608
    return sorted((word, number, bytes(data)) for word, number, data in database.run(sql, (term, listed[-1])))


def _insert_postings(database: Database, number: int, words: Sequence[str], terms: Ints, places: Ints) -> None:
    """Write postings: ``terms`` are the positions among ``words``, in order, of what stands at each of ``places``."""
    starts = np.flatnonzero(np.diff(terms, prepend=-1))
    lists = encode(places, starts)
    rows = [(number, words[term], data) for term, data in zip(terms[starts].tolist(), lists, strict=True)]
    database.run_many("INSERT INTO postings (segment, term, places) VALUES (?, ?, ?)", rows)


def _insert_columns(database: Database, number: int, columns: Segment) -> None:
    values = (number, len(columns.pages), columns.to_bytes())
    database.run("INSERT INTO segments (id, pages, columns) VALUES (?, ?, ?)", values)


def _next_number(database: Database) -> int:
    """A number that no segment ever had: readers keep segments by their numbers."""
    database.run("UPDATE counters SET segment = segment + 1")
    return int(database.run("SELECT segment FROM counters")[0][0])


def _among(numbers: Sequence[int]) -> str:
    """The condition that a row is of one of some segments."""
    return f"segment IN ({','.join(map(str, numbers)) or '-1'})"


def _running(sizes: Ints) -> Ints:
    """The totals before each size, and the total of all."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)))


def _chained(parts: Iterable[NDArray[Any]]) -> NDArray[Any]:
    listed = list(parts)
    return np.concatenate(listed) if listed else np.zeros(0, np.int64)
