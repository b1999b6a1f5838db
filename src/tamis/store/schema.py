"""The tables, as migrations: version *n* is what the first *n* of them make.

Both back ends have the same tables; words of their own, such as names of types, are in braces here. Nothing that was
released is ever edited: a change is a migration at the end, and ``tests/store/test_migrations.py`` tests each. Versions
1 to 3 had a row for each place of a block, and the back ends' own full-text indexes: :mod:`tamis.store.old` reads them.
Versions 4 and 5 were never released.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from tamis.errors import StoreError
from tamis.store.data import TABLES as RECORDS
from tamis.store.database import Database
from tamis.store.forms import renew_forms
from tamis.store.segments import Index

_LOG: Final = logging.getLogger(__name__)
FIRST: Final = 6
"""the oldest version that is not written anew as a whole"""
NEVER_RELEASED: Final = (4, 5)
_SIXTH: Final = (
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        version TEXT NOT NULL, strategy TEXT NOT NULL, settings TEXT NOT NULL, model TEXT NOT NULL,
        UNIQUE (version, strategy, settings, model))""",
    # `places` are those of the page's blocks (stored.py).
    """CREATE TABLE pages (
        id {big} PRIMARY KEY,
        url TEXT NOT NULL UNIQUE,
        site TEXT NOT NULL, host TEXT NOT NULL,
        run INTEGER NOT NULL REFERENCES runs,
        source {bytes} NOT NULL,
        status TEXT NOT NULL,
        raw_bytes {big} NOT NULL, text_bytes {big} NOT NULL, kept_bytes {big} NOT NULL,
        ledger INTEGER NOT NULL, kept INTEGER NOT NULL,
        title TEXT NOT NULL, language TEXT NOT NULL, date TEXT NOT NULL, page_type TEXT NOT NULL,
        places {bytes} NOT NULL)""",
    "CREATE INDEX pages_by_site ON pages (site)",
    # Texts in chunks, and the pages that use a chunk (texts.py).
    "CREATE TABLE texts (id {big} PRIMARY KEY, base {big}, data {bytes} NOT NULL)",
    """CREATE TABLE text_uses (
        page {big} NOT NULL, chunk {big} NOT NULL, places {bytes}, PRIMARY KEY (page, chunk)){clustered}""",
    "CREATE INDEX text_uses_by_chunk ON text_uses (chunk)",
    # The index (segments.py) with the sketches of texts (similar.py), and the forms of words (forms.py).
    """CREATE TABLE segments (
        id {big} PRIMARY KEY, pages {big} NOT NULL, columns {bytes} NOT NULL, words {bytes} NOT NULL,
        sketches {bytes} NOT NULL)""",
    "CREATE TABLE postings (id {big} PRIMARY KEY, places {bytes} NOT NULL)",
    "CREATE TABLE indexed (page {big} PRIMARY KEY, segment {big} NOT NULL)",
    "CREATE TABLE dead (segment {big} NOT NULL, page {big} NOT NULL, PRIMARY KEY (segment, page)){clustered}",
    """CREATE TABLE forms (
        stem TEXT NOT NULL{by_code}, word TEXT NOT NULL{by_code}, PRIMARY KEY (stem, word)){clustered}""",
    "CREATE TABLE languages (language TEXT PRIMARY KEY, stemmer TEXT NOT NULL, pages {big} NOT NULL)",
    # The last numbers of segments and chunks: none is used again, since readers may remember what it was.
    "CREATE TABLE counters (segment {big} NOT NULL, chunk {big} NOT NULL)",
    "INSERT INTO counters VALUES (0, 0)",
    # What was learnt of a site.
    "CREATE TABLE templates (site TEXT PRIMARY KEY, template TEXT NOT NULL)",
)

MIGRATIONS: Final[Mapping[int, tuple[str, ...]]] = {FIRST: _SIXTH, 7: RECORDS}
VERSION: Final = max(MIGRATIONS)


def statements(migration: int, words: Mapping[str, str]) -> list[str]:
    """The statements that lead to a version, in a back end's own words."""
    return [text.format_map(words) for text in MIGRATIONS[migration]]


def migrate(database: Database, *, create: bool) -> None:
    """Make the tables, or bring older ones up to date."""
    version = database.version()
    if version == VERSION:
        renew_forms(database, Index(database).all_words())
        return
    if version > VERSION:
        raise StoreError(
            f"{database.address} was made by a newer tamis (its schema is version {version}, this one knows "
            f"{VERSION}): upgrade tamis, or index into another store"
        )
    if version in NEVER_RELEASED:
        raise StoreError(f"{database.address} is of a tamis that was never released: delete it, and index again")
    if not version and not create:
        raise StoreError(f"{database.address} holds no pages yet: `tamis index` makes a store")
    database.prepare()
    if version:
        _LOG.warning("%s: the store is of an older tamis, and is brought up to date", database.address)
    with database.writing():
        version = database.version()  # another process may have been faster
        if namespace := database.words["namespace"]:
            database.run(namespace)
        _bring_up(database, version)
        if not version:
            database.run("CREATE TABLE tamis (schema_version INTEGER NOT NULL)")
            database.run("INSERT INTO tamis VALUES (?)", (VERSION,))
        database.run("UPDATE tamis SET schema_version = ?", (VERSION,))


def _bring_up(database: Database, version: int) -> None:
    from tamis.store.old import Old

    old = Old.take(database) if 0 < version < FIRST else None
    for following in range(max(version + 1, FIRST), VERSION + 1):
        for statement in statements(following, database.words):
            database.run(statement)
    if old is not None:
        old.put_back(database)
