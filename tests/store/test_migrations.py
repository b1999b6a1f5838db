"""A store of each older schema opens, and is as good as one made today; one of a newer schema is left alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tamis.errors import StoreError
from tamis.store import PageRecord, Store, open_store, postgres
from tamis.store.postgres import Postgres
from tamis.store.schema import MIGRATIONS, VERSION, statements
from tamis.store.sqlite import Sqlite
from tamis.text.terms import terms
from tests.store.samples import WHEAT, page, pages


def content() -> list[PageRecord]:
    edited = WHEAT.replace("by bakers of all countries", "by bakers of many countries")
    german = (
        "<p>Weizen ist ein Getreide, das in der ganzen Welt für die Bäcker angebaut wird, und das Mehl ist heller als "
        "das von Roggen; die Ernte ist im Sommer.</p>"
    )
    return [*pages(), page(edited, "https://mirror.example/w"), page(german, "https://de.example/weizen")]


def old_store(address: str, version: int) -> None:
    """A store as the version made it: its tables, filled with what today's store has in them."""
    with open_store(address) as store:
        store.add(content())
    if address.startswith("postgresql"):
        with psycopg.connect(address) as connection:
            connection.execute("SET search_path = tamis")
            _downgrade(connection.execute, version, Postgres.words)  # type: ignore[arg-type]
    else:
        with sqlite3.connect(address) as plain:
            _downgrade(plain.execute, version, Sqlite.words)
        plain.close()


def _downgrade(run: Callable[..., Any], version: int, words: Mapping[str, str]) -> None:
    if version < 3:
        _take_stems_out(run, words)
    for later in range(VERSION, version, -1):
        made = [s.split()[2] for s in statements(later, words) if s.startswith("CREATE TABLE") and "terms" not in s]
        for table in reversed(made):
            run(f"DROP TABLE {table}")
    run(f"UPDATE tamis SET schema_version = {version}")


def _take_stems_out(run: Callable[..., Any], words: Mapping[str, str]) -> None:
    """The index as version 1 has it: of terms as they are written, and in SQLite with their number."""
    texts = run("SELECT id, text FROM blocks ORDER BY id").fetchall()
    if "term_places" in words["stem_index"]:
        for statement in ("drop_term_index", "drop_terms", "terms", "term_index"):
            run(words[statement])
        for block, text in texts:
            run("INSERT INTO terms (rowid, text) VALUES (?, ?)", (block, " ".join(terms(text))))
    else:
        for block, text in texts:
            run("UPDATE terms SET said = %s::tsvector WHERE block = %s", (postgres._vector(terms(text)), block))
    run("ALTER TABLE blocks DROP COLUMN language")


def tables(store: Store) -> dict[str, Sequence[Any]]:
    names = ("runs", "pages", "blocks", "paths", "occurrences", "templates", "near", "bands", "languages", "forms")
    return {name: sorted(store.database.run(f"SELECT * FROM {name}")) for name in names}


@pytest.mark.parametrize("version", range(1, VERSION))
def test_an_old_store_is_brought_up_to_date(address: str, version: int, opened: Callable[[str], Store]) -> None:
    with open_store(address) as store:
        store.add(content())
        expected = tables(store)
        store.forget([entry.url for entry in content()])
    old_store(address, version)
    migrated = opened(address)
    found = tables(migrated)
    assert {block[-1] for block in found["blocks"]} == {block[-1] for block in expected["blocks"]} > {"en"}
    assert {name: len(rows) for name, rows in found.items()} == {name: len(rows) for name, rows in expected.items()}
    assert found["near"] and found["bands"]
    assert not migrated.check()
    assert len(migrated.duplicates()) == 1 and migrated.search("rye") and migrated.search("grasses")
    assert found["languages"] == expected["languages"] and found["forms"] == expected["forms"]
    migrated.save_template("a.example", "{}")
    assert migrated.add(content()).unchanged == len(content())
    assert migrated.forget(site="wheat.example") == 1 and not migrated.check()


def test_there_are_migrations_to_test() -> None:
    assert len(MIGRATIONS) >= 2


def test_a_newer_schema_is_left_alone(address: str) -> None:
    with open_store(address) as store:
        store.database.run(f"UPDATE tamis SET schema_version = {VERSION + 1}")
    with pytest.raises(StoreError, match=f"newer tamis.*version {VERSION + 1}.*upgrade tamis"):
        open_store(address)


def test_a_failed_migration_changes_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "old.db")
    old_store(path, 1)
    with sqlite3.connect(path) as plain:
        plain.execute("CREATE TABLE bands (in_the_way)")  # the last statement of the migration fails
    plain.close()
    before = Path(path).read_bytes()
    with pytest.raises(StoreError, match="bands already exists"):
        open_store(path)
    with sqlite3.connect(path) as plain:
        names = {row[0] for row in plain.execute("SELECT name FROM sqlite_master")}
        assert plain.execute("SELECT schema_version FROM tamis").fetchone() == (1,)
    plain.close()
    assert "templates" not in names and len(before) == Path(path).stat().st_size
