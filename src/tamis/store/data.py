"""Records and their attributes in a store: two tables of rows, each with its page."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tamis.records.flat import TOP, FlatRecord, FlatValue
from tamis.store.database import Database
from tamis.store.records import PageRecord, storable
from tamis.store.where import folded, where_sql, words_sql

TABLES: Final = (
    # `parent` is the number of the record around it, or -1; `blocks` are ledger indices, as a list of JSON.
    """CREATE TABLE records (
        page {big} NOT NULL, number INTEGER NOT NULL, parent INTEGER NOT NULL, type TEXT NOT NULL, blocks TEXT NOT NULL,
        PRIMARY KEY (page, number)){clustered}""",
    # `place` orders the values of a record; `label` and `folded` are name and value as conditions compare them.
    """CREATE TABLE attributes (
        page {big} NOT NULL, record INTEGER NOT NULL, place INTEGER NOT NULL,
        name TEXT NOT NULL, text TEXT NOT NULL, normalized TEXT NOT NULL, number DOUBLE PRECISION, source TEXT NOT NULL,
        label TEXT NOT NULL{by_code}, folded TEXT NOT NULL{by_code}, PRIMARY KEY (page, record, place)){clustered}""",
    "CREATE INDEX attributes_by_number ON attributes (label, number)",
    "CREATE INDEX attributes_by_text ON attributes (label, folded)",
)
_MOST_WORDS: Final = 16
_AT_ONCE: Final = 200
"""records that are read at once"""


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record of a page in the store."""

    url: str
    site: str
    title: str
    """of the page"""
    record: FlatRecord

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data, with its page: a row of :func:`tamis.records.flat.arrow_schema_of_records`."""
        return {"url": self.url, "site": self.site, **self.record.to_dict()}


def write_data(database: Database, pages: Sequence[PageRecord], ids: Mapping[str, int]) -> None:
    """Write the records of pages that have none yet."""
    rows = [(ids[page.url], record) for page in pages for record in page.records]
    database.run_many(
        "INSERT INTO records (page, number, parent, type, blocks) VALUES (?, ?, ?, ?, ?)",
        [(page, r.number, r.parent, r.type, json.dumps(r.blocks)) for page, r in rows],
    )
    database.run_many(
        """INSERT INTO attributes (page, record, place, name, text, normalized, number, source, label, folded)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        [
            (page, record.number, place, v.name, v.text, v.normalized, v.number, v.source, folded(v.name),
             folded(v.normalized))
            for page, record in rows for place, v in enumerate(record.values)
        ],
    )  # fmt: skip


def drop_data(database: Database, pages: Collection[int]) -> None:
    """Remove the records of pages."""
    for table in ("attributes", "records"):
        database.run_many(f"DELETE FROM {table} WHERE page = ?", [(page,) for page in sorted(pages)])  # noqa: S608


def find_records(
    database: Database, where: str, words: str, site: str | None, limit: int | None, offset: int
) -> Iterator[StoredRecord]:
    """The records that fit a condition and have all words in their values, in the order in which pages were stored."""
    conditions = [words_sql(words.split()[:_MOST_WORDS])]
    if where.strip():
        conditions.append(where_sql(where))
    if site is not None:
        conditions.append(("p.site = ?", [storable(site)]))
    fitting = " AND ".join(f"({sql})" for sql, _ in conditions)
    values = [value for _, some in conditions for value in some]
    last, left = (-1, -1), limit
    while left is None or left > 0:
        with database.reading():
            rows = database.run(
                f"""SELECT r.page, r.number, r.parent, r.type, r.blocks, p.url, p.site, p.title
                FROM records r JOIN pages p ON p.id = r.page
                WHERE {fitting} AND (r.page, r.number) > (?, ?) ORDER BY r.page, r.number LIMIT ? OFFSET ?""",  # noqa: S608
                (*values, *last, _AT_ONCE if left is None else min(_AT_ONCE, left), offset),
            )
            found = list(_read(database, rows))
        if not found:
            return
        yield from found
        last, offset = rows[-1][:2], 0
        left = left - len(rows) if left is not None else None


def _read(database: Database, rows: Sequence[Any]) -> Iterator[StoredRecord]:
    """The records of some rows, with their values."""
    sql = """SELECT page, record, name, text, normalized, number, source FROM attributes
        WHERE page IN ? ORDER BY page, record, place"""
    wanted = {(page, number) for page, number, *_ in rows}
    values: dict[tuple[int, int], list[FlatValue]] = {}
    for page, record, *value in database.rows_with(sql, sorted({page for page, _ in wanted})):
        if (page, record) in wanted:
            values.setdefault((page, record), []).append(FlatValue(*value))
    for page, number, parent, kind, blocks, url, site, title in rows:
        found = FlatRecord(number, parent, kind, tuple(json.loads(blocks)), tuple(values.get((page, number), ())))
        yield StoredRecord(url, site, title, found)


def damaged_data(database: Database) -> list[str]:
    """What is wrong with the records: rows without a page, or values without a record."""
    orphans = database.run(
        "SELECT count(*) FROM records r WHERE NOT EXISTS (SELECT 1 FROM pages p WHERE p.id = r.page)"
    )
    strays = database.run(
        """SELECT count(*) FROM attributes a
        WHERE NOT EXISTS (SELECT 1 FROM records r WHERE r.page = a.page AND r.number = a.record)"""
    )
    inner = database.run(
        """SELECT count(*) FROM records r WHERE r.parent <> ?
        AND NOT EXISTS (SELECT 1 FROM records o WHERE o.page = r.page AND o.number = r.parent)""",
        (TOP,),
    )
    found = {"records without their page": orphans, "values without their record": strays, "records of none": inner}
    return [f"{rows[0][0]} {what}" for what, rows in found.items() if rows[0][0]]
