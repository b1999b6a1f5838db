"""The examples for Dask, Beam and Ray run, on the real libraries, and say what tamis says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

import tamis
from tests.crawl.archives import story

LIBRARIES = {"dask": "dask.dataframe", "beam": "apache_beam", "ray": "ray.data"}


@pytest.mark.parametrize("name", LIBRARIES)
def test_an_example_says_what_tamis_says(name: str, tmp_path: Path) -> None:
    pytest.importorskip(LIBRARIES[name])
    pages = [{"html": story(n), "url": f"https://m.example/{n}"} for n in range(5)]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages))
    command = [
        sys.executable,
        f"examples/pipelines/with_{name}.py",
        str(tmp_path / "pages.jsonl"),
        str(tmp_path / "out"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env={**os.environ})
    assert done.returncode == 0, done.stderr[-2000:]
    if name == "beam":
        rows = [json.loads(line) for path in tmp_path.glob("out-*") for line in path.read_bytes().splitlines()]
    else:
        rows = pyarrow.parquet.read_table(tmp_path / "out").to_pylist()
    assert {row["url"]: row["text"] for row in rows} == {p["url"]: tamis.extract(p["html"], p["url"]) for p in pages}
    assert {row["status"] for row in rows} == {"ok"}
