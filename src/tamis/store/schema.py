"""The tables, as migrations: version *n* is what the first *n* of them make.

Both back ends have the same tables; words of their own, such as names of types, are in braces here. Nothing that was
released is ever edited: a change is a migration at the end, and ``tests/store/test_migrations.py`` tests each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tamis.errors import StoreError
from tamis.store.database import Database
from tamis.store.near import link_near
from tamis.store.stemming import detect_languages, rebuild_index
from tamis.text.stems import STEMMER

# 1: pages, the runs that made their blocks, block texts (each once), and their places. The XPath of a
# parent is stored once for all its children on the page, which makes an occurrence a quarter as long.
_FIRST: Final = (
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        version TEXT NOT NULL, strategy TEXT NOT NULL, settings TEXT NOT NULL, model TEXT NOT NULL,
        UNIQUE (version, strategy, settings, model))""",
    """CREATE TABLE pages (
        id {big} PRIMARY KEY,
        url TEXT NOT NULL UNIQUE,
        site TEXT NOT NULL,
        run INTEGER NOT NULL REFERENCES runs,
        source {bytes} NOT NULL,
        status TEXT NOT NULL,
        raw_bytes {big} NOT NULL, text_bytes {big} NOT NULL, kept_bytes {big} NOT NULL,
        ledger INTEGER NOT NULL, kept INTEGER NOT NULL)""",
    "CREATE INDEX pages_by_site ON pages (site)",
    """CREATE TABLE blocks (
        id {big} PRIMARY KEY,
        fingerprint {bytes} NOT NULL UNIQUE,
        words INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        text TEXT NOT NULL)""",
    """CREATE TABLE paths (
        page {big} NOT NULL REFERENCES pages, number INTEGER NOT NULL, path TEXT NOT NULL,
        PRIMARY KEY (page, number)){clustered}""",
    """CREATE TABLE occurrences (
        page {big} NOT NULL REFERENCES pages,
        place INTEGER NOT NULL,
        block {big} NOT NULL REFERENCES blocks,
        path INTEGER NOT NULL,
        step TEXT NOT NULL,
        span_start INTEGER, span_end INTEGER,
        score {real} NOT NULL, priority {real} NOT NULL,
        PRIMARY KEY (page, place)){clustered}""",
    "CREATE INDEX occurrences_by_block ON occurrences (block)",
    "{terms}",
    "{term_index}",
)

# 2: what was learnt of a site; blocks that are similar, found by the bands of their sketches.
_SECOND: Final = (
    "CREATE TABLE templates (site TEXT PRIMARY KEY, template TEXT NOT NULL)",
    "CREATE TABLE near (block {big} PRIMARY KEY REFERENCES blocks, twin {big} NOT NULL REFERENCES blocks)",
    "CREATE INDEX near_by_twin ON near (twin)",
    """CREATE TABLE bands (
        band INTEGER NOT NULL, words INTEGER NOT NULL, block {big} NOT NULL,
        PRIMARY KEY (band, words, block)){clustered}""",
)

# 3: stems. Blocks have the language they are stemmed in; `languages` counts blocks and words by it and names the
# version of the stemmer; `forms` has the words whose stem differs, for queries that give the beginning of a word. The
# index is rebuilt, and no longer holds the length of each block, which `blocks.words` has.
_THIRD: Final = (
    "ALTER TABLE blocks ADD COLUMN language TEXT NOT NULL DEFAULT ''",
    """CREATE TABLE languages (
        language TEXT PRIMARY KEY, stemmer TEXT NOT NULL, blocks {big} NOT NULL, words {big} NOT NULL)""",
    """CREATE TABLE forms (
        word TEXT NOT NULL{by_code}, stem TEXT NOT NULL{by_code}, PRIMARY KEY (word, stem)){clustered}""",
    "{drop_term_index}",
    "{drop_terms}",
    "{stems}",
    "{stem_index}",
)

MIGRATIONS: Final = (_FIRST, _SECOND, _THIRD)
VERSION: Final = len(MIGRATIONS)


def statements(migration: int, words: Mapping[str, str]) -> list[str]:
    """The statements that lead to a version, in a back end's own words."""
    return [part for text in MIGRATIONS[migration - 1] if (part := text.format_map(words))]


def migrate(database: Database, *, create: bool) -> None:
    """Make the tables, or bring older ones up to date."""
    version = database.version()
    if version == VERSION:
        _renew_stems(database)
        return
    if version > VERSION:
        raise StoreError(
            f"{database.address} was made by a newer tamis (its schema is version {version}, this one knows "
            f"{VERSION}): upgrade tamis, or index into another store"
        )
    if not version and not create:
        raise StoreError(f"{database.address} holds no pages yet: `tamis index` makes a store")
    for statement in database.before_schema:
        database.run(statement)
    with database.writing():
        version = database.version()  # another process may have been faster
        if namespace := database.words["namespace"]:
            database.run(namespace)
        for following in range(version + 1, VERSION + 1):
            for statement in statements(following, database.words):
                database.run(statement)
            _fill_new_tables(database, following)
        if not version:
            database.run("CREATE TABLE tamis (schema_version INTEGER NOT NULL)")
            database.run("INSERT INTO tamis VALUES (?)", (VERSION,))
        database.run("UPDATE tamis SET schema_version = ?", (VERSION,))


def _fill_new_tables(database: Database, version: int) -> None:
    """Compute what a version adds from what is stored."""
    if version == 2:
        rows = database.run("SELECT id, words, text FROM blocks ORDER BY id")
        link_near(database, [(block, words, text) for block, words, text in rows])
    if version == 3:
        detect_languages(database)
        rebuild_index(database)


def _renew_stems(database: Database) -> None:
    """Rebuild the index if another version of the stemmers made it: its stems could not be removed one by one."""
    stale = "SELECT 1 FROM languages WHERE stemmer <> ?"
    if database.run(stale, (STEMMER,)):
        with database.writing():
            if database.run(stale, (STEMMER,)):  # another process may have been faster
                rebuild_index(database)
