"""From a query to hits: what matches, the best of it, and how it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from tamis.errors import UsageError
from tamis.roles import ROLES
from tamis.store.database import Database, Row
from tamis.store.matching import Match, Words, match
from tamis.store.query import parse_query
from tamis.store.ranking import best_blocks, density, rank_blocks, rank_pages
from tamis.store.results import RANKS, Hit
from tamis.store.segments import SCALE, Index, Segment
from tamis.store.snippets import snippet
from tamis.store.stored import Places, unpack_places
from tamis.store.texts import pages_with, read_texts

_COLUMNS: Final = "p.url, p.site, p.title, p.date, p.language, r.strategy"


class _Shown(NamedTuple):
    """A block that is shown."""

    block: int
    """its position in the index"""
    value: float
    places: Places
    """of all blocks of its page"""
    at: int
    """its position among them"""
    page: Row
    text: str


def find(
    database: Database, index: Index, query: str, rank: str, site: str | None, limit: int, offset: int, *, by_page: bool
) -> list[Hit]:
    """The blocks that match, best first; with ``by_page`` the best block of each page."""
    if rank not in RANKS:
        raise UsageError(f"rank is one of {', '.join(RANKS)}, not {rank!r}")
    if offset < 0:
        raise UsageError(f"offset is 0 or more, not {offset}")
    parsed = parse_query(query)
    if not parsed.wanted or limit < 1:
        return []
    with database.reading():
        found = match(database, index, parsed, site)
        end = offset + limit
        if by_page:
            pages, values = rank_pages(found, rank, end)
            ranked = best_blocks(found, rank, pages[offset:], values[offset:])
            return _hits(database, found, _read(database, found, ranked.blocks.tolist(), ranked.values.tolist()))
        return _hits(database, found, _each_once(database, found, rank, end)[offset:])


def _each_once(database: Database, found: Match, rank: str, many: int) -> list[_Shown]:
    """The first blocks in order, each text once."""
    pages = 2 * many
    while True:
        ranked = rank_blocks(found, rank, pages)
        texts: dict[str, _Shown] = {}
        for start in range(0, len(ranked.blocks), 2 * many):
            some = slice(start, start + 2 * many)
            for shown in _read(database, found, ranked.blocks[some].tolist(), ranked.values[some].tolist()):
                texts.setdefault(shown.text, shown)
            if len(texts) >= many:
                return list(texts.values())[:many]
        if rank != "blend" or pages >= len(found.live.mask):
            return list(texts.values())
        pages *= 4


def _read(database: Database, found: Match, blocks: Sequence[int], values: Sequence[float]) -> list[_Shown]:
    """Blocks of the index with their texts and their pages' rows."""
    columns = found.columns
    of_block = columns.page_of_block[blocks].tolist()
    ids = columns.joined.pages[of_block].tolist()
    firsts = columns.joined.first_blocks[of_block].tolist()
    sql = f"SELECT p.id, p.places, {_COLUMNS} FROM pages p JOIN runs r ON r.id = p.run WHERE p.id IN ?"  # noqa: S608
    rows = {
        page: (unpack_places(bytes(places)), tuple(row)) for page, places, *row in database.rows_with(sql, set(ids))
    }
    at = [block - first - 1 for block, first in zip(blocks, firsts, strict=True)]
    texts = read_texts(database, {rows[page][0].texts[i] for page, i in zip(ids, at, strict=True)})
    return [
        _Shown(block, value, rows[page][0], i, rows[page][1], texts[rows[page][0].texts[i]])
        for block, value, page, i in zip(blocks, values, ids, at, strict=True)
    ]


def _hits(database: Database, found: Match, shown: Sequence[_Shown]) -> list[Hit]:
    again = pages_with(database, [each.places.texts[each.at] for each in shown])
    columns = found.columns.joined
    densities = density(found, np.array([each.block for each in shown], np.int64)).tolist()
    return [_hit(each, kd, found.words, columns, again) for each, kd in zip(shown, densities, strict=True)]


def _hit(shown: _Shown, kd: float, words: Words, columns: Segment, again: Mapping[int, int]) -> Hit:
    url, site, title, date, language, strategy = shown.page
    part, marks = snippet(shown.text, words)
    return Hit(
        url=url, site=site, index=shown.places.indexes[shown.at], xpath=shown.places.xpath(shown.at),
        span=shown.places.span(shown.at), text=shown.text, snippet=part, marks=marks, rank=shown.value,
        score=int(columns.scores[shown.block]) / SCALE, priority=int(columns.priorities[shown.block]) / SCALE,
        density=kd, strategy=strategy, pages=again[shown.places.texts[shown.at]],
        role=ROLES[int(columns.roles[shown.block])], title=title, date=date, language=language,
    )  # fmt: skip
