"""The embedded store: one SQLite file, with a write-ahead log and a full-text index (FTS5).

The index holds no text: it is fed the terms of :mod:`tamis.text.terms` and tells the blocks that have them, and its
vocabulary (``fts5vocab``) tells how often, so that keyword density is known without reading a block.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from tamis.errors import StoreError
from tamis.store.query import Phrase
from tamis.store.schema import VERSION
from tamis.store.sql import LAST, SqlStore, broken_pages

_WORDS: Final = {
    "big": "INTEGER", "real": "REAL", "bytes": "BLOB", "clustered": " WITHOUT ROWID",
    "terms": "CREATE VIRTUAL TABLE terms USING fts5 (text, content = '', tokenize = \"ascii tokenchars '_'\")",
    "term_index": "CREATE VIRTUAL TABLE term_places USING fts5vocab (terms, instance)",
    "drop_term_index": "DROP TABLE term_places", "drop_terms": "DROP TABLE terms", "by_code": "",
    "stems":
        "CREATE VIRTUAL TABLE terms USING fts5 "
        "(text, content = '', columnsize = 0, tokenize = \"ascii tokenchars '_'\")",
    "stem_index": "CREATE VIRTUAL TABLE term_places USING fts5vocab (terms, instance)",
}  # fmt: skip
_PATIENCE: Final = 60.0
"""seconds that a writer waits for another"""


class SqliteStore(SqlStore):
    """A store in a file."""

    words = _WORDS

    def __init__(self, path: str, *, create: bool = True) -> None:
        self.path = path
        with self._clear_errors():
            self._connection = _connect(path, create)
            try:
                self._prepare(create)
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self, create: bool) -> None:
        self.run("PRAGMA cache_size = -65536")
        self.run("PRAGMA temp_store = memory")
        if create and self.version() < VERSION:
            self.run("PRAGMA journal_mode = wal")  # which no transaction can change
        self.bring_up_to_date(create)

    def version(self) -> int:
        """The version of the schema."""
        tables = {name for (name,) in self.run("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "tamis" in tables:
            version: int = self.run("SELECT schema_version FROM tamis")[0][0]
            return version
        if tables:
            raise StoreError(f"{self.path} is a database of something else: name another file")
        return 0

    def make_place(self) -> None:
        """The file is there already."""

    def run(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and give its rows."""
        with self._clear_errors():
            return self._connection.execute(sql, values).fetchall()

    def run_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each of the rows of values."""
        with self._clear_errors():
            self._connection.executemany(sql, rows)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction that waits for other writers first."""
        self.run("BEGIN IMMEDIATE")
        with self._ending():
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A transaction that sees one state of the store and waits for nobody."""
        self.run("BEGIN")
        with self._ending():
            yield

    @contextmanager
    def _ending(self) -> Iterator[None]:
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.rollback()
            raise

    def index_terms(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Make blocks findable by their terms."""
        self.run_many("INSERT INTO terms (rowid, text) VALUES (?, ?)", [(i, " ".join(said)) for i, said in rows])

    def empty_terms(self) -> None:
        """Make no block findable."""
        self.run("INSERT INTO terms (terms) VALUES ('delete-all')")

    def drop_terms(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """The opposite: the index is told what it was told, with a minus."""
        sql = "INSERT INTO terms (terms, rowid, text) VALUES ('delete', ?, ?)"
        self.run_many(sql, [(i, " ".join(said)) for i, said in rows])

    def occurring(self, words: Sequence[str], beginnings: Sequence[str]) -> list[tuple[int, int]]:
        """The blocks with some of the terms or with terms that begin so, and how often they occur in each."""
        parts, values = [], []
        listed = sorted(word for word in set(words) if not word.startswith(tuple(beginnings)))
        if listed:
            parts.append(f"SELECT doc FROM term_places WHERE term IN ({','.join('?' * len(listed))})")  # noqa: S608
            values += listed
        for prefix in beginnings:
            parts.append("SELECT doc FROM term_places WHERE term >= ? AND term < ?")
            values += [prefix, prefix + LAST]
        sql = f"SELECT doc, count(*) FROM ({' UNION ALL '.join(parts)}) GROUP BY doc"  # noqa: S608 - our own words
        return self.run(sql, values)

    def holding(self, phrase: Phrase) -> list[int]:
        """The blocks that hold a phrase. Terms hold nothing but letters, digits and ``_``, so quotes are enough."""
        match = f'"{" ".join(phrase.terms)}"{" *" if phrase.prefix else ""}'
        return [row[0] for row in self.run("SELECT rowid FROM terms WHERE terms MATCH ?", (match,))]

    def check(self) -> list[str]:
        """What is wrong with the store."""
        problems = [row[0] for row in self.run("PRAGMA integrity_check") if row[0] != "ok"]
        problems += [
            f"{table} points to a row of {target} that is gone"
            for table, _, target, _ in self.run("PRAGMA foreign_key_check")
        ]
        try:
            self.run("INSERT INTO terms (terms) VALUES ('integrity-check')")
        except StoreError as error:
            problems.append(f"the full-text index: {error}")
        (indexed,), (_, there) = *self.run("SELECT count(*) FROM term_places"), self.size()
        problems += [f"{indexed} of {there} words can be found"] if indexed != there else []
        return problems + broken_pages(self)

    def close(self) -> None:
        """Close the file, its log folded in if nobody else has it open."""
        self._connection.close()

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        """SQLite's errors as ours."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {_advice(str(error))}") from error


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


def _advice(message: str) -> str:
    """SQLite's message, and what to do about it."""
    advice = {
        "disk is full": "make room and run the same command again; what was reported as stored is safe",
        "unable to open": "is the folder there, and may you write to it?",
        "readonly": "you may not write to this file or its folder",
        "not a database": "this file is no store; name another one",
        "malformed": "the file is damaged: restore it from a copy, or delete it and index again",
        "disk I/O error": "the disk failed or is full; what was reported as stored is safe",
        "locked": f"another process has been writing for over {_PATIENCE:.0f} s",
    }
    for sign, words in advice.items():
        if sign in message:
            return f"{message}: {words}"
    return message
