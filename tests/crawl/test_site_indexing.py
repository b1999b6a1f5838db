"""Whole sites into a store, by the strategies that compare pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tamis.cli import main
from tamis.crawl.indexing import Plan
from tamis.crawl.inputs import Input
from tamis.crawl.site_indexing import index_sites
from tamis.store import open_store
from tamis.strategies.base import available_strategies

TEXTS = ("Rye is a grass grown as a grain.", "Oats make a good porridge.", "Wheat is the staple of the north.")
FOOTER = "<p>All rights reserved by the mill.</p>"


def inputs(site: str) -> list[Input]:
    pages = [f"<p>{text} {site} {number}</p>{FOOTER}" for number, text in enumerate(TEXTS)]
    return [Input(f"{number}", html, f"https://{site}/{number}") for number, html in enumerate(pages)]


def test_what_the_pages_of_a_site_share_is_not_stored() -> None:
    mixed = [page for pair in zip(inputs("a.example"), inputs("b.example"), strict=True) for page in pair]
    with open_store(":memory:") as store:
        first = list(index_sites(store, mixed, Plan("content-extractor")))
        assert [added.new for added in first] == [3, 3]
        assert not store.search("rights") and len(store.search("porridge OR staple OR grain")) == 6
        again = list(index_sites(store, mixed, Plan("content-extractor")))
        assert [added.unchanged for added in again] == [3, 3] and not store.check()


def test_pages_without_an_address_belong_together_by_their_folder(tmp_path: Path) -> None:
    for number, page in enumerate(inputs("a.example")):
        (tmp_path / f"{number}.html").write_text(str(page.html))
    address = str(tmp_path / "tamis.db")
    assert main(["index", str(tmp_path), "--store", address, "--strategy", "content-extractor"]) == 0
    with open_store(address) as store:
        assert store.stats().pages == 3 and not store.search("rights") and store.search("porridge")


@pytest.mark.parametrize("strategy", [s.name for s in available_strategies() if s.scope == "site"])
def test_every_strategy_for_sites_indexes(strategy: str, tmp_path: Path) -> None:
    path, address = tmp_path / "pages.jsonl", str(tmp_path / "tamis.db")
    rows = [{"id": page.name, "url": page.url, "html": page.html} for page in inputs("a.example")]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["index", str(path), "--store", address, "--strategy", strategy]) == 0
    with open_store(address) as store:
        assert store.stats().pages == 3 and not store.check()


def test_a_wrong_parameter_makes_no_store(tmp_path: Path) -> None:
    address = tmp_path / "tamis.db"
    wrong = ["--strategy", "content-extractor", "--set", "nothing=1"]
    assert main(["index", "-", "--store", str(address), *wrong]) == 2
    assert main(["index", "-", "--store", str(address), "--strategy", "entropy", "--site-templates"]) == 2
    assert not address.exists()
