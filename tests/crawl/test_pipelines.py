"""tamis in pipelines that are there already: the examples run, and say what tamis says."""

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


@pytest.fixture
def example(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Runs an example offline, its caches in the test's folder."""

    def run(name: str, *arguments: str) -> None:
        environment = {**os.environ, "HF_HOME": str(tmp_path / "hf"), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
        command = [sys.executable, f"examples/pipelines/{name}", *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr[-2000:]

    return run


def test_datatrove(example, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    pages = [{"id": str(n), "text": story(n), "metadata": {"url": f"https://m.example/{n}"}} for n in range(5)]
    pages.append({"id": "empty", "text": "<div></div> ", "metadata": {}})
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages))
    example("with_datatrove.py", str(tmp_path / "pages.jsonl"), str(tmp_path / "out"))
    rows = [json.loads(line) for line in (tmp_path / "out" / "00000.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == ["0", "1", "2", "3", "4"]
    assert rows[2]["text"] == tamis.analyze(story(2), favor_precision=True).text
    assert rows[2]["metadata"]["tamis_status"] == "ok" and rows[2]["metadata"]["url"] == "https://m.example/2"


def test_a_wrong_option_of_the_datatrove_step_is_said_at_once() -> None:
    from tamis.crawl.datatrove import TamisExtractor

    with pytest.raises(tamis.UsageError, match="did you mean 'favor_recall'"):
        TamisExtractor(favour_recall=True)


def test_datasets(example, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    pages = [{"html": story(n), "url": f"https://m.example/{n}"} for n in range(5)]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages))
    example("with_datasets.py", str(tmp_path / "pages.jsonl"), str(tmp_path / "out.parquet"))
    rows = pyarrow.parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["text"] for row in rows] == [tamis.extract(story(n), f"https://m.example/{n}") for n in range(5)]
    assert set(rows[0]) == {"url", "text", "status", "page_type"}
