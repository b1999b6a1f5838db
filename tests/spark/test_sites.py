"""The site stage as a shuffle: what a SiteTemplate gives on one machine; fingerprints move, text does not."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet
import pytest
from pyspark.sql import SparkSession
from pyspark.sql import functions as f

import tamis
from tamis.batch.rows import Settings
from tamis.batch.slices import plan
from tamis.cli import main
from tamis.domains import site_of
from tamis.spark.sites import FINGERPRINTS, counts, extract_sites, fingerprints
from tests.batch.archives import answer, packed, record, story

SITES = Settings("shallow", sites=True)
SLICE = 6_000


def pages() -> dict[str, str]:
    """Pages of three sites, one with half of them, one page twice under two addresses; one site of one page."""
    menu = "<div class=promo><p>Every week we bake something new for you, so come in and have a look at it.</p></div>"
    found = {f"https://www.big.example/{n}": story(n).replace("<h1>", f"{menu}<h1>") for n in range(16)}
    found |= {f"https://a.small.example/{n}": story(100 + n) for n in range(8)}
    found |= {f"https://other.example/{n}": story(200 + n).replace("<p>", "<p class=x>", 3) for n in range(6)}
    found["https://big.example/copy"] = found["https://www.big.example/3"]
    found["https://alone.example/"] = story(300)
    return found


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sites") / "crawl.warc.gz"
    path.write_bytes(packed([record(answer(html.encode()), url) for url, html in pages().items()]))
    return path


def test_what_a_template_gives(spark: SparkSession, archive: Path, tmp_path: Path) -> None:
    found = {
        row["url"]: row["text"] for row in extract_sites(spark, [str(archive)], SITES, slice_bytes=SLICE).collect()
    }
    alone = {url: tamis.extract(html, url, strategy="shallow") for url, html in pages().items()}
    expected = {}
    for site in {site_of(url) for url in pages()}:
        of_site = [(url, html) for url, html in pages().items() if site_of(url) == site]
        template = tamis.SiteTemplate.learn(of_site, "shallow") if len(of_site) > 1 else None
        for url, html in of_site:
            expected[url] = tamis.analyze(html, url, "shallow", template=template).text
    assert found == expected
    command = ["run", str(archive), "-o", str(tmp_path / "out"), "--spark", "local-cluster[2,1,1024]", "--sites"]
    assert main([*command, "--strategy", "shallow", "--slice", str(SLICE / 1_048_576)]) == 0
    rows = pyarrow.parquet.read_table(tmp_path / "out").to_pylist()
    assert {row["url"]: row["text"] for row in rows} == expected
    assert sum(expected[url] != alone[url] for url in alone) > 15  # the templates do change something


def test_fingerprints_are_shuffled_and_a_large_site_is_spread(spark: SparkSession, archive: Path) -> None:
    parts = plan([str(archive)], print, SLICE)
    assert len(parts) > 2
    prints = fingerprints(spark, parts, SITES)
    assert prints.columns == [column.split()[0] for column in FINGERPRINTS.split(", ")]
    texts = [name for name, kind in prints.dtypes if "string" in kind or "binary" in kind]
    assert texts == ["site"]
    of_big = counts(prints).where("site = 'big.example'").groupBy(f.spark_partition_id().alias("task")).count()
    per_task = {row["task"]: row["count"] for row in of_big.collect()}
    assert len(per_task) == 4 and max(per_task.values()) < 0.4 * sum(per_task.values())


def test_sums_of_a_text_on_all_pages(spark: SparkSession, archive: Path) -> None:
    prints = fingerprints(spark, plan([str(archive)], print, SLICE), SITES)
    most = counts(prints).where("site = 'big.example'").agg(f.max("pages")).collect()[0][0]
    assert most == 16  # the copy does not count
