"""The store: its operations, the same on every back end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Self

from tamis.errors import MissingExtraError, UsageError
from tamis.store.checking import count_texts, find_damage
from tamis.store.data import StoredRecord, damaged_data, find_records
from tamis.store.database import Database
from tamis.store.duplicates import group_pages
from tamis.store.records import PageRecord, storable
from tamis.store.results import Added, Duplicate, Hit, Known, SiteStats, Stats
from tamis.store.schema import migrate
from tamis.store.search import find
from tamis.store.segments import Index
from tamis.store.writing import Memory, add_pages, forget_pages, known_pages

_SERVERS: Final = ("postgresql://", "postgres://")
"""how addresses of database servers begin"""


class Store:
    """Pages' blocks in a database; a context manager that closes it.

    * :meth:`add` is one transaction: all of its pages are stored whole, or none is;
    * the same page again changes nothing; a changed page replaces the stored one;
    * any query is data: it finds blocks or it does not, but it is never an error;
    * whatever goes wrong is a :class:`tamis.errors.StoreError` whose message says what to do.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._index = Index(database)
        self._memory = Memory()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the store."""
        self.database.close()

    def add(self, pages: Iterable[PageRecord]) -> Added:
        """Store pages, in one transaction."""
        return add_pages(self.database, pages, self._memory)

    def known(self, urls: Iterable[str]) -> dict[str, Known]:
        """What is known of those of the pages that are stored."""
        return known_pages(self.database, urls)

    def forget(self, urls: Iterable[str] = (), *, site: str | None = None) -> int:
        """Remove pages, with the blocks that no other page has; how many there were.

        With a site goes what was learnt of it.
        """
        return forget_pages(self.database, urls, site)

    def search(
        self,
        query: str,
        *,
        rank: str = "blend",
        site: str | None = None,
        limit: int = 10,
        offset: int = 0,
        by_page: bool = False,
    ) -> list[Hit]:
        """The best blocks of the pages that match, best first; with ``by_page`` the best block of each page.

        Pages that hold all words of the query, in whatever form, come before those that hold some. ``"a phrase"``,
        ``begin*``, ``-without``, ``one OR another`` and filters are understood (:mod:`tamis.store.query`).
        """
        return find(self.database, self._index, query, rank, site, limit, offset, by_page=by_page)

    def records(
        self, where: str = "", words: str = "", *, site: str | None = None, limit: int | None = None, offset: int = 0
    ) -> Iterator[StoredRecord]:
        """The records that fit a condition, such as ``price < 100 AND brand = Hestia``; by default all of them.

        :mod:`tamis.store.where` says what a condition may hold. ``words`` are to stand in values of the record. Pages
        have records if they were stored with them: ``record(…, records=True)``, ``tamis index --records``.
        """
        return find_records(self.database, where, words, site, limit, offset)

    def duplicates(self, share: float = 0.5) -> list[Duplicate]:
        """Pages of different sites that share so much of their text, similar blocks being equal."""
        if not 0 < share <= 1:
            raise UsageError(f"share is above 0 and at most 1, not {share!r}")
        with self.database.reading():
            return group_pages(self.database, share)

    def stats(self) -> Stats:
        """Counts and bytes, in all and by site."""
        by_page = """SELECT site, count(*), sum(kept), sum(raw_bytes), sum(text_bytes), sum(kept_bytes)
            FROM pages GROUP BY site"""
        with self.database.reading():
            rows = self.database.run(by_page)
            unique, (blocks, stored) = count_texts(self.database)
        sites = []
        for site, pages, kept, raw, text, kept_bytes in rows:
            once, once_bytes = unique.get(site, (0, 0))
            sites.append((site, SiteStats(pages, int(kept), once, int(raw), int(text), int(kept_bytes), once_bytes)))
        sites.sort(key=lambda item: (-item[1].raw_bytes, item[0]))
        each = [counts for _, counts in sites]
        return Stats(
            sum(c.pages for c in each), sum(c.blocks for c in each), int(blocks), sum(c.raw_bytes for c in each),
            sum(c.text_bytes for c in each), sum(c.kept_bytes for c in each), int(stored), tuple(sites),
        )  # fmt: skip

    def save_template(self, site: str, template: str) -> None:
        """Store what was learnt of a site, as JSON."""
        with self.database.writing():
            self.database.run("DELETE FROM templates WHERE site = ?", (storable(site),))
            values = (storable(site), storable(template))
            self.database.run("INSERT INTO templates (site, template) VALUES (?, ?)", values)

    def template(self, site: str) -> str | None:
        """What was learnt of a site."""
        rows = self.database.run("SELECT template FROM templates WHERE site = ?", (storable(site),))
        return rows[0][0] if rows else None

    def templates(self) -> list[str]:
        """The sites of which something was learnt, in order."""
        return sorted(site for (site,) in self.database.run("SELECT site FROM templates"))

    def check(self) -> list[str]:
        """What is wrong with the store: nothing, unless its file was damaged."""
        with self.database.reading():
            return (
                self.database.problems()
                + find_damage(self.database, Index(self.database))
                + damaged_data(self.database)
            )


def open_store(address: str = "tamis.db", *, create: bool = True) -> Store:
    """Open a store, bringing its schema up to date; a context manager that closes it.

    ``address`` is a file, ``:memory:``, or ``postgresql://user@host/database``. With ``create=False`` a store that is
    not there yet is an error. A store serves one thread; open another for the next.

    >>> with open_store(":memory:") as store:
    ...     store.stats().pages
    0
    """
    database = _connect(address, create)
    try:
        for statement in database.settings:
            database.run(statement)
        migrate(database, create=create)
    except BaseException:
        database.close()
        raise
    return Store(database)


def is_server(address: str) -> bool:
    """Whether an address is that of a database server, not of a file.

    >>> is_server("postgresql://me@host/pages"), is_server("pages.db")
    (True, False)
    """
    return address.startswith(_SERVERS)


def _connect(address: str, create: bool) -> Database:
    if not is_server(address):
        from tamis.store.sqlite import Sqlite

        return Sqlite(address, create=create)
    try:
        from tamis.store.postgres import Postgres
    except ImportError:
        raise MissingExtraError("psycopg", "postgres") from None
    return Postgres(address)
