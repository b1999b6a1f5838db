import csv
import json
import sqlite3

import pytest

import tamis
from tamis.site.tables.output import LONGEST, write_rows

COLUMNS = ["name", "Name", "=cmd"]
ROWS = [
    ("https://a.example/1", {"name": ["=1+1"], "Name": ["-5.0", "@x"], "=cmd": ["a\0b"]}),
    ("b.html", {"name": ["x" * 10_000_000], "Name": [], "=cmd": ["\ud800"]}),
    ("c.html", {}),
]


def test_csv(tmp_path):
    write_rows(tmp_path / "t.csv", COLUMNS, ROWS)
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["page", "name", "Name", "'=cmd"]
    assert rows[1] == ["https://a.example/1", "'=1+1", "'-5.0 | @x", "ab"]
    assert len(rows[2][1]) == LONGEST
    assert len(rows) == 4


def test_json_lines(tmp_path):
    write_rows(tmp_path / "t.jsonl", COLUMNS, ROWS)
    rows = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()]
    assert rows[0] == {"page": "https://a.example/1", "name": ["=1+1"], "Name": ["-5.0", "@x"], "=cmd": ["ab"]}
    assert rows[2] == {"page": "c.html", "name": [], "Name": [], "=cmd": []}


@pytest.mark.parametrize("ending", ["sqlite", "db"])
def test_sqlite(tmp_path, ending):
    write_rows(tmp_path / f"t.{ending}", [*COLUMNS, 'a"); DROP TABLE rows; --', "page"], ROWS)
    database = sqlite3.connect(tmp_path / f"t.{ending}")
    assert database.execute("SELECT count(*) FROM rows").fetchone() == (3,)
    assert database.execute('SELECT page, name, "Name_" FROM rows').fetchone() == (ROWS[0][0], "=1+1", "-5.0 | @x")
    database.close()


def test_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    write_rows(tmp_path / "t.parquet", COLUMNS, ROWS)
    table = parquet.read_table(tmp_path / "t.parquet")
    assert table.column_names == ["page", *COLUMNS]
    assert table["Name"].to_pylist() == [["-5.0", "@x"], [], []]


def test_wrong_ending(tmp_path):
    with pytest.raises(tamis.UsageError, match=r"ends in \.csv"):
        write_rows(tmp_path / "t.xlsx", COLUMNS, ROWS)
    with pytest.raises(tamis.InputError, match="cannot write"):
        write_rows(tmp_path / "no" / "t.csv", COLUMNS, ROWS)
    assert not list(tmp_path.iterdir())
