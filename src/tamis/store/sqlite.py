"""The embedded store: one SQLite file, with a write-ahead log and a full-text index (FTS5).

The index holds no text: it is fed the terms of :mod:`tamis.text.terms` and knows the blocks that have them;
its vocabulary (``fts5vocab``) knows how often, so that keyword density needs no reading of blocks.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from tamis.errors import StoreError
from tamis.store.database import Database, Row
from tamis.store.query import LAST, Phrase

_WORDS: Final = {
    "big": "INTEGER", "real": "REAL", "bytes": "BLOB", "clustered": " WITHOUT ROWID",
    "terms": "CREATE VIRTUAL TABLE terms USING fts5 (text, content = '', tokenize = \"ascii tokenchars '_'\")",
    "term_index": "CREATE VIRTUAL TABLE term_places USING fts5vocab (terms, instance)",
    "drop_term_index": "DROP TABLE term_places", "drop_terms": "DROP TABLE terms", "by_code": "",
    "namespace": "",
    "stems":
        "CREATE VIRTUAL TABLE terms USING fts5 "
        "(text, content = '', columnsize = 0, tokenize = \"ascii tokenchars '_'\")",
    "stem_index": "CREATE VIRTUAL TABLE term_places USING fts5vocab (terms, instance)",
}  # fmt: skip
_PATIENCE: Final = 60.0
"""seconds that a writer waits for another"""
_ADVICE: Final = {
    "disk is full": "make room and run the same command again; what was reported as stored is safe",
    "unable to open": "is the folder there, and may you write to it?",
    "readonly": "you may not write to this file or its folder",
    "not a database": "this file is no store; name another one",
    "malformed": "the file is damaged: restore it from a copy, or delete it and index again",
    "disk I/O error": "the disk failed or is full; what was reported as stored is safe",
    "locked": f"another process has been writing for over {_PATIENCE:.0f} s",
}


class Sqlite(Database):
    """A store in a file."""

    words = _WORDS
    settings = ("PRAGMA cache_size = -65536", "PRAGMA temp_store = memory")
    before_schema = ("PRAGMA journal_mode = wal",)
    begin_reading = "BEGIN"
    begin_writing = ("BEGIN IMMEDIATE",)
    driver_error = sqlite3.Error

    def __init__(self, path: str, *, create: bool) -> None:
        self.address = path
        with self.clear_errors():
            self._connection = _connect(path, create)

    def version(self) -> int:
        """The version of the schema."""
        tables = {name for (name,) in self.run("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "tamis" in tables:
            return int(self.run("SELECT schema_version FROM tamis")[0][0])
        if tables:
            raise StoreError(f"{self.address} is a database of something else: name another file")
        return 0

    def execute(self, sql: str, values: Sequence[Any]) -> list[Row]:
        """Run a statement."""
        return self._connection.execute(sql, values).fetchall()

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each row of values."""
        self._connection.executemany(sql, rows)

    def rollback(self) -> None:
        """Undo the transaction, if one is open."""
        if self._connection.in_transaction:
            self._connection.rollback()

    def close(self) -> None:
        """Close the file, its log folded in if nobody else has it open."""
        self._connection.close()

    def index_terms(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Add blocks to the index."""
        self.run_many("INSERT INTO terms (rowid, text) VALUES (?, ?)", [(i, " ".join(words)) for i, words in rows])

    def drop_terms(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Remove blocks from the index, which holds no text and so has to be given their terms again."""
        sql = "INSERT INTO terms (terms, rowid, text) VALUES ('delete', ?, ?)"
        self.run_many(sql, [(i, " ".join(words)) for i, words in rows])

    def empty_index(self) -> None:
        """Remove all blocks from the index."""
        self.run("INSERT INTO terms (terms) VALUES ('delete-all')")

    def occurring(self, words: Sequence[str], beginnings: Sequence[str]) -> list[tuple[int, int]]:
        """The blocks with any of the terms, or with terms that begin so, and how often they occur in each."""
        parts, values = [], []
        listed = sorted(word for word in set(words) if not word.startswith(tuple(beginnings)))
        if listed:
            parts.append(f"SELECT doc FROM term_places WHERE term IN ({','.join('?' * len(listed))})")  # noqa: S608
            values += listed
        for prefix in beginnings:
            parts.append("SELECT doc FROM term_places WHERE term >= ? AND term < ?")
            values += [prefix, prefix + LAST]
        sql = f"SELECT doc, count(*) FROM ({' UNION ALL '.join(parts)}) GROUP BY doc"  # noqa: S608 - our own words
        return [(block, count) for block, count in self.run(sql, values)]

    def holding(self, phrase: Phrase) -> list[int]:
        """The blocks that hold a phrase. Terms are letters, digits and ``_`` alone, so quotes are enough."""
        match = f'"{" ".join(phrase.terms)}"{" *" if phrase.prefix else ""}'
        return [row[0] for row in self.run("SELECT rowid FROM terms WHERE terms MATCH ?", (match,))]

    def problems(self) -> list[str]:
        """What is wrong with the file or the index."""
        found = [row[0] for row in self.run("PRAGMA integrity_check") if row[0] != "ok"]
        found += [
            f"{table} points to a row of {target} that is gone"
            for table, _, target, _ in self.run("PRAGMA foreign_key_check")
        ]
        try:
            self.run("INSERT INTO terms (terms) VALUES ('integrity-check')")
        except StoreError as error:
            found.append(f"the full-text index: {error}")
        sql = "SELECT (SELECT count(*) FROM term_places), (SELECT coalesce(sum(words), 0) FROM languages)"
        ((indexed, there),) = self.run(sql)
        return found + ([f"{indexed} of {there} words can be found"] if indexed != there else [])

    def advice(self, error: Exception) -> str:
        """SQLite's message, and what to do about it."""
        message = str(error)
        advice = next((words for sign, words in _ADVICE.items() if sign in message), "")
        return f"{message}: {advice}" if advice else message


def _connect(path: str, create: bool) -> sqlite3.Connection:
    if path == ":memory:":
        return sqlite3.connect(path, isolation_level=None)
    file = Path(path)
    if not file.exists():
        if not create:
            raise StoreError(f"there is no store {path}: `tamis index` makes one")
        if not file.parent.is_dir():
            raise StoreError(f"{path}: there is no folder {file.parent}")
    mode = "rwc" if create else "rw"
    if file.exists() and not os.access(file, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        # Where no log can be made, none may be needed: then nobody is writing, and the file can be read as it is.
        mode = "ro" if Path(f"{path}-wal").exists() else "ro&immutable=1"
    address = f"file:{quote(str(file.absolute()))}?mode={mode}"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=_PATIENCE)
