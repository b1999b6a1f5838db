"""The store on a PostgreSQL server, in a schema of its own named ``tamis``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg

from tamis.store.database import Database, Row

_WORDS: Final = {
    "big": "BIGINT", "bytes": "BYTEA", "clustered": "", "by_code": ' COLLATE "C"',
    "namespace": "CREATE SCHEMA IF NOT EXISTS tamis",
}  # fmt: skip
_WRITERS: Final = 0x7A6D6973
"""the advisory lock of writers"""


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

    def prepare(self) -> None:
        """Nothing: all of a schema is made within the transaction."""

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

    def tables(self) -> list[str]:
        """The names of the tables."""
        return [name for (name,) in self.run("SELECT tablename FROM pg_tables WHERE schemaname = 'tamis'")]

    def problems(self) -> list[str]:
        """Nothing: a server looks after its files itself."""
        return []

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
