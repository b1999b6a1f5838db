"""The loops fill the same columns as the NumPy expressions that define them, compiled and plain."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.model.features import NUMBERS, Features
from tamis.native import features as kernel
from tests.html_pages import pages
from tests.model.definition import columns
from tests.plain import plain

PLAIN = plain("native.features")
PLAIN_LOOPS = plain("native.compute", features=PLAIN, hashing=plain("native.hashing"))
with pytest.MonkeyPatch.context() as patch:
    patch.setitem(sys.modules, "tamis.native.compute", PLAIN_LOOPS)
    PLAIN_COMPUTE = plain("model.compute")


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
    wanted = columns(page)
    assert_same(compute_features(page), wanted)
    assert_same(PLAIN_COMPUTE.compute_features(page), wanted)


def test_the_suite_runs_on_the_compiled_loops() -> None:
    assert kernel.COMPILED and not PLAIN.COMPILED, "build them: make kernel"


@settings(max_examples=100, deadline=None)
@given(html=pages)
def test_same_on_generated_pages(html: str) -> None:
    check(f"<title>Two words &amp; é</title>{html}<p class='aB c-d' role=main>Word é, two Words.")


@pytest.mark.parametrize("page", sorted(Path("examples/pages").glob("*.html")), ids=lambda page: page.stem)
def test_same_on_sample_pages(page: Path) -> None:
    check(page.read_bytes())


def test_an_empty_page_has_empty_columns() -> None:
    check("")
