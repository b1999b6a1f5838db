"""The site stage on one machine: counted in files, the same as a template learned in memory."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

import tamis
from tamis.crawl import site_counts as counting
from tamis.crawl.fingerprints import Sums
from tamis.crawl.rows import Settings
from tamis.crawl.run import Plan, run
from tamis.crawl.shards import Output
from tamis.crawl.site_counts import SECTION, FingerprintWriter, SiteCounts, count
from tamis.crawl.slices import Slice
from tamis.web.domains import site_of
from tests.crawl.archives import answer, packed, record, sites, story

SITES = Settings("shallow", sites=True)
SIZE = 6_000


def rows_of(folder: Path) -> list[dict[str, Any]]:
    rows = pyarrow.parquet.read_table(folder).to_pylist()
    return sorted(rows, key=lambda row: (row["input"], row["slice"], row["record"]))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(packed([record(answer(html.encode()), url) for url, html in sites().items()]))
    return path


def expected() -> dict[str, str]:
    """What the templates say that are learned in memory, site by site."""
    found = {}
    for site in {site_of(url) for url in sites()}:
        of_site = [(url, html) for url, html in sites().items() if site_of(url) == site]
        template = tamis.SiteTemplate.learn(of_site, "shallow") if len(of_site) > 1 else None
        for url, html in of_site:
            found[url] = tamis.analyze(html, url, "shallow", template=template).text
    return found


def test_what_a_template_gives(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_BUCKET", 40)
    stages: list[str] = []
    plan = Plan([str(archive)], Output.of(str(tmp_path / "out")), SITES, 2, SIZE)
    result = run(plan, lambda state: stages.append(state.stage))
    assert result.slices > 2 and result.account.pages == len(sites()) and not result.failures
    assert list(dict.fromkeys(stages)) == ["pass 1 of 2", "pass 2 of 2"]
    assert {row["url"]: row["text"] for row in rows_of(tmp_path / "out")} == expected()
    assert not (tmp_path / "out" / "_sites").exists()
    alone = {url: tamis.extract(html, url, strategy="shallow") for url, html in sites().items()}
    assert sum(expected()[url] != alone[url] for url in alone) > 15


def test_a_new_input_changes_what_is_known_of_a_site(archive: Path, tmp_path: Path) -> None:
    out = Output.of(str(tmp_path / "out"))
    again = Plan([str(archive)], out, SITES, 1, SIZE)
    first = run(again)
    assert run(again).skipped == first.slices
    more = tmp_path / "more.warc.gz"
    more.write_bytes(packed([record(answer(story(400).encode()), "https://alone.example/2")]))
    result = run(Plan([str(archive), str(more)], out, SITES, 1, SIZE))
    assert result.skipped == 0 and result.account.pages == len(sites()) + 1
    assert len(rows_of(tmp_path / "out")) == len(sites()) + 1


@pytest.mark.parametrize("moment", ["first pass", "second pass"])
def test_a_killed_run_goes_on(archive: Path, tmp_path: Path, moment: str) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "tamis", "run", str(archive), "-o", str(out), "--sites", "--strategy", "shallow"]
    command += ["--workers", "1", "--slice", str(SIZE / 1_048_576)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    waited = "_sites/*/sites" if moment == "first pass" else "part-*"
    deadline = time.monotonic() + 60
    while not list(out.glob(waited)) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.wait()
    time.sleep(0.5)
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    assert {row["url"]: row["text"] for row in rows_of(out)} == expected()
    assert len(rows_of(out)) == len(sites())


def test_counts_are_those_of_a_count_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_BUCKET", 500)
    rng = random.Random(1)
    parts = [Slice("warc", "a", number, 0, 1, 1, "stamp") for number in range(3)]
    counts = SiteCounts(str(tmp_path))
    everything: list[tuple[int, int, str, dict[str, Any]]] = []
    for number, part in enumerate(parts):
        rows = []
        for at in sorted(rng.sample(range(2 * SECTION), 60)):
            texts = [(rng.randrange(-3, 3), rng.randrange(-9, 9)) for _ in range(6)]
            pairs = list(dict.fromkeys(texts))
            row = {
                "digest": rng.randrange(-40, 40), "places": [p for p, _ in pairs], "keys": [k for _, k in pairs],
                "words": [abs(k) for _, k in pairs], "kept": [rng.randrange(2) for _ in pairs],
                "firsts": [int(p not in [q for q, _ in pairs[:i]]) for i, (p, _) in enumerate(pairs)],
            }  # fmt: skip
            rows.append((at, rng.choice(["big.example", "big.example", "b.example", "c.example"]), row))
        writer = FingerprintWriter(counts, part)
        for start in range(0, len(rows), 16):
            writer.add(rows[start : start + 16])
        writer.commit()
        everything += [(number, *row) for row in rows]
    count(counts, parts)
    pages, places, texts = _brute_force(everything)
    for number, part in enumerate(parts):
        for section in range(2):
            found = counts.templates(part, section, SITES)
            here = [(site, row) for n, at, site, row in everything if n == number and at // SECTION == section]
            asked = {(site, p, k) for site, row in here for p, k in zip(row["places"], row["keys"], strict=True)}
            assert found.pages == {site: pages[site] for site, _ in here}
            assert found.places == {(site, place): places[site, place] for site, place, _ in asked}
            assert found.texts == {key: texts[key] for key in asked if texts[key] > 1}


def _brute_force(everything: list[tuple[int, int, str, dict[str, Any]]]) -> tuple[Any, Any, Any]:
    seen: set[tuple[str, int]] = set()
    pages: Counter[str] = Counter()
    texts: Counter[tuple[str, int, int]] = Counter()
    kept: Counter[tuple[str, int, int]] = Counter()
    on: Counter[tuple[str, int]] = Counter()
    for _, _, site, row in everything:
        if (site, row["digest"]) in seen:
            continue
        seen.add((site, row["digest"]))
        pages[site] += 1
        columns = (row[name] for name in ("places", "keys", "kept", "firsts"))
        for place, key, stays, first in zip(*columns, strict=True):
            texts[site, place, key] += 1
            kept[site, place, key] += stays
            on[site, place] += first
    sums: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for (site, place, key), number in texts.items():
        words = abs(key)
        sums[site, place][0] += words if number == 1 else 0
        sums[site, place][1] += words * kept[site, place, key] if number == 1 else 0
        sums[site, place][2] += words * number if number > 1 else 0
    every = {(site, place) for _, _, site, row in everything for place in row["places"]}
    return pages, {at: Sums(sums[at][0], sums[at][1], sums[at][2], on[at]) for at in every}, texts
