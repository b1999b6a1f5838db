"""A store by its address: a file is SQLite, ``postgresql://…`` is a server."""

from __future__ import annotations

from tamis.errors import MissingExtraError
from tamis.store.base import Store


def open_store(address: str = "tamis.db", *, create: bool = True) -> Store:
    """Open a store, bringing its schema up to date; a context manager that closes it.

    ``address`` is a file, ``:memory:``, or ``postgresql://user@host/database``. With ``create=False`` a store that is
    not there yet is an error. A store serves one thread; open another for the next.

    >>> with open_store(":memory:") as store:
    ...     store.stats().pages
    0
    """
    if address.startswith(("postgresql://", "postgres://")):
        try:
            from tamis.store.postgres import PostgresStore
        except ImportError:
            raise MissingExtraError("psycopg", "postgres") from None
        return PostgresStore(address, create=create)
    from tamis.store.sqlite import SqliteStore

    return SqliteStore(address, create=create)
