"""Every entry gives every page a status; ``benchmarks/entries.py`` asks it of 10,000 pages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.entries import ENTRIES, kind, missing, mutated, write_pages

SAMPLES = [path.read_bytes() for path in sorted(Path("examples/pages").glob("*.html"))]


def test_pages_are_the_same_by_their_numbers() -> None:
    pages = [mutated(SAMPLES, number) for number in range(100)]
    assert pages == [mutated(SAMPLES, number) for number in range(100)]
    assert len(set(pages)) > 90


@pytest.mark.usefixtures("misbehaving")
@pytest.mark.parametrize("name", ENTRIES)
def test_nothing_is_lost_but_the_page_itself(name: str, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    names = write_pages(tmp_path / "pages", SAMPLES, 80, 20)
    statuses = ENTRIES[name](tmp_path / "pages", "misbehave-auto", 2)
    assert not missing(names, statuses)
    kinds = {page: kind(status) for page, status in statuses.items()}
    crashed, failed = ("422", "422") if name == "service" else ("crashed", "failed")
    asked = {names[19]: crashed, names[39]: crashed, names[59]: failed, names[79]: crashed}
    assert {page: word for page, word in kinds.items() if word in ("crashed", "failed", "hung", "out", "422")} == asked
    assert Counter(kinds.values())["ok"] > 50
