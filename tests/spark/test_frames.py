"""Data frames: pages from archives, rows from pages, the same as on one machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from pyspark.sql import SparkSession

import tamis
from tamis.batch.rows import Settings
from tamis.batch.run import Plan, run
from tamis.batch.shards import Output
from tamis.batch.slices import plan
from tamis.spark import extract_frame, read_warcs
from tamis.spark.job import do_on_spark
from tests.batch.archives import story

SHALLOW = Settings("shallow")
SLICE = 6_000


def rows_of(folder: Path) -> list[dict[str, Any]]:
    rows = pyarrow.parquet.read_table(folder, schema=None).to_pylist()
    return sorted(rows, key=lambda row: (row["input"], row["slice"], row["record"]))


def on_one_machine(crawl: Path, out: Path) -> list[dict[str, Any]]:
    result = run(Plan([str(crawl)], Output.of(str(out)), SHALLOW, 2, SLICE))
    assert result.account.pages == 40 and not result.failures
    return rows_of(out)


def by_spark(spark: SparkSession, crawl: Path, out: Path) -> list[dict[str, Any]]:
    result = run(
        Plan([str(crawl)], Output.of(str(out)), SHALLOW, 1, SLICE),
        doer=lambda parts, output, settings, watch: do_on_spark(spark, parts, output, settings, watch),
    )
    assert result.account.pages == 40 and not result.failures
    return rows_of(out)


@pytest.fixture(scope="module")
def local(crawl: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return on_one_machine(crawl, tmp_path_factory.mktemp("one") / "local")


def test_same_rows_as_on_one_machine(
    spark: SparkSession, crawl: Path, tmp_path: Path, local: list[dict[str, Any]]
) -> None:
    assert len({(row["input"], row["slice"]) for row in local}) >= 4
    assert by_spark(spark, crawl, tmp_path / "spark") == local
    paths = sorted(map(str, crawl.glob("*.gz")))
    frame = extract_frame(read_warcs(spark, paths, slice_bytes=SLICE), SHALLOW)
    framed = sorted((row.asDict() for row in frame.collect()), key=lambda r: (r["input"], r["slice"], r["record"]))
    assert [{name: row[name] for name in local[0]} for row in framed] == local


def test_an_executor_that_is_killed_costs_nothing(
    spark: SparkSession, crawl: Path, tmp_path: Path, local: list[dict[str, Any]]
) -> None:
    victims = _executors()
    assert len(victims) == 2
    out = tmp_path / "spark"
    killed: list[int] = []

    def kill_one() -> None:
        deadline = time.monotonic() + 60
        while not list(out.glob("part-*")) and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(victims[0], signal.SIGKILL)
        killed.append(len(list(out.glob("part-*"))))

    thread = threading.Thread(target=kill_one)
    thread.start()
    rows = by_spark(spark, crawl, out)
    thread.join()
    assert rows == local
    assert killed[0] < len({(row["input"], row["slice"]) for row in rows})  # it was in the middle of it


def _executors() -> list[int]:
    """The Java processes of this session's executors: grandchildren of ours."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"CoarseGrainedExecutorBackend" in path.read_bytes() and _is_ours(int(path.parent.name)):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def _is_ours(number: int) -> bool:
    while number > 1:
        if number == os.getpid():
            return True
        try:
            number = int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return False
    return False


def test_a_frame_of_ones_own(spark: SparkSession) -> None:
    rows = [(1, "https://mill.example/1", story(1)), (2, None, "<p>Привет, мир"), (3, "x", None)]
    frame = spark.createDataFrame(rows, "id int, url string, html string")
    found = {row["id"]: row for row in extract_frame(frame, SHALLOW).collect()}
    assert found[1]["text"] == tamis.extract(story(1), strategy="shallow")
    assert found[1]["site"] == "mill.example" and found[1]["strategy"] == "shallow"
    assert found[3]["status"] == "no html" and found[3]["text"] == ""
    assert "html" not in extract_frame(frame, SHALLOW).columns


def test_wrong_use(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(tamis.UsageError, match="needs a column html"):
        extract_frame(spark.range(1))
    with pytest.raises(tamis.InputError, match=r"gone\.warc"):
        read_warcs(spark, [str(tmp_path / "gone.warc")])
    (tmp_path / "a.jsonl").write_text("{}")
    with pytest.raises(tamis.UsageError, match="read_warcs"):
        read_warcs(spark, [str(tmp_path / "a.jsonl")])


def test_a_task_that_cannot_write_is_an_error(spark: SparkSession, crawl: Path, tmp_path: Path) -> None:
    parts = plan([str(crawl / "a.warc.gz")], print, 10**9)
    with pytest.raises(tamis.TamisError, match="the job on Spark failed"):
        do_on_spark(spark, parts, Output.of(str(tmp_path / "not" / "there")), SHALLOW)
