"""A store of each older schema opens, and is as good as one made today; one of a newer schema is left alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tamis.errors import StoreError
from tamis.store import PageRecord, Store, open_store
from tamis.store.schema import NEVER_RELEASED, VERSION
from tests.store.old_schemas import OLD_VERSIONS, make_old
from tests.store.samples import WHEAT, page, pages


def content() -> list[PageRecord]:
    edited = WHEAT.replace("by bakers of all countries", "by bakers of many countries")
    german = (
        "<p>Weizen ist ein Getreide, das in der ganzen Welt für die Bäcker angebaut wird, und das Mehl ist heller als "
        "das von Roggen; die Ernte ist im Sommer.</p>"
    )
    return [*pages(), page(edited, "https://mirror.example/w"), page(german, "https://de.example/weizen")]


def old_store(address: str, version: int) -> None:
    if address.startswith("postgresql"):
        with psycopg.connect(address) as connection:
            connection.execute("CREATE SCHEMA tamis")
            connection.execute("SET search_path = tamis")
            make_old(connection.execute, version, content(), sqlite=False)
    else:
        with sqlite3.connect(address) as plain:
            make_old(plain.execute, version, content(), sqlite=True)
        plain.close()


@pytest.mark.parametrize("version", OLD_VERSIONS)
def test_an_old_store_is_brought_up_to_date(
    address: str, version: int, opened: Callable[[str], Store], caplog: pytest.LogCaptureFixture
) -> None:
    old_store(address, version)
    migrated = opened(address)
    assert "brought up to date" in caplog.text
    assert not migrated.check()
    with open_store(":memory:") as fresh:
        fresh.add(content())
        assert migrated.stats() == fresh.stats()
        for query in ("rye", "grasses bread", "weizen", "黑麦"):
            found, expected = migrated.search(query), fresh.search(query)
            assert {(hit.url, hit.text, hit.span) for hit in found} == {(h.url, h.text, h.span) for h in expected}
        (hit,) = migrated.search("forage")
        assert hit.xpath == f"/html/body[1]/p[{hit.index}]" and hit.strategy == "shallow"
    assert len(migrated.duplicates()) == 1
    assert migrated.templates() == (["rye.example"] if version > 1 else [])
    migrated.save_template("a.example", "{}")
    assert migrated.add(content()).unchanged == len(content())
    assert migrated.forget(site="wheat.example") == 1 and not migrated.check()
    caplog.clear()
    opened(address)
    assert not caplog.text


def test_a_newer_schema_is_left_alone(address: str) -> None:
    with open_store(address) as store:
        store.database.run(f"UPDATE tamis SET schema_version = {VERSION + 1}")
    with pytest.raises(StoreError, match=f"newer tamis.*version {VERSION + 1}.*upgrade tamis"):
        open_store(address)


def test_a_failed_migration_changes_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "old.db")
    old_store(path, 1)
    with sqlite3.connect(path) as plain:
        plain.execute("CREATE TABLE segments (in_the_way)")
    plain.close()
    before = Path(path).stat().st_size
    with pytest.raises(StoreError, match="segments already exists"):
        open_store(path)
    with sqlite3.connect(path) as plain:
        names = {row[0] for row in plain.execute("SELECT name FROM sqlite_master")}
        assert plain.execute("SELECT schema_version FROM tamis").fetchone() == (1,)
    plain.close()
    assert "texts" not in names and "blocks" in names and before == Path(path).stat().st_size


@pytest.mark.parametrize("version", NEVER_RELEASED)
def test_a_schema_that_was_never_released_is_left_alone(address: str, version: int) -> None:
    with open_store(address) as store:
        store.database.run(f"UPDATE tamis SET schema_version = {version}")
    with pytest.raises(StoreError, match="never released: delete it, and index again"):
        open_store(address)
