"""Variants of pages: what changes, and that the gold text goes along."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tamis.cli import main
from tamis.lab.audit import model_of
from tamis.lab.corpora import GoldPage, load
from tamis.lab.robustness.measure import robustness, variant
from tamis.lab.robustness.scripts import SCRIPTS
from tamis.lab.robustness.variants import CONSENT_TEXT, SUMMARIES, VARIANTS, Labelled, Others, others_of, shortened
from tamis.model.load import SHIPPED

LINES = [f"Line {i} of the story is about bread, flour, salt and the water of the river Ouse." for i in range(40)]
REMARK = "I have baked this loaf for years, and my neighbours still ask me for the recipe every week. " * 3
COMMENTS = f"<section id=comments class=list><h3>2 comments</h3><p>{REMARK}</p><p>{REMARK}</p></section>"


def gold_page(name: str, behind: str = "", page_type: str | None = "article") -> GoldPage:
    body = "".join(f"<p class=line>{line}</p>" for line in LINES)
    html = (
        f"<title>Bread</title><body><nav><a href=/>Home</a></nav><article><h1>Bread</h1>{body}</article>{behind}"
        "<footer>The Baker</footer>"
    )
    return GoldPage(name, html, "\n".join(("Bread", *LINES)), host=f"{name}.example", page_type=page_type)


PAGE = Labelled.of(gold_page("p"))
OTHERS = others_of([Labelled.of(gold_page(f"o{i}", COMMENTS)) for i in range(3)])


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_keeps_its_gold_text_and_is_always_the_same(name: str) -> None:
    made = variant(name, PAGE, OTHERS)
    assert made is not None and made == variant(name, PAGE, OTHERS) and made.html != PAGE.page.html
    again = Labelled.of(made)
    words = again.cut.words
    assert words @ again.share == pytest.approx(words[again.share > 0.5].sum(), rel=0.05) and len(again.wanted)
    assert (made.gold == PAGE.page.gold) is not ("script" in name or "short" in name)


@pytest.mark.parametrize("script", SCRIPTS)
def test_text_and_gold_are_in_the_same_script(script: str) -> None:
    made = variant(f"script: {script}", PAGE, OTHERS)
    assert made is not None and "bread" not in made.gold
    assert "".join(Labelled.of(made).cut.texts[1:-1]).replace("\n", "") == made.gold.replace("\n", "")


def test_summaries_stand_under_a_text_that_is_cut_short() -> None:
    for shape, tag in (("list", "<li>"), ("table", "<tr><td>"), ("divs", "<div>")):
        made = variant(f"short above summaries: {shape}", PAGE, OTHERS)
        assert made is not None and isinstance(made.html, str)
        assert SUMMARIES[0] <= made.html.count(f"{tag}<a href=/") < SUMMARIES[1]
        assert made.gold.startswith("Bread\nLine 0") and 60 <= len(made.gold.split()) < 240
        assert made.html.index(made.gold.splitlines()[-1]) < made.html.index(f"{tag}<a href=/")


def test_what_is_not_to_be_had_gives_no_variant() -> None:
    rng, nobody = np.random.default_rng(0), Others([], [])
    with_own = Labelled.of(gold_page("own", COMMENTS))
    assert variant("comments of another page", with_own, OTHERS) is None
    assert variant("comments of another page", PAGE, nobody) is None and variant("sidebar first", PAGE, nobody) is None
    assert shortened(Labelled.of(GoldPage("s", "<p>Mix flour, water and salt.", "Mix flour, water and salt.")),
                     nobody, rng) is None  # fmt: skip


def test_others_give_summaries_and_comments() -> None:
    assert OTHERS.summaries[0] == ("Bread", LINES[0])
    assert len(OTHERS.comments) == 3 and OTHERS.comments[0].count(REMARK.strip()) == 2
    assert OTHERS.consent is CONSENT_TEXT and all(line == line.strip() for line in CONSENT_TEXT)


def test_what_a_variant_costs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bread.jsonl"
    pages = [gold_page(f"p{i}", page_type="article" if i else "forum") for i in range(3)]
    path.write_text("\n".join(json.dumps({"id": p.id, "html": p.html, "gold": p.gold, "host": p.host,
                                          "page_type": p.page_type}) for p in pages))  # fmt: skip
    found = robustness(load(path), model_of(f"model:{SHIPPED}"))
    assert list(found.variants) == list(VARIANTS) and found.pages == 3
    assert [len(found.variants[name]) for name in ("cut short", "no classes and ids")] == [2, 3]
    assert all(0 <= m.f1 <= 1 and m.plain > 0.9 and not m.empty for of in found.variants.values() for m in of)
    assert main(["evaluate", str(path), "--robustness", "--limit", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("bread: 2 pages\nvariant ") and "script: Greek" in out
    assert main(["evaluate", str(path), "--robustness", "--strategies", "shallow"]) == 2
