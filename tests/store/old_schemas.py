"""The stores that earlier versions made: their tables, and how they filled them with pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tamis.store import PageRecord

_TABLES = (
    """CREATE TABLE runs (id INTEGER PRIMARY KEY, version TEXT NOT NULL, strategy TEXT NOT NULL,
        settings TEXT NOT NULL, model TEXT NOT NULL, UNIQUE (version, strategy, settings, model))""",
    """CREATE TABLE pages (id {big} PRIMARY KEY, url TEXT NOT NULL UNIQUE, site TEXT NOT NULL,
        run INTEGER NOT NULL REFERENCES runs, source {bytes} NOT NULL, status TEXT NOT NULL,
        raw_bytes {big} NOT NULL, text_bytes {big} NOT NULL, kept_bytes {big} NOT NULL,
        ledger INTEGER NOT NULL, kept INTEGER NOT NULL)""",
    "CREATE INDEX pages_by_site ON pages (site)",
    """CREATE TABLE blocks (id {big} PRIMARY KEY, fingerprint {bytes} NOT NULL UNIQUE, words INTEGER NOT NULL,
        bytes INTEGER NOT NULL, text TEXT NOT NULL)""",
    """CREATE TABLE paths (page {big} NOT NULL REFERENCES pages, number INTEGER NOT NULL, path TEXT NOT NULL,
        PRIMARY KEY (page, number))""",
    """CREATE TABLE occurrences (page {big} NOT NULL REFERENCES pages, place INTEGER NOT NULL,
        block {big} NOT NULL REFERENCES blocks, path INTEGER NOT NULL, step TEXT NOT NULL,
        span_start INTEGER, span_end INTEGER, score {real} NOT NULL, priority {real} NOT NULL,
        PRIMARY KEY (page, place))""",
    "CREATE INDEX occurrences_by_block ON occurrences (block)",
)
_SECOND = (
    "CREATE TABLE templates (site TEXT PRIMARY KEY, template TEXT NOT NULL)",
    "INSERT INTO templates VALUES ('rye.example', '{}')",
    "CREATE TABLE near (block {big} PRIMARY KEY REFERENCES blocks, twin {big} NOT NULL REFERENCES blocks)",
    "CREATE INDEX near_by_twin ON near (twin)",
    "CREATE TABLE bands (band INTEGER NOT NULL, words INTEGER NOT NULL, block {big} NOT NULL)",
)
_THIRD = (
    "ALTER TABLE blocks ADD COLUMN language TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE languages (language TEXT PRIMARY KEY, stemmer TEXT NOT NULL, blocks {big}, words {big})",
    "CREATE TABLE forms (word TEXT NOT NULL, stem TEXT NOT NULL, PRIMARY KEY (word, stem))",
)
_SQLITE = {"big": "INTEGER", "bytes": "BLOB", "real": "REAL"}
_POSTGRES = {"big": "BIGINT", "bytes": "BYTEA", "real": "DOUBLE PRECISION"}
_SQLITE_INDEX = (
    "CREATE VIRTUAL TABLE terms USING fts5 (text, content = '', tokenize = \"ascii tokenchars '_'\")",
    "CREATE VIRTUAL TABLE term_places USING fts5vocab (terms, instance)",
)
_POSTGRES_INDEX = (
    "CREATE TABLE terms (block BIGINT PRIMARY KEY REFERENCES blocks, said TSVECTOR NOT NULL)",
    "CREATE INDEX terms_said ON terms USING gin (said)",
)
OLD_VERSIONS = (1, 2, 3)


def make_old(run: Callable[..., Any], version: int, pages: Iterable[PageRecord], *, sqlite: bool) -> None:
    """Make a store of an old version, by a connection's ``execute``, and put pages into it."""
    words = _SQLITE if sqlite else _POSTGRES
    for statement in (*_TABLES, *(_SECOND if version > 1 else ()), *(_THIRD if version > 2 else ())):
        for name, word in words.items():
            statement = statement.replace(f"{{{name}}}", word)  # noqa: PLW2901
        run(statement)
    for statement in _SQLITE_INDEX if sqlite else _POSTGRES_INDEX:
        run(statement)
    run("CREATE TABLE tamis (schema_version INTEGER NOT NULL)")
    run(f"INSERT INTO tamis VALUES ({version})")

    def insert(table: str, columns: str, *values: Any) -> None:
        marks = ", ".join(["?" if sqlite else "%s"] * len(values))
        run(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)

    blocks: dict[str, int] = {}
    for number, page in enumerate(pages, start=1):
        if number == 1:
            insert("runs", "id, version, strategy, settings, model", 1, *page.recipe)
        kept = sum(len(block.text.encode()) for block in page.blocks)
        insert(
            "pages", "id, url, site, run, source, status, raw_bytes, text_bytes, kept_bytes, ledger, kept", number,
            page.url, page.site, 1, page.source, page.status, page.raw_bytes, page.text_bytes, kept, page.ledger,
            len(page.blocks),
        )  # fmt: skip
        insert("paths", "page, number, path", number, 0, "/html/body[1]")
        for block in page.blocks:
            if block.text not in blocks:
                blocks[block.text] = len(blocks) + 1
                key = blocks[block.text].to_bytes(16, "big")
                size = len(block.text.encode())
                insert("blocks", "id, fingerprint, words, bytes, text", blocks[block.text], key, 1, size, block.text)
            start, end = block.span or (None, None)
            insert(
                "occurrences", "page, place, block, path, step, span_start, span_end, score, priority", number,
                block.index, blocks[block.text], 0, f"p[{block.index}]", start, end, block.score, block.priority,
            )  # fmt: skip
