"""What a back end offers: statements in transactions.

Writers take turns (SQLite by nature, PostgreSQL by an advisory lock), so a writer may number rows itself, and no block
can lose its last page while another writer is about to refer to it. Readers never wait for them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar, Final

from tamis.errors import StoreError

Row = tuple[Any, ...]
CHUNK: Final = 500
"""values in one list of a statement"""


class Database(ABC):
    """A connection. What the back ends differ in is data, as far as it can be."""

    address: str
    """for messages: without a password"""
    words: ClassVar[Mapping[str, str]]
    """what replaces the braces in the schema's statements"""
    settings: ClassVar[Sequence[str]]
    """statements that begin a session"""
    begin_reading: ClassVar[str]
    """begins a transaction in which all reads see one state"""
    begin_writing: ClassVar[Sequence[str]]
    """begins a transaction in which no other writer is at work"""
    driver_error: ClassVar[type[Exception]]

    @abstractmethod
    def prepare(self) -> None:
        """What has to be done before a schema is made or changed, and cannot be done within a transaction."""

    @abstractmethod
    def version(self) -> int:
        """The version of the schema; 0 if there is none yet."""

    @abstractmethod
    def execute(self, sql: str, values: Sequence[Any]) -> list[Row]:
        """Run a statement; errors are the driver's."""

    @abstractmethod
    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each row of values; errors are the driver's."""

    @abstractmethod
    def rollback(self) -> None:
        """Undo the transaction, if one is open."""

    @abstractmethod
    def advice(self, error: Exception) -> str:
        """The driver's message, and what the user can do about it."""

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""

    @abstractmethod
    def tables(self) -> list[str]:
        """The names of the tables."""

    @abstractmethod
    def problems(self) -> list[str]:
        """What is wrong with the file or the index."""

    def run(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a statement with ``?`` for each value, and return its rows."""
        with self.clear_errors():
            return self.execute(sql, values)

    def run_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each row of values."""
        if rows:
            with self.clear_errors():
                self.execute_many(sql, rows)

    def rows_with(
        self, sql: str, values: Iterable[Any], further: Sequence[Any] = (), *, size: int = CHUNK
    ) -> Iterator[Row]:
        """The rows of a statement that has a list, written ``IN ?``, in pieces; ``further`` values come after it."""
        listed = list(values)
        for start in range(0, len(listed), size):
            some = listed[start : start + size]
            yield from self.run(sql.replace("IN ?", f"IN ({','.join('?' * len(some))})"), (*some, *further))

    def reading(self) -> AbstractContextManager[None]:
        """A transaction in which all reads see one state; it waits for nobody."""
        return self._transaction(self.begin_reading)

    def writing(self) -> AbstractContextManager[None]:
        """A transaction that waits for other writers first; rolled back on any exception."""
        return self._transaction(*self.begin_writing)

    @contextmanager
    def _transaction(self, begin: str, *further: str) -> Iterator[None]:
        self.run(begin)
        try:
            for statement in further:
                self.run(statement)
            yield
            self.run("COMMIT")
        except BaseException:
            self.rollback()
            raise

    @contextmanager
    def clear_errors(self) -> Iterator[None]:
        """The driver's errors as ours."""
        try:
            yield
        except self.driver_error as error:
            raise StoreError(f"{self.address}: {self.advice(error)}") from error
