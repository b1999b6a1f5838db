"""Fitting of the weights by which metadata chooses."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from tamis.lab.training import metadata
from tamis.lab.training.metadata import Example, comparable, crossed, figures, fit, fold_of, gather
from tamis.metadata.score import Candidate, best

pytest.importorskip("scipy")


def example(number: int, wanted: str = "b") -> Example:
    candidates = [Candidate("a", "", {"loud": 1.0, "bias": 1.0}), Candidate("b", "", {"true": 1.0, "bias": 1.0})]
    return Example("one", str(number), f"host{number}.example", wanted, candidates, [False, bool(wanted)])


def test_the_sign_of_the_right_ones_gets_the_weight() -> None:
    weights = fit("date", [example(number) for number in range(40)])
    assert weights["true"] > 0.5 > 0 > weights["loud"]
    assert best(example(0).candidates, weights)[0] == 1


def test_pages_without_the_field_teach_silence() -> None:
    spoken = fit("authors", [example(number) for number in range(40)])
    silent = fit("authors", [*(example(number) for number in range(40)), *(example(n, "") for n in range(200))])
    assert best(example(0).candidates, silent)[1] < best(example(0).candidates, spoken)[1]


def test_hosts_of_a_site_share_a_fold() -> None:
    assert {fold_of(host, 4) for host in ("news.bbc.co.uk", "www.bbc.co.uk", "bbc.co.uk")} == {fold_of("bbc.co.uk", 4)}
    assert len({fold_of(f"site{number}.example", 4) for number in range(40)}) == 4


def test_figures_count_pages_with_the_field() -> None:
    examples = [example(number) for number in range(20)] + [example(20, "")]
    (line,) = figures(examples, crossed("date", examples, 4))
    assert line == "one: 20 pages, among the candidates on 1.000, right on 1.000"


def test_gather_reads_the_sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<title>Rye - The Mill</title><h1>Rye</h1><p class=byline>By Ann Baker</p><time>2024-05-03</time>"
    page = {"id": "1", "url": None, "host": "mill.example", "html": html, "title": "Rye", "author": ["Ann Baker"]}
    with lzma.open(tmp_path / "own.jsonl.xz", "wt", encoding="utf-8") as file:
        file.write(json.dumps(page | {"date": "2024-05-03 10:00"}) + "\n")
    found = gather(tmp_path, ["own"], list(metadata.FIELDS))
    assert {field: any(examples[0].right) for field, examples in found.items()} == dict.fromkeys(metadata.FIELDS, True)


def test_values_are_compared_in_plain_form() -> None:
    assert comparable("date", "2024-05-03T10:00") == "2024-05-03" and comparable("date", "nan") == ""
    assert comparable("authors", "Bo Miller and ANN BAKER") == comparable("authors", ["Ann Baker", "Bo  Miller"])
