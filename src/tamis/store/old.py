"""A store of version 0.1, whose schema is version 1, 2 or 3, becomes one of today's.

Its pages are read back as they were given to it, a hundred at a time, and stored again, in one transaction. What it
does not have stays empty: titles, dates, hosts, types of pages, and roles of blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tamis.store.database import Database
from tamis.store.records import BlockRecord, PageRecord, Recipe
from tamis.store.writing import add_pages_within
from tamis.text.stems import language_of_page

_BATCH: Final = 100
_TABLES: Final = ("runs", "pages", "blocks", "paths", "occurrences", "templates")
_FURTHER: Final = ("terms", "term_places", "near", "bands", "languages", "forms")
_PREFIX: Final = "old_"


class Old:
    """The tables of an older schema, under other names."""

    def __init__(self, tables: frozenset[str]) -> None:
        self._tables = tables

    @classmethod
    def take(cls, database: Database) -> Old:
        """Rename the tables whose content stays, and drop the others."""
        there = frozenset(database.tables())
        for table in ("term_places", *_FURTHER):
            if table in database.tables():
                database.run(f"DROP TABLE {table}")
        for table in _TABLES:
            if table in there:
                database.run(f"ALTER TABLE {table} RENAME TO {_PREFIX}{table}")
        for index in ("pages_by_site", "occurrences_by_block"):
            database.run(f"DROP INDEX IF EXISTS {index}")
        return cls(there)

    def put_back(self, database: Database) -> None:
        """Store everything anew, and drop the old tables."""
        last = -1
        while pages := database.run("SELECT id FROM old_pages WHERE id > ? ORDER BY id LIMIT ?", (last, _BATCH)):
            ids = [row[0] for row in pages]
            add_pages_within(database, list(_pages(database, ids)))
            last = ids[-1]
        if "templates" in self._tables:
            database.run("INSERT INTO templates SELECT site, template FROM old_templates")
        for table in ("occurrences", "paths", "pages", "runs", "blocks", "templates"):
            if table in self._tables:
                database.run(f"DROP TABLE {_PREFIX}{table}")


def _pages(database: Database, ids: list[int]) -> Iterator[PageRecord]:
    sql = """SELECT o.page, o.place, b.text, h.path, o.step, o.span_start, o.span_end, o.score, o.priority
        FROM old_occurrences o JOIN old_blocks b ON b.id = o.block
        JOIN old_paths h ON h.page = o.page AND h.number = o.path WHERE o.page IN ? ORDER BY o.page, o.place"""
    blocks: dict[int, list[BlockRecord]] = {}
    for page, place, text, path, step, start, end, score, priority in database.rows_with(sql, ids):
        span = None if start is None else (start, end)
        xpath = f"{path}/{step}" if step else ""
        blocks.setdefault(page, []).append(BlockRecord(place, text, xpath, span, score, priority))
    sql = """SELECT p.id, p.url, p.site, p.source, p.status, p.raw_bytes, p.text_bytes, p.ledger,
        r.version, r.strategy, r.settings, r.model
        FROM old_pages p JOIN old_runs r ON r.id = p.run WHERE p.id IN ?"""
    for page, url, site, source, status, raw, text, ledger, *recipe in sorted(database.rows_with(sql, ids)):
        kept = tuple(blocks.get(page, ()))
        language = language_of_page(block.text for block in kept)
        yield PageRecord(url, site, bytes(source), status, Recipe(*recipe), raw, text, ledger, kept, language=language)
