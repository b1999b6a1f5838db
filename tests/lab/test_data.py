import json

import pytest

from tamis.cli import main
from tamis.lab.data import data_pages, evaluate_data
from tests.site.tables.shop import COLOURS, page


@pytest.fixture
def site(tmp_path):
    path = tmp_path / "shops.jsonl"
    lines = [
        {
            "id": str(n),
            "html": page(n),
            "site": "kettles",
            "vertical": "shop",
            "attributes": {"price": [f"{12 + n}.50 €"], "colour": [COLOURS[n % 10]], "engine": []},
        }
        for n in range(30)
    ]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


def test_tables(site):
    table = evaluate_data(site, iter)
    assert table.rows == [["shop", "1.000", "1.000", "1.000", "1.000"], ["mean over sites", *["1.000"] * 4]]


def test_wrong_annotations_count(site):
    lines = [json.loads(line) for line in site.read_text(encoding="utf-8").splitlines()]
    for line in lines[::2]:
        line["attributes"]["colour"] = ["nowhere on the page"]
    site.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert float(evaluate_data(site, iter).rows[-1][1]) < 0.9


def test_entities(tmp_path, capsys):
    path = tmp_path / "products.jsonl"
    lines = [
        {"id": str(n), "html": page(n), "attributes": {"price": [f"{12 + n}.50"], "brand": ["Nobody"]}}
        for n in range(4)
    ]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert main(["evaluate", "--records", str(path)]) == 0
    said = capsys.readouterr().out
    assert [line.split() for line in said.splitlines() if line.startswith("price")] == [
        ["price", "1.000", "1.000", "1.000"]
    ]
    assert [line.split() for line in said.splitlines() if line.startswith("brand")] == [
        ["brand", "0.000", "0.000", "0.000"]
    ]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"html": "x"}', '{"html": "x", "attributes": 3}'])
def test_no_such_set(tmp_path, text, capsys):
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    assert main(["evaluate", "--records", str(path)]) != 0
    assert "x.jsonl" in capsys.readouterr().err


def test_pages_are_read(site):
    (first, *_) = data_pages(site)
    assert first.values == {"price": {"12.50 €"}, "colour": {"red"}, "engine": frozenset()}
