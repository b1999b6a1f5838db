"""The embedded store: one SQLite file, with a write-ahead log."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final
from urllib.parse import quote

from tamis.errors import StoreError
from tamis.store.database import Database, Row

_WORDS: Final = {
    "big": "INTEGER", "bytes": "BLOB", "clustered": " WITHOUT ROWID", "by_code": "", "namespace": "",
}  # fmt: skip
_PATIENCE: Final = 60.0
_PAUSE: Final = 0.01
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
    begin_reading = "BEGIN"
    begin_writing = ("BEGIN IMMEDIATE",)
    driver_error = sqlite3.Error

    def __init__(self, path: str, *, create: bool) -> None:
        self.address = path
        with self.clear_errors():
            self._connection = _connect(path, create)

    def prepare(self) -> None:
        """Switch to a write-ahead log. SQLite itself does not wait where another process does so at the same time."""
        end = monotonic() + _PATIENCE
        with self.clear_errors():
            while True:
                try:
                    self._connection.execute("PRAGMA journal_mode = wal").fetchall()
                    return
                except sqlite3.OperationalError as error:
                    if "locked" not in str(error) or monotonic() >= end:
                        raise
                sleep(_PAUSE)

    def version(self) -> int:
        """The version of the schema."""
        tables = self.tables()
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

    def tables(self) -> list[str]:
        """The names of the tables."""
        return [name for (name,) in self.run("SELECT name FROM sqlite_master WHERE type = 'table'")]

    def problems(self) -> list[str]:
        """What is wrong with the file or the index."""
        found = [row[0] for row in self.run("PRAGMA integrity_check") if row[0] != "ok"]
        found += [
            f"{table} points to a row of {target} that is gone"
            for table, _, target, _ in self.run("PRAGMA foreign_key_check")
        ]
        return found

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
