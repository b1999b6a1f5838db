"""Frames, runs and sites on Spark: the same as on one machine. In one file, so that one session serves all tests."""

from __future__ import annotations

import os
import signal
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from pyspark.sql import SparkSession
from pyspark.sql import functions as f

import tamis
from tamis.cli import main
from tamis.crawl.rows import Settings
from tamis.crawl.run import Plan, run
from tamis.crawl.shards import Output
from tamis.crawl.slices import plan
from tamis.crawl.spark import extract_frame, extract_sites, read_warcs, records_frame
from tamis.crawl.spark.job import do_on_spark
from tamis.crawl.spark.sites import FINGERPRINTS, counts, fingerprints
from tamis.errors import UsageError
from tamis.web.domains import site_of
from tests.crawl.archives import answer, listing, packed, record, sites, story

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
        doer=lambda todo, _, output, settings, watch: do_on_spark(spark, todo, output, settings, watch),
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


def test_records_are_a_second_dataset(spark: SparkSession, tmp_path: Path) -> None:
    pages = [record(answer(listing(n).encode()), f"https://mill.example/{n}") for n in range(1, 9)]
    (tmp_path / "a.warc.gz").write_bytes(packed(pages))
    settings = Settings("shallow", records=True)
    for name, doer in (("local", None), ("spark", partial(_on_spark, spark))):
        run(Plan([str(tmp_path / "a.warc.gz")], Output.of(str(tmp_path / name)), settings, 1, 600), doer=doer)
    local, shards = (
        sorted(rows_of(tmp_path / f"{name}.records"), key=lambda row: (row["slice"], row["record"], row["number"]))
        for name in ("local", "spark")
    )
    assert len(local) == 32 and shards == local and rows_of(tmp_path / "spark") == rows_of(tmp_path / "local")
    frame = extract_frame(read_warcs(spark, [str(tmp_path / "a.warc.gz")], slice_bytes=600), settings)
    framed = [row.asDict(recursive=True) for row in records_frame(frame).collect()]
    assert sorted(framed, key=lambda row: (row["slice"], row["record"], row["number"])) == local
    cheap = (
        records_frame(frame)
        .select("url", f.explode("attributes").alias("a"))
        .where("a.name = 'price' and a.number < 12")
    )
    assert sorted((row["url"], row["a"]["number"]) for row in cheap.collect()) == [
        ("https://mill.example/1", 10.5),
        ("https://mill.example/1", 11.5),
    ]
    with pytest.raises(UsageError, match=r"records=True"):
        records_frame(extract_frame(spark.createDataFrame([("<p>Rye",)], "html string"), SHALLOW))


def _on_spark(spark: SparkSession, todo: Any, _: Any, output: Any, settings: Any, watch: Any) -> Any:
    return do_on_spark(spark, todo, output, settings, watch)


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


SITES = Settings("shallow", sites=True)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sites") / "crawl.warc.gz"
    path.write_bytes(packed([record(answer(html.encode()), url) for url, html in sites().items()]))
    return path


def test_what_a_template_gives(
    spark: SparkSession, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {
        row["url"]: row["text"] for row in extract_sites(spark, [str(archive)], SITES, slice_bytes=SLICE).collect()
    }
    alone = {url: tamis.extract(html, url, strategy="shallow") for url, html in sites().items()}
    expected = {}
    for site in {site_of(url) for url in sites()}:
        of_site = [(url, html) for url, html in sites().items() if site_of(url) == site]
        template = tamis.SiteTemplate.learn(of_site, "shallow") if len(of_site) > 1 else None
        for url, html in of_site:
            expected[url] = tamis.analyze(html, url, "shallow", template=template).text
    assert found == expected
    monkeypatch.chdir(tmp_path)  # paths are relative to where the command is given, though executors are elsewhere
    name = os.path.relpath(archive)
    run(Plan([name], Output.of("out"), SITES, 1, SLICE))
    rows = rows_of(Path("out"))
    assert {row["url"]: row["text"] for row in rows} == expected
    for note in sorted(Path("out/_shards").iterdir())[1:]:  # as if killed after the first slice; Spark takes it up
        note.unlink()
    command = ["run", name, "-o", "out", "--spark", "local-cluster[2,1,1024]", "--sites", "--strategy", "shallow"]
    assert main([*command, "--slice", str(SLICE / 1_048_576)]) == 0
    assert rows_of(Path("out")) == rows  # sites are counted over all slices, not over those that were left
    assert sum(expected[url] != alone[url] for url in alone) > 15  # the templates do change something


def test_fingerprints_are_shuffled_and_a_large_site_is_spread(spark: SparkSession, archive: Path) -> None:
    parts = plan([str(archive)], print, SLICE)
    assert len(parts) > 2
    frame = fingerprints(spark, parts, SITES)
    assert frame.columns == list(FINGERPRINTS)
    texts = [name for name, kind in frame.dtypes if "string" in kind or "binary" in kind]
    assert texts == ["site"]
    of_big = counts(frame).where("site = 'big.example'").groupBy(f.spark_partition_id().alias("task")).count()
    per_task = {row["task"]: row["count"] for row in of_big.collect()}
    assert len(per_task) == 4 and max(per_task.values()) < 0.4 * sum(per_task.values())


def test_sums_of_a_text_on_all_pages(spark: SparkSession, archive: Path) -> None:
    frame = fingerprints(spark, plan([str(archive)], print, SLICE), SITES)
    most = counts(frame).where("site = 'big.example'").agg(f.max("pages")).collect()[0][0]
    assert most == 16  # the copy does not count
