"""One Spark session with two executors of their own, for all tests of this folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from tests.crawl.archives import packed, page_record, write_archive


def need_java() -> None:
    """Spark runs on Java, from Debian's packages: installed if it is not there and we may."""
    if shutil.which("java") is None and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-q"], ["install", "-y", "-q", "default-jre-headless"]):
            subprocess.run(["apt-get", *command], check=True, env=environment, capture_output=True)
    assert shutil.which("java"), "these tests need Java 17 or later: apt-get install default-jre-headless"


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    need_java()
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("tests")
    options = {
        "spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.sql.shuffle.partitions": "4",
        "spark.local.dir": str(tmp_path_factory.mktemp("spark")), "spark.driver.memory": "1g",
        "spark.sql.adaptive.coalescePartitions.enabled": "false", "spark.log.level": "OFF",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
        "spark.sql.execution.arrow.maxRecordsPerBatch": "50", "spark.worker.cleanup.enabled": "true",
    }  # fmt: skip
    for name, value in options.items():
        builder = builder.config(name, value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="session")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two archives: a site with half of all pages, and others."""
    folder = tmp_path_factory.mktemp("crawl")
    write_archive(folder / "a.warc.gz", 20)
    hosts = [f"site{number % 6}.example" for number in range(20)]
    (folder / "b.warc.gz").write_bytes(packed([page_record(100 + n, host) for n, host in enumerate(hosts)]))
    return folder
