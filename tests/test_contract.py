"""The contract of every strategy, as told in the docstring of ``Strategy``."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamis
from tamis.document import Document
from tests.html_pages import pages

ALL = [s.name for s in tamis.available_strategies()]
OF_A_PAGE = [s.name for s in tamis.available_strategies() if s.scope == "page"]
SAMPLES = sorted(Path("examples/pages").glob("*.html"))
LINE = "A sentence that is long enough to be taken for prose, with a comma and a full stop in it. "


def analyze(html: str | bytes, name: str, params: dict[str, Any] | None = None) -> Document:
    """The page, or for a site strategy the page among two others of its site."""
    if name in OF_A_PAGE:
        return tamis.analyze(html, "https://example.com/a", name, params)
    others = [("https://example.com/b", f"<p>{LINE}"), ("https://example.com/c", "<p>Other words altogether here.")]
    return tamis.analyze_site([("https://example.com/a", html), *others], name, params)[0]


def check(document: Document) -> None:
    decisions = document.decisions
    assert len(decisions) == len(document.page) == len(document.blocks)
    assert np.all((decisions.score >= 0) & (decisions.score <= 1))
    assert np.array_equal(decisions.score >= 0.5, decisions.kept)
    for block in document.blocks[:300]:
        assert isinstance(block.reason, str) and len(block.reason.split()) >= 1
        if block.hidden:
            # Only auto judges what is hidden but can be opened, and its reason says so.
            assert "hidden" in block.reason and (not block.kept or document.strategy == "auto")


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    "html", ["", "word", "<p>", "<p hidden>word words", "<img alt=x src=y>", "<br>" * 20, "<table><td>x"]
)
def test_small_pages(name: str, html: str) -> None:
    check(analyze(html, name))


@pytest.mark.parametrize(
    "value", ["-1", "0", "0.5", "1e9", "1e300", "nan", "-inf", "9" * 30, "", "x", "x,y:z", b"x", [1], [None], (1e999,)]
)
@pytest.mark.parametrize("name", ALL)
def test_a_parameter_is_taken_or_it_is_wrong_use(name: str, value: Any) -> None:
    for key in tamis.available_strategies()[ALL.index(name)].params:
        try:
            check(analyze(SAMPLES[0].read_bytes(), name, {key: value}))
        except tamis.TamisError as error:
            assert str(error)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("page", SAMPLES, ids=lambda page: page.stem)
def test_sample_pages(name: str, page: Path) -> None:
    first, second = analyze(page.read_bytes(), name), analyze(page.read_bytes(), name)
    check(first)
    assert first.to_dict() == second.to_dict()
    assert first.strategy == name


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("page", SAMPLES, ids=lambda page: page.stem)
def test_no_text_is_lost(name: str, page: Path) -> None:
    """Every strategy's blocks join to the same visible text, whatever it cuts; what is made from elsewhere is apart."""
    squeeze = re.compile(r"\s+")
    flow = squeeze.sub("", "".join(b.text for b in tamis.analyze(page.read_bytes()).blocks))
    document = analyze(page.read_bytes(), name)
    made = document.page.first_run >= 0
    cut = squeeze.sub("", "".join(b.text for b, inside in zip(document.blocks, made, strict=True) if inside))
    assert cut == flow


def told(document: Document) -> dict[str, Any]:
    """All that a document tells."""
    rows = [(row.to_dict(), row.path, row.words, row.link_words) for row in document.blocks]
    with_all = {"links": True, "images": True, "media": True}
    return {
        "rows": rows, "data": document.to_dict(metadata=True, items=True, comments=True), "about": repr(document),
        "text": document.text, "markdown": document.markdown(**with_all), "html": document.html(**with_all),
        "xml": document.xml(), "tei": document.tei(), "confidence": document.confidence, "type": document.page_type,
        "model": document.decisions.model,
    }  # fmt: skip


MOVED = "<table><p>Before</p><tr><td>cell" + f"<p>{LINE}<b>one<i>two</b>three" * 3
SHELL = (
    f"<div id=app></div><noscript><p>{LINE * 9}</noscript>",
    f"<div id=app></div><template><p>{LINE * 9}</template><template><p>{LINE * 9}</template>",
    '<div></div><script type="application/ld+json">{"@type":"Article","articleBody":"' + LINE * 9 + '"}</script>',
)
"""pages that show nothing by themselves"""


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda document: pickle.loads(pickle.dumps(document))])
@pytest.mark.parametrize(
    "html", [SAMPLES[0].read_text(), SAMPLES[-1].read_bytes(), MOVED, *SHELL, "", b"\x89PNG\r\n\x1a\n\0\0"],
    ids=["article", "soup", "moved", "noscript", "template", "json", "empty", "picture"],
)  # fmt: skip
def test_a_document_can_be_sent_to_another_process(
    name: str, copied: Callable[[Document], Document], html: str | bytes
) -> None:
    document = analyze(html, name)
    untouched, wanted = copied(document), told(document)
    assert told(untouched) == wanted
    again = copied(document)  # with all that was made when it was read
    assert told(again) == wanted and told(copied(again)) == wanted
    assert again.blocks[-1:] == () or copied(again.blocks[-1]).to_dict() == wanted["rows"][-1][0]  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"favor_recall": True}, {"drop": "p"}, {"deduplicate": True}])
def test_a_document_with_wishes_can_be_sent_too(options: dict[str, Any]) -> None:
    document = tamis.analyze(SAMPLES[0].read_bytes(), **options)
    assert told(pickle.loads(pickle.dumps(document))) == told(document)


def test_a_page_that_was_cut_off_can_be_sent_too() -> None:
    """What lies behind the cut would be moved before the table, and all elements would have other numbers."""
    begun = "<table><b>soup<tr><td><a href=/first>A word of this, that is linked</a>"
    bomb = "".join(f"<b a={i}><p>" for i in range(200))
    document = tamis.analyze(
        f"{begun}{bomb}deep</td></tr><a href=/late>late", strategy="eniw", limits=tamis.Limits(max_nodes=50)
    )
    assert document.status == "truncated: nodes" and "/first" in document.html()
    assert told(pickle.loads(pickle.dumps(document))) == told(document)


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=25, deadline=None)
@given(html=pages, data=st.data())
def test_any_page(name: str, html: str, data: st.DataObject) -> None:
    check(analyze(html, name))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("shape", ["nested", "siblings", "cells"])
def test_large_pages_are_done(name: str, shape: str) -> None:
    """Sizes at which an algorithm that grows by the square would need minutes."""
    size = 60_000
    pages = {
        "nested": "<div>" * size + LINE,
        "cells": "<table>" + f"<tr><td>{LINE}<td>x" * (size // 10),
        "siblings": "".join(f"<p>{LINE} {i}" for i in range(size // 10)),
    }
    document = analyze(pages[shape], name)
    assert document.blocks and document.status in ("ok", "truncated: nodes", "truncated: nesting")
    assert isinstance(document.text, str)


@pytest.mark.parametrize("name", OF_A_PAGE)
def test_unknown_parameters_are_wrong_use(name: str) -> None:
    with pytest.raises(tamis.UsageError, match="no parameter 'nonsense'"):
        tamis.analyze("<p>x", strategy=name, params={"nonsense": 1})
