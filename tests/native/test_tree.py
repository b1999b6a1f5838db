"""The compiled kernel and the plain one give the same answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

import tamis
from tamis.blocks import page as page_module
from tamis.blocks import text_flow
from tamis.html import spans
from tamis.html import tree as dom
from tamis.native import scan
from tamis.native import tree as kernel
from tests.html_pages import pages
from tests.plain import plain

PLAIN, PLAIN_SCAN = plain("native.tree"), plain("native.scan")


def everything(html: str | bytes) -> tuple[object, ...]:
    page = text_flow.text_flow(dom.read(html, None, tamis.Limits()))
    tree = page.tree
    return (
        page.texts, page.words.tolist(), page.link_words.tolist(), page.hidden.tolist(), page.elements.tolist(),
        [column.tolist() for column in page.spans], page.paths,
        tree.tags, tree.parents, tree.flags, tree.traits, tree.run_seen,
    )  # fmt: skip


def with_plain_kernel(html: str | bytes) -> tuple[object, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dom, "walk", PLAIN.walk)
        patch.setattr(text_flow, "kernel", PLAIN)
        patch.setattr(spans, "scan", PLAIN_SCAN)
        patch.setattr(page_module, "paths", PLAIN.paths)
        return everything(html)


def test_the_suite_runs_on_the_compiled_kernel() -> None:
    assert kernel.COMPILED and not PLAIN.COMPILED, "build it: make kernel"
    assert not scan.__file__.endswith(".py")


@settings(max_examples=150, deadline=None)
@given(pages)
def test_same_on_generated_pages(html: str) -> None:
    assert everything(html) == with_plain_kernel(html)


@pytest.mark.parametrize("page", sorted(Path("examples/pages").glob("*.html")), ids=lambda page: page.stem)
def test_same_on_sample_pages(page: Path) -> None:
    assert everything(page.read_bytes()) == with_plain_kernel(page.read_bytes())
