"""Records in a store: the same rows, conditions and order on every back end."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet
import pytest

import tamis
from tamis.errors import UsageError
from tamis.store import PageRecord, Store, open_store, record
from tamis.store.schema import VERSION
from tests.store.samples import page as plain_page

LOAVES = (("Rye loaf", "4.20", "Hestia"), ("Oat loaf", "12.50", "Hestia"), ("Tea pot, 100%", "1,250.00", "Ophelia"))


def listing(loaves: tuple[tuple[str, str, str], ...] = LOAVES, url: str = "https://mill.example/all") -> PageRecord:
    card = "<li><h3><a href=/{0}>{0}</a></h3><p>Brand: {2}</p><p>Weight: 900 g</p><b>{1} €</b>"
    html = f"<h1>All loaves</h1><p>What we bake today.</p><ul>{''.join(card.format(*loaf) for loaf in loaves)}</ul>"
    return record(tamis.analyze(html, url, "shallow"), html, records=True)


def product() -> PageRecord:
    html = (
        "<h1>Hestia kettle</h1><p><b>31,20 €</b></p><table><tr><th>Brand<td>Hestia<tr><th>EAN<td>4006381333931</table>"
        "<button>Add to cart</button>"
    )
    return record(tamis.analyze(html, "https://kettles.example/1", "shallow"), html, records=True)


def names(store: Store, where: str = "", words: str = "") -> list[str]:
    return [
        next(value.text for value in found.record.values if value.name == "name")
        for found in store.records(where, words)
    ]


@pytest.fixture
def filled(store: Store) -> Store:
    store.add([listing(), product()])
    return store


def test_records_come_back_as_they_were(filled: Store) -> None:
    found = list(filled.records())
    assert [each.record for each in found] == [*listing().records, *product().records]
    assert {each.url for each in found[:3]} == {"https://mill.example/all"} and found[0].record.blocks == (2, 3, 4, 5)
    assert found[3].record.type == "Product" and found[3].to_dict()["type"] == "Product"
    assert not filled.check()


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("price < 100", ["Rye loaf", "Oat loaf", "Hestia kettle"]),
        ("price >= 12.5 and price <= 31.2", ["Oat loaf", "Hestia kettle"]),
        ("price > 1000", ["Tea pot, 100%"]),
        ("PRICE < 5", ["Rye loaf"]),
        ("brand = HESTIA", ["Rye loaf", "Oat loaf", "Hestia kettle"]),
        ("brand != 'hestia'", ["Tea pot, 100%"]),
        ("brand > m", ["Tea pot, 100%"]),
        ("NOT brand = hestia", ["Tea pot, 100%"]),
        ("name ~ 'tea pot'", ["Tea pot, 100%"]),
        ("name ~ 100%", ["Tea pot, 100%"]),
        ("name ~ _", []),
        ("weight = 900", ["Rye loaf", "Oat loaf", "Tea pot, 100%"]),
        ("price < 5 OR price > 1000 AND brand = Ophelia", ["Rye loaf", "Tea pot, 100%"]),
        ("(price < 5 OR price > 1000) AND brand = Hestia", ["Rye loaf"]),
        ("gtin = 4006381333931", ["Hestia kettle"]),
        ("@type = Product", ["Hestia kettle"]),
        ("@site = kettles.example", ["Hestia kettle"]),
        ("@url ~ MILL", ["Rye loaf", "Oat loaf", "Tea pot, 100%"]),
        ("price < '2'", ["Oat loaf", "Tea pot, 100%"]),
        ("colour = red", []),
        ("'; DROP TABLE records --' = 1", []),
        ('name = "\'; DROP TABLE records; --"', []),
    ],
)
def test_conditions(filled: Store, where: str, expected: list[str]) -> None:
    assert sorted(names(filled, where)) == sorted(expected)
    assert len(list(filled.records())) == 4


@pytest.mark.parametrize(
    ("where", "wrong"),
    [
        ("price <", "the end where a number or a text"),
        ("price", "one of ="),
        ("< 100", "'<' where the name"),
        ("price < 100 brand = x", "'brand' where AND or OR"),
        ("(price < 100", "a closing bracket"),
        ("price < 100 AND", "the name of an attribute"),
        ("price < 'open", "cannot read"),
        ("@type < Product", "@site, @url, @type can be compared by"),
        ("@page = 1", "@site, @url, @type can be compared by"),
        ("(" * 30 + "a = 1" + ")" * 30, "at most 20 brackets"),
        ("NOT " * 30 + "a = 1", "at most 20 brackets"),
        (" OR ".join(["a = 1"] * 60), "at most 50 conditions"),
        ("a" * 3000, "at most 2,000 characters"),
    ],
)
def test_conditions_that_are_none(filled: Store, where: str, wrong: str) -> None:
    with pytest.raises(UsageError, match=wrong):
        list(filled.records(where))


def test_words_sites_and_pieces(filled: Store) -> None:
    assert names(filled, words="hestia loaf") == ["Rye loaf", "Oat loaf"]
    assert names(filled, "price > 5", words="LOAF") == ["Oat loaf"]
    assert [each.site for each in filled.records(site="kettles.example")] == ["kettles.example"]
    whole = list(filled.records())
    assert list(filled.records(limit=2, offset=1)) == whole[1:3]
    assert not list(filled.records(limit=0)) and not list(filled.records(offset=9))


def test_many_records_come_in_order(store: Store) -> None:
    many = tuple((f"Loaf {number}", f"{number}.00", "Hestia") for number in range(450))
    store.add([listing(many), product()])
    assert names(store) == [*(f"Loaf {number}" for number in range(450)), "Hestia kettle"]
    assert names(store, "price >= 440 AND price < 460") == [f"Loaf {number}" for number in range(440, 450)]


def test_a_changed_page_and_one_that_is_forgotten(filled: Store) -> None:
    filled.add([listing((("Barley bread", "3.90", "Hestia"), *LOAVES[1:]))])
    assert names(filled, "price < 5") == ["Barley bread"]
    assert filled.forget(["https://mill.example/all"]) == 1
    assert names(filled) == ["Hestia kettle"] and not filled.check()


def test_hostile_values_are_stored(store: Store) -> None:
    nasty = ("=HYPERLINK(1) \0nul \ud800 half", "9" * 300 + ".00", "x" * 100_000)
    store.add([listing((nasty, *LOAVES[1:]))])
    assert len(list(store.records())) == 3 and not store.check()
    assert len(list(store.records("name ~ '=hyperlink(1)'"))) == 1


def test_a_store_made_before_has_none_and_takes_some(address: str, opened: Callable[[str], Store]) -> None:
    before = opened(address)
    before.add(
        [plain_page("<p>Rye is a grass grown as a grain, a cover crop and a forage crop.", "https://a.example/")]
    )
    with before.database.writing():
        for table in ("attributes", "records"):
            before.database.run(f"DROP TABLE {table}")
        before.database.run("UPDATE tamis SET schema_version = 6")
    store = opened(address)
    assert store.database.version() == VERSION and not list(store.records()) and not store.check()
    store.add([listing()])
    assert len(list(store.records())) == 3 and store.search("rye grass")


def test_damage_is_found(tmp_path: Path) -> None:
    path = str(tmp_path / "damaged.db")
    with open_store(path) as store:
        store.add([listing()])
    with sqlite3.connect(path) as plain:
        plain.execute("DELETE FROM records WHERE number = 1")
    plain.close()
    with open_store(path) as store:
        assert any("values without their record" in problem for problem in store.check())


def test_export(filled: Store, tmp_path: Path) -> None:
    from tamis.store.export import write_records

    path = tmp_path / "records.parquet"
    assert write_records(path, filled.records("price < 100")) == 3
    rows = pyarrow.parquet.read_table(path).to_pylist()
    assert rows == [found.to_dict() for found in filled.records("price < 100")]
    assert rows[0]["attributes"][0]["name"] == "name" and rows[0]["url"] == "https://mill.example/all"
    lines = tmp_path / "records.jsonl"
    assert write_records(lines, filled.records()) == 4
    assert [json.loads(line) for line in lines.read_text().splitlines()] == [r.to_dict() for r in filled.records()]
    with pytest.raises(UsageError, match=r"ends in .parquet or .jsonl"):
        write_records(tmp_path / "records.xlsx", filled.records())
