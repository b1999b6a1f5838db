"""The copy of a page: every block is marked, and nothing in it can run, load, cover or hide."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from turbohtml import parse

import tamis
from tamis.inspect.copy import copy
from tamis.inspect.css import declarations, stylesheet
from tamis.inspect.view import MOST_BLOCKS, comparison, view
from tests.inspect.hostile import PAGES as HOSTILE

SAMPLES = sorted(Path("examples/pages").glob("*.html"))
PAGE_STRATEGIES = [s.name for s in tamis.available_strategies() if s.scope == "page"]
ALLOWED = {
    "class", "id", "lang", "dir", "align", "valign", "bgcolor", "colspan", "rowspan", "style", "data-b",
    "data-x", "data-box",
}  # fmt: skip


@pytest.mark.parametrize("strategy", PAGE_STRATEGIES)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_marks_carry_the_blocks_texts(path: Path, strategy: str) -> None:
    document = tamis.analyze(path.read_bytes(), strategy=strategy)
    marked: dict[int, str] = {}
    for node in parse(copy(document.page, MOST_BLOCKS)).select("[data-b]"):
        for box in node.select("[data-box]"):
            box.decompose()
        block = int(node.attr("data-b") or "")
        assert not any(inner.attr("data-b") for inner in node.select("[data-b]"))
        marked[block] = marked.get(block, "") + node.text
    for block in document.blocks:
        if document.page.first_run[block.index] >= 0:
            assert re.sub(r"\s", "", marked[block.index]) == re.sub(r"\s", "", block.text)


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_but_what_is_allowed(name: str) -> None:
    document = parse(copy(tamis.analyze(HOSTILE[name], strategy="eniw").page, MOST_BLOCKS))
    body = document.select("body")[0]
    for node in body.select("*"):
        assert node.tag not in {
            "script",
            "iframe",
            "form",
            "input",
            "img",
            "svg",
            "math",
            "base",
            "meta",
            "link",
            "object",
            "video",
        }
        assert set(node.attrs) <= ALLOWED, node
        assert not re.search(r"url|position|@|\\|expression|-moz", node.attr("style") or "")
    assert [style.attr("data-page") is not None for style in document.select("style")] == [False, True]
    assert "url(" not in document.select("style[data-page]")[0].text


@pytest.mark.parametrize(
    "css",
    ["background:url(//x)", "background:u\\72l(//x)", "background:image-set('//x' 1x)", "behavior:url(x)",
     "width:expression(1)",
     "position:fixed", "display:none", "opacity:0", "margin-left:-9999px", "text-indent: -999em", "transform:scale(0)",
     "color:red}body{display:none", "color:red</style><script>", "--x:url(y)", "font-family:</style>", "content:'x'",
     "color:transparent"],
)  # fmt: skip
def test_declarations_that_are_dropped(css: str) -> None:
    kept = declarations(css)
    assert kept in ("", "color:red")
    assert stylesheet(f"p{{{css}}}") in ("", "p{color:red}")


def test_rules_that_are_dropped() -> None:
    assert (
        stylesheet("@import 'x'; @font-face{src:url(x)} [data-b]{color:red} </style>{color:red} p\\3c {color:red}")
        == ""
    )


def test_a_huge_page_is_shown_in_part() -> None:
    page = tamis.analyze("<p>Some words here, and more of them." * 9_000, strategy="eniw")
    shown = view([page])["runs"][0]
    assert shown["total"] == 9_000 and len(shown["document"]["blocks"]) == MOST_BLOCKS
    assert len(shown["copy"]) < 1_000_000 and len(shown["markdown"]) < 500_000


def test_a_deep_page_is_flattened() -> None:
    page = tamis.analyze("<div>" * 100_000 + "<p>deep down", strategy="eniw")
    shown = view([page])["runs"][0]
    assert shown["copy"].count("<div") < 500 and 'data-b="0">deep down' in shown["copy"]
    assert shown["document"]["blocks"][0]["xpath"] == ""


def test_strategies_with_other_blocks_are_compared_on_text_blocks() -> None:
    html = SAMPLES[0].read_bytes()
    one, two = tamis.analyze(html), tamis.analyze(html, strategy="feature-extractor")
    found = comparison(one, two)
    assert len(found["blocks"]) == len(one.blocks) == len(found["sides"][1]["kept"])
    assert found["sides"][0]["kept"] == [block.kept for block in one.blocks]
    assert any(found["sides"][1]["kept"]) and found["only_words"][0] >= 0
