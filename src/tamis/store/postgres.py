"""The store on a PostgreSQL server, in a schema of its own named ``tamis``.

Terms are those of :mod:`tamis.text.terms`, handed over as finished ``tsvector``s, so that no dictionary of the server
has a say in what is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg

from tamis.errors import StoreError
from tamis.store.query import Phrase
from tamis.store.sql import SqlStore, broken_pages

_WORDS: Final = {
    "big": "BIGINT", "real": "DOUBLE PRECISION", "bytes": "BYTEA", "clustered": "",
    "terms": "CREATE TABLE terms (block BIGINT PRIMARY KEY REFERENCES blocks, said TSVECTOR NOT NULL)",
    "term_index": "CREATE INDEX terms_said ON terms USING gin (said)",
    "drop_term_index": "", "drop_terms": "", "stems": "", "stem_index": "", "by_code": ' COLLATE "C"',
}  # fmt: skip
_WRITERS: Final = 0x7A6D6973
"""the advisory lock of whoever writes"""
_LARGEST: Final = 900_000
"""bytes of a tsvector, of 1,048,575 allowed: of a block larger than that the beginning is indexed"""


class PostgresStore(SqlStore):
    """A store on a server."""

    words = _WORDS

    def __init__(self, address: str, *, create: bool = True) -> None:
        self.path = _without_password(address)
        with self._clear_errors():
            self._connection = psycopg.connect(address, autocommit=True, connect_timeout=10)
        try:
            self._prepare(create)
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self, create: bool) -> None:
        self.run("SET search_path = tamis")
        self.run("SET client_min_messages = warning")
        self.bring_up_to_date(create)

    def version(self) -> int:
        """The version of the schema."""
        if self.run("SELECT to_regclass('tamis.tamis')")[0][0] is None:
            return 0
        version: int = self.run("SELECT schema_version FROM tamis")[0][0]
        return version

    def make_place(self) -> None:
        """Make the namespace."""
        self.run("CREATE SCHEMA IF NOT EXISTS tamis")

    def run(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and give its rows."""
        with self._clear_errors():
            cursor = self._connection.execute(sql.replace("?", "%s").encode(), values or None)
            return cursor.fetchall() if cursor.description else []

    def run_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each of the rows of values."""
        if rows:
            with self._clear_errors(), self._connection.cursor() as cursor:
                cursor.executemany(sql.replace("?", "%s").encode(), rows)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction that waits for other writers first."""
        self.run("BEGIN")
        with self._ending():
            self.run("SELECT pg_advisory_xact_lock(?)", (_WRITERS,))
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A transaction that sees one state of the store and waits for nobody."""
        self.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        with self._ending():
            yield

    @contextmanager
    def _ending(self) -> Iterator[None]:
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if not self._connection.closed and not self._connection.broken:
                self._connection.rollback()
            raise

    def index_terms(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Make blocks findable by their terms."""
        sql = "INSERT INTO terms (block, said) VALUES (?, ?::tsvector)"
        self.run_many(sql, [(block, _vector(said)) for block, said in rows])

    def empty_terms(self) -> None:
        """Make no block findable."""
        self.run("DELETE FROM terms")

    def drop_terms(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """The opposite."""
        self.run_many("DELETE FROM terms WHERE block = ?", [(block,) for block, _ in rows])

    def occurring(self, words: Sequence[str], beginnings: Sequence[str]) -> list[tuple[int, int]]:
        """The blocks with some of the terms or with terms that begin so, and how often they occur in each."""
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

    def check(self) -> list[str]:
        """What is wrong with the store."""
        indexed, there = self.run("SELECT (SELECT count(*) FROM terms), (SELECT count(*) FROM blocks)")[0]
        problems = [f"{indexed} of {there} blocks can be found"] if indexed != there else []
        return problems + broken_pages(self)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        """The server's errors as ours."""
        try:
            yield
        except psycopg.Error as error:
            raise StoreError(f"{self.path}: {_advice(error)}") from error


def _without_password(address: str) -> str:
    password = urlsplit(address).password
    return address.replace(f":{password}@", "@", 1) if password else address


def _advice(error: psycopg.Error) -> str:
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


def _vector(said: list[str]) -> str:
    """Terms with their places, as PostgreSQL writes them; they hold nothing but letters, digits and ``_``."""
    places: dict[str, list[str]] = {}
    size = 0
    for place, term in enumerate(said, start=1):
        if term not in places:
            size += len(term.encode()) + 8
        size += 2
        if size > _LARGEST:
            break
        places.setdefault(term, []).append(str(place))
    return " ".join(f"'{term}':{','.join(where)}" for term, where in places.items())
