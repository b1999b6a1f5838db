"""The loops fill the same columns as the NumPy expressions that define them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.model.features import NUMBERS, Features
from tests.html_pages import pages
from tests.model.definition import columns


def groups(kinds: np.ndarray) -> list[int]:
    """Kinds by the first block of each: their numbers are arbitrary."""
    first = {kind: i for i, kind in reversed(list(enumerate(kinds.tolist())))}
    return [first[kind] for kind in kinds.tolist()]


def assert_same(found: Features, wanted: Features) -> None:
    apart = np.abs(found.numbers - wanted.numbers).max(axis=0, initial=0)
    assert not [NUMBERS[i] for i in np.flatnonzero(apart > 1e-6)]
    columns = "tags chain start stop word_counts never_shown comment outside_main heading head"
    for name in columns.split():
        assert np.array_equal(getattr(found, name), getattr(wanted, name)), name
    for name in ("names", "words"):  # an element's names may come in another order
        assert sorted(zip(*getattr(found, name), strict=True)) == sorted(zip(*getattr(wanted, name), strict=True)), name
    assert found.elements == wanted.elements
    assert groups(found.templates) == groups(wanted.templates)


def check(html: str | bytes) -> None:
    page = text_flow(read(html, None, Limits()))
    assert_same(compute_features(page), columns(page))


@settings(max_examples=100, deadline=None)
@given(html=pages)
def test_same_on_generated_pages(html: str) -> None:
    check(f"<title>Two words &amp; é</title>{html}<p class='aB c-d' role=main>Word é, two Words.")


@pytest.mark.parametrize("page", sorted(Path("examples/pages").glob("*.html")), ids=lambda page: page.stem)
def test_same_on_sample_pages(page: Path) -> None:
    check(page.read_bytes())


def test_an_empty_page_has_empty_columns() -> None:
    check("")
