"""The store on a PostgreSQL server, in a schema of its own named ``tamis``.

Terms are those of :mod:`tamis.text.terms`, handed over as finished ``tsvector``s, so that no dictionary of the server
affects what is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg

from tamis.store.database import Database, Row
from tamis.store.query import Phrase

_WORDS: Final = {
    "big": "BIGINT", "real": "DOUBLE PRECISION", "bytes": "BYTEA", "clustered": "",
    "terms": "CREATE TABLE terms (block BIGINT PRIMARY KEY REFERENCES blocks, said TSVECTOR NOT NULL)",
    "term_index": "CREATE INDEX terms_said ON terms USING gin (said)",
    "namespace": "CREATE SCHEMA IF NOT EXISTS tamis",
    "drop_term_index": "", "drop_terms": "", "stems": "", "stem_index": "", "by_code": ' COLLATE "C"',
}  # fmt: skip
_WRITERS: Final = 0x7A6D6973
"""the advisory lock of writers"""
_LARGEST: Final = 900_000
"""bytes of a tsvector, of 1,048,575 allowed: of a block larger than that the beginning is indexed"""


class Postgres(Database):
    """A store on a server."""

    words = _WORDS
    settings = ("SET search_path = tamis", "SET client_min_messages = warning")
    begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    begin_writing = ("BEGIN", f"SELECT pg_advisory_xact_lock({_WRITERS})")
    driver_error = psycopg.Error

    def __init__(self, address: str) -> None:
        self.address = _without_password(address)
        with self.clear_errors():
            self._connection = psycopg.connect(address, autocommit=True, connect_timeout=10)

    def version(self) -> int:
        """The version of the schema."""
        if self.run("SELECT to_regclass('tamis.tamis')")[0][0] is None:
            return 0
        return int(self.run("SELECT schema_version FROM tamis")[0][0])

    def execute(self, sql: str, values: Sequence[Any]) -> list[Row]:
        """Run a statement."""
        cursor = self._connection.execute(sql.replace("?", "%s").encode(), values or None)
        return cursor.fetchall() if cursor.description else []

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each row of values."""
        with self._connection.cursor() as cursor:
            cursor.executemany(sql.replace("?", "%s").encode(), rows)

    def rollback(self) -> None:
        """Undo the transaction, unless the server is gone."""
        if not self._connection.closed and not self._connection.broken:
            self._connection.rollback()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def index_terms(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Add blocks to the index."""
        sql = "INSERT INTO terms (block, said) VALUES (?, ?::tsvector)"
        self.run_many(sql, [(block, _vector(words)) for block, words in rows])

    def drop_terms(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Remove blocks from the index."""
        self.run_many("DELETE FROM terms WHERE block = ?", [(block,) for block, _ in rows])

    def empty_index(self) -> None:
        """Remove all blocks from the index."""
        self.run("DELETE FROM terms")

    def occurring(self, words: Sequence[str], beginnings: Sequence[str]) -> list[tuple[int, int]]:
        """The blocks with any of the terms, or with terms that begin so, and how often they occur in each."""
        sql = """SELECT t.block, (
                SELECT sum(cardinality(u.positions)) FROM unnest(t.said) u
                WHERE u.lexeme = ANY (?::text[])
                OR EXISTS (SELECT 1 FROM unnest(?::text[]) AS beginning WHERE starts_with(u.lexeme, beginning))
            ) FROM terms t WHERE t.said @@ ?::tsquery"""
        asked = " | ".join([*(f"'{word}'" for word in words), *(f"'{beginning}':*" for beginning in beginnings)])
        return [(block, int(count)) for block, count in self.run(sql, (list(words), list(beginnings), asked))]

    def holding(self, phrase: Phrase) -> list[int]:
        """The blocks that hold a phrase."""
        *first, last = (f"'{term}'" for term in phrase.terms)
        asked = " <-> ".join([*first, last + ":*" if phrase.prefix else last])
        return [row[0] for row in self.run("SELECT block FROM terms WHERE said @@ ?::tsquery", (asked,))]

    def problems(self) -> list[str]:
        """What is wrong with the index."""
        ((indexed, there),) = self.run("SELECT (SELECT count(*) FROM terms), (SELECT count(*) FROM blocks)")
        return [f"{indexed} of {there} blocks can be found"] if indexed != there else []

    def advice(self, error: Exception) -> str:
        """The server's message on one line, and what to do about it."""
        message = " ".join(str(error).split()) or type(error).__name__
        if "password authentication failed" in message or "no password supplied" in message:
            return f"{message}: check user and password, as in postgresql://user:password@host/database"
        if "connection failed" in message or "failed to resolve" in message:
            message = message.removesuffix(" Is the server running on that host and accepting TCP/IP connections?")
            return f"{message}: check host and port; is the server up?"
        if isinstance(error, psycopg.OperationalError):
            return f"{message}: is the server up? What was reported as stored is safe; run the same command again"
        return message


def _without_password(address: str) -> str:
    password = urlsplit(address).password
    return address.replace(f":{password}@", "@", 1) if password else address


def _vector(words: list[str]) -> str:
    """Terms with their places, as PostgreSQL writes them; they hold nothing but letters, digits and ``_``."""
    places: dict[str, list[str]] = {}
    size = 0
    for place, term in enumerate(words, start=1):
        if term not in places:
            size += len(term.encode()) + 8
        size += 2
        if size > _LARGEST:
            break
        places.setdefault(term, []).append(str(place))
    return " ".join(f"'{term}':{','.join(where)}" for term, where in places.items())
