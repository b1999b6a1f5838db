"""Variants of articles: what is left of them, what is added, and that labels go along."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tamis.lab.corpora import GoldPage
from tamis.lab.training.auto import Recipe, varied
from tamis.lab.training.examples import Example, example
from tamis.lab.training.variants import discussed, discussions, shortened, with_variants

LINES = [
    f"Line {i} of the story is about bread, <b>flour</b>, salt and the water of the river Ouse." for i in range(40)
]
TEXTS = [line.replace("<b>", "").replace("</b>", "") for line in LINES]
REMARK = "I have baked this loaf for years, and my neighbours still ask me for the recipe every week. " * 3
COMMENTS = f"<section id=comments class=list><h3>2 comments</h3><p>{REMARK}<p>{REMARK}</section>"


def page(name: str, behind: str = "", html: str = "") -> tuple[GoldPage, Example]:
    body = "".join(f"<p>{line}" for line in LINES)
    html = html or f"<ul><li><a href=/>Home</a></ul><div><h1>Bread</h1>{body}</div>{behind}<footer>The Baker</footer>"
    gold = GoldPage(name, html, "\n".join(("Bread", *TEXTS)), page_type="article")
    made = example(gold, "made")
    assert made is not None
    return gold, made


def test_a_short_article_keeps_its_first_lines_and_all_else() -> None:
    gold, e = page("p")
    lengths = set()
    for seed in range(8):
        short = shortened(gold, e, np.random.default_rng(seed))
        assert short is not None
        first, title, *lines, last = short.texts
        assert (first, title, last) == ("Home", "Bread", "The Baker") and lines == TEXTS[: len(lines)]
        assert short.share.tolist() == [0, *[1] * (len(lines) + 1), 0] and len(short.columns) == len(short.texts)
        lengths.add(len(lines))
    assert len(lengths) > 3 and max(lengths) <= 12 and min(lengths) >= 1


def test_what_is_short_already_is_left_alone() -> None:
    gold, e = page("p", html="<h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen.")
    assert shortened(gold, e, np.random.default_rng(0)) is None


def test_comments_of_one_page_are_put_under_another() -> None:
    (markup,) = discussions(*page("with", COMMENTS))
    assert "baked this loaf" in markup and not discussions(*page("without"))
    gold, e = page("without")
    unnamed = 0
    for seed in range(8):
        both = discussed(gold, e, markup, np.random.default_rng(seed))
        assert both is not None
        added = both.columns.comment
        assert [text for text, is_new in zip(both.texts, added, strict=True) if not is_new] == e.texts
        assert [text.strip() for text, new in zip(both.texts, added, strict=True) if new] == [
            "2 comments", REMARK.strip(), REMARK.strip()
        ]  # fmt: skip
        assert not both.share[added].any() and both.share[~added].tolist() == e.share.tolist()
        unnamed += not len(both.columns.names[0])
    assert 0 < unnamed < 8


def test_an_article_with_comments_gets_no_others() -> None:
    gold, e = page("with", COMMENTS)
    assert discussed(gold, e, COMMENTS, np.random.default_rng(0)) is None


def test_comments_come_from_pages_of_the_same_fold() -> None:
    donor, other, far = page("donor", COMMENTS), page("other"), page("far")
    made = [donor[1], other[1], replace(far[1], fold=1)]
    first, second, third = with_variants(made, {"made": [donor[0], other[0], far[0]]}, seed=0)
    assert first.commented is None and second.commented is not None and third.commented is None
    assert all(e.short is not None for e in (first, second, third))
    again = with_variants(made, {"made": [donor[0], other[0], far[0]]}, seed=0)[1]
    assert again.short is not None and second.short is not None and again.short.texts == second.short.texts


def test_a_variant_stands_in_for_its_page() -> None:
    _, e = page("p")
    e = replace(e, short=replace(e, id="short"), commented=replace(e, id="commented"))
    rng = np.random.default_rng(0)
    drawn = [varied(e, Recipe(shorten=0.3, discuss=0.3), rng).id for _ in range(1000)]
    shares = [drawn.count(name) / 1000 for name in ("short", "commented", "p")]
    assert np.allclose(shares, (0.3, 0.3, 0.4), atol=0.06)
    assert varied(replace(e, short=None), Recipe(shorten=1), rng).id == "p"
