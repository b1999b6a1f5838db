import json
from pathlib import Path

import pytest

from tamis.cli import main
from tests.site.tables.shop import COLOURS, example, moved, page


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(8):
        (folder / f"{number}.html").write_text(page(number), encoding="utf-8")
    return folder


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_examples(pages, tmp_path, capsys):
    out, kept = tmp_path / "t.jsonl", tmp_path / "table.json"
    one = ["--example", "name=Kettle No. 0", "--example", "price=12.50 €"]
    assert main(["site", "table", str(pages), "-o", str(out), *one, "--save", str(kept)]) == 0
    found = rows(out)
    assert len(found) == 8
    assert found[5] == {"page": str(pages / "5.html"), "name": ["Kettle No. 5"], "price": ["17.50 €"]}
    assert "8 rows, 2 columns" in capsys.readouterr().err
    again = tmp_path / "u.jsonl"
    assert main(["site", "table", str(pages / "7.html"), "-o", str(again), "--table", str(kept)]) == 0
    assert rows(again) == [found[7]]


def test_examples_from_a_file(pages, tmp_path):
    given = tmp_path / "examples.json"
    given.write_text(json.dumps([{**example(3), "page": "3.html"}, {"page": 4, "colour": COLOURS[4]}]))
    out = tmp_path / "t.jsonl"
    assert main(["site", "table", str(pages), "-o", str(out), "--examples", str(given), "--names", "weight"]) == 0
    assert {name: rows(out)[6][name] for name in ("name", "colour", "weight")} == {
        "name": ["Kettle No. 6"],
        "colour": [COLOURS[6]],
        "weight": ["906 g"],
    }


def test_pages_that_do_not_fit(pages, tmp_path, capsys):
    kept, out = tmp_path / "table.json", tmp_path / "t.jsonl"
    one = ["--example", "name=Kettle No. 0", "--example", "price=12.50 €"]
    assert main(["site", "table", str(pages), "--save", str(kept), *one]) == 0
    for number in range(8):
        (pages / f"{number}.html").write_text(page(number, offer=False), encoding="utf-8")
    (pages / "9.html").write_text(moved(9), encoding="utf-8")
    capsys.readouterr()
    assert main(["site", "table", str(pages), "-o", str(out), "--table", str(kept)]) == 1
    said = capsys.readouterr().err
    assert "9.html: refused: none of the 2 columns is filled" in said
    assert "drift: price: filled on 0% of the pages, usually on 100%" in said
    assert len(rows(out)) == 8


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--example", "price"], "NAME=VALUE"),
        (["--examples", "missing.json"], "No such file"),
        (["--table", "missing.json"], "No such file"),
    ],
)
def test_wrong_use(pages, tmp_path, capsys, more, message):
    assert main(["site", "table", str(pages), "-o", str(tmp_path / "t.csv"), *more]) != 0
    assert message in capsys.readouterr().err


def test_no_output(pages, capsys):
    assert main(["site", "table", str(pages)]) != 0
    assert "-o" in capsys.readouterr().err
