"""The search index: segments, each with the pages of one transaction, merged as they become many.

A segment is never changed. Its *columns* are where its pages and blocks begin in one sequence of words; its *leaves*
have for each word, in order, the places where it stands in that sequence (:mod:`tamis.native.postings`). A page that
goes is noted in ``dead``, and left out when segments are merged. Both back ends keep the same bytes and compute nothing
of their own: so they give the same answers.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamis.native import postings
from tamis.native.terms import by_term
from tamis.roles import ROLES, Role
from tamis.store.database import Database
from tamis.store.query import LAST
from tamis.store.similar import Sketches, merged
from tamis.store.tokens import Tokens
from tamis.store.varints import Ints, decode, pack, unpack

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
TITLE: Final = -1
"""the place of the head's title, which is indexed as a block before the others"""
_FANOUT: Final = 8
"""segments of one size before they are merged; a page is merged once for every power of it"""
_LARGEST: Final = 40_000
"""pages of a segment; larger ones are not made"""
_LEAF: Final = 4_000
"""bytes of a leaf, unless one word needs more: one page of a SQLite file"""
_LEAVES: Final = 24
"""bits of a leaf's number"""
_BETWEEN: Final = "\n"
_ROLE: Final = {role: number for number, role in enumerate(ROLES)}
SCALE: Final = 10_000
"""scores and priorities have four digits"""


class IndexedBlocks(NamedTuple):
    """What the index knows of blocks, in columns; those of a page together, its title first."""

    firsts: list[int]
    """where each page begins; one more, for the end"""
    places: list[int]
    scores: list[float]
    priorities: list[float]
    roles: list[Role]


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
        packed = [pack(column) for column in columns]
        return zlib.compress(pack([len(data) for data in packed]) + b"".join(packed), 3)

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


class Stored(NamedTuple):
    """A segment as readers keep it."""

    columns: Segment
    first_words: list[str]
    """of the leaves"""


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


@dataclass(frozen=True, slots=True)
class Live:
    """The pages that are still there."""

    mask: Mask
    pages: int
    page_words: float
    """of a page's blocks, in the mean"""
    block_words: float
    """of a block, in the mean"""


class Index:
    """The index of one store, as a reader sees it; columns are kept from one search to the next."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._segments: dict[int, Stored] = {}
        self._columns: Columns | None = None
        self._live: tuple[Columns, list[tuple[int, int]], Live] | None = None

    def columns(self, only: Sequence[int] | None = None) -> Columns:
        """The columns of today's segments, or of some of them."""
        rows = self._database.run("SELECT id FROM segments ORDER BY id") if only is None else [(n,) for n in only]
        numbers = tuple(int(number) for (number,) in rows)
        if self._columns is None or self._columns.numbers != numbers:
            self._columns = self._join(numbers)
        return self._columns

    def live(self, columns: Columns) -> Live:
        """The pages that are still there; kept from one search to the next."""
        sql = f"SELECT segment, page FROM dead WHERE {_among(columns.numbers)} ORDER BY segment, page"  # noqa: S608
        dead = [(segment, page) for segment, page in self._database.run(sql)]
        if self._live is None or self._live[0] is not columns or self._live[1] != dead:
            self._live = columns, dead, _live(columns, dead)
        return self._live[2]

    def places(self, columns: Columns, words: Iterable[str]) -> dict[str, Ints]:
        """Where each of some words stands in the sequence of all segments; words that stand nowhere are left out."""
        wanted = [(word, word.encode(), self._leaves_of(columns, word)) for word in sorted(set(words))]
        leaves = self._read({leaf for *_, numbers in wanted for leaf in numbers})
        listed, lists, shifts = [], [], []
        for word, coded, numbers in wanted:
            for number, offset in zip(numbers, columns.offsets.tolist(), strict=False):
                found = postings.find(leaves[number], coded) if number >= 0 else None
                if found is not None:
                    listed.append(word)
                    lists.append(found)
                    shifts.append(offset)
        all_places, sizes = decode(lists, shifts)
        parts = np.split(all_places, np.cumsum(sizes)[:-1].tolist()) if lists else []
        of_word: dict[str, list[Ints]] = {}
        for word, part in zip(listed, parts, strict=True):
            of_word.setdefault(word, []).append(part)
        return {word: found[0] if len(found) == 1 else np.concatenate(found) for word, found in of_word.items()}

    def words(self, columns: Columns, beginning: str, most: int) -> list[str]:
        """The first words that begin in some way."""
        found: set[str] = set()
        for number in columns.numbers:
            first_words = self._segments[number].first_words
            first = max(0, bisect_right(first_words, beginning) - 1)
            here: list[str] = []
            for leaf in range(first, bisect_left(first_words, beginning + LAST)):
                if len(here) < most:
                    key = number << _LEAVES | leaf
                    words = postings.words_of(self._read([key])[key])
                    here += [word for word in words if word.startswith(beginning)]
            found.update(here)
        return sorted(found)[:most]

    def all_words(self) -> Iterable[list[str]]:
        """The words of the index, some at a time; those of each segment in order."""
        for number in self.columns().numbers:
            for leaf in range(len(self._segments[number].first_words)):
                yield from map(postings.words_of, self._read([number << _LEAVES | leaf]).values())

    def _leaves_of(self, columns: Columns, word: str) -> list[int]:
        """The key of the leaf of each segment in which a word is, if it is in the segment; -1 where it cannot be."""
        at = [bisect_right(self._segments[number].first_words, word) - 1 for number in columns.numbers]
        return [number << _LEAVES | leaf if leaf >= 0 else -1 for number, leaf in zip(columns.numbers, at, strict=True)]

    def _read(self, leaves: Iterable[int]) -> dict[int, bytes]:
        """Some leaves by their keys."""
        rows = self._database.rows_with("SELECT id, places FROM postings WHERE id IN ?", sorted(set(leaves) - {-1}))
        return {number: bytes(places) for number, places in rows}

    def _join(self, numbers: tuple[int, ...]) -> Columns:
        missing = set(numbers) - set(self._segments)
        rows = self._database.rows_with("SELECT id, columns, words FROM segments WHERE id IN ?", sorted(missing))
        read = {number: Stored(Segment.from_bytes(bytes(data)), _split(bytes(words))) for number, data, words in rows}
        self._segments = {number: read.get(number) or self._segments[number] for number in numbers}
        parts = [self._segments[number].columns for number in numbers]
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


def _live(columns: Columns, dead: Sequence[tuple[int, int]]) -> Live:
    joined = columns.joined
    mask = np.ones(len(joined.pages), np.bool_)
    at = {number: i for i, number in enumerate(columns.numbers)}
    for segment, page in dead:
        mask &= (columns.of_page != at[segment]) | (joined.pages != page)
    real = (joined.places >= 0) & mask[columns.page_of_block]
    means = [float(some.mean()) if len(some) else 1.0 for some in (columns.lengths[mask], columns.words[real])]
    return Live(mask, int(mask.sum()), *means)


def write_segment(
    database: Database, pages: Sequence[int], blocks: IndexedBlocks, tokens: Tokens, sketches: Sketches
) -> int:
    """Index pages, given by id with their blocks, and the terms of these; the number of their segment."""
    columns = Segment(
        np.array(pages, np.int64),
        np.array(blocks.firsts, np.int64),
        _running(tokens.sizes + 1),
        np.array(blocks.places, np.int64),
        np.round(SCALE * np.array(blocks.scores)).astype(np.int64),
        np.round(SCALE * np.array(blocks.priorities)).astype(np.int64),
        np.array([_ROLE[role] for role in blocks.roles], np.int64),
    )
    starts = np.zeros(len(tokens.words) + 1, np.int64)
    places = np.empty(len(tokens.terms), np.int64)
    by_term(tokens.terms, tokens.sizes, starts, places)
    return _insert(database, columns, postings.build(tokens.words, starts, places, _LEAF), sketches)


def drop_pages(database: Database, pages: Iterable[int]) -> None:
    """Leave pages out of the index; a segment of which half is gone is written anew."""
    gone = sorted(database.rows_with("SELECT segment, page FROM indexed WHERE page IN ?", pages))
    database.run_many("INSERT INTO dead (segment, page) VALUES (?, ?)", gone)
    database.run_many("DELETE FROM indexed WHERE page = ?", [(page,) for _, page in gone])
    for segment in sorted({segment for segment, _ in gone}):
        ((left, dead),) = database.run(
            "SELECT pages, (SELECT count(*) FROM dead WHERE segment = ?) FROM segments WHERE id = ?", (segment, segment)
        )
        if 2 * dead >= left:
            _merge(database, [segment])


def merge_segments(database: Database) -> None:
    """Merge segments of like size, where there are many."""
    sizes: dict[int, list[tuple[int, int]]] = {}
    for number, pages in database.run("SELECT id, pages FROM segments ORDER BY id"):
        power = 0
        while pages >= _FANOUT ** (power + 1):
            power += 1
        sizes.setdefault(power, []).append((int(number), int(pages)))
    for some in sizes.values():
        if len(some) >= _FANOUT and sum(pages for _, pages in some) <= _LARGEST:
            _merge(database, [number for number, _ in some])


def _merge(database: Database, numbers: Sequence[int]) -> None:
    """Write some segments as one, without the pages that are gone."""
    index = Index(database)
    old = index.columns(numbers)
    stays = index.live(old).mask
    joined = old.joined
    blocks = stays[old.page_of_block]
    columns = Segment(
        joined.pages[stays], _running(np.diff(joined.first_blocks)[stays]), _running(np.diff(joined.starts)[blocks]),
        *(column[blocks] for column in joined[3:]),
    )  # fmt: skip
    edges = old.edges[::2]
    moved = np.where(stays, _running(np.where(stays, np.diff(edges), 0))[:-1] - edges[:-1], postings.GONE)
    parts, begins, shifts = [], [], []
    for at, number in enumerate(numbers):
        first, end = np.searchsorted(old.of_page, [at, at + 1]).tolist()
        offset = int(old.offsets[at])
        begin, shift = edges[first : end + 1] - offset, moved[first:end]
        if stays[first:end].all():  # all pages move alike
            begin, shift = begin[[0, -1]], shift[:1]
        begins.append(begin)
        shifts.append(np.where(shift == postings.GONE, shift, shift + offset))
        sql = "SELECT places FROM postings WHERE id >= ? AND id < ? ORDER BY id"
        parts.append([bytes(row[0]) for row in database.run(sql, (number << _LEAVES, number + 1 << _LEAVES))])
    rows = database.rows_with("SELECT sketches FROM segments WHERE id IN ?", numbers)
    sketches = merged(database, [Sketches.from_bytes(bytes(row[0])) for row in rows])
    if len(columns.pages):
        _insert(database, columns, postings.merge(parts, begins, shifts, _LEAF), sketches)
    for number in numbers:
        database.run("DELETE FROM postings WHERE id >= ? AND id < ?", (number << _LEAVES, number + 1 << _LEAVES))
    database.run_many("DELETE FROM dead WHERE segment = ?", [(number,) for number in numbers])
    database.run_many("DELETE FROM segments WHERE id = ?", [(number,) for number in numbers])


def _insert(database: Database, columns: Segment, leaves: tuple[list[bytes], list[str]], sketches: Sketches) -> int:
    """Write a segment; its number."""
    number = _next_number(database)
    data, first_words = leaves
    database.run_many(
        "INSERT INTO postings (id, places) VALUES (?, ?)",
        [(number << _LEAVES | leaf, places) for leaf, places in enumerate(data)],
    )
    words = zlib.compress(_BETWEEN.join(first_words).encode(), 3)
    values = (number, len(columns.pages), columns.to_bytes(), words, sketches.to_bytes())
    database.run("INSERT INTO segments (id, pages, columns, words, sketches) VALUES (?, ?, ?, ?, ?)", values)
    database.run_many(
        """INSERT INTO indexed (page, segment) VALUES (?, ?)
        ON CONFLICT (page) DO UPDATE SET segment = excluded.segment""",
        [(page, number) for page in columns.pages.tolist()],
    )
    return number


def _split(data: bytes) -> list[str]:
    """The first words of leaves, as they were stored."""
    words = zlib.decompress(data).decode()
    return words.split(_BETWEEN) if words else []


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
